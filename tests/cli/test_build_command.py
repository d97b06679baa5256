"""``inspector build`` prints what is in and out, writes the artifacts, and says why."""

import io
import json
import re
import sys
from functools import partial

import pytest

from inspector.core.builder.outputs import ContextBundle
from inspector.project import secrets
from inspector.stages.builder.results import BuildResult
from tests.shared.builder_input import FILES, written_project
from tests.shared.bundle_input import PlainScanner

SAMPLE = "sample:builder"
WHEN = ("--created-at", "2026-04-03T12:00:00Z")


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture(autouse=True)
def plain_scanner(request, monkeypatch):
    """Find secrets of tests only, which takes no time; ``all_rules`` asks for the real scanner."""
    if "all_rules" not in request.fixturenames:
        monkeypatch.setattr(secrets, "secret_scanner", lambda **_: PlainScanner())


@pytest.fixture
def all_rules():
    """Let the command use all rules that find secrets."""


@pytest.fixture
def root(tmp_path):
    return written_project(tmp_path / "project")


@pytest.fixture
def build(inspector):
    """Return a function that runs the command and gives its exit code, output and errors."""
    return partial(inspector, "build")


# What is printed ---------------------------------------------------------------------------------


def test_the_sample_is_summed_up_with_a_warning(build, all_rules):
    code, out, err = build(SAMPLE)
    assert (code, err) == (4, "")
    assert out.startswith("Ready, with a warning: ")
    assert "signatures only" in out
    assert "1 redacted" in out
    assert "planner/settings.py" in out
    assert "Reconciled: adds up to 2,500." in out


def test_a_bundle_within_its_limits_exits_with_0(build, root):
    code, out, err = build(root, "--target", "app/desk.py")
    assert (code, err) == (0, "")
    assert out.startswith("Ready: ")


def test_the_json_is_what_its_schema_describes(build, root):
    code, out, _ = build(root, "--target", "app/desk.py", "--json", *WHEN)
    assert code == 0
    result = BuildResult.model_validate_json(out)
    assert json.loads(out) == result.model_dump(mode="json")
    assert result.decision == "ok"
    assert sum(row.tokens for row in result.ledger) == result.budget.hard_limit_tokens


def test_neither_summary_nor_json_repeats_contents(build, root):
    for form in ((), ("--json",), ("--why", "app/quay.py", "--why", "app/mail.py")):
        _, out, err = build(root, "--target", "app/desk.py", *form)
        assert "Say what there is" not in out + err
        assert "self.last" not in out + err
        assert "KEY_ABCDEFGH12" not in out + err


def test_why_tells_the_arithmetic_of_any_file(build, all_rules):
    asked = ("planner/rules.py", ".env", "bin/berths", "README.md", "planner/cli.py", "gone.py")
    _, out, _ = build(SAMPLE, *(word for path in asked for word in ("--why", path)))
    rules, env, berths, readme, cli_file, gone = out.split("\n\n")
    assert "+60" in rules
    assert "priority P1" in rules
    assert re.search(r"step \d+ .* → [\d,]+ tokens, hard limit 2,500", rules)
    assert re.search(r"tokens +[\d,]+ of [\d,]+ for the whole file", rules)
    assert "**/*.env" in env
    assert berths.startswith("bin/berths: blocked")
    assert "**/bin/**" in berths
    assert "Nothing in the request leads to it." in readme
    assert "whole" in cli_file.splitlines()[0]
    assert re.search(r"step \d+ .* → [\d,]+ tokens, hard limit 2,500", cli_file)
    assert gone.strip() == "gone.py: the project has no such file"


def test_the_report_is_a_page_of_what_was_decided_and_of_no_contents(build, root, tmp_path):
    page = tmp_path / "report.html"
    assert build(root, "--target", "app/desk.py", "--report", page)[0] == 0
    text = page.read_text("utf-8")
    assert "app/desk.py" in text
    assert "within the soft limit" in text
    assert "Say what there is" not in text
    assert build(root, "--symbol", "Gone", "--report", page)[0] == 1
    assert "<h1>A target is not in the project</h1>" in page.read_text("utf-8")


def test_two_results_do_not_share_one_standard_output(build, root):
    code, _, err = build(root, "--report", "-", "--chart", "-")
    assert (code, "different places" in err) == (2, True)


# What is written ---------------------------------------------------------------------------------


