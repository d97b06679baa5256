"""What an audit finds: a check that failed, at a place, with the numbers that say so.

Every check that an audit makes, with its rule and what would put it right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum

from inspector.core.problems import NOWHERE, Place, Problem, Severity, pointer


class FindingKind(StrEnum):
    """What sort of thing is wrong, or not known."""

    SCHEMA = "schema"  # breaks the format
    CONTRADICTION = "contradiction"  # the manifest says two things that cannot both be
    CHANGED = "changed"  # it is not as it was written
    DIFFERENCE = "difference"  # its inputs lead to something else
    INPUT = "input"  # it was made from other inputs than those that are open
    UNUSUAL = "unusual"  # possible, but not what this core writes
    FOREIGN = "foreign"  # a field of another producer; it is left alone
    UNCHECKED = "unchecked"  # cannot be told from what is there

    @property
    def severity(self) -> Severity:
        """How much it weighs: a manifest with an error is not right."""
        return _SEVERITIES[self]


_SEVERITIES = {
    FindingKind.SCHEMA: Severity.ERROR,
    FindingKind.CONTRADICTION: Severity.ERROR,
    FindingKind.CHANGED: Severity.ERROR,
    FindingKind.DIFFERENCE: Severity.ERROR,
    FindingKind.INPUT: Severity.WARNING,
    FindingKind.UNUSUAL: Severity.WARNING,
    FindingKind.FOREIGN: Severity.NOTE,
    FindingKind.UNCHECKED: Severity.NOTE,
}


@dataclass(frozen=True, slots=True)
class Working:
    """One line of arithmetic: what it is, how it is worked out, and the number (tokens)."""

    label: str
    working: str
    result: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that an audit found.

    ``code`` is stable and kebab-case; ``message`` quotes no contents of cards or files; ``rule``
    is what it is measured against; ``subject`` is the id of the card or the bucket it is about,
    None for the manifest as a whole; ``place`` is where it stands in the manifest.
    """

    code: str
    kind: FindingKind
    rule: str
    message: str
    fix: str
    place: Place = field(default=NOWHERE)
    subject: str | None = None
    terms: tuple[Working, ...] = ()

    @property
    def severity(self) -> Severity:
        """How much it weighs."""
        return self.kind.severity

    @property
    def once_replayed(self) -> Finding:
        """The finding where its manifest was replayed: it advises to look at that."""
        return replace(self, fix=_ONCE_REPLAYED.get(self.fix, self.fix))

    @property
    def problem(self) -> Problem:
        """The finding as a problem with a place, for lists that hold problems of every kind."""
        return Problem(self.severity, f"audit.{self.code}", self.message, self.fix, self.place)


