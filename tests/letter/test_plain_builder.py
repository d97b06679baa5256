"""The builder's ids, ranks and ways down once more, read plainly (B1, B3, B6a)."""

from __future__ import annotations

import ast
import hashlib
import json
import uuid
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from inspector.core import BuilderConfig
from inspector.core.builder.report import FitAction, RefusalCode
from inspector.project.code import SliceLevel
from inspector.project.index import Relation, RelationKind
from tests.shared.bundle_input import built, project, request
from tests.shared.examples import examples

NAMESPACE = uuid.UUID("5f0c3c3e-8a55-5a0e-9d4f-6d3b6a2f1c47")
TARGET = "a/t.py"
TARGETS = "def t():\n    return 1\n\n\ndef other():\n    return 2\n"
ASSIGNED = {"b/c.py": "words = 1\n" * 6}
IMPORTED = [Relation(TARGET, "", RelationKind.IMPORTS, "b/c.py", "")]
PATHS = ("a/b.py", "a/setup.cfg", "b/c.py", "d.py", "é.py", "notes.txt", "package.json")


@st.composite
def projects(draw: st.DrawFn) -> tuple[dict[str, str], list[Relation]]:
    """A target, some of the other files, two of which may be alike, and what relates them."""
    paths = draw(st.lists(st.sampled_from(PATHS), min_size=1, unique=True))
    texts = {TARGET: TARGETS}
    for path in paths:
        names = draw(st.lists(st.sampled_from("fgh"), max_size=3, unique=True))
        body = draw(st.integers(1, 6))
        functions = [f"def {name}():\n" + f"    {name} = 'words'\n" * body for name in names]
        texts[path] = "\n\n".join(functions) or "words = 1\n" * body
    ends = st.sampled_from([TARGET, *paths])
    kinds = st.sampled_from(
        [RelationKind.IMPORTS, RelationKind.CALLS, RelationKind.BASE_TYPE, RelationKind.IMPLEMENTS]
    )
    found = draw(st.sets(st.tuples(ends, kinds, ends), max_size=8))
    relations = [Relation(one, "", kind, other, "") for one, kind, other in sorted(found)]
    return texts, [one for one in relations if one.source_path != one.target_path]


def steps_from_the_target(relations: list[Relation], most: int) -> dict[str, int]:
    away = {TARGET: 0}
    for hops in range(1, most + 1):
        for one in relations:
            for here, there in (
                (one.source_path, one.target_path),
                (one.target_path, one.source_path),
            ):
                if away.get(here) == hops - 1:
                    away.setdefault(there, hops)
    return away


def points(path: str, relations: list[Relation]) -> int | None:
    """The highest base weight that a file earns; None where no relation and no folder leads."""
    earned = []
    away = steps_from_the_target(relations, 2)
    if path == TARGET:
        earned.append(100)
    elif path in away:
        earned.append(0)
    for one in relations:
        touched = {one.source_path, one.target_path} == {TARGET, path}
        used = touched and one.target_path == path
        if used and one.kind is RelationKind.IMPORTS:
            earned.append(60)
        if touched and one.kind is RelationKind.CALLS:
            earned.append(40)
    bases = {TARGET}
    for _ in range(2):
        bases |= {
            one.target_path
            for one in relations
            if one.source_path in bases
            and one.kind in {RelationKind.BASE_TYPE, RelationKind.IMPLEMENTS}
        }
    if path in bases:
        earned.append(55)
    if path in {"a/setup.cfg", "package.json"}:
        earned.append(30)
    return max(earned, default=None)


