"""A result as the lens and a story show it, with all that takes a moment to make.

A hot state is a tree with the tokens of every part, beside its JSON with the same parts marked;
both are made of the JSON value, so a state that is not valid can be looked at, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from inspector.core.discipline import DisciplineReport, HotState
from inspector.core.discipline.hot_state import UNITS_PER_TOKEN, compact_json
from inspector.core.problems import pointer
from inspector.core.reasons import Verdict
from inspector.core.text import utf16_length
from inspector.language import localized, tr
from inspector.present.drawing_svg import drawing_svg, measured
from inspector.present.story import HEIGHT, WIDTH, Drawn, Picture
from inspector.present.strips import Strips, strips_drawing
from inspector.present.table import TableData
from inspector.present.table.spec import Table
from inspector.session.session import Session
from inspector.stages.discipline.charts import (
    SeriesChart,
    series_chart,
    series_drawing,
    steps_chart_of,
)
from inspector.stages.discipline.runs import DisciplineResult, DisciplineRuns
from inspector.stages.discipline.tables import TURNS, WARNINGS
from inspector.stages.discipline.why import why_discipline

SHOWN_CHARACTERS = 160
SHOWN_DEPTH = 4  # deeper values are shown as text; no hot state that is valid has any


@dataclass(frozen=True, slots=True)
class StateNode:
    """One part of the state.

    ``key`` is ``field:name`` for a field of the state and ``part:`` with a JSON pointer below one;
    ``field`` is the field it belongs to. ``tokens`` counts its JSON with its key, in UTF-16 units
    / 4 rounded down; ``after`` is what is left of a field in the returned state, None below one.
    ``problem`` says what is wrong with it, "" for nothing.
    """

    key: str
    field: str
    label: str
    text: str
    tokens: int
    after: int | None = None
    verdict: Verdict | None = None
    problem: str = ""
    children: tuple[StateNode, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkedJson:
    """Indented JSON, and where in it each part stands: line numbers from 0, the last included."""

    text: str
    lines: Mapping[str, tuple[int, int]]


def state_tree(value: Mapping[str, Any], report: DisciplineReport | None) -> tuple[StateNode, ...]:
    """Return the fields of a state in the order of the JSON that counts: that of the schema.

    Keys that the schema does not know come last.
    """
    verdicts = {}
    left = {}
    wrong: dict[str, str] = {}
    if report is not None:
        verdicts = {entry.subject: entry.verdict for entry in report.ledger.entries}
        left = {found.field: found.after for found in report.field_tokens}
        for problem in reversed(report.problems):
            wrong[problem.place.pointer or ""] = problem.message
    refused = report is not None and report.hot_state is None
    nodes = []
    for name in _ordered(value):
        node = _node(name, value[name], (name,), name, wrong)
        nodes.append(
            StateNode(
                key=f"field:{name}",
                field=name,
                label=name,
                text=node.text,
                tokens=node.tokens,
                after=left.get(name, 0 if refused else None),
                verdict=verdicts.get(name, Verdict.REFUSED if refused else None),
                problem=node.problem,
                children=node.children,
            )
        )
    return tuple(nodes)


def marked_json(value: Mapping[str, Any]) -> MarkedJson:
    """Return the state as indented JSON in the same order, with the lines of every part."""
    names = _ordered(value)
    if not names:
        return MarkedJson("{}", {})
    writer = _Writer()
    writer.lines.append("{")
    for name in names:
        writer.write(value[name], (name,), last=name == names[-1])
    writer.lines.append("}")
    return MarkedJson("\n".join(writer.lines), writer.places)


def key_at(marked: MarkedJson, line: int) -> str | None:
    """Return the smallest part that a line belongs to, None for a line outside all of them."""
    holding = [
        (last - first, key) for key, (first, last) in marked.lines.items() if first <= line <= last
    ]
    return min(holding, default=(0, None), key=lambda found: found[0])[1]


def _ordered(value: Mapping[str, Any]) -> list[str]:
    known = [name for name in HotState.model_fields if name in value]
    return [*known, *(name for name in value if name not in HotState.model_fields)]


def _node(
    label: str, value: Any, path: tuple[str | int, ...], field: str, wrong: Mapping[str, str]
) -> StateNode:
    inner: tuple[StateNode, ...] = ()
    if len(path) < SHOWN_DEPTH:
        inner = tuple(
            _node(name, member, (*path, step), field, wrong) for step, name, member in _parts(value)
        )
    where = pointer(*path)
    return StateNode(
        key=f"part:{where}",
        field=field,
        label=label,
        text=_shown(value),
        tokens=_tokens(path[-1], value),
        problem=wrong.get(where, ""),
        children=inner,
    )


def _parts(value: Any) -> Iterator[tuple[str | int, str, Any]]:
    if isinstance(value, Mapping):
        yield from ((name, name, member) for name, member in value.items())
    elif isinstance(value, list | tuple):
        yield from ((place, f"{place + 1}", member) for place, member in enumerate(value))


def _tokens(step: str | int, value: Any) -> int:
    written = _compact(value)
    key = f"{_compact(step)}:" if isinstance(step, str) else ""
    return utf16_length(key + written) // UNITS_PER_TOKEN


def _compact(value: Any) -> str:
    try:
        return compact_json(value)
    except ValueError:  # NaN, which no hot state may have
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _shown(value: Any) -> str:
    """Return one line that says what a value is."""
    if isinstance(value, Mapping):
        names = [str(value[name]) for name in ("label", "artifact_id") if value.get(name)]
        return names[0] if names else tr("{value:,} members", value=len(value))
    if isinstance(value, list | tuple):
        return f"{localized(len(value))} {'entry' if len(value) == 1 else 'entries'}"
    text = value if isinstance(value, str) else _compact(value)
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}…"


class _Writer:
    """Writes indented JSON and remembers where each part went."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.places: dict[str, tuple[int, int]] = {}

    def write(self, value: Any, path: tuple[str | int, ...], *, last: bool) -> None:
        """Write one member, or one item, and what is in it."""
        first = len(self.lines)
        margin = "  " * len(path)
        key = f"{_compact(path[-1])}: " if isinstance(path[-1], str) else ""
        comma = "" if last else ","
        parts = list(_parts(value)) if len(path) < SHOWN_DEPTH else []
        if parts:
            opening, closing = ("{", "}") if isinstance(value, Mapping) else ("[", "]")
            self.lines.append(f"{margin}{key}{opening}")
            for number, (step, _, member) in enumerate(parts, 1):
                self.write(member, (*path, step), last=number == len(parts))
            self.lines.append(f"{margin}{closing}{comma}")
        else:
            self.lines.append(f"{margin}{key}{_compact(value)}{comma}")
        name = f"field:{path[0]}" if len(path) == 1 else f"part:{pointer(*path)}"
        self.places[name] = (first, len(self.lines) - 1)


