"""No secret of a project or of a request comes out of a build by any way, whatever it is part of.

The rules are those of the product, both layers. What stands in a file is screened in every role
that a file can have; what stands in a request refuses the call.
"""

import json
import random
from dataclasses import replace

import pytest

from inspector.analysis.builder_cache import default_cache_folder, scanner_cache_folder
from inspector.core import BuilderConfig, BuildRequest, build_bundle, index_project
from inspector.core.builder.report import FateKind, RefusalCode
from inspector.core.tokens import estimator
from inspector.project import IndexCache
from inspector.project.index import Relation, RelationKind
from inspector.project.secrets import secret_scanner
from tests.shared.labelled_secrets import SHAPED
from tests.shared.planted_secrets import (
    Plant,
    bytes_below,
    exits_of,
    forms,
    leaked,
    make_value,
    plants,
)

TARGET = "main.py"
ROLES = (
    Relation(TARGET, "", RelationKind.IMPORTS, "", ""),
    Relation(TARGET, "start", RelationKind.BASE_TYPE, "", ""),
    Relation(TARGET, "start", RelationKind.IMPLEMENTS, "", ""),
    Relation(TARGET, "start", RelationKind.CALLS, "", ""),
    Relation("", "", RelationKind.CALLS, TARGET, "start"),
    Relation("", "", RelationKind.IMPORTS, TARGET, ""),
)
"""How a file can be related to a target; "" stands for its path."""


@pytest.fixture(scope="module")
def scanner():
    found = secret_scanner(cache_dir=scanner_cache_folder(default_cache_folder()))
    found.warm_up()
    return found


@pytest.fixture(scope="module")
def planted():
    return plants()


@pytest.fixture(scope="module")
def index(tmp_path_factory, planted):
    """The index of a project with every plant, related to the target in every role in turn."""
    root = tmp_path_factory.mktemp("project")
    (root / TARGET).write_text("def start():\n    return 1\n")
    for plant in planted:
        (root / plant.path).write_bytes(plant.data)
    cache = tmp_path_factory.mktemp("cache") / "index.sqlite3"
    found = index_project(root, cache=IndexCache(cache))
    assert leaked(all_marks(planted), bytes_below(cache.parent)) == []
    related = [related_by(ROLES[n % len(ROLES)], plant.path) for n, plant in enumerate(planted)]
    return replace(found, relations=tuple(sorted(related)))


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """The index of a project that holds no secret: a file for each role beside the target."""
    root = tmp_path_factory.mktemp("small")
    paths = [f"part{n}.py" for n in range(len(ROLES))]
    for path in (TARGET, *paths):
        (root / path).write_text("def start():\n    return 1\n")
    related = map(related_by, ROLES, paths)
    return replace(index_project(root), relations=tuple(sorted(related)))


def all_marks(planted):
    return [mark for plant in planted for mark in sorted(plant.marks)]


def related_by(role, path):
    return replace(role, source_path=role.source_path or path, target_path=role.target_path or path)


def build(index, scanner, *, config=None, limit=10_000_000, **fields):
    step = {"target_files": [TARGET]} | fields.pop("step", {})
    asked = {"plan_step": step, "model": {"max_input_tokens": limit}} | fields
    return build_bundle(
        BuildRequest.model_validate(asked),
        index,
        config=config,
        tokens=estimator("chars"),
        scanner=scanner,
    )


# Secrets in files --------------------------------------------------------------------------------


def test_every_file_can_be_read_and_in_it_stands_what_must_not_come_out(index, planted):
    assert len(planted) > 350
    assert {plant.encoding for plant in planted} == {
        "utf-8",
        "utf-8-sig",
        "utf-16-le",
        "utf-16-be",
        "ascii",
        "cp1252",
    }
    for plant in planted:
        assert index.files[plant.path].exclusion is None, plant.path
        assert any(mark in plant.text for mark in plant.marks), plant.path


@pytest.mark.parametrize("limit", [10_000_000, 30_000, 12_000])
def test_from_files_beside_the_target_no_secret_comes_out(index, planted, scanner, limit):
    report = build(index, scanner, limit=limit, config=BuilderConfig(include_optional=True))
    assert report.bundle is not None
    assert leaked(all_marks(planted), exits_of(report)) == []
    kinds = {report.fates[plant.path].kind for plant in planted}
    assert FateKind.INCLUDED not in kinds
    assert FateKind.REDACTED in kinds or limit < 10_000_000
    untold = [one for one in planted if report.fates[one.path].kind is FateKind.NO_CANDIDATE]
    assert untold == []


def test_from_configuration_no_secret_comes_out(index, planted, scanner):
    config = BuilderConfig(configuration_files=("*",))
    report = build(replace(index, relations=()), scanner, config=config)
    assert leaked(all_marks(planted), exits_of(report)) == []
    assert {report.fates[plant.path].kind for plant in planted} == {
        FateKind.REDACTED,
        FateKind.EXCLUDED,
    }


