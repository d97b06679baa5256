"""What `./dev` does to set a checkout up, with stand-ins for Python, apt and the person's id."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from inspector.gui.qt import WINDOW, X11

ROOT = Path(__file__).parent.parent
SHELL = "#!/bin/sh\n"
COREUTILS = [
    "sh",
    "cat",
    "cksum",
    "cp",
    "date",
    "dirname",
    "basename",
    "env",
    "mkdir",
    "sed",
    "mktemp",
    "mv",
    "rm",
    "sleep",
]

PYTHON = r"""
shown=$*
[ "$1" = - ] || printf 'python %s\n' "$(printf '%s' "$shown" | sed -n 1p)" >>"$STUBS/log"
case "$1 ${2-}" in
"-c "*) echo "$STUBS/python3" ;;
"-VV "*) echo "Python 3.11.2 (made up)" ;;
"- "*) cat >/dev/null; cat "$STUBS/missing" ;;
"-m venv") mkdir -p "$4/bin"; cp "$0" "$4/bin/python" ;;
"-m mypy") exit 1 ;;
"-m inspector") echo "the inspector in $PWD with $*" ;;
"-m pytest")
    [ -n "${INSPECTOR_CHECKS-}" ] || exit 0
    while [ ! -e "$INSPECTOR_CHECKS/failed" ]; do sleep 0.05; done
    echo "checks that failed: $(cat "$INSPECTOR_CHECKS/failed")"
    ;;
