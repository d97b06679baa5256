"""Say what leaves through a scanner, by group, and how many decoys are lost.

``python -m tests.benchmarks.secrets_by_documents [--seeds N] [--misses] [--projects FOLDER …]``
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from pathlib import Path

from inspector.project.findings import Confidence, SecretScanner
from inspector.project.secrets import KingfisherScanner, LayeredScanner, PatternScanner, redact
from tests.benchmarks.secrets_by_documents.making import Case, cases, decoys

_LONGEST = 1_000_000


def leaves(case: Case, scanner: SecretScanner) -> bool:
    """Whether the end of a secret's last piece is sent: uncertain findings keep the whole out."""
    found = scanner.scan(case.text)
    if any(one.confidence is Confidence.UNCERTAIN for one in found):
        spans = [(case.text.find(piece), len(piece)) for piece in case.pieces]
        if any(one.start < at + size and at < one.end for one in found for at, size in spans):
            return False
    sure = [one for one in found if one.confidence is Confidence.HIGH]
    return case.pieces[-1][-12:] in redact(case.text, sure).text


def measure(scanner: SecretScanner, seeds: int, *, misses: bool) -> None:
    """Print the shares of what leaves."""
    made: Counter[str] = Counter()
    left: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for seed in range(seeds):
        for case in cases(seed):
            made[case.group] += 1
            if leaves(case, scanner):
                left[case.group] += 1
                seen[f"{case.group}: {case.what[:150]}"] += 1
    for group, count in made.items():
        print(f"  {group:<20}{count:>6}{left[group] / count:>8.1%} leave")
    lost = [text for seed in range(seeds) for text in decoys(seed) if scanner.scan(text[1])]
    total = sum(1 for seed in range(seeds) for _ in decoys(seed))
    print(f"  decoys lost {len(lost)} of {total}, {len(lost) / total:.1%}")
    if misses:
        for what, count in sorted(seen.items()):
            print(f"    {count} {what}")
        for file, text in lost:
            rules = [(one.rule, one.names) for one in scanner.scan(text)]
            print(f"    lost {file} {text[:150]!r} {rules}")


def projects(scanner: SecretScanner, folders: list[Path], *, misses: bool) -> None:
    """Print how many files of real projects are left out, and how fast they are scanned."""
    count = lost = size = 0
    spent = 0.0
    rules: Counter[str] = Counter()
    for path in sorted(one for folder in folders for one in folder.rglob("*") if one.is_file()):
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        if len(text) > _LONGEST:
            continue
        begin = time.process_time()
        found = [one for one in scanner.scan(text) if one.confidence is Confidence.UNCERTAIN]
        spent += time.process_time() - begin
        count, size, lost = count + 1, size + len(text.encode()), lost + bool(found)
        rules.update({one.rule for one in found})
        if misses:
            for one in found[:4]:
                begin_line = text.rfind("\n", 0, one.start) + 1
                line = text[max(begin_line, one.start - 60) : one.end + 20].split("\n")[0]
                print(f"    {path} {one.rule} {one.names!r} {line[:160]!r}")
    print(f"  {count} files, {lost} lost ({lost / max(1, count):.2%}), {size / 1e6:.1f} MB,"
          f" {size / 1e6 / max(spent, 1e-9):.1f} MB/s {dict(rules)}")  # fmt: skip


def main() -> None:
    """Measure the patterns, Kingfisher, and both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--layer", choices=("patterns", "kingfisher", "both"), default="")
    parser.add_argument("--projects", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        patterns, kingfisher = PatternScanner(), KingfisherScanner(Path(folder))
        layers: dict[str, SecretScanner] = {"patterns": patterns, "kingfisher": kingfisher}
        layers["both"] = LayeredScanner((patterns, kingfisher))
        for name in (options.layer,) if options.layer else tuple(layers):
            print(layers[name].name)
            measure(layers[name], options.seeds, misses=options.misses)
            if options.projects:
                projects(layers[name], options.projects, misses=options.misses)


if __name__ == "__main__":
    main()
