"""The result of a build as JSON, for other programs: everything but contents.

The result of a build as a file format: everything but contents.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from inspector.core.arguments import require
from inspector.core.builder.outputs import BudgetReport, ContextManifest, RedactionReport
from inspector.core.builder.report import BundleReport, FateKind, FileFate
from inspector.core.model import Document
from inspector.files.result_rows import KEPT, LedgerRowWithId, ReasonCode, ResultPart, result_from
from inspector.project.index import Exclusion, ProjectIndex

Decision = Literal["ok", "warn_soft_limit", "refused"]


class BuildPlace(ResultPart):
    """Where the cause of a refusal is."""

    path: str
    """The file's path, or the title of a block that is no file."""

    line: int | None
    """The line, counted from 1."""

    name: str
    """The qualified name of a definition."""

    kind: str
    """A kind of symbol, of secret or of exclusion."""


class BuildAdvice(ResultPart):
    """What a person can do about a refusal."""

    remedy: str
    """What kind of thing to do."""

    sentence: str
    """It in plain words."""

    path: str | None
    """The file that it is about."""

    symbol: str | None
    """The definition that it is about."""


class BuildRefusal(ResultPart):
    """Why there is no bundle."""

    code: str
    """Such as ``SecretRisk``."""

    reason: ReasonCode
    """The reason's code."""

    sentence: str
    """The reason in plain words."""

    places: list[BuildPlace]
    """Where the cause is; for an ambiguous target, what to choose from."""

    advice: list[BuildAdvice]
    """What to do."""


class BuildTerm(ResultPart):
    """Points of one rule of ranking."""

    kind: str
    """The rule."""

    points: int
    """What it gives or takes."""

    counted: bool
    """False for a base weight that a higher one replaces."""

    sentence: str
    """The rule in plain words."""


class BuildRank(ResultPart):
    """A candidate in its rank."""

    rank: Annotated[int, KEPT]
    """1 is the highest."""

    path: Annotated[str, KEPT]
    """The file."""

    score: Annotated[int, KEPT]
    """Sum of the counted terms."""

    terms: list[BuildTerm]
    """Weights and penalties."""

    hops: Annotated[int | None, KEPT]
    """Steps along relations from the nearest target; null where none leads there."""

    byte_size: Annotated[int, KEPT]
    """Size that was indexed."""

    priority: Annotated[str, KEPT]
    """P0 to P3."""

    reason: Annotated[str, KEPT]
    """Why it is a candidate."""

    tie_break: str
    """What put it behind the one ranked before it."""


class BuildFile(ResultPart):
    """What became of a file that was a candidate, or that a hard rule excludes."""

    path: Annotated[str, KEPT]
    """The file."""

    fate: Annotated[str, KEPT]
    """``included``, ``sliced``, ``redacted``, ``removed``, ``optional``, ``excluded`` or
    ``refused``."""

    reason: Annotated[ReasonCode | None, KEPT]
    """The reason's code; null where nothing asked for the file."""

    priority: Annotated[str | None, KEPT]
    """P0 to P3, of a candidate."""

    level: Annotated[str | None, KEPT]
    """How much of it was sent."""

    exclusion: Annotated[str | None, KEPT]
    """The hard rule."""

    tokens: Annotated[int, KEPT]
    """Tokens of its block."""

    needed: Annotated[int | None, KEPT]
    """Tokens of the whole file."""

    cuts: list[tuple[int, int]]
    """First and last line of everything that was cut."""

    redactions: list[tuple[int, int, str]]
    """First line, last line and kind of every secret that was taken out."""

    sentence: str
    """The reason in plain words."""


class BuildFitStep(ResultPart):
    """One step of fitting."""

    number: Annotated[int, KEPT]
    """Its place."""

    action: Annotated[str, KEPT]
    """What was tried."""

    path: Annotated[str, KEPT]
    """The file; empty for none or several."""

    level: Annotated[str | None, KEPT]
    """What the file was cut down to."""

    tokens_before: Annotated[int, KEPT]
    """The estimate before."""

    tokens_after: Annotated[int, KEPT]
    """The estimate after."""

    sentence: str
    """It in plain words."""


