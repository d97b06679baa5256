"""Measure a bundle against programs that pack a folder for a model; prints tables.

./dev bench builder_peers FOLDER TARGET [--peer NAME=COMMAND]…

TARGET is a file of the folder. In a COMMAND ``{folder}`` and ``{output}`` stand for paths. Peers
are installed by hand, outside of the project; one that is not there is skipped. All work on the
same copy of the folder, into which a few traps are put, and what each lets through is looked for in
what it writes and says. Every secret of the traps is made up.
"""

from __future__ import annotations

import argparse
import os
import random
import shlex
import shutil
import string
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

KEY = "sk-FAKE0000000000000000notarealkey0000"
TOKEN = "ghp_" + "".join(random.Random(7).choices(string.ascii_letters + string.digits, k=36))
TRAPS: dict[str, tuple[str, str]] = {
    "trap/.env": ("DATABASE_PASSWORD=FAKE-env-not-real-7731\n", "FAKE-env-not-real-7731"),
    "trap/dev.pem": ("-----BEGIN PRIVATE KEY-----\nRkFLRQ==FAKEpem\n", "RkFLRQ==FAKEpem"),
    "trap/leaky.py": (f'CLIENT = connect("{KEY}")\n', KEY),
    "trap/token.py": (f'TOKEN = "{TOKEN}"\n', TOKEN),
    "trap/settings.ini": ("password = FAKE-ini-not-real-4410\n", "FAKE-ini-not-real-4410"),
    "trap/note.txt": ("Authorization: Bearer FAKE.bearer.9f31\n", "FAKE.bearer.9f31"),
}
"""Files with what must not be sent, and the text that gives it away."""

PACKED = Path("trap") / "wide.txt"  # UTF-16: a text that is easily taken for a binary
WIDE = "A text in UTF-16 that somebody wants to send. marker-wide-text"
OUTSIDE = "marker-outside-of-the-project"


@dataclass(frozen=True)
class Outcome:
    """What one program did: seconds, the bytes it wrote, and everything it said."""

    seconds: float
    written: bytes
    said: bytes

    def sends(self, text: str) -> bool:
        """Whether a text is in what a model would get."""
        return text.encode() in self.written

    def names(self, path: str) -> bool:
        """Whether a path is named anywhere, so that a reader knows of it."""
        return Path(path).name.encode() in self.written + self.said


def plant(folder: Path) -> None:
    """Put the traps into a copy of a folder, among them a link to a text outside."""
    (folder / "trap").mkdir()
    for name, (text, _) in TRAPS.items():
        (folder / name).write_text(text)
    (folder / PACKED).write_bytes(WIDE.encode("utf-16"))
    outside = folder.parent / "outside.txt"
    outside.write_text(OUTSIDE)
    (folder / "trap" / "link.txt").symlink_to(outside)


def ran(command: list[str], output: Path) -> subprocess.CompletedProcess[bytes]:
    """Run a command in the folder of its output, with this checkout to import from."""
    where = {"PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run(
        command, capture_output=True, check=False, cwd=output.parent, env=os.environ | where
    )


def measured(command: list[str], output: Path) -> Outcome | None:
    """Run a command; None where it is not installed or fails."""
    output.unlink(missing_ok=True)
    begin = time.perf_counter()
    try:
        done = ran(command, output)
    except OSError as error:
        print(f"  skipped: {error}", file=sys.stderr)
        return None
    seconds = time.perf_counter() - begin
    if not output.exists():
        print(f"  wrote nothing: {done.stderr[-300:]!r}", file=sys.stderr)
        return None
    return Outcome(seconds, output.read_bytes(), done.stdout + done.stderr)


def ours(folder: Path, target: str, output: Path, *more: str) -> list[str]:
    """Return our command for one target."""
    base = [sys.executable, "-m", "inspector", "build", str(folder), "--no-history"]
    return [*base, "--target", target, "--text", str(output), *more]


def packers(
    options: argparse.Namespace, folder: Path, output: Path
) -> Iterator[tuple[str, list[str]]]:
    """Give every peer with its command."""
    for peer in options.peer:
        name, _, command = peer.partition("=")
        yield name, [word.format(folder=folder, output=output) for word in shlex.split(command)]


def asked_for(folder: Path, path: str, output: Path) -> Outcome:
    """Ask us for a trap by name: what is sent then, and what is said."""
    output.unlink(missing_ok=True)
    done = ran(ours(folder, path, output), output)
    written = output.read_bytes() if output.exists() else b""
    return Outcome(0.0, written, done.stdout + done.stderr)


def verdict(outcome: Outcome, path: str, text: str) -> str:
    """Say what became of a trap."""
    if outcome.sends(text):
        return "sent"
    return "out, named" if outcome.names(path) else "out, silent"


def main() -> None:
    """Print times, then what became of every trap."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("target")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    options = parser.parse_args()
    place = Path(tempfile.mkdtemp(prefix="bundles-"))
    try:
        compare(options, place)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def compare(options: argparse.Namespace, place: Path) -> None:
    """Run everything on one copy of the folder."""
    folder, output = place / "project", place / "out.txt"
    # Without this file, which holds the text of the traps.
    left_out = shutil.ignore_patterns(".git", Path(__file__).name)
    shutil.copytree(options.folder, folder, symlinks=True, ignore=left_out)
    traps = [(path, text) for path, (_, text) in TRAPS.items()]
    print(f"{'program':<30}{'seconds':>10}{'bytes written':>16}")
    for more in (["--no-cache"], [], []):
        report_time(
            "inspector " + ("--no-cache" if more else "with its cache"),
            measured(ours(folder, options.target, output, *more), output),
        )
    plant(folder)
    columns = [*(Path(path).name for path, _ in traps), "link out", "UTF-16 text"]
    looked_for = [*traps, ("trap/link.txt", OUTSIDE), (str(PACKED), "marker-wide-text")]
    rows = [
        (
            "inspector, asked for it",
            [verdict(asked_for(folder, path, output), path, text) for path, text in looked_for],
        )
    ]
    for name, command in packers(options, folder, output):
        outcome = measured(command, output)
        report_time(name, outcome)
        if outcome is not None:
            rows.append((name, [verdict(outcome, path, text) for path, text in looked_for]))
    print()
    print(f"{'':<26}" + "".join(f"{name:>14}" for name in columns))
    for name, cells in rows:
        print(f"{name:<26}" + "".join(f"{cell:>14}" for cell in cells))


def report_time(name: str, outcome: Outcome | None) -> None:
    """Print one line of times."""
    if outcome is not None:
        print(f"{name:<30}{outcome.seconds:>10.1f}{len(outcome.written):>16,}", flush=True)


if __name__ == "__main__":
    main()
