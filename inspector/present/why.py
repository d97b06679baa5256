"""Why: the sentence, the rule, the arithmetic of this run, and what stands beside a subject.

An explanation of something that has no size in tokens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inspector.analysis import quantities as q
from inspector.analysis.audit.finding import Working
from inspector.core.injection.prepare import Cap
from inspector.core.injection.report import InjectionReport
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Verdict
from inspector.language import localized, tr
from inspector.present.passages import SHOWN_CHARACTERS, shown_text
from inspector.present.reason_text import entry_help, entry_sentence
from inspector.present.shares import percent, split_text

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


@dataclass(frozen=True, slots=True)
class Why:
    """Everything there is to say about one subject of one run.

    ``verdict`` is None for what no rule decided about. ``tokens`` is what it takes of the budget,
    ``needed`` what it asked for or would free, None where no rule compares. ``left_out`` is what is
    missing of it without separators and headings, as the ledger counts it; None, or below 0, where
    nothing is or that is not told apart.
    """

    key: str
    name: str
    kind: str
    verdict: Verdict | None
    reason: str
    rule: str
    sentence: str
    help: str
    tokens: int
    steps: tuple[Working, ...]
    passages: tuple[Passage, ...]
    remedies: tuple[str, ...]
    needed: int | None = None
    left_out: int | None = None

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
        name=entry.name,
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
