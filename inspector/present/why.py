"""Why: the sentence, the rule, the arithmetic of this run, and what stands beside a subject.

Also an explanation of something that has no size in tokens. Beside a card stands where in a file
its knowledge is, the paragraph that shares most words with it: a hint for the eye, nothing else,
for no verdict depends on it. The time is bounded by what is read of the texts, never by what they
contain.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from inspector.analysis import quantities as q
from inspector.analysis.audit.finding import Working
from inspector.core.injection.prepare import Cap
from inspector.core.injection.report import InjectionReport
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Verdict
from inspector.language import localized, tr
from inspector.present.reason_text import entry_help, entry_name, entry_sentence
from inspector.present.shares import percent, split_text
from inspector.present.table.cells import without_surrogates

Row = TypeVar("Row")

CLEAR_OVERRIDE = tr("The override is taken back: the rules then decide about it again.")


def cap_of(entry: LedgerEntry) -> Cap:
    """Return the cap that bound a row; that of all cards where none did."""
    return next((cap for cap in Cap if cap.label == entry.cap), Cap.KNOWLEDGE_BUDGET)


@dataclass(frozen=True, slots=True)
class Passage:
    """A text beside the explanation, such as a card's rendering or an inlined file.

    ``sought`` is a text whose like is to be found in it, "" for nothing.
    """

    title: str
    text: str
    note: str = ""
    sought: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Everything there is to say about one subject of one run.

    ``verdict`` is None for what no rule decided about. ``tokens`` is what it takes of the budget,
    ``needed`` what it asked for or would free, None where no rule compares. ``left_out`` is what is
    missing of it without separators and headings, as the ledger counts it; None, or below 0, where
    nothing is or that is not told apart. ``whole`` tells that it is about all of a result, whose
    key is no id that anybody knows.
    """

    key: str
    name: str
    kind: str
    verdict: Verdict | None = None
    reason: str = ""
    rule: str = ""
    sentence: str
    help: str = ""
    tokens: int = 0
    steps: tuple[Working, ...] = ()
    passages: tuple[Passage, ...] = ()
    remedies: tuple[str, ...] = ()
    needed: int | None = None
    left_out: int | None = None
    whole: bool = False

    @property
    def told_kind(self) -> str:
        """What kind of thing it is, with its id where it has one."""
        return " · ".join(filter(None, (self.kind, "" if self.whole else self.subject)))

    @property
    def subject(self) -> str:
        """The subject's id."""
        return self.key.partition(":")[2]

    @property
    def headline(self) -> str:
        """The number that matters most: what it takes, frees, or would have needed."""
        left_out = max(self.left_out or 0, 0)
        if left_out and self.tokens:
            return tr(
                "{tokens:,} tokens, {left_out:,} left out", tokens=self.tokens, left_out=left_out
            )
        if left_out:
            return tr("−{needed:,} tokens", needed=left_out)
        if self.verdict is Verdict.SUPPRESSED and self.needed:
            return tr("−{needed:,} tokens", needed=self.needed)
        if self.verdict is Verdict.DROPPED and self.needed:
            return tr("needed {needed:,} tokens", needed=self.needed)
        if self.tokens < 0:
            return tr("−{needed:,} tokens", needed=-self.tokens)
        return tr("{tokens:,} tokens", tokens=self.tokens)


def explanation(
    key: str,
    entry: LedgerEntry,
    steps: Sequence[Working],
    passages: Sequence[Passage] = (),
    remedies: Sequence[str] = (),
    left_out: int | None = None,
) -> Why:
    """Return what a row of the ledger says, with what was worked out about it."""
    return Why(
        key=key,
        name=entry_name(entry),
        kind=entry.kind,
        verdict=entry.verdict,
        reason=entry.reason.code,
        rule=entry.rule,
        sentence=entry_sentence(entry),
        help=entry_help(entry),
        tokens=entry.tokens,
        steps=tuple(steps),
        passages=tuple(passages),
        remedies=tuple(remedies),
        needed=entry.needed,
        left_out=left_out,
    )


def minus(tokens: int) -> str:
    """Return tokens that are taken off."""
    return f"−{localized(tokens)}" if tokens else "0"


def floor_of(tokens: float, part: float) -> str:
    """Return a part of some tokens, rounded down, as it is worked out; it is never wrapped."""
    return f"⌊{localized(tokens, ',.0f')}\u00a0×\u00a0{percent(part)}\u00a0%⌋"


def difference(label: str, whole: float, taken: float) -> Working:
    """Return what is left of something, or how much too much it is, as it is worked out."""
    return Working(label, f"{localized(whole)} − {localized(taken)}", localized(whole - taken))


def numbered(rows: Sequence[Row], number: str) -> Row | None:
    """Return the row of the place that a subject names, None where there is none."""
    place = int(number) if number.isdecimal() else len(rows)
    return rows[place] if place < len(rows) else None


def passage(title: str, text: str | None, note: str = "", sought: str = "") -> Passage:
    """Return a text to be read, saying so where it is not in the set or is shown in part."""
    if text is None:
        return Passage(title, "", ", ".join(filter(None, (note, tr("its text is not in the set")))))
    if len(text) > SHOWN_CHARACTERS:
        part = tr(
            "the first {shown_characters:,} of {text:,} characters",
            shown_characters=SHOWN_CHARACTERS,
            text=len(text),
        )
        note = ", ".join(filter(None, (note, part)))
    return Passage(title, shown_text(text[:SHOWN_CHARACTERS]), note, sought)


