"""What is known of one build while it goes on, and what a scanner lets pass of its texts.

Every text is judged before anything is fitted (Builder, redaction). A block of priority P0 is sent
unchanged or not at all: anything found in it refuses the call. In other blocks sure findings are
taken out; a doubtful one puts the whole text out. Of a file the signatures may stay, which hold no
literals and are scanned as any text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from inspector.core.builder.candidates import Candidate
from inspector.core.builder.drafts import Draft
from inspector.core.builder.fitting import Fitted
from inspector.core.builder.forms import outline_of, summary_of
from inspector.core.builder.inputs import BuilderConfig, BuildRequest
from inspector.core.builder.layout import SEPARATOR, BlockCounter, LaidOut
from inspector.core.builder.loading import (
    ReadFile,
    Screened,
    doubtful_draft,
    file_draft,
    screened,
    symbol_drafts,
)
from inspector.core.builder.outputs import Priority
from inspector.core.builder.ranking import RankedFile
from inspector.core.builder.report import RefusedPlace
from inspector.core.builder.screen import Screen
from inspector.core.builder.targets import Targets
from inspector.core.builder.text_blocks import RequestBlock, other_texts
from inspector.core.problems import Place, Problem, Severity
from inspector.project.commits import ProjectHistory
from inspector.project.findings import SecretFinding
from inspector.project.index import Exclusion, ProjectIndex
from inspector.project.paths import shown_path


@dataclass(frozen=True, slots=True)
class Excluded:
    """A candidate that a hard rule keeps out. ``path`` is as it is in the index, or was asked for.

    ``detail`` says more, never contents. `Case.shown` is what a report may say of it.
    """

    path: str
    exclusion: Exclusion
    detail: str = ""
    priority: Priority | None = None


@dataclass(slots=True)
class Case:
    """One build: its inputs, and what came of them so far. It ends with the build."""

    request: BuildRequest
    index: ProjectIndex
    config: BuilderConfig
    measure: BlockCounter
    screen: Screen
    history: ProjectHistory | None = None
    targets: Targets = field(default_factory=Targets)
    candidates: tuple[Candidate, ...] = ()
    ranking: tuple[RankedFile, ...] = ()
    optional: tuple[RankedFile, ...] = ()
    excluded: dict[str, Excluded] = field(default_factory=dict)
    withheld: list[tuple[Draft, str]] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)
    seen: dict[str, Screened] = field(default_factory=dict)
    fitted: Fitted | None = None
    problems: list[Problem] = field(default_factory=list)

    def safe(self, text: str) -> str:
        """Any text as it may stand in a report: on one line, and without secrets."""
        return self.screen.safe(shown_path(text))

    def exclude(
        self,
        path: str,
        exclusion: Exclusion,
        detail: str = "",
        *,
        priority: Priority | None = None,
    ) -> None:
        """Keep a candidate out; the first reason stands."""
        self.excluded.setdefault(path, Excluded(path, exclusion, detail, priority))

    def shown(self, one: Excluded) -> Excluded:
        """What may stand in a report, with what is known as a secret by now in neither text."""
        return replace(one, path=self.safe(one.path), detail=self.safe(one.detail))

    def tell(self, code: str, message: str, fix: str = "", *, path: str | None = None) -> None:
        """Put down something that is worth knowing and stops nothing."""
        place = Place(file=path)
        self.problems.append(Problem(Severity.NOTE, f"builder.{code}", message, fix, place))

    def warn(self, code: str, message: str) -> None:
        """Put down what would refuse the call as well, beside the refusal that is told."""
        name = f"builder.{code.replace('_', '-')}"
        self.problems.append(Problem(Severity.ERROR, name, message))


def learn(case: Case, blocks: Sequence[RequestBlock], files: Sequence[ReadFile]) -> None:
    """Name what is found, and let what is secret in one text be known in all, names too."""
    texts = list(other_texts(case.request))
    case.screen.name_findings(
        (
            *texts,
            *((block.draft.title, block.draft.content) for block in blocks),
            *((file.path, file.source.text) for file in files),
        )
    )
    case.screen.learn(("", text) for _, text in texts)
    for block in blocks:
        case.screen.learn(("", text) for text in (block.draft.content, *block.origins))
    case.screen.learn((file.path, file.source.text) for file in files)


def judge(
    case: Case,
    blocks: Sequence[RequestBlock],
    files: Iterable[ReadFile],
    summaries: Iterable[Draft],
) -> list[RefusedPlace]:
    """Put down the blocks that may be sent, and return every place that refuses the call."""
    places: list[RefusedPlace] = []
    for name, text in other_texts(case.request):
        places += [RefusedPlace(name, kind=one.kind) for one in case.screen.findings(text)]
    for block in blocks:
        found = _in_request(case, block)
        places += found
        if block.draft.created and not found:
            case.drafts.append(block.draft)
    for file in files:
        places += _in_file(case, file)
    for summary in summaries:
        places += _add(case, summary)
    return places


def places_in_joined(case: Case, drafts: Iterable[Draft], whole: LaidOut) -> list[RefusedPlace]:
    """Every place where something is found in the finished text (Builder INV-CONTEXT-4).

    That includes what only the joining of blocks made, and titles.
    """
    left = case.screen.leftovers_of_joined(whole.text)
    if left:
        texts = [(draft, *place) for draft, place in zip(drafts, whole.places, strict=True)]
        left = tuple(one for one in left if not _is_text_of_its_file(case, one, texts, whole.text))
    places = []
    for draft, start, end in texts if left else ():
        places += [
            RefusedPlace(draft.path or draft.title, kind=one.kind)
            for one in left
            if one.start < end + len(SEPARATOR) and one.end > start
        ]
    if left and not places:
        places = [RefusedPlace("the joined text", kind=one.kind) for one in left]
    return places


def _is_text_of_its_file(
    case: Case, found: SecretFinding, texts: Iterable[tuple[Draft, int, int]], whole: str
) -> bool:
    """Whether a place of the joined text lies in a file's block, and is text in that file."""
    return any(
        case.screen.is_text(whole[found.start : found.end], found, draft.whole, draft.path)
        for draft, start, end in texts
        if draft.path and draft.whole and start <= found.start and found.end <= end
    )