def errors_of(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings that make a manifest wrong."""
    return tuple(one for one in findings if one.severity is Severity.ERROR)


def by_severity(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings with errors first, each severity in the order given."""
    order = list(Severity)
    return tuple(sorted(findings, key=lambda one: order.index(one.severity)))


def term(label: str, number: int | None, working: str = "") -> Working:
    """Return a line of arithmetic in tokens; None is a number that is not known."""
    return Working(label, working, "?" if number is None else f"{number:,}")


_MANIFEST = "Injection §5"
_DIVISION = "Injection §2.2"
_OVERLAP = "Injection §3.3"
_BACKGROUND = "Injection §3.4"
_ORDER = "Injection §4.6"
_RECEIPT = "Receipt"
_CAPS = "Injection §2.1"

_ASK_PRODUCER = "Ask the producer how the number came about, or replay it with its inputs."
_ONE_IS_WRONG = "One of the two is wrong; replay with the inputs to see which."
_ONCE_REPLAYED = {
    _ASK_PRODUCER: "Ask the producer how the number came about; see what the replay has.",
    _ONE_IS_WRONG: "One of the two is wrong; see what the replay has.",
}


@dataclass(frozen=True, slots=True)
class _About:
    code: str
    kind: FindingKind
    rule: str
    fix: str


def _contradiction(code: str, rule: str, fix: str = _ONE_IS_WRONG) -> _About:
    return _About(code, FindingKind.CONTRADICTION, rule, fix)


def _unusual(code: str, rule: str, fix: str = _ASK_PRODUCER) -> _About:
    return _About(code, FindingKind.UNUSUAL, rule, fix)


class Check(Enum):
    """A check by its name. What it compares is said in the module that makes it."""

    # Numbers and budgets
    NEGATIVE = _contradiction("negative-number", _MANIFEST, "Tokens and counts are never negative.")
    HALVES_OVER_TOTAL = _contradiction("halves-over-total", _DIVISION)
    ONE_SIDED = _contradiction("one-sided-division", _DIVISION)
    USED_OVER_TOTAL = _contradiction("used-over-total", _DIVISION)
    KNOWLEDGE_OVER_HALF = _contradiction("knowledge-over-half", _DIVISION)
    BUCKETS_OVER_HALF = _contradiction("buckets-over-half", _DIVISION)
    SUM = _contradiction("sum-does-not-close", _MANIFEST)
    LAYOUT = _unusual("layout-tokens", _ORDER)
    UNALLOCATED = _unusual("tokens-in-neither-half", _DIVISION)

    # Cards
    REPEATED_CARD = _contradiction("repeated-card", _MANIFEST, "List every card once.")
    REASON_MISSING = _contradiction("reason-missing", _MANIFEST)
    REASON_WITHOUT_FLAG = _contradiction("reason-without-flag", _MANIFEST)
    REASON_OF_ANOTHER = _contradiction("reason-of-another", _MANIFEST)
    REASON_UNKNOWN = _unusual("reason-unknown", _MANIFEST)
    CEILING_OF_ANOTHER_KIND = _contradiction("ceiling-of-another-kind", _CAPS)
    NOTHING_YET_TOKENS = _contradiction("tokens-of-nothing", _MANIFEST)
    STRATEGIES_MIXED = _contradiction("strategies-mixed", _ORDER)
    DROPPED_WITH_ROOM = _contradiction("dropped-with-room", _ORDER)
    OVERTAKEN = _contradiction("overtaken", _ORDER)
    EMPTY_CARD = _unusual("injected-without-tokens", _MANIFEST)
    CARD_ORDER = _unusual("card-order", _MANIFEST)
    NO_ID = _unusual("empty-id", _MANIFEST, "Give it an id.")

    # Buckets
    REPEATED_BUCKET = _contradiction("repeated-bucket", _MANIFEST, "List every bucket once.")
    MODE = _contradiction("mode-against-files", _MANIFEST)
    BACKGROUND_BOTH = _contradiction("background-in-and-out", _BACKGROUND)
    BACKGROUND_UNCOVERED = _contradiction("background-uncovered", _BACKGROUND)
    BUCKET_TOO_SMALL = _contradiction("bucket-too-small", _MANIFEST)
    BUCKET_OF_NOTHING = _contradiction("bucket-of-nothing", _MANIFEST)

    # Overlap and state
    OVERLAP_COUNT = _contradiction("overlap-count", _OVERLAP)
    DETECTION_COUNT = _contradiction("detection-count", _OVERLAP)
    OVERLAP_WITHOUT_FILE = _contradiction("overlap-without-file", _OVERLAP)
    STATE = _contradiction("degraded-state", _MANIFEST)
    NOTHING_ALLOWED = _contradiction("nothing-allowed", _DIVISION)

    # Where it comes from
    BUNDLE_CHANGED = _About(
        "bundle-changed",
        FindingKind.CHANGED,
        _MANIFEST,
        "Ask for the bundle again, from whoever wrote it.",
    )
    WHAT_IF = _unusual("what-if", _ORDER, "Ask for the manifest that the rules alone led to.")

    # With inputs
    FIELD_DIFFERS = _About(
        "field-differs", FindingKind.DIFFERENCE, _MANIFEST, "See what else differs, and its cause."
    )
    ROW_DIFFERS = _About(
        "row-differs", FindingKind.DIFFERENCE, _MANIFEST, "See the rule that decides in the replay."
    )
    ROW_MISSING = _About(
        "row-missing", FindingKind.DIFFERENCE, _MANIFEST, "The manifest lists every candidate."
    )
    ROW_EXTRA = _About(
        "row-extra", FindingKind.DIFFERENCE, _MANIFEST, "The inputs hold nothing of this id."
    )
    ROW_ORDER = _About(
        "order-differs",
        FindingKind.DIFFERENCE,
        _MANIFEST,
        "Cards stand in order of relevance, then id.",
    )

    # Of a receipt
    RECEIPT_ALTERED = _About(
        "receipt-altered",
        FindingKind.CHANGED,
        _RECEIPT,
        "Ask for the receipt again, from whoever keeps it.",
    )
    RECEIPT_DIFFERS = _About(
        "receipt-differs",
        FindingKind.DIFFERENCE,
        _RECEIPT,
        "See the rule that decides in the replay.",
    )
    NOT_REPLAYABLE = _About(
        "receipt-not-replayable",
        FindingKind.UNCHECKED,
        _RECEIPT,
        "Record it with what is missing, or compare it with another receipt.",
    )

    # What cannot be known
    NOT_REPLAYED = _About(
        "not-replayed",
        FindingKind.UNCHECKED,
        _ORDER,
        "Open the policy, the candidates and the request beside the manifest.",
    )

    def __init__(self, about: _About) -> None:
        self.code = about.code
        self.kind = about.kind
        self.rule = about.rule
        self.fix = about.fix

    def found(
        self,
        message: str,
        *where: str | int,
        subject: str | None = None,
        terms: Iterable[Working] = (),
        rule: str = "",
    ) -> Finding:
        """Return the finding at a place of the manifest, given as the steps that lead to it."""
        place = Place(pointer=pointer(*where))
        return Finding(
            self.code,
            self.kind,
            rule or self.rule,
            message,
            self.fix,
            place,
            subject,
            tuple(terms),
        )
