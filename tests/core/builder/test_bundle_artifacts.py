"""The four artifacts: ids, fingerprints, notes, and what they leave out."""

import uuid

import pytest

from inspector.core import BuilderConfig, fingerprint
from inspector.core.builder.outputs import BlockMeta, BudgetDecision
from inspector.core.tokens import estimator
from inspector.project.index import Exclusion
from tests.shared.bundle_input import (
    PlainScanner,
    built,
    imports,
    project,
    request,
    shut_out,
    simple,
)

ONE_ID, OTHER_ID = (f"{one * 8}-1111-4111-8111-{one * 12}" for one in "12")

TEXTS = {"t.py": "import b\n", "b.py": "y = 2\n"}
RELATIONS = [imports("t.py", "b.py")]


def fingerprints(report):
    return report.manifest.fingerprints.model_dump()


def test_the_fingerprint_is_over_the_bundle_without_ids_and_times():
    report = simple(TEXTS, "t.py", relations=RELATIONS)
    assert report.bundle is not None
    plain = report.bundle.model_dump(mode="json")
    for name in ("bundle_id", "created_at", "correlation_id"):
        del plain[name]
    for block in plain["blocks"]:
        del block["block_id"]
    assert report.manifest.fingerprints.bundle_fingerprint == fingerprint(plain)


def test_ids_are_of_version_5_different_and_the_same_in_all_artifacts():
    report = simple(TEXTS, "t.py", relations=RELATIONS)
    assert report.bundle is not None
    ids = [report.bundle.bundle_id, *(block.block_id for block in report.bundle.blocks)]
    assert len(set(ids)) == len(ids)
    assert {uuid.UUID(one).version for one in ids} == {5}
    others = (report.manifest, report.redactions, report.budget)
    assert {one.bundle_id for one in others} == {report.bundle.bundle_id}


def test_ids_and_times_of_the_request_are_no_part_of_a_fingerprint():
    one = simple(
        TEXTS,
        "t.py",
        correlation_id=ONE_ID,
        created_at="2026-01-01T00:00:00Z",
    )
    two = simple(
        TEXTS,
        "t.py",
        correlation_id=OTHER_ID,
        created_at="2027-01-01T00:00:00Z",
    )
    assert fingerprints(one) == fingerprints(two)
    assert one.bundle is not None
    assert two.bundle is not None
    assert one.bundle.bundle_id == two.bundle.bundle_id
    assert two.bundle.correlation_id == two.manifest.correlation_id == OTHER_ID
    assert two.bundle.created_at == "2027-01-01T00:00:00Z"


@pytest.mark.parametrize(
    "fields",
    [
        {"intent": "other"},
        {"system": "other"},
        {"constraints": {"user": ["other"]}},
        {"limit": 99_999},
        {"symbols": ["x"]},
        {"last_error": "other"},
    ],
)
def test_whatever_a_model_would_get_differently_changes_the_bundles_fingerprint(fields):
    texts = {"t.py": "x = 1\n\n\ndef x():\n    return 1\n"}
    one = simple(texts, "t.py")
    two = simple(texts, "t.py", **fields)
    first, second = fingerprints(one), fingerprints(two)
    assert first.pop("bundle_fingerprint") != second.pop("bundle_fingerprint")
    assert first == second


def test_configuration_scanner_and_estimator_change_the_configurations_fingerprint():
    index = project(TEXTS, RELATIONS)

    class Renamed(PlainScanner):
        name = "plain@2"

    def config_of(config=None, tokens="chars", scanner=None):
        return built(
            request("t.py"),
            index,
            TEXTS,
            config=config,
            tokens=estimator(tokens),
            scanner=scanner or PlainScanner(),
        ).manifest.fingerprints.config_fingerprint

    different = {
        config_of(),
        config_of(BuilderConfig(max_hops=1)),
        config_of(tokens="discipline"),
        config_of(scanner=Renamed()),
    }
    assert len(different) == 4
    assert config_of() == config_of(BuilderConfig())


