"""Sentences of the context builder's contract, each held by the engine and the command."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from inspector import cli
from inspector.core.builder.build import build_bundle
from inspector.core.builder.inputs import BuildRequest
from inspector.core.builder.outputs import BlockType, InclusionReason
from inspector.core.builder.report import RefusalCode, Remedy
from inspector.project import index_project
from inspector.project.index import Exclusion
from inspector.project.rules import ProjectRules, deny_rules
from inspector.project.secrets import PatternScanner
from tests.shared.bundle_input import PlainScanner

BODY = "    value = 1\n" * 30
FILES = {
    "app/main.py": f"from app.base import Base\nimport app.tool\n\n\nclass Main(Base):\n{BODY}\n\n"
    "def small():\n    return 1\n",
    "app/base.py": "class Base:\n    pass\n",
    "app/tool.py": f"import app.far\n\n\ndef use():\n{BODY}",
    "app/far.py": f"def far():\n{BODY}",
    "tests/test_main.py": "x = 1\n",
    "notes.zig": "const x = 1;\n",
}
STEP = {"plan_step": {"target_files": ["app/main.py"]}}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "project"


def built(root: Path, **fields: Any) -> Any:
    request = BuildRequest.model_validate(STEP | fields)
    return build_bundle(request, index_project(root), scanner=PlainScanner())


def ran(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    code = cli.main(["build", *arguments, "--no-cache", "--no-history"])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


# Selection ------------------------------------------------------------------------------------


def test_caller_is_a_relation_of_the_code_and_not_of_two_names(root):
    ranked = {one.path: one for one in built(root).ranking}
    assert "tests/test_main.py" not in ranked


def test_interface_or_base_type_is_said_before_dependency(root):
    ranked = {one.path: one for one in built(root).ranking}
    assert (ranked["app/base.py"].reason, ranked["app/base.py"].score) == ("base_type", 60)
    assert ranked["app/tool.py"].reason == "dependency"


LANGUAGES = {
    "python": ("base.py", "class Base: ...\n", "t.py", "import base\nclass T(base.Base): ...\n"),
    "java": ("Base.java", "public interface Base {}\n", "T.java", "class T implements Base {}\n"),
    "csharp": ("B.cs", "interface IB {}\n", "T.cs", "class T : IB {}\n"),
    "typescript": (
        "base.ts",
        "export interface Base {}\n",
        "t.ts",
        'import { Base } from "./base";\nclass T implements Base {}\n',
    ),
    "javascript": (
        "base.js",
        "export class Base {}\n",
        "t.js",
        'import { Base } from "./base.js";\nclass T extends Base {}\n',
    ),
    "go": ("b.go", "package m\ntype B struct{}\n", "t.go", "package m\ntype T struct{ B }\n"),
    "go by its methods": (
        "b.go",
        "package m\ntype B interface { Do(n int) error }\n",
        "t.go",
        "package m\ntype T struct{}\nfunc (t *T) Do(number int) error { return nil }\n",
    ),
    "rust": (
        "src/base.rs",
        "pub trait Base {}\n",
        "src/t.rs",
        "use crate::base::Base;\npub struct T;\nimpl Base for T {}\n",
    ),
    "c++": ("b.h", "class B {};\n", "t.cpp", '#include "b.h"\nclass T : public B {};\n'),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_base_types_are_known_by_inheritance_in_every_language_with_a_grammar(tmp_path, language):
    base, base_text, target, text = LANGUAGES[language]
    more = {
        "go.mod": "module m\n",
        "src/lib.rs": "mod base;\nmod t;\n",
        "Cargo.toml": "[package]\n",
    }
    for name, content in {base: base_text, target: text, **more}.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
    report = built(tmp_path, plan_step={"target_files": [target]})
    ranked = {one.path: one.reason for one in report.ranking}
    assert ranked[base] in {InclusionReason.BASE_TYPE, InclusionReason.INTERFACE}


def test_packages_is_never_sent_at_any_depth(root):
    rules = deny_rules(ProjectRules())
    for path in ("packages/a.cs", "deep/packages/a.cs", "a/b/packages/c/d.cs"):
        assert rules.rule_for(path) == "packages/**"
    assert rules.rule_for("src/packages.cs") is None
    (root / "lib" / "packages").mkdir(parents=True)
    (root / "lib" / "packages" / "a.py").write_text("a = 1\n")
    report = built(root, plan_step={"target_files": ["lib/packages/a.py"]})
    assert [one.rule for one in report.refusal.advice if one.rule] == ["packages/**"]


@pytest.mark.parametrize(
    "step", [{"target_files": [""]}, {"target_files": [" "]}, {"target_symbols": ["\t"]}]
)
def test_a_blank_target_is_an_error(root, tmp_path, capsys, step):
    with pytest.raises(ValidationError, match="blank"):
        BuildRequest.model_validate({"plan_step": step})
    path = tmp_path / "request.json"
    path.write_text(json.dumps({"plan_step": step}))
    code, _, err = ran(capsys, str(root), str(path))
    assert code == 3
    assert "must not be blank" in err


def test_the_active_file_is_an_input_of_the_command(root, capsys):
    out = root.parent / "out"
    arguments = (str(root), "--target", "app/main.py", "--active-file", "notes.zig", "--optional")
    code, _, _ = ran(capsys, *arguments, "--out", str(out))
    assert code == 0
    bundle = json.loads((out / "bundle.json").read_text())
    assert "notes.zig" in {block["meta"]["path"] for block in bundle["blocks"]}


# Secrets --------------------------------------------------------------------------------------


def asked_of(root: Path, *targets: str) -> Any:
    request = BuildRequest.model_validate({"plan_step": {"target_files": list(targets)}})
    return build_bundle(request, index_project(root), scanner=PatternScanner())


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("app.properties", "db.user=app\npassword={}\n"),
        ("settings.yaml", "db:\n  user: app\n  password: {}\n"),
        ("conf.json", '{{"user": "app", "password": "{}"}}\n'),
        ("compose.yaml", "services:\n  db:\n    environment:\n      POSTGRES_PASSWORD: {}\n"),
        ("db.py", 'import x\n\ndef open():\n    password = "{}"\n    return x.get(password)\n'),
        ("db.js", 'const password = "{}";\nfunction f() {{ return password; }}\n'),
    ],
)
def test_a_weak_password_in_configuration_and_code_is_uncertain_and_stays_out(root, path, text):
    for weak in ("password1", "admin", "postgres", "test123", "letmein", "qwerty"):
        (root / path).write_text(text.format(weak))
        assert asked_of(root, path).refusal.code is RefusalCode.SECRET_RISK, weak
        (root / "app" / "main.py").write_text(f"# {path}\n")
        assert weak not in asked_of(root, "app/main.py").rendered
    for gap in ("changeme", "<password>", "${DB_PASSWORD}", "your-password", "example"):
        (root / path).write_text(text.format(gap))
        assert gap in asked_of(root, path).rendered


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("tests/fixtures/user.json", '{"user": "bob", "password": "letmein"}\n'),
        ("tests/test_login.py", 'def test_it():\n    assert login("bob", password="letmein")\n'),
        ("login.py", 'def login(password):\n    """Called with password=letmein."""\n'),
        ("Login.java", "/**\n * Called with password=letmein.\n */\nclass Login {}\n"),
        ("locales/fi.json", '{"password": "letmein"}\n'),
        ("fi.json", '{"a": "Kirjaudu", "password": "Letmein", "b": "Peruuta", "c": "Tallenna"}\n'),
    ],
)
def test_surroundings_make_the_word_behind_a_keyword_text(root, path, text):
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)
    assert "letmein" in asked_of(root, path, "app/main.py").rendered.lower()
    strong = text.replace("letmein", "k7Gq-91xZ!t").replace("Letmein", "k7Gq-91xZ!t")
    (root / path).write_text(strong)
    assert asked_of(root, path).refusal.code is RefusalCode.SECRET_RISK


def test_a_word_that_is_text_in_a_test_is_none_in_a_configuration_beside_it(root):
    (root / "tests" / "test_main.py").write_text('def test_it():\n    go(password="letmein")\n')
    (root / "app.ini").write_text("password=letmein\n")
    report = asked_of(root, "tests/test_main.py", "app.ini")
    assert {place.path for place in report.refusal.places} == {"app.ini"}


# Ids, times, enumerations -------------------------------------------------------------------


def test_correlation_id_is_a_uuid(root):
    first, again = built(root), built(root, created_at="2031-01-01T00:00:00Z")
    assert uuid.UUID(first.bundle.correlation_id).version == 5
    assert first.bundle.correlation_id == first.manifest.correlation_id
    assert first.bundle.correlation_id == again.bundle.correlation_id
    other = built(root, intent="something else")
    assert other.bundle.correlation_id != first.bundle.correlation_id
    given = str(uuid.UUID(int=7))
    assert built(root, correlation_id=given).bundle.correlation_id == given
    with pytest.raises(ValidationError):
        built(root, correlation_id="c-1")


def test_created_at_takes_any_offset_of_iso_8601_and_is_written_as_utc(root, capsys):
    report = built(root, created_at="2026-04-03T14:00:00+02:00")
    assert report.bundle.created_at == "2026-04-03T12:00:00Z"
    out = root.parent / "out"
    given = ("--created-at", "2026-04-03T14:00:00+02:00", "--out", str(out))
    code, _, _ = ran(capsys, str(root), "--target", "app/main.py", *given)
    assert code == 0
    bundle = json.loads((out / "bundle.json").read_text())
    assert bundle["created_at"] == "2026-04-03T12:00:00Z"
    for wrong in ("2026-04-03T14:00:00", "2026-02-30T00:00:00Z", "now"):
        with pytest.raises(ValidationError):
            built(root, created_at=wrong)


def test_the_reasons_of_excluded_candidates_are_the_documents(root):
    index = index_project(root)
    (root / "app" / "tool.py").unlink()
    report = build_bundle(BuildRequest.model_validate(STEP), index, scanner=PlainScanner())
    reasons = {one.reason for one in report.manifest.selection.excluded_candidates}
    assert Exclusion.GONE not in reasons
    (gone,) = (one for one in report.redactions.redactions if one.target == "app/tool.py")
    assert gone.type == "path_excluded"
    assert gone.details.startswith("gone")


# Blocks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("purpose", ["intent", "plan", "diff"])
def test_p0_has_a_system_block_with_rules_for_the_call(root, purpose):
    blocks = built(root, purpose=purpose, intent="Go faster.").bundle.blocks
    system = [block for block in blocks if block.block_type is BlockType.SYSTEM]
    assert [(block.priority, bool(block.content)) for block in system] == [("P0", True)]
    own = built(root, purpose=purpose, intent="Go faster.", system="Be brief.").bundle.blocks
    assert own[0].content == "Be brief."


def test_signatures_only_says_which_lines_are_there_and_which_are_not(root):
    model = {"max_input_tokens": 300, "response_token_reserve": 0}
    report = built(root, model=model)
    sliced = [one for one in report.redactions.redactions if one.type == "content_sliced"]
    assert sliced
    for one in sliced:
        assert " there; " in one.details
        assert one.details.endswith(" cut.")


# Budget ---------------------------------------------------------------------------------------


def test_the_estimators_version_is_recorded_in_the_notes(root, capsys):
    assert "Token estimator: discipline@1." in built(root).budget.notes
    code, out, _ = ran(capsys, str(root), "--target", "app/main.py", "--json")
    assert code == 0
    (note,) = (one for one in json.loads(out)["budget"]["notes"] if "estimator" in one)
    assert note.startswith("Token estimator: o200k_base, tiktoken ")
    assert note[-2].isdigit()


def test_a_refusal_before_fitting_says_that_nothing_was_estimated(root):
    report = built(root, plan_step={"target_files": ["../x"]})
    assert report.refused
    assert any(note.startswith("Nothing was estimated") for note in report.budget.notes)
    assert not any("Nothing was estimated" in note for note in built(root).budget.notes)


def test_context_too_large_advises_to_narrow_scope_before_a_larger_model(root, capsys):
    many = "".join(f"def step_{n}(first, second, third):\n    return {n}\n\n\n" for n in range(40))
    (root / "app/main.py").write_text(f"def small():\n    return 1\n\n\n{many}")
    report = built(root, model={"max_input_tokens": 200, "response_token_reserve": 0})
    advice = report.refusal.advice
    assert advice[0].remedy is Remedy.NAME_SYMBOL
    assert "small (" in advice[0].sentence
    assert "small" in [one.symbol for one in advice[1:-1]]
    assert advice[-1].remedy is Remedy.RAISE_LIMIT
    code, out, _ = ran(
        capsys, str(root), "--target", "app/main.py", "--max-input-tokens", "200", "--reserve", "0"
    )
    assert code == 1
    assert out.index("Send only small of app/main.py") < out.index("Use a model")


def test_where_no_part_fits_the_advice_to_narrow_says_how_large_each_is(root):
    advice = built(root, model={"max_input_tokens": 60, "response_token_reserve": 0}).refusal.advice
    assert advice[0].remedy is Remedy.NAME_SYMBOL
    assert "small (" in advice[0].sentence
    assert "Main (" in advice[0].sentence
    assert advice[-1].remedy is Remedy.RAISE_LIMIT


def test_the_threshold_is_a_percentage_and_the_reserve_below_the_limit(root, capsys):
    with pytest.raises(ValidationError, match="between 0 and 100"):
        built(root, model={"soft_limit_threshold_pct": 101})
    code, _, err = ran(capsys, str(root), "--target", "app/main.py", "--soft-pct", "101")
    assert code == 2
    assert "between 0 and 100" in err
    code, _, err = ran(
        capsys, str(root), "--target", "app/main.py", "--max-input-tokens", "10", "--reserve", "20"
    )
    assert code == 1
    assert "The reserve for the response is more than the model takes" in err


def test_a_bundle_with_room_says_what_optional_context_would_add(root, capsys):
    report = built(root)
    (told,) = (one for one in report.problems if one.code == "builder.optional-room")
    assert "1 file of optional context" in told.message
    assert "--optional" in told.fix
    _, _, err = ran(capsys, str(root), "--target", "app/main.py")
    assert "of optional context" in err
    _, _, err = ran(capsys, str(root), "--target", "app/main.py", "--optional")
    assert "of optional context" not in err


def test_replay_and_build_have_the_same_defaults():
    from inspector.core.builder.inputs import BuilderConfig
    from inspector.stages.builder import replay_command

    parser = __import__("argparse").ArgumentParser()
    replay_command.add_options(parser)
    options = parser.parse_args(["."])
    assert replay_command._config(options) == BuilderConfig()
    options = parser.parse_args([".", "--optional"])
    assert replay_command._config(options) == BuilderConfig(include_optional=True)


def test_the_report_says_how_many_files_are_in_languages_without_a_grammar(root, capsys):
    note = "Definitions are not read in 1 file of languages without a grammar: .zig 1."
    assert note in built(root).budget.notes
    _, out, _ = ran(capsys, str(root), "--target", "app/main.py")
    assert note in out
