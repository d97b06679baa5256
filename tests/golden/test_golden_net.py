"""The golden net bites, and nothing that the program can give is left out of it."""

from __future__ import annotations

import argparse
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.cli.main import COMMANDS, parser_with
from inspector.files.session_format import format_names
from inspector.gui.lenses import LENSES
from inspector.gui.unattended import unattended_window
from inspector.resources import sample_sessions
from tests.golden import index
from tests.golden.commands import FOR_EACH, NOT_IN_THE_NET, cases_of, words_of
from tests.golden.golden import compare
from tests.golden.program_cases import ONCE
from tests.golden.subjects import PROGRAM, data_subjects
from tests.golden.windows import THEMES, shot_names

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def kept() -> index.Index:
    return index.index_from(index.KEPT.read_text("utf-8"))


@pytest.fixture
def nets(tmp_path: Path) -> tuple[Path, Path]:
    """Two equal nets, before and after."""
    for name in ("before", "after"):
        folder = tmp_path / name / "sample" / "run"
        folder.mkdir(parents=True)
        (folder / "said").write_text("one\ntwo\nthree\n", encoding="utf-8")
        (folder / "bar.png").write_bytes(b"\x89PNG\xff\x00")
    _note(tmp_path / "before", tmp_path / "after")
    return tmp_path / "before", tmp_path / "after"


def _note(*folders: Path) -> None:
    for folder in folders:
        listed = folder / index.KEPT.name
        listed.unlink(missing_ok=True)
        listed.write_text(index.text_of(index.index_of(folder)), encoding="utf-8")


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _actions(inner)
        else:
            yield action


def _parser_of(command: str) -> argparse.ArgumentParser:
    whole = parser_with(COMMANDS)
    found = next(one for one in whole._actions if isinstance(one, argparse._SubParsersAction))
    return found.choices[command]


# The net bites ---------------------------------------------------------------------------


def test_equal_nets_do_not_differ(nets: tuple[Path, Path]) -> None:
    assert compare(*nets, ()) == []


@pytest.mark.parametrize(
    ("name", "data", "detail"),
    [
        pytest.param(
            "said", b"one\ntwO\nthree\n", r"line 2: 'two'\n +now: 'twO'", id="line of a text"
        ),
        pytest.param("bar.png", b"\x89PNG\xff\x01", "byte 5 .*", id="byte of a picture"),
        pytest.param("said", b"one\r\ntwo\nthree\n", "only line ends differ", id="line end"),
    ],
)
def test_a_changed_byte_is_named_with_its_place(
    nets: tuple[Path, Path], name: str, data: bytes, detail: str
) -> None:
    (nets[1] / "sample/run" / name).write_bytes(data)
    _note(nets[1])
    (found,) = compare(*nets, ())
    assert (found.name, found.what) == (f"sample/run/{name}", "changed")
    assert re.fullmatch(detail, found.detail)


def test_a_missing_artefact_and_a_new_one_are_named(nets: tuple[Path, Path]) -> None:
    (nets[1] / "sample/run/said").rename(nets[1] / "sample/run/told")
    _note(nets[1])
    found = {(one.what, one.name) for one in compare(*nets, ())}
    assert found == {("missing", "sample/run/said"), ("new", "sample/run/told")}


def test_a_part_of_the_net_is_compared_with_that_part(nets: tuple[Path, Path]) -> None:
    (nets[1] / "sample/run/said").unlink()
    _note(nets[1])
    assert compare(*nets, ("samp",)) == []
    assert len(compare(*nets, ("sample",))) == 1