@dataclass(frozen=True, slots=True, eq=False)
class ResultView:
    """What the lens shows. ``given`` and ``returned`` are None without such a state."""

    result: DisciplineResult
    tree: tuple[StateNode, ...]
    given: MarkedJson | None
    returned: MarkedJson | None
    steps: Strips | None
    series: SeriesChart
    tables: Mapping[str, TableData]
    """Those that may be long, by their tabs; others are made when they are in sight."""

    def table(self, table: Table) -> TableData:
        """Return a table, made now if it is not yet."""
        return self.tables.get(table.tab) or table.data(self.result)


def result_view(result: DisciplineResult) -> ResultView:
    """Return a result as the lens shows it."""
    stage, report = result.session.discipline, result.report
    state = stage.hot_state
    kept = None if report is None else report.hot_state
    return ResultView(
        result=result,
        tree=() if state is None else state_tree(state, report),
        given=None if state is None else marked_json(state),
        returned=None if kept is None else marked_json(kept.model_dump(mode="json")),
        steps=steps_chart_of(result),
        series=series_chart(result),
        tables={one.tab: one.data(result) for one in (TURNS, WARNINGS)},
    )


def picture(width: int) -> Picture:
    """Return what draws steps, ``width`` pixels wide, or turns, and explains what is selected."""
    runs = DisciplineRuns()

    def draw(session: Session, key: str) -> Drawn:
        result = runs.run(session)
        view = result_view(result)
        drawing = None
        if key.startswith("turn:"):
            number = key.partition(":")[2]
            turn = int(number) if number.isdecimal() else None
            drawing = series_drawing(view.series, WIDTH, HEIGHT, measured, turn)
        elif view.steps is not None:
            drawing = strips_drawing(view.steps, width, measured, key)
        chart = "" if drawing is None else drawing_svg(drawing)
        return Drawn(chart, why_discipline(result, key) if key else None)

    return draw
