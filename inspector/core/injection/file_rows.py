"""The ledger's rows of files, as columns: decided once for all of them.

A row is a view of the columns, as it is with cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
import numpy.typing as npt

from inspector.core.injection.card_rows import (
    FORCED_LABELS,
    VERDICT_OF_REASON,
    reason_code,
    verdict_code,
)
from inspector.core.injection.materialization import FileColumns, Mode
from inspector.core.injection.outcome import InjectionOutcome
from inspector.core.injection.overrides import Forced
from inspector.core.injection.prepare import NEVER, Cap
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason, Verdict

BUCKET = "bucket"
"""The half of the budget that files and backgrounds are in."""

_REASONS = tuple(Reason)

Codes = npt.NDArray[np.uint8]


class FileRows:
    """The ledger's rows of files, in the order in which they got their modes."""

    def __init__(self, report: InjectionOutcome) -> None:
        """Take the report whose files these are."""
        self._report = report

    @property
    def met(self) -> FileColumns:
        """What the files met: modes and tokens."""
        return self._report.materialization.columns

    @cached_property
    def reasons(self) -> Codes:
        """The rule that gave each file its mode, as a place in ``REASON_LABELS``."""
        report, modes = self._report, self.met
        forms = report.prepared.file_forms
        no_room = Cap.BUCKET_BUDGET.dropped
        if not report.budget.total_budget:
            no_room = Reason.NOTHING_TO_INJECT
        without_line = forms.lines == NEVER
        out = np.where(without_line, reason_code(Reason.UNCOUNTABLE), reason_code(no_room))
        codes: Codes = out.astype(np.uint8)
        listed, inlined = modes.of(Mode.LISTED), modes.of(Mode.INLINED)
        codes[listed] = np.where(
            forms.texts[listed] == NEVER,
            reason_code(Reason.FILE_LISTED_ONLY),
            reason_code(Reason.FILE_LISTED),
        )
        codes[listed[self.forced[listed] == FORCED_LABELS.index(Forced.LISTED)]] = reason_code(
            Reason.WHAT_IF_LISTED
        )
        codes[inlined] = reason_code(Reason.FILE_INLINED)
        for place, reason in report.materialization.barred.items():
            codes[place] = reason_code(reason)
        return codes

    @cached_property
    def forced(self) -> Codes:
        """What an override makes of each file, as a place in ``FORCED_LABELS`` (0: nothing)."""
        codes = np.zeros(len(self), dtype=np.uint8)
        if self._report.what_if:
            for place, file in enumerate(self._report.prepared.files):
                forced = self._report.forced(file.counted.reference)
                codes[place] = FORCED_LABELS.index(forced or "")
        return codes

    @cached_property
    def dropped(self) -> npt.NDArray[np.intp]:
        """The places of the files that found no room, not even for their line."""
        return np.flatnonzero(VERDICT_OF_REASON[self.reasons] == verdict_code(Verdict.DROPPED))

    @property
    def total_tokens(self) -> int:
        """Tokens of all inlined texts and listed lines together, without their layout."""
        return sum(choice.tokens for choice in self._report.materialization.rendered)

    def __len__(self) -> int:
        return len(self._report.prepared.files)

    def __iter__(self) -> Iterator[LedgerEntry]:
        return (self[place] for place in range(len(self)))

    def __getitem__(self, place: int, /) -> LedgerEntry:
        counted, met = self._report.prepared.files[place].counted, self.met
        return LedgerEntry(
            counted.reference,
            "file",
            counted.file.title,
            BUCKET,
            _REASONS[self.reasons[place]],
            int(met.tokens[place]),
            needed=int(met.needed[place]),
            left=int(met.left[place]),
            cap=Cap.BUCKET_BUDGET.label,
            what_if=FORCED_LABELS[self.forced[place]] or None,
        )
