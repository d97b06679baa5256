"""The goals of speed and memory, each beside its floor in the same run.

``./dev bench goals [GROUP …] [--large] [--slow] [--json]``. A floor is the least that the job could
take here: the libraries' own start, the joined columns, a plain list of the same records; or the
goal itself, where it is a time or an amount. Times are of the processor where nothing else is said.
Numbers of other machines, and of a busy one, differ; ratios hardly do. Each group is measured in a
process of its own. ``--large`` adds what needs a million cards, some minutes and 3 GB. ``--slow``
measures each group once more with half of every processor taken away, and prints both: what is
measured on the clock takes twice as long, what is measured in processor time the longer for having
its caches shared; a goal is met where both are.
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path

import numpy as np
from pydantic import TypeAdapter

from inspector.analysis.corpus.running import in_this_process, on_cores, run_workload
from inspector.analysis.corpus.workload import Corpus, Variant, workload
from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.analysis.tuning.lanes import SweepBasis
from inspector.analysis.tuning.sweep import sweep
from inspector.core.candidates.card import Card
from inspector.core.candidates.counting import count_candidates
from inspector.core.injection.policy import DEFAULT_POLICY, UnifiedContextBudgetPolicy
from inspector.core.injection.prepare import prepare
from inspector.core.injection.step import Injector
from inspector.core.ledger import Ledger
from inspector.core.manifest_json import manifest_json, manifest_sha256
from inspector.core.relevance import RelevanceConfig, relevance
from inspector.core.tokens import MemoCounter, counter_by_name
from inspector.files import load_candidates, manifest_bytes
from inspector.files.bounds import LARGEST_MB, VARIABLE
from inspector.files.first_cards import first_cards
from inspector.files.recording import candidates_fingerprint
from tests.benchmarks import goals_in_window
from tests.benchmarks.bench_corpus import made_up
from tests.benchmarks.bench_large import write
from tests.benchmarks.bench_load import cards
from tests.benchmarks.bench_relevance import GREETING, VECTORS
from tests.benchmarks.bench_sweep import TOTAL, report_of
from tests.benchmarks.goal import Row, child, own
from tests.shared.injection_input import CHARACTERS, request
from tests.shared.large_sets import large_set

CARDS, LOADED, MILLION = 100_000, 20_000, 1_000_000
LIBRARIES = "import numpy, pydantic, msgspec, tiktoken"
RUN = (
    "from inspector.__main__ import main; main(['run', 'sample:securities-fraud', '--no-history',"
    " '--output', '{out}'])"
)


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
    path, plain = folder / "set.json", TypeAdapter(list[Card])
    for form, ascii_only, goal in (("", False, 8), (", escapes in its texts", True, 4)):
        text = json.dumps(cards(LOADED), ensure_ascii=ascii_only)
        start = '{"schema_version": 1, "set_id": "s", "knowledge_cards": '
        path.write_text(f"{start}{text}}}", "utf-8")
        yield Row(
            f"load and validate {LOADED:,} cards{form}",
            "a pydantic list",
            goal,
            own(lambda: load_candidates(path)),
            own(lambda text=text: plain.validate_json(text)),
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
        "a look-up",
        1,
        changes,
        0.1,
    )
    assert report.ledger.balances
    swept = report_of(CARDS)
    ground = SweepBasis.of(swept)
    yield Row(
        f"all totals, {CARDS:,} cards with files",
        "",
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
    yield Row("relevance with its ledger", "", 1, summed, 0.1)
    yield Row("relevance, every row looked at", "", 1, looked_at, 0.1)


def _shared(share: float) -> UnifiedContextBudgetPolicy:
    update = {"knowledge_card_share_default": share, "bucket_content_share_default": 1 - share}
    return DEFAULT_POLICY.model_copy(update=update)


def corpora() -> Iterator[Row]:
    """Sweep a corpus on one core and on two; says something on an idle machine only."""
    candidates, requests = made_up()
    load, _ = workload(
        (Corpus("made up", candidates, tuple(requests)),),
        (Variant("as it is", DEFAULT_POLICY),),
        AxisRange(Axis.DIVISION, 0.0, 1.0),
        lambda _name: MemoCounter(counter_by_name("o200k_base")),
    )
    passed = []
    for executor in (on_cores(2), in_this_process):
        start = time.perf_counter()
        run_workload(load, executor)
        passed.append((time.perf_counter() - start) * 1000)
    job = "a corpus over two cores, on the clock"
    yield Row(job, "the same on one", 1.8, *passed, faster=True)


def millions(folder: Path) -> Iterator[Row]:
    path = folder / "set.json"
    write(path, MILLION)
    os.environ[VARIABLE] = str(LARGEST_MB)
    job = f"{MILLION:,} cards, 1 GB: until the first rows, without verdicts"
    yield Row(job, "", 1, own(lambda: first_cards(path), 1), 100)
    counted = count_candidates(load_candidates(path).value, CHARACTERS)
    report = Injector(prepare(request(), counted, 0)).run(DEFAULT_POLICY)
    for job, work in (
        ("fingerprint of its manifest", lambda: manifest_sha256(report)),
        ("its manifest in pieces", lambda: sum(map(len, manifest_json(report)))),
    ):
        yield Row(f"{MILLION:,} cards: {job}", "", 1, own(work, 1), 1500)


def drags(*, large: bool) -> Iterator[Row]:
    for number in (10_000, CARDS, MILLION)[: 3 if large else 2]:
        yield from goals_in_window.drags(number)


GROUPS: dict[str, Callable[[Path, bool], Iterator[Row]]] = {
    "starts": lambda folder, _large: starts(folder),
    "load": lambda folder, _large: loads(folder),
    "injection": lambda _folder, _large: injections(),
    "relevance": lambda _folder, _large: relevances(),
    "corpus": lambda _folder, _large: corpora(),
    "drag": lambda _folder, large: drags(large=large),
    "handlers": lambda _folder, _large: goals_in_window.handlers(),
    "startup": lambda _folder, _large: goals_in_window.startups(),
    "memory": lambda _folder, large: goals_in_window.memories(large=large),
    "million": lambda folder, large: millions(folder) if large else iter(()),
}


def measured(group: str, *, large: bool) -> list[Row]:
    """Measure a group in a process of its own."""
    arguments = [group, "--json", *(["--large"] if large else [])]
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.bench_goals", *arguments],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    fields = Row.__dataclass_fields__
    found = json.loads(done.stdout)["rows"]
    return [Row(**{name: row[name] for name in fields}) for row in found]


@contextlib.contextmanager
def half_the_processor() -> Iterator[None]:
    """Let a rival work on each processor that this process may use (Linux).

    A rival stays on its processor, so whoever works there gets half of it, wherever it goes.
    """
    spin = "import os, sys\nos.sched_setaffinity(0, {int(sys.argv[1])})\nwhile True: pass"
    rivals = [
        subprocess.Popen([sys.executable, "-c", spin, str(processor)])
        for processor in os.sched_getaffinity(0)
    ]
    try:
        yield
    finally:
        for rival in rivals:
            rival.kill()
            rival.wait()


def said(row: Row, slow: Row | None = None) -> str:
    """Return a row as a line of the table in the documents, with what half a machine gave."""
    by, unit = " as fast" if row.faster else "", row.unit
    kind = f" ({row.floor_is})" if row.floor_is else ""
    half = "" if slow is None else f" {_short(slow.ours)} {unit} | × {_short(slow.ratio)}{by} |"
    return (
        f"| {row.job} | {_short(row.ours)} {unit} | {_short(row.floor)} {unit}{kind} |"
        f" × {_short(row.ratio)}{by} |{half}"
        f" {'≥' if row.faster else '≤'} × {row.goal:g} |"
        f" {'yes' if row.met and (slow is None or slow.met) else 'no'} |"
    )


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.3g}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="./dev bench goals", description="Goals beside floors.")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--large", action="store_true", help="a million cards as well")
    parser.add_argument("--slow", action="store_true", help="on half a machine as well")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    groups = chosen.groups or list(GROUPS)
    if unknown := set(groups) - GROUPS.keys():
        parser.error(f"{', '.join(unknown)}: no such group; there are {', '.join(GROUPS)}")
    if chosen.slow and not hasattr(os, "sched_setaffinity"):
        parser.error("--slow needs Linux, which lets a process stay on one processor")
    load = os.getloadavg()[0]
    if not chosen.json:
        half = " at half | ratio at half |" if chosen.slow else ""
        print(f"Load {load:.1f}.\n\n| job | ours | floor | ratio |{half} goal | met |")
        print(f"|{' --- |' * (8 if chosen.slow else 6)}", flush=True)
    found: list[Row] = []
    halved: list[Row] = []
    for group in groups:
        if groups == [group] and chosen.json and not chosen.slow:
            with tempfile.TemporaryDirectory() as folder:
                found += GROUPS[group](Path(folder), chosen.large)
            continue
        found += (more := measured(group, large=chosen.large))
        slower: list[Row] = []
        if chosen.slow:
            with half_the_processor():
                halved += (slower := measured(group, large=chosen.large))
        if not chosen.json:
            lines = map(said, more, slower or [None] * len(more))
            print("".join(f"{line}\n" for line in lines), end="", flush=True)
    if chosen.json:
        print(json.dumps({"load": load, "rows": _plain(found)} | _half(halved), indent=2))


def _plain(rows: list[Row]) -> list[dict[str, object]]:
    return [asdict(row) | {"ratio": row.ratio, "met": row.met} for row in rows]


def _half(rows: list[Row]) -> dict[str, object]:
    return {"at_half": _plain(rows)} if rows else {}


if __name__ == "__main__":
    main()