"packaging/app/made_from.py "*) exit "$(cat "$STUBS/made" 2>/dev/null || echo 1)" ;;
"packaging/"*) printf 'at %s\n' "$SOURCE_DATE_EPOCH" >>"$STUBS/log" ;;
esac
"""
APT_GET = r"""
printf 'apt-get %s\n' "$*" >>"$STUBS/log"
case "$*" in *install*) echo >"$STUBS/missing" ;; esac
"""


@dataclass
class Checkout:
    """A folder with `dev` in it, on a system that is made of stand-ins."""

    folder: Path
    stubs: Path

    def stub(self, name: str, body: str) -> None:
        path = self.stubs / name
        path.write_text(SHELL + body, encoding="utf-8")
        path.chmod(0o755)

    def lacks(self, needed: str, useful: str = "") -> None:
        (self.stubs / "missing").write_text(f"{needed}\n{useful}\n", encoding="utf-8")

    def run(self, *arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.folder / "dev", *arguments],
            cwd=cwd,
            env={"PATH": str(self.stubs), "STUBS": str(self.stubs)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def log(self) -> str:
        """What was called since the last look."""
        path = self.stubs / "log"
        said = path.read_text("utf-8") if path.exists() else ""
        path.unlink(missing_ok=True)
        return said


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    made = Checkout(tmp_path / "a folder's name", tmp_path / "stubs")
    made.stubs.mkdir()
    made.folder.mkdir()
    shutil.copy(ROOT / "dev", made.folder)
    shutil.copytree(ROOT / ".ci", made.folder / ".ci")
    for name in ("pyproject.toml", "requirements.lock"):
        (made.folder / name).write_text(f"# {name}\n", encoding="utf-8")
    for name in COREUTILS:
        (made.stubs / name).symlink_to(str(shutil.which(name)))
    made.stub("python3", PYTHON)
    made.stub("apt-get", APT_GET)
    made.stub("id", "echo 1000")
    made.lacks("")
    return made


def test_the_first_run_makes_an_environment_and_installs_into_it(checkout: Checkout) -> None:
    assert checkout.run("run").returncode == 0
    log = checkout.log()
    assert f"python -m venv --clear {checkout.folder}/.venv" in log
    assert re.search(r"-m pip install .*-c requirements\.lock -e \.\[dev,package\]", log)


def test_the_second_run_installs_nothing(checkout: Checkout) -> None:
    checkout.run("run")
    checkout.log()
    checkout.run("run")
    log = checkout.log()
    assert "-m inspector" in log
    assert "venv" not in log
    assert "pip" not in log


@pytest.mark.parametrize("name", ["pyproject.toml", "requirements.lock"])
def test_a_change_of_what_is_declared_installs_again(name: str, checkout: Checkout) -> None:
    checkout.run("run")
    checkout.log()
    (checkout.folder / name).write_text("# other\n", encoding="utf-8")
    checkout.run("run")
    log = checkout.log()
    assert "-m pip install" in log
    assert "-m venv" not in log


def test_an_installation_that_failed_is_tried_again(checkout: Checkout) -> None:
    checkout.stub("python3", PYTHON.replace('"-m mypy")', '"-m mypy" | "-m pip")'))
    assert checkout.run("run").returncode != 0
    checkout.stub("python3", PYTHON)
    shutil.copy(checkout.stubs / "python3", checkout.folder / ".venv" / "bin" / "python")
    checkout.log()
    assert checkout.run("run").returncode == 0
    assert "-m pip install" in checkout.log()


def test_a_checkout_that_was_moved_gets_a_new_environment(checkout: Checkout) -> None:
    checkout.run("run")
    checkout.log()
    checkout.folder = checkout.folder.rename(checkout.folder.with_name("elsewhere"))
    assert checkout.run("run").returncode == 0
    assert f"-m venv --clear {checkout.folder}/.venv" in checkout.log()


def test_an_environment_that_is_a_link_to_another_is_replaced_and_the_other_stays(
    checkout: Checkout, tmp_path: Path
) -> None:
    other = tmp_path / "another"
    other.mkdir()
    (checkout.folder / ".venv").symlink_to(other)
    assert checkout.run("run").returncode == 0
    assert (checkout.folder / ".venv/made-by").is_file()
    assert list(other.iterdir()) == []


def test_a_missing_library_gives_one_line_to_type_and_stops(checkout: Checkout) -> None:
    checkout.lacks("libgl1 libegl1", "xvfb")
    run = checkout.run("test")
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1].strip() == "sudo apt-get install libgl1 libegl1 xvfb"
    assert "apt-get" not in checkout.log()
    assert not (checkout.folder / ".venv").exists()


def test_root_gets_missing_libraries_installed(checkout: Checkout) -> None:
    checkout.stub("id", "echo 0")
    checkout.lacks("libgl1 libegl1", "xvfb")
    run = checkout.run("run")
    assert run.returncode == 0, run.stderr
    assert re.search(r"apt-get .*install .* libgl1 libegl1 xvfb\n", checkout.log())


def test_root_is_told_what_is_missing_when_it_cannot_be_installed(checkout: Checkout) -> None:
    checkout.stub("id", "echo 0")
    checkout.stub("apt-get", "exit 100")
    checkout.lacks("libgl1")
    run = checkout.run("run")
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1].strip() == "sudo apt-get install libgl1"


def test_what_only_some_tests_use_is_named_and_does_not_stop(checkout: Checkout) -> None:
    checkout.lacks("", "xvfb xdotool")
    run = checkout.run("run")
    assert run.returncode == 0
    assert "Some tests will be skipped; for those: sudo apt-get install xvfb xdotool" in run.stderr


def test_a_system_without_python_is_told_to_install_it(checkout: Checkout) -> None:
    (checkout.stubs / "python3").unlink()
    run = checkout.run("demo")
    assert run.returncode == 1
    assert "sudo apt-get install python3 python3-venv libgl1 " in run.stderr


def test_the_command_runs_where_the_person_is_and_only_it_writes_to_the_output(
    checkout: Checkout, tmp_path: Path
) -> None:
    run = checkout.run("run", "lint", "a b.json", cwd=tmp_path)
    assert run.stdout == f"the inspector in {tmp_path} with -m inspector lint a b.json\n"
    assert "Making .venv" in run.stderr


def test_the_demo_runs_in_the_checkout_and_leaves_the_choice_of_a_window(
    checkout: Checkout, tmp_path: Path
) -> None:
    run = checkout.run("demo", cwd=tmp_path)
    assert run.stdout == f"the inspector in {checkout.folder} with -m inspector demo\n"


@pytest.mark.parametrize("command", [["dev", "test"], [".ci/run"]])
def test_every_check_runs_and_pytest_has_the_last_word(
    command: list[str], checkout: Checkout
) -> None:
    run = subprocess.run(
        [checkout.folder / command[0], *command[1:]],
        env={"PATH": str(checkout.stubs), "STUBS": str(checkout.stubs)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    # The stand-in for mypy fails, and there is none for import-linter.
    assert run.stdout.splitlines()[-1] == "checks that failed: types, imports"
    tools = re.findall(r"-m (ruff \w+|mypy|pytest)", checkout.log())
    assert sorted(tools) == ["mypy", "pytest", "ruff check", "ruff format"]


@pytest.mark.parametrize(("words", "marked"), [((), "not trial"), (("-m", ""), "")])
def test_slow_trials_are_left_out_unless_they_are_asked_for(
    words: tuple[str, ...], marked: str, checkout: Checkout
) -> None:
    checkout.run("test", *words)
    assert re.findall(r"-m pytest .*-m (.*)", checkout.log()) == [marked]


def test_all_that_a_release_passes_is_run_to_its_end_and_what_failed_is_named(
    checkout: Checkout,
) -> None:
    (checkout.stubs / "made").write_text("0", encoding="utf-8")
    soaks = checkout.folder / "tests" / "soak"
    soaks.mkdir(parents=True)
    for what in ("session", "lenses", "loads", "kill"):
        (soaks / f"soak_{what}.py").touch()
    run = checkout.run("test", "--all")
    assert run.returncode == 1
    # There is no package to unpack, and the stand-ins for two checks fail.
    assert run.stderr.splitlines()[-1] == "Failed: tests, journeys with the package"
    log = checkout.log()
    parts = re.findall(
        r"-m (?:tests\.\w+|pytest -m hypothesis)|packaging/deb/build.py --check", log
    )
    assert parts == [
        "packaging/deb/build.py --check",
        "-m pytest -m hypothesis",
        *["-m tests.soak"] * 4,
        "-m tests.golden",
    ]


def test_everything_takes_no_choice_of_tests(checkout: Checkout) -> None:
    assert checkout.run("test", "--all", "tests/core").returncode == 2


def test_check_names_what_failed_and_runs_no_test(checkout: Checkout) -> None:
    run = checkout.run("check")
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1] == "Failed: types, imports"
    assert "-m pytest" not in checkout.log()


def _built(checkout: Checkout) -> list[str]:
    return re.findall(r"python packaging/(.*build\.py.*)", checkout.log())


def test_packages_are_built_in_an_environment_of_their_own(checkout: Checkout) -> None:
    run = checkout.run("build", "wheel", "--check")
    assert run.returncode == 0, run.stderr
    log = checkout.log()
    assert f"-m venv --clear {checkout.folder}/build/venv\n" in log
    assert re.search(r"-m pip install .*-c requirements\.lock -e \.\[package\]\n", log)
    assert "python packaging/wheel/build.py --check\n" in log
    assert not (checkout.folder / ".venv").exists()


def test_a_debian_package_gets_the_app_it_is_made_of_first(checkout: Checkout) -> None:
    assert checkout.run("build", "deb", "--x").returncode == 0
    assert _built(checkout) == ["app/build.py", "deb/build.py --x"]


def test_an_app_of_these_sources_is_not_built_again(checkout: Checkout) -> None:
    (checkout.stubs / "made").write_text("0", encoding="utf-8")
    for target, program in (("deb", "deb"), ("sbom", "inventory")):
        assert checkout.run("build", target).returncode == 0
        assert _built(checkout) == [f"{program}/build.py"]


def test_everything_is_built_in_the_order_in_which_one_needs_the_other(
    checkout: Checkout,
) -> None:
    (checkout.stubs / "made").write_text("0", encoding="utf-8")
    assert checkout.run("build", "all").returncode == 0
    order = ["wheel", "recorder", "app", "inventory", "deb"]
    assert _built(checkout) == [f"{name}/build.py" for name in order]


def test_what_only_one_part_understands_is_not_given_to_all(checkout: Checkout) -> None:
    run = checkout.run("build", "all", "--check")
    assert run.returncode == 2
    assert "--check" in run.stderr
    assert not (checkout.folder / "build").exists()


def test_an_app_that_could_not_be_built_stops_the_rest(checkout: Checkout) -> None:
    fails = '"packaging/app/build.py "*) exit 3 ;;\n"packaging/"*) printf'
    checkout.stub("python3", PYTHON.replace('"packaging/"*) printf', fails))
    assert checkout.run("build", "deb").returncode == 3
    assert _built(checkout) == ["app/build.py"]


@pytest.mark.parametrize("has_git", [True, False])
def test_what_is_built_has_the_time_of_the_commit(has_git: bool, checkout: Checkout) -> None:
    checkout.stub("git", 'case "$*" in *log*) echo 86400 ;; esac')
    if has_git:
        (checkout.folder / ".git").touch()
    # As in an unpacked source distribution.
    os.utime(checkout.folder / "pyproject.toml", (172800, 172800))
    checkout.run("build", "wheel")
    assert f"at {86400 if has_git else 172800}\n" in checkout.log()


def test_what_cannot_be_built_is_an_error_with_the_list_of_what_can(checkout: Checkout) -> None:
    run = checkout.run("build", "snap")
    assert run.returncode == 2
    assert "app, deb, wheel, recorder, sbom, site, all" in run.stderr
    assert not (checkout.folder / "build").exists()


def test_a_measurement_that_does_not_exist_is_an_error(checkout: Checkout) -> None:
    run = checkout.run("bench", "nothing")
    assert run.returncode == 1
    assert "bench_nothing.py" in run.stderr


def test_an_unknown_command_is_an_error_with_the_list_of_commands(checkout: Checkout) -> None:
    run = checkout.run("tset")
    assert run.returncode == 2
    assert run.stdout == ""
    assert "There is no command 'tset'." in run.stderr
    assert "./dev test" in run.stderr


def test_help_and_manual_name_every_command(checkout: Checkout) -> None:
    known = set(re.findall(r"^([a-z]+)\)$", (ROOT / "dev").read_text("utf-8"), re.MULTILINE))
    manual = (ROOT / "docs" / "development.md").read_text("utf-8")
    assert set(re.findall(r"^\./dev (\w+)", checkout.run("help").stdout, re.MULTILINE)) == known
    assert set(re.findall(r"^\| `\./dev (\w+)", manual, re.MULTILINE)) == known
    assert len(known) > 5


@pytest.mark.parametrize(("redirection", "read"), [("<&-", ""), ("<<<piped", "piped")])
def test_the_command_can_read_standard_input_even_when_it_is_closed(
    redirection: str, read: str, checkout: Checkout
) -> None:
    checkout.stub("python3", PYTHON.replace('echo "the inspector', 'cat && echo "the inspector'))
    run = subprocess.run(
        ["/bin/bash", "-c", f'exec "$0" run {redirection}', str(checkout.folder / "dev")],
        env={"PATH": str(checkout.stubs), "STUBS": str(checkout.stubs)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.partition("the inspector")[0].strip() == read


def test_set_up_looks_for_the_libraries_that_the_window_names() -> None:
    # It runs before there is anything that could be imported, so it has a list of its own.
    script = (ROOT / "dev").read_text("utf-8")
    for name, known in (("WINDOW", WINDOW), ("X11", X11)):
        [listed] = re.findall(rf"^{name} = (\{{.*?^\}})", script, re.MULTILINE | re.DOTALL)
        assert ast.literal_eval(listed) == known