def _in_request(case: Case, block: RequestBlock) -> list[RefusedPlace]:
    seen = screened(case.screen, block.draft.content)
    title = case.safe(block.draft.title)  # of a file that is to be created, its path
    places = list(seen.places(title))
    if not places:
        places = [
            RefusedPlace(title, kind=one.kind)
            for text in block.origins
            for one in case.screen.findings(text)
        ]
    return places


def _in_file(case: Case, file: ReadFile) -> list[RefusedPlace]:
    seen = case.seen[file.path] = screened(case.screen, file.source.text, file.path)
    priority = file.candidate.priority
    refuses = bool(seen.findings) if priority is Priority.P0 else seen.open
    if refuses:
        case.drafts.append(file_draft(file, seen))
        return list(seen.places(file.path))
    outline = outline_of(file.symbols)
    summary = summary_of(file.path, file.symbols)
    if case.screen.findings(f"{outline}\n{summary}"):
        outline, summary = "", summary_of(file.path, ())
    # The document has the whole block out; only who asks for signals gets signatures instead.
    may_stay = case.config.signals is not None and bool(outline)
    if seen.doubtful and (not may_stay or _in_a_signature(file, seen)):
        case.exclude(file.path, Exclusion.SECRET_RISK, seen.told, priority=priority)
        return []
    make = doubtful_draft if seen.doubtful else file_draft
    case.drafts.append(make(file, seen, outline, summary))
    places: list[RefusedPlace] = []
    for draft in symbol_drafts(file):
        places += _add(case, draft)
    return places


def _in_a_signature(file: ReadFile, seen: Screened) -> bool:
    """Whether something is found in the line where a definition begins."""
    begins = {symbol.start_line for symbol in file.symbols}
    return any(
        line in begins for one in seen.spans for line in range(one.first_line, one.last_line + 1)
    )


def _add(case: Case, draft: Draft) -> list[RefusedPlace]:
    """Screen a block that comes from the index."""
    seen = case.seen[draft.subject] = screened(case.screen, draft.content)
    if seen.open:
        return list(seen.places(draft.title))
    if seen.doubtful:
        case.withheld.append((draft, seen.told))
    else:
        case.drafts.append(
            replace(draft, content=seen.shown.text, redactions=len(seen.shown.replaced))
        )
    return []