def test_artifacts_and_context_are_written(build, root, tmp_path):
    out = tmp_path / "out"
    text = tmp_path / "context.txt"
    assert build(root, "--target", "app/desk.py", "--out", out, "--text", text)[0] == 0
    names = {path.name for path in out.iterdir()}
    assert names == {"bundle.json", "manifest.json", "redactions.json", "budget.json"}
    bundle = ContextBundle.model_validate_json((out / "bundle.json").read_bytes())
    context = text.read_text("utf-8")
    assert all(block.content in context for block in bundle.blocks)


def test_on_standard_output_the_context_stands_alone(build, root, tmp_path):
    code, out, err = build(root, "--target", "app/desk.py", "--text", "-")
    assert (code, err) == (0, "")
    text = tmp_path / "context.txt"
    build(root, "--target", "app/desk.py", "--text", text)
    assert out == text.read_text("utf-8")


def test_two_runs_write_the_same_bytes(build, root, tmp_path):
    for name in ("a", "b"):
        build(root, "--target", "app/desk.py", "--out", tmp_path / name, *WHEN)
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()


def test_the_clock_is_asked_only_where_nobody_says_when_the_call_was(build, root, tmp_path):
    def created(*arguments):
        build(*arguments, "--out", tmp_path / "out")
        value = json.loads((tmp_path / "out" / "bundle.json").read_text())
        manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
        return value["created_at"], manifest["fingerprints"]["bundle_fingerprint"]

    now, one = created(root, "--target", "app/desk.py")
    given, other = created(root, "--target", "app/desk.py", *WHEN)
    assert now > "2026"
    assert given == WHEN[1]
    assert one == other
    assert created(SAMPLE)[0] == "2026-04-03T12:00:00Z"


def test_nothing_is_written_into_the_project(build, root):
    before = sorted(root.rglob("*"))
    build(root, "--target", "app/desk.py")
    assert sorted(root.rglob("*")) == before


# Refusals ----------------------------------------------------------------------------------------


def test_a_refused_build_exits_with_1_and_writes_no_context(build, root, tmp_path):
    text, out = tmp_path / "context.txt", tmp_path / "out"
    code, printed, _ = build(root, "--target", "secrets.env", "--text", text, "--out", out)
    assert code == 1
    assert printed.startswith("Refused (UnsupportedTarget)")
    assert "→" in printed
    assert not text.exists()
    assert not (out / "bundle.json").exists()
    assert (out / "redactions.json").exists()


def test_an_ambiguous_name_lists_what_to_choose_and_a_choice_settles_it(build, root):
    code, out, _ = build(root, "--symbol", "reserve")
    assert code == 1
    assert "app/quay.py:7" in out
    assert "web/quay.ts:1" in out
    assert build(root, "--symbol", "reserve", "--select", "web/quay.ts#reserve")[0] == 0


def test_what_does_not_fit_says_what_to_do(build, root):
    code, out, _ = build(root, "--target", "app/quay.py", "--max-input-tokens", 60, "--reserve", 0)
    assert code == 1
    assert out.startswith("Refused (ContextTooLarge)")
    assert "Use a model that takes" in out


def test_a_refusal_of_a_context_for_standard_output_goes_to_standard_error(build, root):
    code, out, err = build(root, "--target", "app", "--text", "-")
    assert (code, out) == (1, "")
    assert "UnknownTarget" in err


# Input -------------------------------------------------------------------------------------------


def test_request_rules_and_options_are_put_together(build, root, tmp_path):
    request, rules, system = (tmp_path / name for name in ("r.json", "c.yaml", "s.txt"))
    request.write_text(json.dumps({"plan_step": {"target_files": ["app/desk.py"]}}))
    rules.write_text("deny: ['*.ts']\n")
    system.write_text("Answer with a diff.")
    options = ("--config", rules, "--system", system, "--constraint", "No new dependencies.")
    more = ("--deny", "app/mail.py", "--target", "app/quay.py", "--step", "Rename it.")
    code, out, err = build(root, request, *options, *more, "--text", "-")
    assert (code, err) == (0, "")
    for said in ("Answer with a diff.", "No new dependencies.", "Rename it.", "class Quay(Book)"):
        assert said in out
    _, why, _ = build(
        root, request, *options, *more, "--why", "app/mail.py", "--why", "web/quay.ts"
    )
    assert "deny_rule: app/mail.py" in why
    assert "deny_rule: *.ts" in why


