"""An option means the same in every command that has it."""

from __future__ import annotations

import argparse
import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.cli import main
from inspector.cli.main import COMMANDS, parser_with
from inspector.cli.result_options import CSV, JSON, TEXT
from inspector.stages.builder.command_options import PROMPTS

SEVERAL_FILES = {"import", "demo"}  # their result is a folder
NO_FORM = {"schema", "story", "demo", "completion", "manual", "mcp"}  # their result has one form
STAGES = {
    "run": "sample:starved-budget",
    "place": "sample:window",
    "relevance": "sample:relevance",
    "discipline": "sample:discipline",
    "assemble": "sample:assembly",
    "build": "sample:builder",
    "timeline": "sample:timeline",
}


def _below(title: str, parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.Action]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from _below(f"{title} {name}", inner)
        else:
            yield title, action


def options() -> Iterator[tuple[str, str, argparse.Action]]:
    """Every option of every command, and of its actions."""
    for name in COMMANDS:
        (commands,) = (
            one
            for one in parser_with({name})._actions
            if isinstance(one, argparse._SubParsersAction)
        )
        for title, action in _below(name, commands.choices[name]):
            yield from ((title, option, action) for option in action.option_strings)


OPTIONS = list(options())
MORE_FORMS = {"build": tuple(PROMPTS), "corpus": ("html",)}
"""Forms that only one command has: what it makes is also a text for others to read."""


def tables() -> list[tuple[str, str]]:
    found = [(title, one) for title, option, one in OPTIONS if option == "--table"]
    return [(title, choice) for title, action in found for choice in action.choices or ()]


def those_with(name: str) -> dict[str, argparse.Action]:
    return {title: action for title, option, action in OPTIONS if option == name}


def test_a_form_is_chosen_among_the_same_words() -> None:
    found = those_with("--format")
    assert {title.split()[0] for title in found} == COMMANDS.keys() - NO_FORM
    for title, action in found.items():
        more = MORE_FORMS.get(title, ())
        assert tuple(action.choices or ()) in ((TEXT, JSON), (TEXT, JSON, CSV, *more))


def test_json_is_short_for_a_form() -> None:
    found = those_with("--json")
    assert found.keys() == those_with("--format").keys()
    for action in found.values():
        assert (action.dest, action.const, action.nargs) == ("format", JSON, 0)


def test_the_result_goes_where_output_says() -> None:
    found = those_with("--output")
    assert {title.split()[0] for title in found} == COMMANDS.keys() - {"mcp"}  # it has no end
    for title, action in found.items():
        assert "-o" in action.option_strings
        assert action.metavar == ("FOLDER" if title in SEVERAL_FILES else "FILE")


def test_a_chart_is_one_svg_picture_in_a_file() -> None:
    for action in those_with("--chart").values():
        assert action.metavar == "FILE"
        assert (action.help or "").endswith("as an SVG picture")


def test_a_command_that_records_can_be_kept_from_it() -> None:
    recording = {title for title in those_with("--history") if not title.startswith("history")}
    assert those_with("--no-history").keys() == recording
    for action in those_with("--no-history").values():
        assert action.nargs == 0


def test_every_stage_gives_tables_and_rows_of_them() -> None:
    assert those_with("--table").keys() == STAGES.keys()
    assert STAGES.keys() <= those_with("--filter").keys()


@pytest.mark.parametrize(("command", "table"), tables())
def test_a_table_is_given_in_every_form(
    command: str, table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = {}
    for form in (TEXT, JSON, CSV):
        place = tmp_path / f"table.{form}"
        words = [command, STAGES[command], "--table", table, "--format", form]
        main([*words, "--no-history", "-o", str(place)])
        said[form] = place.read_bytes().decode()
    capsys.readouterr()
    titles, *lines = list(csv.reader(io.StringIO(said[CSV])))
    rows = json.loads(said[JSON])
    assert len(rows) == len(lines)
    assert all(len(line) == len(titles) for line in lines)
    assert (said[TEXT] == "") == (rows == [])


NO_NUMBERS = (
    "",
    "٣",
    "１２",
    "NaN",
    "inf",
    "1e999",
    "0x10",
    "5 6",
    "0,25",
    "1,00",
    "1__000",
    "9" * 5000,
)
"""What Python would read as a number, or a person writes where thousands have a comma."""


def reads_numbers(action: argparse.Action) -> bool:
    try:
        found = action.type("7")  # type: ignore[operator]  # a type that is none is no reader
    except (TypeError, ValueError, argparse.ArgumentTypeError):
        return False
    return type(found) in (int, float) and action.metavar not in ("TIME", "JSON")


def test_a_number_is_read_in_one_way() -> None:
    readers = [one for _, _, one in OPTIONS if reads_numbers(one)]
    assert len(readers) > 20
    for action in readers:
        assert action.type("7") == action.type(" +7 ") == 7  # type: ignore[operator]
        for text in NO_NUMBERS:
            with pytest.raises(argparse.ArgumentTypeError, match=r"no whole|no number|not between"):
                action.type(text)  # type: ignore[operator]


@pytest.mark.parametrize("text", ["1000", "1,000", "1_000", "+1,000"])
def test_thousands_may_be_marked(text: str) -> None:
    readers = [one for _, name, one in OPTIONS if name in ("--reserve", "--available", "--budget")]
    assert {one.type(text) for one in readers if reads_numbers(one)} == {1000}  # type: ignore[operator]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["place", "sample:window", "--pxyz", "NaN"], "'NaN' is no JSON"),
        (["place", "sample:window", "--business-context", "5"],
         "--business-context: must be an object"),
        (["place", "sample:window", "--option", "recency=x"],
         "--option recency=x: must be 'linear' or 'exponential'"),
        (["place", "sample:window", "--text-of", "rag"], "name its file with --text"),
        (["assemble", "sample:assembly", "--soft", "101"], "101 is not between 0 and 100"),
        (["assemble", "sample:assembly", "--reserve", "many"], "'many' is no whole number"),
        (["discipline", "sample:discipline", "--now", "5", "--log", "-"], "must be a time"),
        (["discipline", "sample:discipline", "--now", "2026-01-01T00:00:00Z"], "give --log, too"),
        (["discipline", "sample:discipline", "--limit", "maxRagChunks=٣"], "is no number"),
        (["history", "prune", "--keep", "-1"], "-1 is not between 0 and"),
    ],
)  # fmt: skip
def test_what_an_option_cannot_take_is_refused_with_its_name_and_what_is_wrong(
    asked: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main([*asked, *(["--no-history"] if asked[0] != "history" else [])])
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("command", [*STAGES, "sweep", "compare", "corpus", "verify"])
def test_a_sample_that_there_is_not_is_an_unusable_input_told_with_those_there_are(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "sample:no-such-sample"]) == 3
    told = capsys.readouterr().err
    assert f"inspector {command}: no sample 'no-such-sample'; there are assembly, audit" in told
