"""No secret comes out of ``inspector build``: not to the terminal, to files, caches or records.

What is allowed: a session or a request that a person saves holds what the person wrote into it, and
the index that is kept beside the project knows the paths of its files.
"""

import io
import json
import logging
import random
import sys

import pytest

from inspector import cli
from inspector.analysis.builder_cache import default_cache_folder, scanner_cache_folder
from inspector.core.builder import build as core_build
from inspector.core.builder.inputs import BuilderStage
from inspector.files import load_session, save_session
from inspector.project import secrets
from inspector.project.secrets import secret_scanner
from inspector.session.session import Session
from inspector.stages.builder import runs as builder_runs
from tests.shared.planted_secrets import bytes_below, forms, leaked, make_value, plants

TARGET = "main.py"
EVERYTHING = {"configuration_files": ["*"], "include_optional": True}
ROOM = ("--max-input-tokens", "1000000", "--estimator", "chars")


@pytest.fixture(scope="module")
def scanner():
    found = secret_scanner(cache_dir=scanner_cache_folder(default_cache_folder()))
    found.warm_up()
    return found


@pytest.fixture
def value():
    return make_value(random.Random(17))


@pytest.fixture
def place(tmp_path, monkeypatch, scanner):
    """A folder of this test's own for all that the program keeps; the rules are there already."""
    for kind in ("DATA", "CACHE", "CONFIG", "STATE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / "kept" / kind.lower()))
    monkeypatch.setattr(secrets, "secret_scanner", lambda **_: scanner)
    (tmp_path / "kept").mkdir()
    return tmp_path


@pytest.fixture
def project(place):
    root = place / "project"
    root.mkdir()
    (root / TARGET).write_text("def start():\n    return 1\n")
    return root


@pytest.fixture
def rules(place):
    path = place / "rules.json"
    path.write_text(json.dumps(EVERYTHING))
    return path


@pytest.fixture
def run(capfd, caplog, place):
    """Return a function that runs the command and gives its code and all that came out of it."""
    caplog.set_level(logging.DEBUG)

    def run(*arguments, out=None):
        capfd.readouterr()
        code = cli.main(["build", *map(str, arguments)])
        said = capfd.readouterr()
        exits = {"standard output": said.out, "standard error": said.err, "log": caplog.text}
        kept = bytes_below(place / "kept")
        written = {} if out is None else bytes_below(out)
        return code, exits | kept | written

    return run


# Secrets in a project ----------------------------------------------------------------------------


def test_in_every_mode_files_with_secrets_give_none_away(run, project, rules, place):
    planted = plants()
    for plant in planted:
        (project / plant.path).write_bytes(plant.data)
    hidden = make_value(random.Random(19))
    (project / "prod.env").write_text(f"PASSWORD={hidden}\n")
    marks = [mark for plant in planted for mark in plant.marks] + sorted(forms(hidden))
    out = place / "out"
    ask = (project, "--target", TARGET, "--config", rules, *ROOM)
    why = [word for plant in planted for word in ("--why", plant.path)]
    for mode in (
        ("--out", out, "--text", out / "context.txt", "--report", out / "report.html"),
        ("--text", "-"),
        ("--json",),
        (*why, "--why", "prod.env"),
    ):
        code, exits = run(*ask, *mode, out=out)
        assert code == 0
        assert leaked(marks, exits) == []
    assert {"bundle.json", "context.txt", "report.html", "history.sqlite3"} <= exits.keys()
    for mode in (
        (),
        ("--json",),
        ("--out", out),
        ("--report", out / "r.html"),
        ("--why", planted[3].path),
    ):
        code, exits = run(*ask, "--target", planted[3].path, "--target", "prod.env", *mode, out=out)
        assert code == 1
        assert leaked(marks, exits) == []


@pytest.mark.parametrize(
    "name", ["sk-{}.py", "token={}.txt", "sk-{}/a.py", "sk-{}.env", "sk-{}.pdf"]
)
def test_the_name_of_a_file_is_not_told_where_it_is_a_secret(run, project, rules, value, name):
    path = name.format(value)
    (project / path).parent.mkdir(exist_ok=True)
    (project / path).write_bytes(b"x = 1\0" if name.endswith("pdf") else b"x = 1\n")
    ask = (project, "--target", TARGET, "--config", rules, *ROOM)
    asks = (
        (),
        ("--json",),
        ("--why", path),
        ("--text", "-"),
        ("--target", path),
        ("--report", "-"),
    )
    for mode in asks:
        _, exits = run(*ask, *mode)
        exits = {way: text for way, text in exits.items() if not is_index(way)}
        assert leaked(forms(value), exits) == []


def is_index(way):
    """Whether it is what is kept of a project: a database with a hash for a name."""
    return len(way) > 30 and way.endswith(".sqlite3")


def test_names_that_cannot_be_read_or_used_are_told_without_secrets(run, project, value):
    (project / f"sk-{value}.py").symlink_to("/etc/hostname")
    (project / f"sk-{value}x.py").symlink_to(project / "gone")
    _, exits = run(project, "--target", TARGET, "--json")
    assert leaked(forms(value), exits) == []


# Secrets in what is asked ------------------------------------------------------------------------

OPTIONS = (
    "--target",
    "--symbol",
    "--select",
    "--intent",
    "--step",
    "--constraint",
    "--correlation-id",
    "--deny",
    "--why",
)


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("mode", ["", "--json"])
def test_an_option_with_a_secret_is_repeated_nowhere(run, project, value, option, mode):
    mode = "" if option == "--why" else mode  # the two exclude each other
    secret = f"password={value}"
    code, exits = run(project, "--target", TARGET, option, secret, *([mode] if mode else []))
    assert code == {"--deny": 0, "--why": 0, "--correlation-id": 2}.get(option, 1)
    assert leaked(forms(value), exits) == []


def _requests(secret):
    step = {"target_files": [TARGET]}
    return {
        "system": {"plan_step": step, "system": secret},
        "error": {"plan_step": step, "last_error": {"log": [secret]}},
        "model": {"plan_step": step, "model": {"model": secret, "provider": secret}},
        "selected": {"user_selected_targets": [{"path": secret, "symbol": secret}]},
        "purpose": {"plan_step": step, "purpose": secret},
        "created": {"plan_step": step, "created_at": secret},
        "limit": {"plan_step": step, "model": {"max_input_tokens": secret}},
        "name of a field": {"plan_step": step, secret: 1},
        "wrong kind": {"plan_step": secret},
        "wrong list": {"constraints": {"user": secret}},
        "wrong name inside": {"plan_step": {secret: secret, "target_files": 3}},
    }


@pytest.mark.parametrize("field", _requests(""))
@pytest.mark.parametrize("form", ["json", "yaml", "stdin", "broken"])
def test_a_request_with_a_secret_is_repeated_nowhere(
    run, project, place, monkeypatch, value, field, form
):
    text = json.dumps(_requests(f"password={value}")[field])
    name = place / ("request.yaml" if form == "yaml" else "request.json")
    text = text[:-1] if form == "broken" else text
    name.write_text(text.replace("{", "{ ") if form == "yaml" else text)
    if form == "stdin":
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    out = place / "out"
    code, exits = run(project, "-" if form == "stdin" else name, "--out", out, out=out)
    assert code in ({3} if form == "broken" else {0, 1, 2, 3})
    assert leaked(forms(value), exits) == []


@pytest.mark.parametrize(
    "rules",
    [
        {"deny": ["{}", "*.{}["]},
        {"deny_overrides": [{"pattern": "**/*.env", "reason": "{}"}]},
        {"deny_overrides": [{"pattern": "{}", "reason": "{}"}]},
        {"configuration_files": ["{}"]},
        {"max_hops": "{}"},
        {"{}": 1},
    ],
)
def test_rules_with_a_secret_are_repeated_nowhere(run, project, place, value, rules):
    path = place / "rules.json"
    path.write_text(json.dumps(rules).replace("{}", f"password={value}"))
    (project / f"password={value}").write_text("x")
    _, exits = run(project, "--target", TARGET, "--config", path, "--json")
    exits = {way: text for way, text in exits.items() if not is_index(way)}
    assert leaked(forms(value), exits) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("--estimator", "{}"),
        ("--created-at", "{}"),
        ("--purpose", "{}"),
        ("--max-input-tokens", "{}"),
        ("--{}",),
        ("--config", "{}"),
        ("--system", "{}"),
        ("{}",),
        ("--text", "gone/{}/context.txt"),
        ("--out", "main.py/{}"),
    ],
)
def test_an_argument_that_is_wrong_is_not_repeated(run, project, monkeypatch, value, arguments):
    monkeypatch.chdir(project)
    words = [word.format(f"password={value}") for word in arguments]
    code, exits = run(project, *words)
    assert code != 0
    assert leaked(forms(value), exits) == []


