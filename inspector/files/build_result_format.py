"""The result of a build as a file format: everything but contents."""

from __future__ import annotations

from typing import Literal

from inspector.core.builder.index import Exclusion
from inspector.core.builder.outputs import BudgetReport, ContextManifest, RedactionReport
from inspector.core.model import Document
from inspector.core.scalars import SchemaVersion

Decision = Literal["ok", "warn_soft_limit", "refused"]


class BuildPlace(Document):
    """Where the cause of a refusal is."""

    path: str
    """The file's path, or the title of a block that is no file."""

    line: int | None
    """The line, counted from 1."""

    name: str
    """The qualified name of a definition."""

    kind: str
    """A kind of symbol, of secret or of exclusion."""


class BuildAdvice(Document):
    """What a person can do about a refusal."""

    remedy: str
    """What kind of thing to do."""

    sentence: str
    """It in plain words."""

    path: str | None
    """The file that it is about."""

    symbol: str | None
    """The definition that it is about."""


class BuildRefusal(Document):
    """Why there is no bundle."""

    code: str
    """Such as ``SecretRisk``."""

    reason: str
    """The reason's code."""

    sentence: str
    """The reason in plain words."""

    places: list[BuildPlace]
    """Where the cause is; for an ambiguous target, what to choose from."""

    advice: list[BuildAdvice]
    """What to do."""


class BuildTerm(Document):
    """Points of one rule of ranking."""

    kind: str
    """The rule."""

    points: int
    """What it gives or takes."""

    counted: bool
    """False for a base weight that a higher one replaces."""

    sentence: str
    """The rule in plain words."""


class BuildRank(Document):
    """A candidate in its rank."""

    rank: int
    """1 is the highest."""

    path: str
    """The file."""

    score: int
    """Sum of the counted terms."""

    terms: list[BuildTerm]
    """Weights and penalties."""

    hops: int | None
    """Steps along relations from the nearest target; null where none leads there."""

    byte_size: int
    """Size that was indexed."""

    priority: str
    """P0 to P3."""

    reason: str
    """Why it is a candidate."""

    tie_break: str
    """What put it behind the one ranked before it."""


class BuildFile(Document):
    """What became of a file that was a candidate, or that a hard rule excludes."""

    path: str
    """The file."""

    fate: str
    """``included``, ``sliced``, ``redacted``, ``removed``, ``optional``, ``excluded`` or
    ``refused``."""

    reason: str | None
    """The reason's code; null where nothing asked for the file."""

    priority: str | None
    """P0 to P3, of a candidate."""

    level: str | None
    """How much of it was sent."""

    exclusion: str | None
    """The hard rule."""

    tokens: int
    """Tokens of its block."""

    needed: int | None
    """Tokens of the whole file."""

    cuts: list[tuple[int, int]]
    """First and last line of everything that was cut."""

    redactions: list[tuple[int, int, str]]
    """First line, last line and kind of every secret that was taken out."""

    sentence: str
    """The reason in plain words."""


class BuildFitStep(Document):
    """One step of fitting."""

    number: int
    """Its place."""

    action: str
    """What was tried."""

    path: str
    """The file; empty for none or several."""

    level: str | None
    """What the file was cut down to."""

    tokens_before: int
    """The estimate before."""

    tokens_after: int
    """The estimate after."""

    sentence: str
    """It in plain words."""


class BuildLedgerRow(Document):
    """One row of the ledger."""

    id: str
    """The block, or the code of a row that closes the sum."""

    kind: str
    """What it is."""

    verdict: str
    """What became of it."""

    reason: str
    """The code of the rule that decided."""

    rule: str
    """Where the specification says so."""

    tokens: int
    """Tokens it takes."""

    needed: int | None
    """Tokens it asked for."""

    left: int | None
    """Tokens that were left."""

    sentence: str
    """The reason in plain words."""


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


class BuildFinding(Document):
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

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    decision: Decision
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

    index: BuildIndex
    """The index in numbers."""

    ranking: list[BuildRank]
    """Candidates, the highest first."""

    files: list[BuildFile]
    """Candidates and excluded files, in bytewise order of path."""

    fit_steps: list[BuildFitStep]
    """What fitting did, in order."""

    balances: bool
    """Whether the rows of the ledger add up to the hard limit."""

    ledger: list[BuildLedgerRow]
    """Every block and candidate, and the rows that close the sum."""