def test_as_targets_all_of_them_refuse_and_each_is_named(index, planted, scanner):
    report = build(index, scanner, step={"target_files": [plant.path for plant in planted]})
    assert report.refusal is not None
    assert report.refusal.code is RefusalCode.SECRET_RISK
    assert {place.path for place in report.refusal.places} == {plant.path for plant in planted}
    assert leaked(all_marks(planted), exits_of(report)) == []


@pytest.mark.parametrize("number", range(0, 378, 63))
def test_as_a_target_by_itself_each_refuses(index, planted, scanner, number):
    plant = planted[number]
    report = build(index, scanner, step={"target_files": [plant.path]})
    assert report.refusal is not None
    assert report.refusal.code is RefusalCode.SECRET_RISK
    assert leaked(plant.marks, exits_of(report)) == []


def test_a_value_that_one_file_gives_away_comes_out_of_no_other(tmp_path, scanner):
    value = make_value(random.Random(3))
    (tmp_path / TARGET).write_text("import settings, other\n")
    (tmp_path / "settings.py").write_text(f"PASSWORD = '{value}'\n")
    (tmp_path / "other.py").write_text(f"print('{value}')\n")
    (tmp_path / "prod.env").write_text(f"PASSWORD={value}\n")
    report = build(index_project(tmp_path), scanner)
    assert report.bundle is not None
    assert leaked(forms(value), exits_of(report)) == []


# Secrets in names --------------------------------------------------------------------------------


KINDS = sorted({"sk-key", "aws-access-key", "github-token"} & {*SHAPED})
SHAPES = ("{}.py", "{}/inner.py", "a/token={}.py")
# Every shape of a name in every role, and every kind of secret with every shape and in every role.
NAMED = [
    (shape, role, KINDS[(place + role) % len(KINDS)])
    for place, shape in enumerate(SHAPES)
    for role in range(len(ROLES))
]


@pytest.mark.parametrize(("shape", "role", "kind"), NAMED)
def test_from_the_name_of_a_file_or_folder_no_secret_comes_out(
    tmp_path, scanner, kind, shape, role
):
    value = SHAPED[kind](random.Random(5))
    path = shape.format(value)
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text("def start():\n    return 1\n")
    (tmp_path / TARGET).write_text("def start():\n    return 1\n")
    found = replace(index_project(tmp_path), relations=(related_by(ROLES[role], path),))
    for purpose in ("diff", "plan", "intent"):
        report = build(found, scanner, purpose=purpose)
        assert leaked(forms(value), exits_of(report)) == []
    for asked in (path, f"./{path}", f"../{path}", f"{path}/gone"):
        report = build(found, scanner, step={"target_files": [asked]})
        assert report.refused
        assert leaked(forms(value), exits_of(report)) == []


# Secrets in requests -----------------------------------------------------------------------------


def _requests(text):
    step = {"target_files": [TARGET]}
    return {
        "system": {"system": text},
        "intent": {"intent": text},
        "intent, deep": {"intent": {"a": [{"b": text}]}},
        "constraints": {"constraints": {"user": ["Be brief.", text]}},
        "last error": {"last_error": f"Traceback:\n  {text}\n"},
        "last error, deep": {"last_error": {"log": [text]}},
        "description": {"step": {"description": text}},
        "step id": {"step": {"step_id": text}},
        "target": {"step": {"target_files": [text]}},
        "symbol": {"step": {"target_symbols": [text]}},
        "selected": {"user_selected_targets": [{"path": text}]},
        "selected symbol": {"user_selected_targets": [{"path": TARGET, "symbol": text}]},
        "active file": {"active_file": text},
        "model": {"model": {"model": text}},
        "provider": {"model": {"provider": text}},
        "unread": {"purpose": "intent", "plan_step": step | {"description": text}},
    }


@pytest.mark.parametrize("field", _requests(""))
@pytest.mark.parametrize(
    "form",
    ["sk-{}", "password={}", "Authorization: Bearer {}", 'api_key: "{}"', "token={}\n"],
)
def test_a_secret_in_a_request_refuses_and_comes_out_nowhere(small, scanner, field, form):
    value = make_value(random.Random(11))
    report = build(small, scanner, **_requests(form.format(value))[field])
    assert report.refused or field in {"active file", "unread"}
    assert leaked(forms(value), exits_of(report)) == []


def test_a_secret_in_the_rules_of_a_project_comes_out_nowhere(index, scanner):
    value = make_value(random.Random(13))
    config = BuilderConfig.model_validate(
        {
            "deny": [f"password={value}"],
            "deny_overrides": [{"pattern": "**/*.env", "reason": f"password={value}"}],
            "configuration_files": [f"password={value}"],
        }
    )
    report = build(index, scanner, config=config)
    assert leaked(forms(value), exits_of(report)) == []
    assert value not in json.dumps([str(problem) for problem in report.problems])


def test_a_plant_is_told_apart_from_what_it_hides():
    plant = Plant("a.txt", "password=abc", "utf-16-le", "password", forms("verysecretvalue1"))
    assert plant.data.startswith(b"\xff\xfe")
    assert leaked(plant.marks, {"x": "dmVyeXNlY3JldHZhbHVlMQ=="})
