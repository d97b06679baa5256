"""What can be asked for and what is decided can be reached in every exit, not in one alone."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

import pytest
from pydantic import BaseModel, ValidationError

from inspector import cli
from inspector.analysis.injection_runs import InjectionRuns
from inspector.cli.session_options import session_path
from inspector.core.builder.outputs import BlockMeta
from inspector.core.candidates.request import Request, default_request
from inspector.core.ledger import Ledger
from inspector.core.relevance import RelevanceConfig
from inspector.files import load_any, load_session, save_session
from inspector.present.form_fields import fields_at
from inspector.present.story import story_html
from inspector.present.why import Why
from inspector.session.edits import set_at
from inspector.session.opening import session_of
from inspector.session.session import Session, StoryStep
from inspector.stages.assembly.runs import AssemblyRuns
from inspector.stages.assembly.view.inputs import AssemblyInputsView
from inspector.stages.assembly.why import why_assembly
from inspector.stages.builder.command_options import add_options
from inspector.stages.builder.tables import BLOCK_COLUMNS
from inspector.stages.builder.view.inputs import BuilderInputs
from inspector.stages.discipline.runs import DisciplineRuns
from inspector.stages.discipline.view.inputs import DisciplineInputs
from inspector.stages.discipline.why import why_discipline
from inspector.stages.injection.view.inputs import InputsPanel
from inspector.stages.injection.why import why_injection
from inspector.stages.relevance.runs import RelevanceRuns
from inspector.stages.relevance.view.facts_form import _FIELDS
from inspector.stages.relevance.view.signal_fields import PARTS
from inspector.stages.relevance.why import why_relevance
from inspector.stages.window.runs import run_window
from inspector.stages.window.view.inputs import WindowInputs
from inspector.stages.window.why import why_window

ELSEWHERE = {
    "builder.root": "ProjectBox",
    "builder.request.plan_step.target_files": "TargetsBox",
    "builder.request.plan_step.target_symbols": "TargetsBox",
    "builder.request.user_selected_targets": "TargetsBox",
    "builder.config.deny": "DenyBox",
    "builder.config.deny_overrides": "DenyBox",
    "builder.config.ignored_overrides": "DenyBox",
    "builder.config.allowed_findings": "DenyBox",
    "window.chunks": "a file, then tables",
    "window.requests": "a file, then the table of requests",
    "window.unusable": "a file, then ledger and problems",
    "window.model": "a file of another program names it",
    "window.assumed_window": "said of the available tokens",
    "discipline.hot_state": "the page of the state, as JSON and as a tree",
    "discipline.turns": "the page of turns",
    "discipline.output.text": "the page of the change check",
    "assembly.items": "PieceForm",
    "overrides.exclude": "commands on a subject",
    "overrides.list_only": "commands on a subject",
    "overrides.inline": "commands on a subject",
    "overrides.pin": "commands on a subject",
    "overrides.keep": "commands on a subject",
    "request.user_message": "read in the section of the request",
    "request.direct_target_refs": "the list of direct targets",
    "request.relevance": "a file, then scores in tables",
    "request.candidates": "a file, then tables",
    "request.expect": "a file, then the table of expectations",
    "request.mode": "FactsForm",
    "request.signals": "SignalField",
    "request.classification": "FactsForm",
    "request.returning_from_silence": "FactsForm",
}
"""Where a field is shown and changed that is no row of a form made of its model."""
FORMS = (WindowInputs, DisciplineInputs, BuilderInputs, AssemblyInputsView, InputsPanel)
SHOWN = ("window", "discipline", "builder", "assembly", "policy", "settings", "overrides")


def document_of(form: Any) -> type[BaseModel] | None:
    """The model of a field that is a document, also of one that may be missing."""
    kinds = get_args(form) if get_origin(form) in (Union, UnionType) else (form,)
    found = [one for one in kinds if isinstance(one, type) and issubclass(one, BaseModel)]
    return found[0] if found else None


def ways(model: type[BaseModel], before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The fields of a document and of the documents in it; the version of a format is none."""
    for name, field in model.model_fields.items():
        inner = document_of(field.annotation)
        if inner is not None:
            yield from ways(inner, (*before, name))
        elif name != "schema_version":
            yield (*before, name)


def fields() -> Iterator[tuple[str, tuple[str, ...]]]:
    for part in SHOWN:
        yield from ((part, way) for way in ways(type(Session().part(part))))
    yield from (("request", way) for way in ways(Request))