def test_a_request_may_come_from_standard_input(build, root, monkeypatch):
    data = json.dumps({"plan_step": {"target_files": ["app/desk.py"]}}).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert build(root, "-")[0] == 0


@pytest.mark.parametrize("spelling", ["app/desk.py", "{root}/app/desk.py", "desk.py"])
def test_a_path_that_a_shell_completed_means_the_same_file(build, root, monkeypatch, spelling):
    monkeypatch.chdir(root / "app")
    code, out, _ = build(root, "--target", spelling.format(root=root))
    assert code == 0
    assert "app/desk.py" in out


def test_a_path_out_of_the_project_is_refused(build, root, tmp_path):
    (tmp_path / "beside.py").write_text("x = 1\n")
    for path in ("../beside.py", tmp_path / "beside.py"):
        code, out, _ = build(root, "--target", path)
        assert code == 1
        assert "UnsupportedTarget" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--text", "-", "--json"), "no place to go"),
        (("--json", "--why", "a"), "use one of them"),
        (("-", "--config", "-"), "only one file"),
        (("--created-at", "yesterday"), "a time with its offset"),
        (("--purpose", "chat"), "invalid choice"),
        (("--max-input-tokens", "-5"), "-5 is not between"),
    ],
)
def test_wrong_use_exits_with_2(build, root, arguments, says):
    code, out, err = build(root, *arguments)
    assert (code, out) == (2, "")
    assert says in err


@pytest.mark.parametrize(
    ("arguments", "code_of_problem"),
    [
        (("{root}/gone",), "builder.no-folder"),
        (("{root}", "{root}/gone.json"), "file.missing"),
        (("{root}", "--config", "{root}/notes.txt"), "json"),
        (("{root}", "--estimator", "abacus"), "builder.no-counter"),
        (("{root}/notes.txt",), "file."),
        (("sample:window",), "builder.no-project"),
    ],
)
def test_input_that_cannot_be_used_exits_with_3(build, root, arguments, code_of_problem):
    code, out, err = build(*(word.format(root=root) for word in arguments))
    assert (code, out) == (3, "")
    assert "[" in err
    assert code_of_problem in err or code_of_problem == "json"


def test_a_place_that_cannot_be_written_exits_with_3(build, root, tmp_path):
    code, _, err = build(root, "--target", "app/desk.py", "--text", tmp_path)
    assert code == 3
    assert "cannot write" in err
    (tmp_path / "file").write_text("x")
    code, _, err = build(root, "--target", "app/desk.py", "--out", tmp_path / "file")
    assert code == 3
    assert "file.not-written" in err


def test_the_project_here_is_the_one_of_the_tests(root):
    assert {str(path.relative_to(root)) for path in root.rglob("*.*")} >= {"secrets.env"}
    assert len(FILES) == 6


# What lets more in -------------------------------------------------------------------------------


def test_a_default_rule_is_taken_back_for_a_reason_that_is_recorded(build, root):
    (root / "packages").mkdir()
    (root / "packages" / "own.py").write_text("def own():\n    return 1\n", encoding="utf-8")
    target = (root, "--target", "packages/own.py")
    assert build(*target)[0] == 1
    assert build(*target, "--allow-denied", "packages/**")[0] == 2
    code, out, _ = build(*target, "--allow-denied", "packages/**", "--reason", "Our own.", "--json")
    assert code == 0
    assert "Our own." in out


def test_signals_and_optional_context_are_options(build, root):
    target = (root, "--target", "app/desk.py")
    plain, wide = (build(*target, *more, "--json")[1] for more in ((), ("--optional", "--signals")))
    assert "Signals beside the document's scoring" not in plain
    assert "Signals beside the document's scoring: words 4" in wide


def test_a_refused_call_does_not_wait_for_the_rules(build, root, monkeypatch):
    asked = []
    monkeypatch.setattr(secrets, "secret_scanner", lambda **_: asked.append(1) or PlainScanner())
    assert build("session.json", "--project", root)[0] != 0
    assert not asked
    build(root)
    assert asked


def test_a_target_that_is_not_there_yet_is_listed_as_to_be_created(build, root):
    code, out, _ = build(root, "--target", "app/desk.py", "--target", "app/new.py")
    assert code == 0
    assert re.search(r"To be created \(1\)\n  P0 +\d+  app/new.py\n", out)
    assert "To be created" not in build(root, "--target", "app/desk.py")[1]