def budget_steps(report: InjectionReport) -> tuple[Working, ...]:
    """Return the arithmetic of the budget and its two halves (Injection §2.2)."""
    return tuple(_budget_steps(report))


def _budget_steps(report: InjectionReport) -> Iterator[Working]:
    budget, policy = report.budget, report.policy
    window, used = budget.model_context_window, budget.tokens_used_before
    yield Working(
        tr("Remaining"),
        tr("{window:,.0f} − {used:,.0f} used before", window=window, used=used),
        localized(budget.remaining, ",.0f"),
    )
    part = policy.max_injection_tokens_pct_of_context
    yield Working(
        tr("Allowed by the window"),
        floor_of(budget.remaining, part),
        localized(budget.allowed_by_window),
    )
    yield Working(
        tr(q.TOTAL_BUDGET.title),
        tr(
            "min({max_injection_tokens_absolute:,}, {allowed_by_window:,})",
            max_injection_tokens_absolute=policy.max_injection_tokens_absolute,
            allowed_by_window=budget.allowed_by_window,
        ),
        localized(budget.total_budget),
    )
    if budget.division != "both":
        given = report.given
        if not len(given.cards.order) and not given.files and not report.backgrounds:
            yield Working(tr("Division"), tr("no cards and no files"), "")
            return
        only = (
            tr("knowledge cards") if budget.division == "knowledge_only" else tr("bucket content")
        )
        yield Working(tr("Division"), tr("only {only} present: they get everything", only=only), "")
        return
    if budget.direct_target:
        yield Working(
            tr("Division"),
            tr("a bucket is the direct target: fixed shares"),
            split_text(budget.knowledge_share),
        )
    floors = (policy.min_knowledge_card_tokens, policy.min_bucket_tokens)
    shares = (budget.knowledge_share, budget.bucket_share)
    for name, floor, share, result in zip(
        (tr(q.KNOWLEDGE_BUDGET.title), tr(q.FILE_BUDGET.title)),
        floors,
        shares,
        budget.before_scaling,
        strict=True,
    ):
        yield Working(
            name,
            tr(
                "max({floor:,}, {floor_of})",
                floor=floor,
                floor_of=floor_of(budget.total_budget, share),
            ),
            localized(result),
        )
    if budget.scaled:
        both = sum(budget.before_scaling)
        yield Working(
            tr("Scaled into the total"),
            tr(
                "{both:,} asked for, {total_budget:,} there",
                both=both,
                total_budget=budget.total_budget,
            ),
            f"{localized(budget.knowledge_card_budget)} + {localized(budget.bucket_budget)}",
        )


class SizelessWhy(Why):
    """Says nothing about tokens."""

    @property
    def headline(self) -> str:
        """No number matters most here."""
        return ""


SHOWN_CHARACTERS = 200_000  # of one text; what comes after is not shown and not looked at
READ_WORDS = 400  # of the card
LONGEST_PARAGRAPH = 4_000  # characters; a longer stretch without a blank line is cut into several

_WORD = re.compile(r"[^\W_]{3,}")
_GAP = re.compile(r"\n[ \t\r]*\n")


def shown_text(text: str) -> str:
    """Return a text as it can be shown: line ends as one character, no lone surrogates."""
    return without_surrogates(text.replace("\r\n", "\n").replace("\r", "\n"))


@dataclass(frozen=True, slots=True)
class Match:
    """A stretch of a text, in code points, and how much of the card's words it has (0 to 1)."""

    start: int
    end: int
    likeness: float


def paragraphs(text: str) -> list[tuple[int, int]]:
    """Return where the paragraphs of a text begin and end; blank lines lie between them."""
    found = []
    begin = 0
    for gap in _GAP.finditer(text):
        found += _pieces(text, begin, gap.start())
        begin = gap.end()
    return [*found, *_pieces(text, begin, len(text))]


def _pieces(text: str, begin: int, end: int) -> list[tuple[int, int]]:
    """Cut a stretch without blank lines into pieces of bounded length, at line ends if it can."""
    pieces = []
    while end - begin > LONGEST_PARAGRAPH:
        cut = text.rfind("\n", begin, begin + LONGEST_PARAGRAPH)
        cut = cut if cut > begin else begin + LONGEST_PARAGRAPH
        pieces.append((begin, cut))
        begin = cut
    pieces.append((begin, end))
    return [
        (start, stop)
        for start, stop in ((_skip(text, one, two), two) for one, two in pieces)
        if start < stop and text[start:stop].strip()
    ]


def _skip(text: str, begin: int, end: int) -> int:
    while begin < end and text[begin].isspace():
        begin += 1
    return begin


def most_similar(card: str, file: str) -> Match | None:
    """Return the paragraph of ``file`` most like ``card``; None where no word is shared.

    Words that stand in few paragraphs count more; of equals the first paragraph is taken. Words
    have three letters or digits at least and are compared without regard to case.
    """
    wanted = frozenset(_WORD.findall(card.lower())[:READ_WORDS])
    parts = paragraphs(file[:SHOWN_CHARACTERS])
    words = [frozenset(_WORD.findall(file[start:end].lower())) & wanted for start, end in parts]
    spread = Counter(word for shared in words for word in shared)
    if not spread:
        return None
    weight = {word: math.log(1 + len(parts) / count) for word, count in spread.items()}
    # Summed in a fixed order, so that the same texts give the same bits.
    scores = [math.fsum(weight[word] for word in sorted(shared)) for shared in words]
    best = max(range(len(parts)), key=lambda place: (scores[place], -place))
    start, end = parts[best]
    return Match(start, end, len(words[best]) / len(wanted))
