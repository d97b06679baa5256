"""The second pass of fitting: the room that is free goes to what was taken out or cut.

The files that rank highest come first: as signatures, and then whole, in order of rank, for most of
the room. The rest is for breadth: every other file as its signatures, then what is still out as one
line, then files are raised to their whole text, or to signatures with what stands around them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from inspector.core.builder.drafts import Draft
from inspector.core.builder.forms import BlockForms
from inspector.core.builder.layout import BlockCounter
from inspector.core.builder.outputs import BlockMeta, BlockSource, BlockType, Priority
from inspector.plurals import count_of
from inspector.project.code.slices import SliceLevel
from inspector.project.paths import shown_path

LEFT_OUT = "Left out to fit"
"""Title of the block that names what is out, so that a model can ask for it."""

_SIGNATURES = SliceLevel.SIGNATURES_ONLY
_SURE = 5  # files, the highest ranked, that have their signatures before any file is whole
_WHOLE_SHARE = 0.75  # of the room that is left then, for whole files in order of rank
_LISTING_SHARE = 0.05  # of the limit, kept for the names of what is out
# Chosen on real commits that are no part of the documented figures (docs/builder.md).


@dataclass(slots=True)
class _Refilling:
    limit: int
    measure: BlockCounter
    forms: BlockForms
    out: dict[str, Draft]  # by subject, in order of rank
    kept: dict[str, Draft] = field(default_factory=dict)
    parts: int = 0
    listing: int = 0  # tokens that are kept for the names of what is out
    undo: list[tuple[str, Draft | None]] = field(default_factory=list)

    def place(self, draft: Draft) -> bool:
        """Put a block in, or in the place of its shorter form, if it fits.

        What is in needs no name among those that are out: its room is the block's.
        """
        old = self.kept.get(draft.subject)
        parts = self.parts + draft.tokens - (old.tokens if old else 0)
        blocks = len(self.kept) + (old is None)
        if self.measure.parts(parts, blocks) > self.limit:
            return False
        listing = self.listing and self._listing_tokens(draft.subject)
        if self.measure.parts(parts + listing, blocks + bool(listing)) > self.limit:
            return False
        self.undo.append((draft.subject, old))
        self.kept[draft.subject], self.parts, self.listing = draft, parts, listing
        self.out.pop(draft.subject, None)
        return True

    def reserve(self) -> None:
        """Keep room for the names of what is out, or the first of them, where there is any."""
        tokens = self._listing_tokens()
        if self.measure.parts(self.parts + tokens, len(self.kept) + 1) <= self.limit:
            self.listing = tokens

    def fit(self, ranked: Mapping[str, Draft]) -> None:
        """Undo what was done last for as long as the blocks, joined, are over the limit."""
        while self.undo and self.measure.joined(self.kept.values()) > self.limit:
            self._take_back(ranked)

    def _take_back(self, ranked: Mapping[str, Draft]) -> None:
        subject, old = self.undo.pop()
        self.parts -= self.kept.pop(subject).tokens
        if old is not None:
            self.kept[subject] = old
            self.parts += old.tokens
        else:
            self.out[subject] = ranked[subject]

    def place_shortest(self, wanted: Iterable[Draft]) -> None:
        """Put what is out in as its shortest signatures."""
        for draft in wanted:
            if draft.subject not in self.kept:
                self.place(self.forms.shortest(draft))

    def place_lines(self, wanted: Iterable[Draft]) -> None:
        """Put what is out in as one line."""
        for draft in wanted:
            line = self.forms.line(draft)
            if draft.subject not in self.kept and line is not None:
                self.place(line)

    def place_longer(self, wanted: Iterable[Draft]) -> None:
        """Raise what is there as its shortest signatures to those with what stands around them."""
        for draft in wanted:
            here, longer = self.kept.get(draft.subject), self.forms.signatures(draft)
            if here is not None and longer is not None and here.tokens < longer.tokens:
                self.place(longer)

    def place_whole_first(self, wanted: Sequence[Draft]) -> None:
        """Raise files to their whole text in order of rank, for as long as they may take the room.

        That is a share of it, or what the signatures of all others leave where this is more.
        Optional context (P3) is for breadth: it comes whole at the end.
        """
        free = self.limit - self.measure.parts(self.parts + self.listing, len(self.kept) + 1)
        room = int(_WHOLE_SHARE * free)
        short = {
            draft.subject: self.forms.shortest(draft).tokens
            for draft in wanted
            if draft.subject not in self.kept
        }
        breadth = sum(short.values())
        for draft in wanted:
            here, own = self.kept.get(draft.subject), short.get(draft.subject, 0)
            more = draft.tokens - (here.tokens if here else 0)
            may = max(room, free - (breadth - own))
            asked = draft.is_file and draft.priority is not Priority.P3
            if asked and 0 < more <= may and self.place(draft):
                room, free, breadth = room - more, free - more, breadth - own

    def named(self, drafts: Iterable[Draft]) -> dict[str, Draft]:
        """Return the longest list of the files that are out that fits, nothing where none does."""
        out = [draft for draft in drafts if draft.is_file and draft.subject not in self.kept]
        for told in range(len(out), -1, -1):
            if not out:
                break
            block = self.measure.counted(left_out_block(out, told))
            parts = self.measure.parts(self.parts + block.tokens, len(self.kept) + 1)
            everything = (*self.kept.values(), block)
            if parts <= self.limit and self.measure.joined(everything) <= self.limit:
                return {block.subject: block}
        return {}

    def _listing_tokens(self, apart: str = "") -> int:
        """Tokens of the names of what is out, but for one of it."""
        files = [one for name, one in self.out.items() if one.is_file and name != apart]
        tokens = self.measure.counted(left_out_block(files, len(files))).tokens if files else 0
        return min(tokens, int(_LISTING_SHARE * self.limit))


def refilled(
    drafts: Sequence[Draft],
    kept: Mapping[str, Draft],
    limit: int,
    measure: BlockCounter,
    forms: BlockForms,
    short_targets: bool,
) -> dict[str, Draft]:
    """The blocks of a bundle by subject, after the room has been given out anew.

    ``drafts`` are all blocks, whole; ``kept`` is what the first pass left, within the limit. What
    is required (P0) stays at least as long as it is there; with ``short_targets`` one of which only
    signatures are left has the bare ones until the others have theirs. No file that is out at the
    end would fit by its one line.
    """
    ranked = {
        draft.subject: draft
        for draft in sorted(drafts, key=lambda draft: (draft.rank, draft.order))
    }
    required = {name: one for name, one in kept.items() if one.priority is Priority.P0}
    signed = [ranked[name] for name, one in required.items() if one.level is _SIGNATURES]
    if short_targets:
        required.update((draft.subject, forms.shortest(draft)) for draft in signed)
    out = {name: one for name, one in ranked.items() if name not in required}
    work = _Refilling(limit, measure, forms, out, dict(required))
    work.parts = sum(draft.tokens for draft in required.values())
    for name, draft in ranked.items():
        if name in required and required[name].level is not SliceLevel.FULL_FILE:
            work.place(draft)
    work.reserve()
    wanted = [draft for name, draft in ranked.items() if name not in required]
    work.place_shortest(wanted[:_SURE])
    work.place_whole_first(wanted)
    work.place_shortest(wanted)
    work.place_lines(wanted)
    work.place_longer(signed)
    for draft in wanted:
        here = work.kept.get(draft.subject)
        if here is not None and here.level is not SliceLevel.FULL_FILE:
            work.place(draft)
    work.place_longer(wanted)
    work.fit(ranked)
    named = work.named(ranked.values())
    if (told := sum(block.tokens for block in named.values())) < work.listing:
        # What was kept for more names than there is room for goes to files.
        work.listing = told
        work.place_shortest(wanted)
        work.place_lines(wanted)
        work.fit(ranked)
        named = work.named(ranked.values())
    return {**work.kept, **named}


def left_out_block(files: Sequence[Draft], told: int) -> Draft:
    """The block that names files by path and size, the first ``told`` of them."""
    lines = [f"- {shown_path(one.path)} ({count_of(one.needed, 'token')})" for one in files[:told]]
    if len(files) > told:
        lines.append(f"- and {count_of(len(files) - told, 'file')} more")
    return Draft(
        BlockType.PROJECT_META,
        Priority.P3,
        LEFT_OUT,
        "\n".join(lines),
        BlockMeta(source=BlockSource.SYSTEM),
    )