def rows() -> set[str]:
    """The rows of all forms, as part and way with dots."""
    session = replace(Session(), request=default_request())
    return {
        f"{block.part or form.part}.{field.id}"
        for form in FORMS
        for block in form.blocks
        if block.has_fields
        for field in fields_at(session.part(block.part or form.part), block.at, block.only)
    }


def test_every_field_is_an_input_of_the_window():
    shown = rows()
    missing = [
        name
        for name in (".".join((part, *way)) for part, way in fields())
        if name not in shown
        and not any(row.startswith(f"{name}.") for row in shown)
        and not any(name == one or name.startswith(f"{one}.") for one in ELSEWHERE)
    ]
    assert missing == []
    known = {".".join((part, *way[:n])) for part, way in fields() for n in range(1, len(way) + 1)}
    assert ELSEWHERE.keys() <= known


def test_every_field_of_the_relevance_configuration_is_an_input_of_the_window():
    assert {field.id for field in _FIELDS} | PARTS.keys() == RelevanceConfig.model_fields.keys()


OTHERS: tuple[Any, ...] = (
    True,
    False,
    7,
    0.25,
    0.125,
    (7,),
    "heuristic",
    "depth",
    "cl100k_base",
    "exponential",
    "plan",
)
TEXTS = ("other", ("other",), {"other": 3}, [{"pattern": "packages/**", "reason": "other"}])


def changed(session: Session, part: str, way: tuple[str, ...]) -> Session | None:
    """The session with another value at a place, the first that is valid; None for no such."""
    for value in (*OTHERS, *TEXTS):
        try:
            new = set_at(part, way, value)(session)
        except (ValidationError, ValueError, TypeError, KeyError):
            continue
        if new != session:
            return new
    return None


NOT_ALONE = {
    *("window.chunks", "window.requests", "window.unusable", "discipline.turns", "assembly.items"),
    *("builder.config.ignored_overrides", "builder.config.allowed_findings"),
    *("builder.request.user_selected_targets", "builder.request.correlation_id"),
    *("builder.request.created_at", "request.candidates", "request.timestamp"),
    *("request.relevance.cards", "request.relevance.files", "request.expect.limits"),
}
"""What takes more than one simple value; tests of files save and read them."""


KEPT = tuple(one for one in fields() if one != ("builder", ("root",)))  # a folder is made absolute


@pytest.mark.parametrize(("part", "way"), KEPT)
def test_every_field_is_in_a_saved_session_as_it_was_set(part, way, tmp_path):
    name = ".".join((part, *way))
    session = changed(replace(Session(), request=default_request()), part, way)
    if session is None:
        assert any(name == one or name.startswith(f"{one}.") for one in NOT_ALONE), name
        return
    path = tmp_path / "s.inspector.json"
    save_session(session, path)
    read = load_session(path).value
    assert read is not None
    assert read.part(part) == session.part(part)


def options(add: Callable[[argparse.ArgumentParser], None]) -> set[str]:
    parser = argparse.ArgumentParser(add_help=False)
    add(parser)
    return {name for action in parser._actions for name in action.option_strings}


@pytest.mark.parametrize(
    "option",
    ["--provider", "--model", "--max-input-tokens", "--max-output-tokens", "--reserve",
     "--soft-pct", "--purpose", "--intent", "--step", "--step-id", "--active-file", "--last-error",
     "--system", "--constraint", "--target", "--symbol", "--select", "--correlation-id",
     "--created-at", "--config", "--deny", "--signals", "--optional"],
)  # fmt: skip
def test_every_input_of_a_bundle_is_an_option(option):
    assert option in options(add_options)


def test_options_of_a_step_and_of_a_model_are_in_request_and_bundle(tmp_path, capsys):
    (tmp_path / "a.py").write_text("x = 1\n")
    asked = ["--step-id", "s7", "--provider", "local", "--model", "m", "--max-output-tokens", "9"]
    out = tmp_path / "out"
    code = cli.main(["build", str(tmp_path), "--target", "a.py", "--step", "x", *asked,
                     "--no-history", "--no-cache", "--out", str(out)])  # fmt: skip
    assert code == 0
    model = json.loads((out / "bundle.json").read_text())["model"]
    assert (model["provider"], model["model"], model["max_output_tokens"]) == ("local", "m", 9)


