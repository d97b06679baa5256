"""How large an input may be, and that one option or variable raises all bounds in proportion."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from inspector import __main__ as program
from inspector import cli
from inspector.cli.output import BAD_INPUT, BAD_USAGE, DONE
from inspector.files import bounds, json_reading
from inspector.files.importers import imported
from inspector.files.opening import load_any

MEGABYTE = 1 << 20


@pytest.fixture(autouse=True)
def _usual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(bounds.VARIABLE, raising=False)


def _card(number: int, text: str) -> dict[str, object]:
    named = {"node_id": f"c{number}", "node_kind": "fact", "canonical_name": "N"}
    return {**named, "relevance_score": 0.5, "renderings": {"full": text}}


def _documents(folder: Path) -> dict[str, Path]:
    """Files of a little more than a megabyte, one for each way in which files are read at once."""
    word = "a word, " * (MEGABYTE // 8)
    written = {
        "policy.json": json.dumps({"min_bucket_tokens": 1, "k": word}),
        "chat.json": json.dumps({"model": "m", "messages": [{"role": "user", "content": word}]}),
        "state.json": json.dumps({"session_id": "s", "objective": word}),
        "lines.jsonl": f"{json.dumps({'id': 1, 'text': word})}\n" * 2,
        "rows.csv": f'id,text\n1,"{word}"\n2,"{word}"\n',
        "set.json": json.dumps({"set_id": "s", "knowledge_cards": [_card(1, word)]}),
        "even.json": f'{{"set_id": "s", "knowledge_cards": [{json.dumps(_card(1, word))},'
        f" {json.dumps(_card(2, word))}]}}",
        "cards.jsonl": f"{json.dumps(_card(1, word))}\n{json.dumps(_card(2, 'a'))}\n",
        "hits.run": "q1 Q0 d1 1 1.5 t\n" * (MEGABYTE // 16),
    }
    for name, text in written.items():
        (folder / name).write_text(text, "utf-8")
    return {name: folder / name for name in written}


def test_what_is_larger_is_refused_with_both_sizes_and_the_way_to_allow_it(tmp_path: Path) -> None:
    for name, path in _documents(tmp_path).items():
        with bounds.allowed("1"):
            [told] = load_any(path).problems
        assert told.code == bounds.TOO_LARGE, name
        assert told.place.file == str(path)
        assert "MB, and at most 1 MB are read at once" in told.message
        assert bounds.OPTION in told.fix
        assert bounds.VARIABLE in told.fix
        said = re.search(rf"{bounds.OPTION} (\d+) or {bounds.VARIABLE}=\1\.", told.fix)
        assert said is not None
        with bounds.allowed(said[1]):
            codes = [one.code for one in load_any(path).problems]
        assert bounds.TOO_LARGE not in codes, name


def test_a_folder_of_more_and_a_session_that_holds_more_are_refused(tmp_path: Path) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    for name in "abc":
        (texts / f"{name}.md").write_text("a word, " * (MEGABYTE // 16))
    cards = {"schema_version": 1, "set_id": "s", "knowledge_cards": [_card(1, "a " * MEGABYTE)]}
    session = tmp_path / "a.inspector.json"
    session.write_text(json.dumps({"schema_version": 1, "candidates": {"inline": cards}}))
    for path, needed in ((texts, "2"), (session, "3")):
        with bounds.allowed("1"):
            told = [one for one in load_any(path).problems if one.code == bounds.TOO_LARGE]
        assert [one.place.file for one in told] == [str(path)]
        assert f"{bounds.OPTION} {needed} or" in told[0].fix
        with bounds.allowed(needed):
            assert bounds.TOO_LARGE not in [one.code for one in load_any(path).problems]


def test_no_more_is_offered_than_can_be_allowed() -> None:
    assert bounds.or_more("Split it.", bounds.LARGEST_MB + 1) == "Split it."
    with bounds.allowed("1500"):
        assert bounds.or_more("Split it.") == "Split it."


def test_all_bounds_are_raised_in_proportion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "policy.json"
    path.write_text(json.dumps({"min_bucket_tokens": 1, "k": [0] * 60}))
    monkeypatch.setattr(json_reading, "MOST_VALUES", 40)
    assert [one.code for one in load_any(path).problems] == ["json.too-many-values"]
    with bounds.allowed("200"):
        assert "json.too-many-values" not in [one.code for one in load_any(path).problems]
    rows = tmp_path / "rows.csv"
    rows.write_text("id,text\n" + "".join(f"{n},A passage\n" for n in range(9)))
    monkeypatch.setattr(imported, "MOST_RECORDS", 8)
    assert [one.code for one in load_any(rows).problems] == ["file.too-many-records"]
    with bounds.allowed("200"):
        assert "file.too-many-records" not in [one.code for one in load_any(rows).problems]


def test_the_option_holds_for_one_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(_documents(tmp_path)["rows.csv"])
    for words in (["import", bounds.OPTION, "1", path], [bounds.OPTION, "1", "import", path]):
        assert cli.main(words) == BAD_INPUT
        told = capsys.readouterr().err
        assert told.count("\n") == 1, told
        assert bounds.TOO_LARGE in told
    assert cli.main(["import", path]) == DONE
    monkeypatch.setenv(bounds.VARIABLE, "1")
    assert cli.main(["import", path]) == BAD_INPUT
    assert cli.main(["import", bounds.OPTION, "8", path]) == DONE
    assert os.environ[bounds.VARIABLE] == "1"


@pytest.mark.parametrize("said", ["0", "-1", "2001", "1e3", "many", "９"])
def test_what_is_no_number_of_megabytes_is_wrong_usage(
    said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["lint", f"{bounds.OPTION}={said}", "a.json"]) == BAD_USAGE
    assert bounds.OPTION in capsys.readouterr().err
    assert program.main([bounds.OPTION, said, "--new-window", "a.json"]) == BAD_USAGE
    assert bounds.OPTION in capsys.readouterr().err
    monkeypatch.setenv(bounds.VARIABLE, said)
    assert cli.main(["lint", "a.json"]) == BAD_USAGE
    assert bounds.VARIABLE in capsys.readouterr().err


def test_the_window_takes_the_option_before_its_files(monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[tuple[list[str], str | None]] = []

    def window(arguments: list[str]) -> int:
        met.append((arguments, os.environ.get(bounds.VARIABLE)))
        return 0

    monkeypatch.setattr(program, "_window", window)
    own = "--new-window"  # one that is open already allows what it was told at its own start
    for words in ([bounds.OPTION, "400"], [f"{bounds.OPTION}=400"]):
        for files in ([], ["./a.json"], [own, "a.json"]):
            met.clear()
            assert program.main([*words, *files]) == 0
            assert met == [([own, *(one for one in files if one != own)], "400")]
    assert bounds.VARIABLE not in os.environ


@pytest.mark.parametrize("name", ["chat.json", "rows.csv", "policy.json"])
def test_a_load_can_be_stopped_between_telling_what_a_file_is_and_reading_it(
    name: str, tmp_path: Path
) -> None:
    path, asked = _documents(tmp_path)[name], []

    def most_of_it(done: int, total: int) -> bool:
        asked.append((done, total))
        return len(asked) < 3

    loaded = load_any(path, most_of_it)
    assert [one.code for one in loaded.problems] == ["file.cancelled"]
    assert loaded.value is None
