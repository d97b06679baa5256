"""The golden net: the bytes of all that the program gives, made and compared.

``python -m tests.golden.golden make [FOLDER]`` makes it anew: without a folder the index that is
kept in the repository, with one all artefacts and their index there. ``… compare [FOLDER]`` makes
it and names every artefact that is not what it was; ``--keep FOLDER`` leaves what was made to be
looked at. ``--data FOLDER`` casts the net over a folder of files instead of over the samples, and
``--only NAME`` over some subjects. The times that the program asks for are always the same one.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from datetime import UTC, datetime, tzinfo
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from inspector.analysis import builder_cache
from tests.golden import index
from tests.shared import sandbox

_ROOT = Path(__file__).parents[2]
_NOW = datetime(2026, 4, 1, 12, tzinfo=UTC)
_INDEX = "artefacts.txt"


class _OneMoment(datetime):
    """A clock that stands: runs, sign-offs and logs carry the time."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:
        return _NOW.astimezone(tz)


def stop_the_clock() -> None:
    """Give every module of the program that asks for the time the same one."""
    package = import_module("inspector")
    for found in walk_packages(package.__path__, "inspector."):
        if found.name != "inspector.__main__":
            module = import_module(found.name)
            if getattr(module, "datetime", None) is datetime:
                setattr(module, "datetime", _OneMoment)  # noqa: B010  # mypy knows it as a type


def name_findings_alike() -> None:
    """Give ids of findings the same key in each process; a user's own is drawn the first time."""
    builder_cache.token_bytes = bytes


def make_subject(name: str, path: Path | None, target: Path) -> str:
    """Make all artefacts of a subject in ``target``, in a process of its own."""
    sandbox.replace_environment()  # before anything below can import Qt
    sandbox.cut_network()
    stop_the_clock()
    name_findings_alike()
    from tests.golden import commands, program_cases, subjects, windows

    with tempfile.TemporaryDirectory(prefix="inspector-golden-") as folder:
        work = Path(folder).resolve() / "work"
        subject = subjects.lay_out(name, path, work / "inputs")
        if name == subjects.PROGRAM:
            cases = program_cases.ONCE
        else:
            cases = commands.cases_of(of_parts=subject.of_parts)
        commands.run_cases(cases, work, {"s": subject.session, "file": subject.file})
        if name == subjects.PROGRAM:
            windows.keep_shots(work / "pictures")
        if subject.path is not None:
            windows.keep_lenses(subject.path, work / "window")
        shutil.rmtree(work / "inputs")
        for database in work.rglob("*.sqlite*"):
            database.unlink()  # its pages depend on SQLite's version; `history` prints what it has
        index.unpack_bundles(work)
        index.count_pages(work)
        index.replace_places(work, (work, _ROOT, Path(os.environ["HOME"])))
        shutil.copytree(work, target / name, dirs_exist_ok=True)
    return name


def make(target: Path, data: Path | None, only: Sequence[str], processes: int) -> None:
    """Make the artefacts of all subjects, or of those that are named, and their index."""
    from tests.golden import subjects

    wanted = subjects.sample_subjects() if data is None else subjects.data_subjects(data.resolve())
    chosen = [one for one in wanted if not only or one[0] in only]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context, max_tasks_per_child=1) as pool:
        jobs = [pool.submit(make_subject, name, path, target) for name, path in chosen]
        for job in as_completed(jobs):
            print(f"made {job.result()}", file=sys.stderr, flush=True)
    (target / _INDEX).unlink(missing_ok=True)
    (target / _INDEX).write_text(index.text_of(index.index_of(target)))


def compare(old: Path | None, new: Path, only: Sequence[str]) -> list[index.Difference]:
    """Return how what was made differs from a folder, or from the index in the repository."""
    before, after = (
        {
            name: fact
            for name, fact in index.index_from(kept.read_text("utf-8")).items()
            if not only or name.startswith(tuple(f"{one}/" for one in only))
        }
        for kept in (index.KEPT if old is None else old / _INDEX, new / _INDEX)
    )
    found = index.differences(before, after)
    return found if old is None else list(index.looked_at(found, old, new))


@contextmanager
def _place(folder: Path | None) -> Iterator[Path]:
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="inspector-golden-") as made:
            yield Path(made)
    else:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            sys.exit(f"{folder} is not empty.")
        yield folder.resolve()


def main() -> int:
    """Make or compare, and return the exit code: 1 where something differs."""
    parser = argparse.ArgumentParser(
        prog="./dev golden", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("what", choices=("make", "compare"))
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER")
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--only", action="append", default=[], metavar="SUBJECT")
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), metavar="N")
    options = parser.parse_args()
    if options.folder is None and options.data is not None:
        parser.error("what comes of other data is kept in a folder; name one")
    making = options.what == "make"
    if making and options.folder is None and options.only:
        parser.error("the index in the repository is of everything; name a folder")
    with _place(options.folder if making else options.keep) as target:
        make(target, options.data, options.only, options.processes)
        if making:
            if options.folder is None:
                shutil.copy(target / _INDEX, index.KEPT)
            return 0
        found = compare(options.folder, target, options.only)
    print("\n".join(map(str, found)) or "Nothing differs.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
