"""The goals of speed, each beside its floor in the same run, in time of the processor.

``./dev bench goals [--json]``. A floor is the least that the job could take here: the libraries'
own start, the joined columns, a plain list of the same records. Numbers of other machines, and of
a busy one, differ; ratios hardly do. What needs a window is in the other measurements.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from pydantic import TypeAdapter

from inspector.analysis.tuning.lanes import Ground
from inspector.analysis.tuning.sweep import sweep
from inspector.core.candidates.card import Card
from inspector.core.candidates.counting import count_candidates
from inspector.core.injection.manifest_json import manifest_sha256
from inspector.core.injection.policy import DEFAULT_POLICY, UnifiedContextBudgetPolicy
from inspector.core.injection.prepare import prepare
from inspector.core.injection.step import Injector
from inspector.core.ledger import Ledger
from inspector.core.relevance import RelevanceConfig, relevance
from inspector.files import load_candidates, manifest_bytes
from inspector.files.history.input_fingerprints import candidates_fingerprint
from tests.benchmarks.bench_load import cards
from tests.benchmarks.bench_relevance import GREETING, VECTORS
from tests.benchmarks.bench_sweep import TOTAL, report_of
from tests.shared.injection_input import CHARACTERS, request
from tests.shared.large_sets import large_set

ROUNDS = 3
CARDS, LOADED = 100_000, 20_000
LIBRARIES = "import numpy, pydantic, msgspec, tiktoken"
RUN = (
    "from inspector.__main__ import main; main(['run', 'sample:securities-fraud', '--no-history',"
    " '--output', '{out}'])"
)


@dataclass(frozen=True)
class Row:
    """One job: what is wanted, and the milliseconds of the job and of its floor.

    ``goal`` is the most that ours may take in floors; one above 1 with ``faster`` the least that
    the floor has to take in ours.
    """

    job: str
    floor_is: str
    goal: float
    ours: float
    floor: float
    faster: bool = False

    @property
    def ratio(self) -> float:
        """How many times the other one takes."""
        return self.floor / self.ours if self.faster else self.ours / self.floor

    @property
    def met(self) -> bool:
        """Whether the goal is reached."""
        return self.ratio >= self.goal if self.faster else self.ratio <= self.goal


def own(work: Callable[[], object]) -> float:
    """Milliseconds of the processor that work in this process takes, the best of some rounds."""
    found = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found) * 1000


def child(folder: Path, *arguments: str) -> float:
    """Milliseconds of the processor that a Python of its own takes, the best of some rounds.

    Compiled modules are in a folder of the measurement's: a checkout may have none.
    """
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    env["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    found = []
    for _ in range(ROUNDS + 1):  # the first compiles the modules, as an installation does
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=env)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found) * 1000


def starts(folder: Path) -> Iterator[Row]:
    (folder / "nothing").mkdir()
    (folder / "nothing" / "__main__.py").write_text("")
    yield Row(
        "inspector --version",
        "python of an empty package",
        1.3,
        child(folder, "-m", "inspector", "--version"),
        child(folder, str(folder / "nothing")),
    )
    yield Row(
        "inspector run on a sample",
        "importing its libraries",
        2.5,
        child(folder, "-c", RUN.format(out=folder / "out.txt")),
        child(folder, "-c", LIBRARIES),
    )


def loads(folder: Path) -> Iterator[Row]:
    records = cards(LOADED)
    text = json.dumps(records)
    whole = json.dumps({"schema_version": 1, "set_id": "s", "knowledge_cards": records})
    (folder / "set.json").write_text(whole, "utf-8")
    plain = TypeAdapter(list[Card])
    yield Row(
        f"load and validate {LOADED:,} cards",
        "a pydantic list",
        8,
        own(lambda: load_candidates(folder / "set.json")),
        own(lambda: plain.validate_json(text)),
        faster=True,
    )


def injections() -> Iterator[Row]:
    candidates = large_set(CARDS)
    injector = Injector(prepare(request(), count_candidates(candidates, CHARACTERS), 0))
    report = injector.run(DEFAULT_POLICY)
    columns = candidates.knowledge_cards
    joined = own(
        lambda: [
            "".join(str(value) for value in map(column.__getitem__, range(CARDS))).encode()
            for column in columns.columns.values()
        ]
    )
    yield Row(
        f"manifest of {CARDS:,} cards to bytes",
        "joining its columns",
        2,
        own(lambda: manifest_bytes(injector.run(DEFAULT_POLICY))),
        joined,
    )
    yield Row(
        f"its fingerprint, {CARDS:,} cards",
        "joining its columns",
        2,
        own(lambda: manifest_sha256(injector.run(DEFAULT_POLICY))),
        joined,
    )
    yield Row(
        f"fingerprint of a set of {CARDS:,} cards",
        "joining its columns",
        2,
        own(lambda: candidates_fingerprint(candidates)),
        joined,
    )
    shares = np.linspace(0.39, 0.41, 100).tolist()
    changes = own(lambda: [injector.run(_shared(share)) for share in shares]) / len(shares)
    yield Row(
        f"change of a share, {CARDS:,} cards",
        "0.1 ms, a look-up",
        1,
        changes,
        0.1,
    )
    assert report.ledger.balances
    swept = report_of(CARDS)
    ground = Ground.of(swept)
    yield Row(
        f"all totals, {CARDS:,} cards with files",
        "6 ms",
        1,
        own(lambda: sweep(swept, TOTAL, ground=ground)),
        6,
    )


def relevances() -> Iterator[Row]:
    raw = json.loads((VECTORS / "relevance_config_a.json").read_text("utf-8"))
    config = RelevanceConfig.model_validate(raw)

    def run() -> Ledger:
        return relevance(
            config, mode="RESPOND", signals=GREETING, token_budget_remaining=7000
        ).ledger

    assert run().balances
    summed = own(lambda: [run().total_tokens for _ in range(200)]) / 200
    looked_at = own(lambda: [list(run().entries) for _ in range(200)]) / 200
    yield Row("relevance with its ledger", "0.1 ms", 1, summed, 0.1)
    yield Row("relevance, every row looked at", "0.1 ms", 1, looked_at, 0.1)


def _shared(share: float) -> UnifiedContextBudgetPolicy:
    update = {"knowledge_card_share_default": share, "bucket_content_share_default": 1 - share}
    return DEFAULT_POLICY.model_copy(update=update)


def rows() -> Iterator[Row]:
    """Measure every row, one after the other."""
    with tempfile.TemporaryDirectory() as name:
        yield from starts(Path(name))
        yield from loads(Path(name))
    yield from injections()
    yield from relevances()


def main() -> None:
    parser = argparse.ArgumentParser(prog="./dev bench goals", description="Goals beside floors.")
    parser.add_argument("--json", action="store_true")
    as_json = parser.parse_args().json
    load = os.getloadavg()[0]
    found = list(rows())
    if as_json:
        plain = [asdict(row) | {"ratio": row.ratio, "met": row.met} for row in found]
        print(json.dumps({"load": load, "rows": plain}, indent=2))
        return
    print(f"load {load:.2f}; milliseconds of the processor")
    for row in found:
        sign = "≥" if row.faster else "≤"
        print(
            f"{row.job:40} ours {row.ours:9.1f}  floor {row.floor:9.1f} ({row.floor_is})"
            f"  ×{row.ratio:.1f}, goal {sign} ×{row.goal:g}{'' if row.met else '  not met'}"
        )


if __name__ == "__main__":
    main()