def test_another_file_changes_the_indexs_fingerprint_only():
    one = built(request("t.py"), project({"t.py": "x\n"}), {"t.py": "x\n"})
    more = {"t.py": "x\n", "z.py": "z\n"}
    two = built(request("t.py"), project(more), more)
    first, second = fingerprints(one), fingerprints(two)
    assert first.pop("project_index_fingerprint") != second.pop("project_index_fingerprint")
    assert first == second


def test_notes_name_estimator_scanner_warning_and_overrides():
    override = {"pattern": "packages/**", "reason": "Ours, not fetched."}
    config = BuilderConfig.model_validate({"deny_overrides": [override]})
    size = simple(TEXTS, "t.py").budget.estimated_input_tokens
    budget = simple(TEXTS, "t.py", limit=size, config=config).budget
    assert budget.decision is BudgetDecision.WARN_SOFT_LIMIT
    assert budget.notes == (
        "Token estimator: chars.",
        "Secret scanner: plain@1.",
        f"Warning: {size:,} tokens, above the soft limit of {size * 80 // 100:,}.",
        "The default rule packages/** is taken back: Ours, not fetched.",
    )


def test_a_refused_call_has_the_other_artifacts_and_says_that_nothing_is_sent():
    texts = TEXTS | {"folder/a.py": ""}
    report = simple(texts, "folder", correlation_id=ONE_ID)
    assert report.manifest.correlation_id == ONE_ID
    assert report.manifest.selection.target_files == ("folder",)
    assert report.budget.notes[-1] == "Nothing is sent: UnknownTarget."
    assert report.blocks == ()
    assert report.ledger.balances
    assert fingerprints(report) == fingerprints(simple(texts, "folder"))
    other = fingerprints(simple(TEXTS, "other.py"))
    assert fingerprints(report)["bundle_fingerprint"] != other["bundle_fingerprint"]


def test_files_that_nothing_leads_to_are_in_no_artifact_and_have_a_fate():
    texts = {"t.py": "x = 1\n", "alone.py": "y = 2\n"}
    index = project(texts, out=[shut_out("a.env", Exclusion.DENY_RULE, "**/*.env")])
    report = built(request("t.py"), index, texts)
    assert "alone.py" not in report.manifest.model_dump_json()
    assert "a.env" not in report.manifest.model_dump_json()
    assert {path: fate.kind for path, fate in report.fates.items()} == {
        "a.env": "excluded",
        "alone.py": "no_candidate",
        "t.py": "included",
    }
    assert [fate.tokens for fate in report.fates.values()] == [0, 0, report.blocks[0].tokens]
    assert "**/*.env" in report.fates["a.env"].sentence


def test_blocks_say_where_they_stand_in_the_text_that_a_model_gets():
    report = simple(TEXTS, "t.py", system="Rules.", relations=RELATIONS)
    parts = [report.rendered[one.start : one.end] for one in report.blocks]
    assert "\n\n".join(parts) == report.rendered
    assert [len(part) for part in parts] == [one.tokens for one in report.blocks]
    assert all(one.block.content in part for one, part in zip(report.blocks, parts, strict=True))
    assert report.budget.estimated_input_tokens == len(report.rendered)


def test_the_estimate_is_never_less_than_the_blocks_and_what_is_between_them():
    report = built(
        request("t.py"), project(TEXTS, RELATIONS), TEXTS, tokens=estimator("discipline")
    )
    assert len(report.blocks) == 3
    assert report.budget.estimated_input_tokens == sum(one.tokens for one in report.blocks) + 2
    assert report.budget.estimated_input_tokens > estimator("discipline").count(report.rendered)


def test_meta_describes_the_whole_file_as_it_was_read():
    report = simple({"t.py": "\u00e4 = 1\ny = 2\n"}, "t.py")
    assert report.bundle is not None
    meta = report.bundle.blocks[0].meta
    assert (meta.path, meta.byte_size, meta.line_count) == ("t.py", 13, 2)
    assert (meta.encoding, meta.source, meta.symbol) == ("utf-8", "filesystem", None)
    unknown = BlockMeta()
    assert (unknown.path, unknown.byte_size, unknown.line_count) == (None, 0, 0)