class BuildIndex(Document):
    """The index that the build went by, in numbers."""

    files: int
    """Paths below the root, whether they may be read or not."""

    excluded: dict[Exclusion, int]
    """Of these, paths that a hard rule excludes, by rule."""

    symbols: int
    """Definitions."""

    relations: int
    """Steps between files."""

    files_without_relation: int
    """Files that nothing in the request leads to; they are not listed."""


class BuildFinding(ResultPart):
    """Something that is or may be a secret; never its value."""

    id: str
    """What ``--allow-finding`` takes: a keyed hash of path, kind and value."""

    path: str
    """The file, or the title of the text."""

    line: int
    """The line, counted from 1."""

    kind: str
    """What it is taken for."""

    reason: str
    """Why a person allowed it; empty where nobody did."""


class BuildResult(Document):
    """What a build came to, without contents. All sizes are tokens unless it says otherwise."""

    schema_version: Literal[2] = 2
    """Version of the format: 2, since rows of the ledger have ``subject``."""

    decision: Annotated[Decision, KEPT]
    """Whether there is a bundle, and with which warning."""

    refusal: BuildRefusal | None
    """Why there is none."""

    manifest: ContextManifest
    """The manifest."""

    redactions: RedactionReport
    """What was taken out."""

    budget: BudgetReport
    """Tokens and limits."""

    estimator: str
    """What counted the tokens."""

    scanner: str
    """What looked for secrets."""

    findings: tuple[BuildFinding, ...] = ()
    """What it found, in order of path and line."""

    index: Annotated[BuildIndex, KEPT]
    """The index in numbers."""

    ranking: Annotated[list[BuildRank], KEPT]
    """Candidates, the highest first."""

    files: Annotated[list[BuildFile], KEPT]
    """Candidates and excluded files, in bytewise order of path."""

    fit_steps: Annotated[list[BuildFitStep], KEPT]
    """What fitting did, in order."""

    balances: Annotated[bool, KEPT]
    """Whether the rows of the ledger add up to the hard limit."""

    ledger: list[LedgerRowWithId]
    """Every block and candidate, and the rows that close the sum."""


def decision_of(report: BundleReport) -> Decision:
    """Return whether there is a bundle, and with which warning."""
    require(BundleReport, report=report)
    if report.refused:
        return "refused"
    return "ok" if report.budget.decision.value == "ok" else "warn_soft_limit"


def build_result(report: BundleReport) -> dict[str, Any]:
    """Return a build as plain values, as ``BuildResult`` has them; contents are not among them."""
    require(BundleReport, report=report)
    listed = [fate for fate in report.fates.values() if fate.kind is not FateKind.NO_CANDIDATE]
    result = result_from(
        BuildResult,
        report,
        decision=decision_of(report),
        index=_index(report.index, len(report.fates) - len(listed)),
        files=[_file(fate) for fate in listed],
        balances=report.ledger.balances,
        ledger=list(report.ledger.entries),
    )
    return result.model_dump(mode="json")


def _index(index: ProjectIndex, unrelated: int) -> BuildIndex:
    excluded = [file.exclusion for file in index.files.values() if file.exclusion is not None]
    return BuildIndex(
        files=len(index.files),
        excluded={kind: excluded.count(kind) for kind in Exclusion if kind in excluded},
        symbols=sum(len(file.symbols) for file in index.files.values()),
        relations=len(index.relations),
        files_without_relation=unrelated,
    )


def _file(fate: FileFate) -> BuildFile:
    return result_from(
        BuildFile,
        fate,
        fate=fate.kind,
        cuts=[(cut.first_line, cut.last_line) for cut in fate.cuts],
        redactions=[(one.first_line, one.last_line, one.kind) for one in fate.redactions],
    )