def test_what_is_in_a_bundle_is_named_by_its_member(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bundle.zip", "w") as bundle:
        bundle.writestr("inputs/policy.json", "{}")
    index.unpack_bundles(tmp_path)
    assert "bundle.zip.members/inputs/policy.json" in index.index_of(tmp_path)


def test_of_a_pdf_its_pages_are_counted(tmp_path: Path) -> None:
    pages = b"<< /Type /Pages >> << /Type /Page\n>> << /Type /Page >>"
    (tmp_path / "report.pdf").write_bytes(b"%PDF-1.4 (D:20260101) " + pages)
    index.count_pages(tmp_path)
    assert (tmp_path / "report.pdf").read_text("ascii") == "a PDF of 2 pages\n"


def test_a_folder_that_is_elsewhere_each_time_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "said").write_text(f"written to {tmp_path}/a\n", encoding="utf-8")
    index.replace_places(tmp_path, (tmp_path,))
    assert (tmp_path / "said").read_text("utf-8") == "written to SOMEWHERE/a\n"


# Nothing is left out ---------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_is_in_the_net(command: str) -> None:
    lines = [words for words in words_of((FOR_EACH, ONCE)) if words[:1] == [command]]
    said = {word for words in lines for word in words}
    left_out = {
        action.option_strings[-1]
        for action in _actions(_parser_of(command))
        if action.option_strings
        and not isinstance(action, argparse._HelpAction)
        and not said.intersection(action.option_strings)
    }
    anywhere = {option for of, option in NOT_IN_THE_NET if of == "*"}
    assert left_out - anywhere == {option for of, option in NOT_IN_THE_NET if of == command}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_choice_of_an_option_is_in_the_net(command: str) -> None:
    lines = [words for words in words_of((FOR_EACH, ONCE)) if words[:1] == [command]]
    pairs = {(words[at], words[at + 1]) for words in lines for at in range(len(words) - 1)}
    left_out = [
        (action.option_strings[-1], choice)
        for action in _actions(_parser_of(command))
        for choice in (action.choices or ())
        if action.option_strings
        if action.default != choice
        and not any(
            (of, option) in NOT_IN_THE_NET
            for of in ("*", command)
            for option in action.option_strings
        )
        if not any((option, str(choice)) in pairs for option in action.option_strings)
    ]
    assert left_out == []


def test_every_case_was_made_for_every_sample(kept: index.Index) -> None:
    wanted = {f"{PROGRAM}/{case}/said" for case in ONCE}
    for sample in sample_sessions():
        wanted |= {f"{sample}/{case}/said" for case in cases_of(of_parts=True)}
    assert {name for name in kept if name.endswith("/said")} == wanted


def test_every_schema_is_in_the_net(kept: index.Index) -> None:
    made = {f"{PROGRAM}/schema-{name}/{name}.schema.json" for name in format_names()}
    assert {name for name in kept if name.endswith(".schema.json")} == made


def test_every_lens_of_every_sample_is_in_the_net_in_both_themes(kept: index.Index) -> None:
    wanted = {
        f"{sample}/window/{record.id}-{theme.value}.png"
        for sample in sample_sessions()
        for record in LENSES
        for theme in THEMES
    }
    assert wanted <= kept.keys()
    assert {f"{sample}/window/view-states.json" for sample in sample_sessions()} <= kept.keys()


def test_every_picture_of_the_manual_is_in_the_net_in_both_themes(kept: index.Index) -> None:
    wanted = {
        f"{PROGRAM}/pictures/{name}/{theme.value}.png" for name in shot_names() for theme in THEMES
    }
    assert wanted <= kept.keys()


def test_every_exporter_is_in_the_net(kept: index.Index) -> None:
    with unattended_window() as workspace:
        for record in LENSES:
            workspace.show_lens(record.id)
        known = set(workspace.exports._exporters)
    exported = {name.partition("/exports/")[2] for name in kept}
    assert known - exported == set()


def test_a_file_of_data_is_tried_and_a_pair_is_one_subject(tmp_path: Path) -> None:
    for name in ("a.candidates.json", "a.requests.jsonl", "in/chunks.json", "README.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    names = [name for name, _ in data_subjects(tmp_path)]
    assert names == ["data/a.candidates.json", "data/in/chunks.json"]
