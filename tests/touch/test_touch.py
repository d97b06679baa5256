"""What is described once is touched once: what is new is added to a copy of the program.

Each trial changes few files of a copy and asserts that the new thing is everywhere it should be.
Where a trial needs one file more, something is written twice again.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CARD = "inspector/core/candidates/card.py"
MANIFEST = "inspector/core/injection/manifest.py"
ATTRIBUTION = "inspector/stages/injection/provenance.py"
ROWS = "inspector/core/injection/card_rows.py"
REASONS = "inspector/core/reason_texts/injection.py"
LEDGER_TABLE = "inspector/stages/injection/ledger_table.py"
FILES_OF_A_FIELD, FILES_OF_A_REASON, FILES_OF_A_POLICY_FIELD = 3, 2, 4

Changes = tuple[tuple[str, str], ...]  # what is put before what stands there, in one file

_COLUMN = '    Column("synthetic", "Synthetic", "Of a test.", Kind.ENUM, visible=False, width=9),\n'


def copied(folder: Path, changes: Mapping[str, Changes]) -> Path:
    """Copy the program and its tests, with some files changed."""
    for part in ("inspector", "tests", "resources"):
        left_out = shutil.ignore_patterns("__pycache__", "*.pyc")
        shutil.copytree(ROOT / part, folder / part, ignore=left_out)
    for part in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / part, folder / part)
    for place, insertions in changes.items():
        text = (folder / place).read_text("utf-8")
        for added, before in insertions:
            assert before in text, f"{place} has no {before!r}"
            text = text.replace(before, added + before, 1)
        (folder / place).write_text(text, "utf-8")
    return folder


def passes(folder: Path, *arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert "synthetic" in done.stdout


FIELDS: dict[str, dict[str, Changes]] = {
    "attribution": {
        CARD: (("    synthetic: Text40 | None = None\n", "    source_bundle_ids: tuple"),),
        MANIFEST: (("    synthetic: OptionalText40 = None\n", "    source_bundle_ids: tuple"),),
        ATTRIBUTION: ((_COLUMN, '    Column("source_bundle_ids"'),),
    },
    "interned": {
        CARD: (
            (
                "    synthetic: Annotated[OptionalId, Storage.INTERNED] = None\n",
                "    matter_id: Annotated",
            ),
        ),
        LEDGER_TABLE: (
            (
                _COLUMN.replace(
                    "width=9",
                    "width=9, of=OfInput(lambda rows:"
                    ' rows.interned(rows.columns.columns["synthetic"]))',
                ),
                '    Column("matter"',
            ),
        ),
        # A field that manifests leave out is named where that is stated.
        "tests/files/test_card_fields.py": (('    "synthetic",\n', '    "token_counts",\n}'),),
    },
}


@pytest.mark.parametrize("kind", FIELDS)
def test_a_new_field_of_a_card_is_everywhere_after_a_few_files(kind: str, tmp_path: Path) -> None:
    changes = FIELDS[kind]
    assert len(changes) <= FILES_OF_A_FIELD
    passes(copied(tmp_path, changes), "-v", "tests/files/test_card_fields.py")


_WORDS = '"synthetic", Verdict.DROPPED, "Injection §9", "Not {name}.", "Of a test."'
_DECIDED = (
    "codes[cards.columns.kinds.codes[cards.order[ranks]]"
    ' == cards.columns.kinds.code_of.get("synthetic")] = _REASON_CODE[Reason.SYNTHETIC]'
)
REASON: dict[str, Changes] = {
    REASONS: ((f"    SYNTHETIC = Wording({_WORDS})\n", "    NO_RENDERING = Wording("),),
    ROWS: ((f"        {_DECIDED}\n", "        codes[self._suppressed] ="),),
}


def test_a_new_reason_is_everywhere_after_two_files(tmp_path: Path) -> None:
    assert len(REASON) <= FILES_OF_A_REASON
    passes(copied(tmp_path, REASON), "-v", "tests/touch/trial_of_a_reason.py")


POLICY_FIELD: dict[str, Changes] = {
    "inspector/core/injection/policy.py": (
        (
            "    synthetic_sub_budget_pct: Annotated[\n"
            '        Fraction, Field(title="Synthetic cap"), Swept("synthetics"),'
            ' CeilingOf("synthetic")\n'
            '    ] = 0.5\n    """Of a test."""\n\n',
            "    min_knowledge_card_tokens: Annotated",
        ),
    ),
    "inspector/core/injection/prepare.py": (
        (
            '    SYNTHETIC_CAP = "synthetic", "synthetic cap", Reason.SYNTHETIC_CAP\n',
            "    BUCKET_BUDGET = None",
        ),
    ),
    REASONS: (
        (
            '    SYNTHETIC_CAP = Wording("synthetic_cap", Verdict.DROPPED, "Injection §9",'
            ' "No.", "")\n',
            "    NO_RENDERING = Wording(",
        ),
    ),
    "inspector/analysis/audit/plain_step.py": (
        (
            '        "synthetic": math.floor(int(knowledge) * policy.synthetic_sub_budget_pct),\n',
            '        "interaction_policy": math.floor(',
        ),
    ),
}
# They draw cards of every kind that has a ceiling, and that ceiling, under every strategy.
HOLD_OF_EVERY_CEILING = (
    "tests/analysis/audit/test_plain_step.py",
    "tests/analysis/tuning/test_sweep.py::test_a_sweep_is_what_the_core_decides_at_every_value",
    "tests/analysis/corpus/test_best_possible.py"
    "::test_no_order_of_what_was_retrieved_exceeds_the_best_possible",
)
_TOKENS = _COLUMN.replace("ENUM, visible=False, width=9", 'INTEGER, of=_tokens("tokens")')
LEDGER_COLUMN: dict[str, Changes] = {LEDGER_TABLE: ((_TOKENS, '    Column("matter"'),)}


def test_a_policy_field_and_a_ledger_column_are_everywhere_after_a_few_files(
    tmp_path: Path,
) -> None:
    assert len(POLICY_FIELD) <= FILES_OF_A_POLICY_FIELD
    [declaration] = LEDGER_COLUMN[LEDGER_TABLE]
    assert declaration[0].count("Column(") == 1
    copy = copied(tmp_path, POLICY_FIELD | LEDGER_COLUMN)
    passes(copy, "-v", "tests/touch/trial_of_a_policy_field.py", *HOLD_OF_EVERY_CEILING)


_CHART = """
def synthetic_chart(_result: object) -> Strips:
    said = "Synthetic: 10 tokens"
    part = Segment("synthetic:one", 10, said, "part:entity-fill")
    rest = Segment("", 10, "The rest: 10 tokens", "part:bucket-fill")
    return Strips("Synthetic", (Strip("Synthetic row", (rest, part)),))