def ranked(
    texts: dict[str, str], sizes: dict[str, int], relations: list[Relation]
) -> list[tuple[str, int]]:
    """Every candidate with its score, the first first."""
    away = steps_from_the_target(relations, 2)
    scores = {}
    for path in texts:
        base = points(path, relations)
        if base is not None:
            hops = away.get(path, 0)
            scores[path] = base - min(30, sizes[path] // 200_000) - 10 * max(0, hops - 1)

    def place(path: str) -> tuple[float, float, int, bytes]:
        return -scores[path], away.get(path, float("inf")), sizes[path], path.encode()

    seen: set[str] = set()
    twins = []
    for path in sorted(scores, key=place):
        if texts[path] in seen and path != TARGET:
            twins.append(path)
        seen.add(texts[path])
    for path in twins:
        scores[path] -= 5
    return [(path, scores[path]) for path in sorted(scores, key=place)]


@examples(40)
@given(projects(), st.data())
def test_the_plain_reading_of_scores_and_ties_is_the_same(drawn, data):
    texts, relations = drawn
    sizes = {path: data.draw(st.sampled_from([9, 10, 199_999, 400_000, 9**8])) for path in texts}
    report = built(request(TARGET, limit=10**6), project(texts, relations, sizes=sizes), texts)
    assert [(one.path, one.score) for one in report.ranking] == ranked(texts, sizes, relations)


@examples(25)
@given(
    projects(),
    st.text(st.characters(exclude_categories=("Cs",)), max_size=20),
    st.sampled_from(["", "123E4567-e89b-42d3-a456-426614174000"]),
    st.integers(-12, 14),
)
def test_the_plain_reading_of_ids_and_times_is_the_same(drawn, intent, joins, hours):
    texts, relations = drawn
    index = project(texts, relations)
    moment = datetime(2026, 4, 3, 12, tzinfo=timezone(timedelta(hours=hours)))
    told: dict[str, Any] = {"intent": intent, "created_at": moment.isoformat()}
    report = built(request(TARGET, correlation_id=joins, **told), index, texts)
    assert report.bundle is not None
    written = json.loads(report.bundle.model_dump_json())
    said = {name: written.pop(name) for name in ("bundle_id", "created_at", "correlation_id")}
    blocks = [block.pop("block_id") for block in written["blocks"]]

    canonical = json.dumps(written, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    value = hashlib.sha256(canonical.encode()).hexdigest()
    assert report.manifest.fingerprints.bundle_fingerprint == value
    assert said["bundle_id"] == str(uuid.uuid5(NAMESPACE, value))
    assert blocks == [
        str(uuid.uuid5(NAMESPACE, f"{value}:{place}")) for place in range(len(blocks))
    ]
    for other in (report.manifest, report.redactions, report.budget):
        assert other.bundle_id == said["bundle_id"]
    in_utc = datetime(2026, 4, 3, 12, tzinfo=UTC) - timedelta(hours=hours)
    assert said["created_at"] == in_utc.strftime("%Y-%m-%dT%H:%M:%SZ")

    joined = uuid.UUID(said["correlation_id"])
    assert joined == uuid.UUID(joins) if joins else joined.version == 5
    later = built(request(TARGET, intent=intent, correlation_id=joins), index, texts)
    assert later.manifest == report.manifest
    other = built(request(TARGET, intent=f"{intent}.", correlation_id=joins), index, texts)
    assert (other.manifest.correlation_id == report.manifest.correlation_id) == bool(joins)


def one_line(path: str, text: str) -> str:
    names = [one.name for one in ast.parse(text).body if isinstance(one, ast.FunctionDef)]
    return f"{path}: {', '.join(names)}" if names else path  # a variable has no signature


@examples(40)
@given(projects(), st.integers(60, 700))
@example(({TARGET: TARGETS, "a/setup.cfg": "def f():\n    f = 'words'\n", **ASSIGNED}, []), 415)
@example(({TARGET: TARGETS, **ASSIGNED}, IMPORTED), 250)
def test_the_plain_reading_of_the_ways_down_is_the_same(drawn, limit):
    texts, relations = drawn
    asked, config = request(TARGET, limit=limit), BuilderConfig()
    report = built(asked, project(texts, relations), texts, config=config)
    alone = built(asked, project({TARGET: texts[TARGET]}), texts, config=config)

    # Only what is required refuses: what else there is decides nothing.
    assert report.refused == alone.refused
    if report.refusal is not None:
        assert report.refusal.code is RefusalCode.CONTEXT_TOO_LARGE
        return
    # Whole, signatures, one line, out: the document's pass never goes back up, and takes the
    # lowest rank of each step first.
    ways = [FitAction.SLICE_RELATED, FitAction.SUMMARISE_RELATED, FitAction.REMOVE_RELATED]
    places = {one.path: one.rank for one in report.ranking}
    for path in texts:
        went = [
            ways.index(step.action)
            for step in report.fit_steps
            if step.path == path and step.action in ways
        ]
        assert went == sorted(went)
    for way in ways[1:]:
        order = [places[step.path] for step in report.fit_steps if step.action is way]
        assert way is FitAction.SUMMARISE_RELATED or order == sorted(order, reverse=True)

    assert report.bundle is not None
    shown = {one.meta.path: one.content for one in report.bundle.blocks if one.meta.path}
    for path, content in shown.items():
        if path is not None and report.fates[path].level is SliceLevel.SUMMARY_ONLY:
            assert path.endswith(".py")
            assert content == one_line(path, texts[path])
    # What came out is named, in the bundle where there is room and in the manifest always.
    gone = {one.path for one in report.manifest.selection.excluded_candidates}
    wanted = {one.path for one in report.ranking if one.priority != "P3"}
    assert wanted - set(shown) == gone
