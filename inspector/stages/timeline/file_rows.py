"""What a timeline is as a file: requests, blocks, compactions, turns, and what would have been."""

from __future__ import annotations

from inspector.core.model import Document
from inspector.core.model_facts import Known
from inspector.core.scalars import AnyText, SchemaVersion
from inspector.core.timeline.compactions import Fate
from inspector.files.account import Account


class PartRow(Document):
    """A part of what a request sent; the parts of one add up to ``input_tokens``."""

    name: AnyText
    kind: AnyText
    """``system``, ``user``, ``assistant``, ``thinking``, ``call``, ``result``, ``injected``,
    ``summary``, ``image``; beside blocks ``outside``, ``unexplained`` and ``no_longer_sent``, the
    last below 0."""
    tokens: int
    known: Known
    block: int | None = None
    """The id of its block, where the parts of one request are given block by block."""


class MissRow(Document):
    """Where a request missed the cache."""

    tokens: int
    """What was sent again although it had been in the cache."""
    cost: float | None
    """What that cost more, in US dollars."""
    broke_at: AnyText
    """The block in which the prefix broke."""
    block: int | None
    idle_seconds: float | None
    """The time since the request before."""


class RequestFile(Document):
    """A request. ``input_tokens`` is everything that was sent."""

    id: AnyText
    number: int
    """Its place, from 1."""
    time: AnyText | None
    model: AnyText
    window: int
    window_known: Known
    input_tokens: int
    output_tokens: int | None
    cached_tokens: int | None
    """What was read from the cache; None where the log does not tell."""
    written_tokens: int | None
    """What was written to it."""
    known: Known
    cost: float | None
    """In US dollars."""
    turn: int
    line: int
    """Where its answer begins in the log."""
    parts: tuple[PartRow, ...]
    miss: MissRow | None = None
    abandoned: bool = False
    """Whether a rewind or a roll-back left it behind."""


class BlockFile(Document):
    """A part of a message, or a row beside blocks."""

    id: int
    kind: AnyText
    name: AnyText
    tool: AnyText
    tokens: int
    known: Known
    first_request: int
    last_request: int
    carried_by: int
    carried_tokens: int
    cost: float | None
    repeats: tuple[int, ...]
    """The ids of blocks that were sent beside it and hold the same."""
    line: int | None


class FateRow(Document):
    """What became of a block in a compaction."""

    id: int
    name: AnyText
    tokens: int
    fate: Fate
    named_by: AnyText
    """What of it the summary has."""
    read_again: tuple[int, ...]
    """The requests that read it again."""


class CompactionFile(Document):
    """A compaction, in tokens. Before: kept + summarised + gone + not_in_log; after: kept +
    summary + added."""

    after_request: int
    before_tokens: int
    before_known: Known
    after_tokens: int
    trigger: AnyText
    kept: int
    summarised: int
    gone: int
    not_in_log: int
    summary: int
    added: int
    read_again: int
    """Tokens of results that brought back what it took."""
    blocks: tuple[FateRow, ...]


class TurnFile(Document):
    """What a person began."""

    number: int
    said: AnyText
    first_request: int
    last_request: int
    input_tokens: int
    output_tokens: int | None
    cost: float | None


class FactorFile(Document):
    """The derived sizes of blocks that explain a change alone, by their counted ones."""

    measured: int
    median: float
    low: float
    high: float
    counted_by: AnyText


class SimulatedRow(Document):
    """A request as it would have been."""

    number: int
    input_tokens: int
    recorded_tokens: int
    cached_tokens: int
    known: Known
    cost: float | None
    compacted: bool


class AgainRow(Document):
    """What was read again after it would have been removed."""

    request: int
    block: int
    name: AnyText
    tokens: int


class SimulationFile(Document):
    """What would have been: simulated from ``first_change`` on, recorded before."""

    simulated: bool = True
    clear_results_after: int | None
    keep_turns: int | None
    compact_at: int | None
    first_change: int | None
    input_tokens: int
    recorded_tokens: int
    peak: int
    cost: float | None
    recorded_cost: float | None
    summary_tokens: int
    summary_known: Known
    removed: tuple[int, ...]
    read_again: tuple[AgainRow, ...]
    requests: tuple[SimulatedRow, ...]


class TimelineFile(Document):
    """The timeline of a session."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    title: AnyText
    source: AnyText
    """What wrote the log."""
    known: Known | None
    """How all totals together are known."""
    input_tokens: int
    """All tokens that all requests sent."""
    peak: int
    cost: float | None
    cost_is_least: bool
    """Whether the log has only a part of the output somewhere, so that more was paid."""
    requests: tuple[RequestFile, ...]
    blocks: tuple[BlockFile, ...]
    compactions: tuple[CompactionFile, ...]
    turns: tuple[TurnFile, ...]
    factor: FactorFile | None
    account: Account
    subagents: tuple[TimelineFile, ...] = ()
    started_by: int | None = None
    """Of a subagent, the request that started it."""
    simulation: SimulationFile | None = None