"""
CHART: dict[str, Changes] = {
    "inspector/stages/discipline/view/runner.py": (
        (
            "from inspector.present.drawing_svg import strips_svg\n"
            "from inspector.present.strips import Segment, Strip, Strips\n",
            "from inspector.stages.discipline.charts",
        ),
        (_CHART, "FILES = ("),
        (
            '    File("synthetic.svg", "synthetic as SVG", "Of a test.",'
            " lambda chart: strips_svg(chart, _WIDTH),"
            " synthetic_chart),\n",
            '    File("turns.jsonl"',
        ),
    )
}


def test_a_new_chart_is_its_description_and_a_file(tmp_path: Path) -> None:
    assert len(CHART) == 1
    copy = copied(tmp_path, CHART)
    # Beside the tests of windows, whose fixtures it takes.
    trial = copy / "tests/gui/trial_of_a_chart.py"
    shutil.copy(ROOT / "tests/touch/trial_of_a_chart.py", trial)
    passes(copy, "-v", "tests/gui/trial_of_a_chart.py")


LINES_OF_A_STAGE = 120
STAGE: dict[str, Changes] = {"inspector/stage.py": (('    "tally",\n', '    "tuning",'),)}


def test_a_new_stage_is_everywhere_after_its_package_and_one_line(tmp_path: Path) -> None:
    package = ROOT / "tests/touch/tally"
    texts = [path.read_text("utf-8") for path in package.rglob("*.py")]
    assert sum(len(text.splitlines()) for text in texts) <= LINES_OF_A_STAGE
    copy = copied(tmp_path, STAGE)
    shutil.copytree(package, copy / "inspector/stages/tally")
    # Beside the tests of windows, whose fixtures it takes.
    trial = copy / "tests/gui/trial_of_a_stage.py"
    shutil.copy(ROOT / "tests/touch/trial_of_a_stage.py", trial)
    passes(copy, "-v", "tests/gui/trial_of_a_stage.py")