def test_a_table_of_blocks_has_what_is_known_of_each():
    known = {column.id for column in BLOCK_COLUMNS}
    names = {"byte_size": "bytes", "line_count": "lines", "path": "block"}
    assert {names.get(one, one) for one in BlockMeta.model_fields} <= known


# What is decided -------------------------------------------------------------------------

RECORDS = [
    {"id": "a", "type": "tool_output", "tokens": 5},
    {"id": "", "type": "tool_output", "tokens": 5},
    {"id": "c", "type": "tool_output", "tokens": 500},
]
ASKED = {"chunks": RECORDS, "available_tokens": 2100}


def told(name: str, tmp_path: Path) -> Session:
    if name != "records":
        return load_session(session_path(f"sample:{name}")).value or Session()
    (tmp_path / "chunks.json").write_text(json.dumps(ASKED))
    session = session_of(load_any(tmp_path / "chunks.json").value, "chunks.json")
    assert session is not None
    return session


def ledgers(session: Session) -> Iterator[tuple[Ledger, Callable[[str], Why | None]]]:
    placed = run_window(session).report
    if placed is not None:
        yield placed.ledger, lambda key: why_window(placed, key)
    nodes = RelevanceRuns().run(session)
    if nodes.report is not None:
        yield nodes.report.ledger, lambda key: why_relevance(nodes, key)
    state = DisciplineRuns().run(session)
    if state.report is not None:
        yield state.report.ledger, lambda key: why_discipline(state, key)
    prompt = AssemblyRuns().run(session).assembly
    if prompt is not None:
        yield prompt.ledger, lambda key: why_assembly(prompt, key)
    injected = InjectionRuns().run(session).report
    if injected is not None:
        yield injected.ledger, lambda key: why_injection(injected, key)


@pytest.mark.parametrize(
    "name", ["records", "assembly", "securities-fraud", "discipline", "window"]
)
def test_every_row_of_a_ledger_is_explained(name, tmp_path):
    found = list(ledgers(told(name, tmp_path)))
    assert found
    for ledger, why in found:
        keys = [f"{entry.kind}:{entry.subject}" for entry in ledger.entries]
        assert [key for key in keys if why(key) is None] == []


@pytest.mark.parametrize(
    ("run", "options", "row"),
    [
        (["place", "CHUNKS"], ["--available", "2600"],
         ["c", "dropped window_budget 0", "included chunk_placed 500"]),
        (["relevance", "sample:relevance"], ["--mode", "none"],
         ["facts", "included node_in_mask 300", "excluded node_unknown_mode 0"]),
        (["discipline", "sample:discipline"], ["--limit", "maxHotStateTokens=50"],
         ["run_id", "included field_kept 4", "refused field_refused 0"]),
        (["assemble", "sample:assembly"], ["--set", "max_injection_tokens_absolute=1"],
         ["pol-human", "included card_injected 16", "dropped knowledge_budget 0"]),
    ],
)  # fmt: skip
def test_two_recorded_runs_of_every_stage_are_compared_row_by_row(
    run, options, row, tmp_path, capsys
):
    (tmp_path / "chunks.json").write_text(json.dumps(ASKED))
    asked = [str(tmp_path / "chunks.json") if one == "CHUNKS" else one for one in run]
    kept = ["--history", str(tmp_path / "h.sqlite")]
    for more in ([], options):
        cli.main([*asked, *more, *kept])
    capsys.readouterr()
    assert cli.main(["history", "compare", "1", "2", *kept, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert row in [[one["id"], one["before"], one["after"]] for one in rows]


UNREAD = {"path": "config.json"}
STORY = [{"title": "One", "text": "first", "select": "node:facts"}]


def test_config_load_failure_falls_back_to_include_all_in_a_story(tmp_path, capsys):
    (tmp_path / "config.json").write_text("{no json")
    session = {"schema_version": 1, "title": "T", "relevance": UNREAD, "story": STORY}
    (tmp_path / "s.inspector.json").write_text(json.dumps(session))
    out = tmp_path / "story.html"
    assert cli.main(["story", str(tmp_path / "s.inspector.json"), "-o", str(out)]) == 1
    page = out.read_text("utf-8")
    assert "The configuration cannot be read: every node is included" in page
    assert "<svg" in page


def test_a_story_says_how_many_records_of_a_request_are_of_no_use(tmp_path):
    session = replace(told("records", tmp_path), story=(StoryStep("One", "first", "chunk:a"),))
    assert "Partial: 1 of 3 records cannot be used" in story_html(session)