def test_a_root_with_a_secret_in_its_name_is_not_told(run, place, value):
    root = place / f"sk-{value}"
    _, exits = run(root, "--target", TARGET)
    assert leaked(forms(value), exits) == []
    root.mkdir()
    (root / TARGET).write_text("x = 1\n")
    code, exits = run(root, "--target", TARGET, "--json")
    assert code == 0
    assert leaked(forms(value), exits) == []


# What goes wrong on the way ----------------------------------------------------------------------

STEPS = ("find_targets", "find_candidates", "rank", "read_files", "judge", "fit", "report_of")


@pytest.mark.parametrize("step", STEPS)
def test_a_failure_of_the_program_says_where_and_never_what_it_held(
    run, project, monkeypatch, value, step
):
    (project / "settings.py").write_text(f"PASSWORD = '{value}'\n")

    def fails(*_arguments, **_named):
        content = (project / "settings.py").read_text()
        raise ValueError(content)

    monkeypatch.setattr(core_build, step, fails)
    code, exits = run(project, "--target", TARGET)
    assert code == 70
    assert "ValueError" in exits["standard error"]
    assert leaked(forms(value), exits) == []


def test_a_file_that_changes_while_it_is_read_gives_nothing_away(run, project, value):
    (project / TARGET).write_bytes(f"password={value}\n".encode("utf-16-le") + b"\xff")
    code, exits = run(project, "--target", TARGET)
    assert code == 1
    assert leaked(forms(value), exits) == []


# Sessions ----------------------------------------------------------------------------------------


def test_a_saved_session_holds_what_the_person_wrote_and_nothing_of_the_files(place, project):
    planted = plants()[:40]
    for plant in planted:
        (project / plant.path).write_bytes(plant.data)
    stage = BuilderStage(root=str(project))
    result = builder_runs.BuilderRuns().run(Session().having(builder=stage))
    assert result.report is not None
    path = place / "work.inspector.json"
    assert not any(problem.severity == "error" for problem in save_session(result.session, path))
    saved = path.read_bytes()
    assert leaked([mark for plant in planted for mark in plant.marks], {"session": saved}) == []
    loaded = load_session(path)
    assert loaded.value is not None
    assert loaded.value.builder.root == str(project)
