"""How commands end: every command, whatever happens to it and to what it writes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import unicodedata
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector import cli, resources
from inspector.__main__ import main as program
from inspector.analysis.injection_runs import InjectionRuns
from inspector.cli.main import command_home
from inspector.cli.output import BAD_INPUT, BAD_USAGE, BROKEN, DONE, FAILED
from inspector.cli.recording import Subcommand
from inspector.core.text import visible
from inspector.files import load_session, write_atomically
from inspector.stages.injection.bar import bar_svg, budget_bar
from tests.shared.discipline_input import GROWING
from tests.shared.git_history import written_history

DEMO_WROTE = " (written: {0}/manifest.json, {0}/ledger.csv, {0}/report.html, {0}/budget.svg)"
SAMPLE = "sample:securities-fraud"
RECORDS_NOTHING = "--no-history"


class Unexpected(BaseException):
    """What a library in another language raises when it fails within."""


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with something for each command to work on."""
    folder = tmp_path_factory.mktemp("inputs")
    project = folder / "project"
    project.mkdir()
    (project / "one.py").write_text("def one():\n    return 1\n", encoding="utf-8")
    (folder / "answer.txt").write_text("Done.\n", encoding="utf-8")
    (folder / "rows.csv").write_text("id,text\n1,One passage.\n2,Another one.\n", encoding="utf-8")
    first = {"a.py": "def a():\n    return 1\n", "b.py": "def b():\n    return 1\n"}
    then = {name: text.replace("1", "2") for name, text in first.items()}
    written_history(folder / "checkout", [("Begin", first), ("Change both", then)])
    turns = "".join(f"{turn.log_line()}\n" for turn in GROWING[:2])
    (folder / "turns.jsonl").write_text(turns, encoding="utf-8")
    run = ["run", SAMPLE, RECORDS_NOTHING, "--output", str(folder / "said.txt")]
    assert cli.main([*run, "--manifest", str(folder / "manifest.json")]) == 0
    kept = ["run", SAMPLE, "--history", str(folder / "runs.sqlite"), "--output", os.devnull]
    assert cli.main(kept) == 0
    return folder


def arguments(command: str, inputs: Path) -> list[str]:
    """A use of each command that prints something."""
    story = session_of("securities-fraud")
    return {
        "run": ["run", SAMPLE, RECORDS_NOTHING],
        "discipline": ["discipline", "sample:discipline", RECORDS_NOTHING],
        "diff-check": ["diff-check", str(inputs / "answer.txt")],
        "metrics": ["metrics", str(inputs / "turns.jsonl")],
        "lint": ["lint", "--json", str(inputs / "manifest.json")],
        "schema": ["schema"],
        "place": ["place", "sample:window", RECORDS_NOTHING],
        "relevance": ["relevance", "sample:relevance", RECORDS_NOTHING],
        "assemble": ["assemble", SAMPLE, RECORDS_NOTHING],
        "build": ["build", str(inputs / "project"), "--target", "one.py", RECORDS_NOTHING],
        "replay": ["replay", str(inputs / "checkout"), "--budget", "1000"],
        "verify": ["verify", str(inputs / "manifest.json"), "--allow-unreplayed"],
        "watch": ["watch", str(inputs), "--once"],
        "sweep": ["sweep", SAMPLE],
        "compare": ["compare", SAMPLE, "--no-causes"],
        "corpus": ["corpus", "--session", SAMPLE, "--processes", "1", RECORDS_NOTHING],
        "history": ["history", "--history", str(inputs / "runs.sqlite")],
        "story": ["story", str(story), "--output", "-"],
        "import": ["import", str(inputs / "rows.csv"), "--map", "text=text,id=id"],
        "demo": ["demo", "--output", str(inputs / "demo")],
        "timeline": ["timeline", "sample:timeline", RECORDS_NOTHING],
        "completion": ["completion", "bash"],
        "mcp": ["mcp", SAMPLE],  # fails before it serves
        "manual": ["manual"],
    }[command]


