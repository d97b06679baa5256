"""How many secrets the scanners find, how many false ones, and how fast they are.

``python -m tests.benchmarks.bench_secrets [--rounds N] [--code FOLDER …]`` makes texts of every
kind in every container, and scans the sources of the Python standard library (or of the folders
given) for false alarms: few of them hold a secret. It asserts nothing.
"""

from __future__ import annotations

import argparse
import re
import sysconfig
import tempfile
import time
from collections import Counter
from pathlib import Path

from inspector.project.findings import Confidence, SecretFinding, SecretScanner
from inspector.project.secrets import KingfisherScanner, LayeredScanner, PatternScanner
from tests.shared.harmless_decoys import decoys
from tests.shared.independent_secrets import leaves, planted
from tests.shared.labelled_secrets import HARMLESS, Labelled, labelled

SOURCES = {".py", ".pyi", ".js", ".ts", ".c", ".h", ".cs", ".java", ".md", ".txt", ".rst", ".json"}
SOURCES |= {".yaml", ".yml", ".toml", ".cfg", ".ini", ".html", ".css", ".xml", ".sh"}
SOURCES |= {".go", ".rs", ".cpp", ".hpp", ".cc", ".tsx", ".jsx", ".mjs", ".cjs", ".kt", ".rb"}
SOURCES |= {".php", ".csproj", ".props", ".swift", ".scala", ".sql", ".gradle", ".mod", ".sum"}
_WORD = re.compile(r"\w+")


def touches(found: tuple[SecretFinding, ...], one: Labelled) -> bool:
    """Return whether a finding covers the secret, or, where it need not be exact, touches it."""
    return any(
        finding.start <= one.start and finding.end >= one.end
        if finding.confidence is Confidence.HIGH
        else finding.start < one.end and finding.end > one.start
        for finding in found
    )


def recall(scanner: SecretScanner, rounds: int) -> None:
    """Print how many of the labelled secrets are found, by kind, and the containers that miss."""
    found: Counter[str] = Counter()
    sure: Counter[str] = Counter()
    made: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    for one in labelled(rounds):
        made[one.kind] += 1
        findings = scanner.scan(one.text)
        if touches(findings, one):
            found[one.kind] += 1
            sure[one.kind] += any(f.confidence is Confidence.HIGH for f in findings)
        else:
            missed[f"{one.kind} in {one.container}"] += 1
    print(f"  {'kind':<18}{'texts':>7}{'found':>8}{'certain':>9}")
    for kind in sorted(made):
        share, certain = found[kind] / made[kind], sure[kind] / made[kind]
        print(f"  {kind:<18}{made[kind]:>7}{share:>8.1%}{certain:>9.1%}")
    print(f"  {'all':<18}{made.total():>7}{found.total() / made.total():>8.1%}")
    for place, count in missed.most_common(8):
        print(f"  missed {count} × {place}")
    alarms = [text for text in HARMLESS if scanner.scan(text)]
    print(f"  false alarms in {len(alarms)} of {len(HARMLESS)} harmless texts")


def independent(scanner: SecretScanner) -> None:
    """Print what leaves of secrets planted without the rules, and how many decoys are lost."""
    for half in (0, 1):
        made: Counter[str] = Counter()
        left: Counter[str] = Counter()
        for case in planted(seed=half + 1, half=half):
            made[case.group] += 1
            left[case.group] += leaves(case, scanner)
        shares = ", ".join(f"{group} {left[group] / made[group]:.1%}" for group in made)
        print(f"  planted, half {half + 1} of {made.total():,} leaves: {shares}")
    texts = [text for _, text in decoys(1)]
    print(f"  decoys lost: {sum(map(bool, map(scanner.scan, texts)))} of {len(texts)}")


def false_alarms(scanner: SecretScanner, folders: list[Path]) -> None:
    """Print in how many sources something is found, and how fast they are scanned."""
    files = hits = lost = size = 0
    kinds: Counter[str] = Counter()
    spent = floor = 0.0
    for path in sorted(path for folder in folders for path in folder.rglob("*")):
        if path.suffix not in SOURCES or "site-packages" in path.relative_to(path.anchor).parts:
            continue
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        begin = time.process_time()
        found = scanner.scan(text)
        spent += time.process_time() - begin
        begin = time.process_time()
        _WORD.findall(text)
        floor += time.process_time() - begin
        files, size, hits = files + 1, size + len(text), hits + bool(found)
        lost += any(one.confidence is Confidence.UNCERTAIN for one in found)
        kinds.update({f"{one.kind} ({one.confidence})" for one in found})
    begin = time.process_time()
    sum(number for number in range(10_000_000))
    adding = time.process_time() - begin
    print(f"  {files} files, {size / 1e6:.1f} million code points, {size / 1e6 / spent:.1f} M/s,"
          f" {spent / max(floor, 1e-9):.1f} times the floor, words alone;"
          f" ten million numbers are added in {adding:.2f} s")  # fmt: skip
    print(f"  left out in doubt: {lost} files, {lost / max(1, files):.2%}")
    print(f"  something found in {hits} files, {hits / max(1, files):.2%}: {dict(kinds)}")


def main() -> None:
    """Measure both layers, alone and together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--code", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    folders = options.code or [Path(sysconfig.get_path("stdlib"))]
    with tempfile.TemporaryDirectory() as folder:
        patterns, kingfisher = PatternScanner(), KingfisherScanner(Path(folder))
        for word in ("compiling the rules", "rules from the cache"):
            begin = time.perf_counter()
            KingfisherScanner(Path(folder)).warm_up()
            print(f"{word}: {time.perf_counter() - begin:.1f} s")
        for scanner in (patterns, kingfisher, LayeredScanner((patterns, kingfisher))):
            print(scanner.name)
            recall(scanner, options.rounds)
            independent(scanner)
            false_alarms(scanner, folders)


if __name__ == "__main__":
    main()