@pytest.fixture
def to_standard_output(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Runs a command whose standard output is a file descriptor, or is closed."""

    def ran(command: list[str], handle: int | None) -> tuple[int, str]:
        stream = None if handle is None else os.fdopen(handle, "w", encoding="utf-8")
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", stream)
            code = cli.main(command)
        with suppress(OSError):
            if stream is not None:
                stream.close()
        return code, capsys.readouterr().err

    return ran


def without_reader() -> int:
    """The end of a pipe whose other end nobody reads any more."""
    reading, writing = os.pipe()
    os.close(reading)
    return writing


@pytest.mark.parametrize("error", [KeyError("secret words"), Unexpected("secret words")])
@pytest.mark.parametrize("command", cli.COMMANDS)
def test_an_error_that_nobody_expected_is_70_and_one_line_without_its_words(
    command, error, inputs, monkeypatch, capsys
):
    def failing(options: object) -> int:
        raise error

    home = Subcommand(command_home(command).add_options, failing)
    monkeypatch.setattr(sys.modules["inspector.cli.main"], "command_home", {command: home}.get)
    assert cli.main(arguments(command, inputs)) == BROKEN
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"inspector {command}: the program failed: {type(error).__name__} in ")
    assert "secret words" not in line
    assert cli.main([*arguments(command, inputs), "--debug"]) == BROKEN
    told = capsys.readouterr().err
    assert "Traceback" in told
    assert "in failing" in told


PRINTS = [name for name in cli.COMMANDS if name != "mcp"]  # that answers as long as it is asked


REFUSALS = {"it is closed": None}
if Path("/dev/full").exists():
    REFUSALS["No space left on device (free some space, or name another place)"] = "/dev/full"


@pytest.mark.parametrize(
    ("why", "device"), REFUSALS.items(), ids=["closed", "full"][: len(REFUSALS)]
)
@pytest.mark.parametrize("command", PRINTS)
def test_a_standard_output_that_takes_nothing_is_3_and_one_line(
    command, device, why, inputs, to_standard_output, capsys
):
    cli.main(arguments(command, inputs))
    known = capsys.readouterr().err
    output = device and os.open(device, os.O_WRONLY)
    code, told = to_standard_output(arguments(command, inputs), output)
    assert code == BAD_INPUT
    assert lines_added(told, known) == [
        f"inspector {command}: cannot write standard output: {why}"
        + (DEMO_WROTE.format(inputs / "demo") if command == "demo" else "")
    ]


@pytest.mark.parametrize("command", PRINTS)
def test_a_reader_that_went_away_ends_a_command_silently(
    command, inputs, to_standard_output, capsys
):
    known = cli.main(arguments(command, inputs)), capsys.readouterr().err
    assert known[0] in (DONE, FAILED)
    assert to_standard_output(arguments(command, inputs), without_reader()) == known


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A session with problems in what every stage reads: in what loaders and what runs find."""
    folder = tmp_path_factory.mktemp("faulty")
    session: dict[str, object] = {}
    for name in ("builder", "audit", "assembly", "with-problems"):
        shutil.copytree(session_of(name).parent, folder, dirs_exist_ok=True)
        session |= json.loads((folder / "session.inspector.json").read_text("utf-8"))
    session |= {"unknown_field": 1}
    (folder / "session.inspector.json").write_text(json.dumps(session), encoding="utf-8")
    return folder / "session.inspector.json"


READ_A_SESSION = ["run", "place", "relevance", "assemble", "discipline", "sweep", "compare"]
READ_A_SESSION += ["corpus", "story", "verify", "build", "lint"]


@pytest.mark.parametrize("command", READ_A_SESSION)
def test_no_problem_is_told_twice(command, inputs, faulty, capsys):
    samples = ("sample:", str(session_of("securities-fraud")))
    given = [str(faulty) if one.startswith(samples) else one for one in arguments(command, inputs)]
    if command in ("verify", "build", "lint"):
        given = [command, str(faulty)]
    cli.main(given)
    shown = capsys.readouterr()
    printed = shown.out if command == "lint" else shown.err
    told = [line for line in printed.splitlines() if ": warning: " in line]
    # The same without its place, which one who tells it again may know less of.
    said = [line.partition(": warning: ")[2] for line in told]
    assert len(said) > 1
    assert sorted(set(said)) == sorted(said)


@pytest.mark.parametrize("command", ["import", "metrics", "history", "lint"])
def test_a_file_that_is_named_twice_has_its_problems_once(command, tmp_path, capsys):
    path = tmp_path / "rows.csv"
    path.write_text("id,text\n1,One passage.\n2,\n", encoding="utf-8")
    more = {"import": [str(path), str(path), "--map", "id=id,text=text"]}
    more |= {"metrics": [str(path)], "history": ["--history", str(path)]}
    cli.main([command, *more.get(command, [str(path), str(path)])])
    shown = capsys.readouterr()
    told = [line for line in (shown.out + shown.err).splitlines() if ": error: " in line]
    assert told
    assert sorted(set(told)) == sorted(told)


def lines_added(told: str, known: str) -> list[str]:
    assert told.startswith(known)
    return told.removeprefix(known).splitlines()


ENDS = {
    "full": (["schema", "policy"], "/dev/full", 3, "cannot write standard output"),
    "full help": (["--help"], "/dev/full", 3, "cannot write standard output"),
    "head": (["schema", "session"], None, 0, ""),
}


@pytest.mark.parametrize("name", ENDS)
def test_the_interpreter_adds_nothing_to_how_a_command_ends(name):
    command, device, code, told = ENDS[name]
    output = without_reader() if device is None else os.open(device, os.O_WRONLY)
    program = [sys.executable, "-m", "inspector", *command]
    ran = subprocess.run(program, stdout=output, stderr=subprocess.PIPE, text=True, check=False)
    os.close(output)
    assert ran.returncode == code
    assert told in ran.stderr
    assert len(ran.stderr.splitlines()) == bool(told)


NEEDS_SOMETHING = [
    name for name in cli.COMMANDS if name not in ("schema", "history", "demo", "manual")
]


@pytest.mark.parametrize("command", NEEDS_SOMETHING)
def test_a_command_that_is_given_nothing_to_do_is_used_wrongly(command, capsys):
    assert cli.main([command]) == BAD_USAGE
    assert f"inspector {command}: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("rnu", "did you mean 'run'?"),
        ("asemble", "did you mean 'assemble'?"),
        ("xyzzy", "'inspector --help' lists the commands"),
    ],
)
def test_a_mistyped_command_is_no_file_to_open(typed, hint, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert program([typed, "a.json"]) == BAD_USAGE
    assert capsys.readouterr().err == (
        f"inspector: there is no command {typed!r}, and no file either; {hint}\n"
    )


def test_a_file_with_the_name_of_a_mistyped_command_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("rnu").touch()
    opened: list[list[str]] = []
    monkeypatch.setattr("inspector.__main__._window", lambda files: opened.append(files) or 0)
    assert program(["rnu"]) == 0
    assert opened == [["rnu"]]


def test_one_refused_output_keeps_no_other_from_being_written(tmp_path, capsys):
    files = {name: str(tmp_path / name) for name in ("m.json", "r.html", "j.xml")}
    refused = str(tmp_path / "missing" / "l.csv")
    command = ["run", SAMPLE, RECORDS_NOTHING, "--ledger", "csv", "--ledger-file", refused]
    command += ["--manifest", files["m.json"], "--report", files["r.html"]]
    assert cli.main([*command, "--junit", files["j.xml"]]) == BAD_INPUT
    shown = capsys.readouterr()
    assert all(Path(file).stat().st_size for file in files.values())
    assert "used" in shown.out
    assert shown.err.splitlines()[-1] == (
        f"inspector run: cannot write {refused}: No such file or directory"
        " (make its folder first)"
        f" (written: {files['m.json']}, {files['r.html']}, {files['j.xml']}, standard output)"
    )


def test_what_stands_in_between_is_not_named_when_a_file_cannot_be_replaced(tmp_path, monkeypatch):
    def refused(*_names: str, **_more: object) -> None:
        raise PermissionError(13, "Permission denied", _names[0], None, _names[-1])

    (tmp_path / "result.json").write_bytes(b"before")
    monkeypatch.setattr(os, "replace", refused)
    with pytest.raises(PermissionError) as error:
        write_atomically(tmp_path / "result.json", b"{}")
    assert error.value.filename == str(tmp_path / "result.json")
    assert ".tmp" not in str(error.value)
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [
        ("result.json", b"before")
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_that_is_named_is_written_into(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert cli.main(["schema", "policy", "--output", str(pipe)]) == 0
    assert json.loads(os.read(reading, 1 << 16))["title"]
    os.close(reading)
    assert pipe.is_fifo()


def test_a_device_that_is_named_is_written_into():
    assert cli.main(["schema", "policy", "--output", os.devnull]) == 0
    assert Path(os.devnull).is_char_device()


def test_a_file_behind_standard_output_is_neither_cut_nor_replaced(tmp_path):
    target = tmp_path / "log.txt"
    target.write_text("before\n")
    before = target.stat().st_ino
    with target.open("a") as log:
        subprocess.run(
            [sys.executable, "-m", "inspector", "schema", "policy", "--output", "/dev/stdout"],
            stdout=log,
            check=True,
        )
        log.write("after\n")
    first, *_, last = target.read_text().splitlines()
    assert (first, last, target.stat().st_ino) == ("before", "after", before)


HOSTILE = "a\x1b[31mb\x9b2J\u202ec\u2066d\re"


def test_no_name_of_a_file_acts_on_a_terminal(tmp_path, capsys):
    for command in (["lint", HOSTILE], ["run", HOSTILE, RECORDS_NOTHING], ["place", HOSTILE]):
        assert cli.main(command) == BAD_INPUT
        shown = capsys.readouterr()
        told = shown.out + shown.err
        assert "\\x1b[31m" in told or "\\u001b[31m" in told
        assert told == visible(told)


def test_names_in_files_act_in_no_summary_table_or_report(tmp_path, capsys):
    """Every title of a candidate set is hostile; nothing that is written repeats it."""
    known = session_of("securities-fraud").with_name("candidates.json")
    path = tmp_path / "candidates.json"
    path.write_text(json.dumps(hostile(json.loads(known.read_text("utf-8")))), encoding="utf-8")
    report, ledger = tmp_path / "r.html", tmp_path / "l.csv"
    command = ["run", SAMPLE, RECORDS_NOTHING, "--candidates", str(path), "--report", str(report)]
    assert cli.main([*command, "--ledger", "csv", "--ledger-file", str(ledger)]) == 0
    written = report.read_text("utf-8")
    assert "Content-Security-Policy" in written
    assert "\\u202e" in written
    for text in (written, ledger.read_bytes().decode(), *capsys.readouterr()):
        assert text == visible(text)


def test_names_act_in_no_picture(tmp_path):
    known = session_of("securities-fraud")
    for name in ("candidates.json", "policy.json", "request.json"):
        value = json.loads((known.parent / name).read_text("utf-8"))
        (tmp_path / name).write_text(json.dumps(hostile(value)), encoding="utf-8")
    session = load_session(shutil.copy(known, tmp_path)).value
    picture = bar_svg(budget_bar(InjectionRuns().run(session).report))
    assert "\\u202e" in picture
    assert picture == visible(picture)


def hostile(value: object, name: str = "") -> object:
    """Return a JSON value whose titles begin with controls and marks of direction."""
    if isinstance(value, dict):
        return {name: hostile(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return [hostile(one, name) for one in value]
    return f"{HOSTILE} {value}" if isinstance(value, str) and "title" in name else value


def session_of(sample: str) -> Path:
    return Path(str(resources.resource_path(resources.sample_sessions()[sample])))


@given(st.text(st.characters(exclude_categories=())))
def test_what_is_made_visible_prints_on_its_lines_and_stays_the_same_json(text):
    shown = visible(text)
    shown.encode()
    assert visible(shown) == shown
    assert all(c in "\n\t\r" or unicodedata.category(c) not in ("Cc", "Cs") for c in shown)
    assert "\r" not in shown.replace("\r\n", "")
    assert not {"\u202e", "\u2066", "\u200f"} & set(shown)
    assert json.loads(visible(json.dumps(text, ensure_ascii=False))) == text
