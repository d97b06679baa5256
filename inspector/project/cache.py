"""What is kept between two indexings of a project, in one SQLite file outside of it.

The file holds paths, hashes, names and signatures, never contents. Every write is a transaction, so
an indexing that is stopped leaves what it finished. A file that is damaged or was made by something
else is put aside and a new one made; one of another version of the program is emptied.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from inspector.core.problems import Place, Problem, Severity
from inspector.project.contents import Stamp
from inspector.project.index import Encoding, Exclusion, ParseState

_APPLICATION = 0x43424958
_AT_ONCE = 256
_BUSY_SECONDS = 2.0
# Times of files are no finer than this on some systems, and two systems' clocks differ a little.
_UNSURE_NS = 2_000_000_000

_TABLES = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value BLOB NOT NULL);
CREATE TABLE files (
    path TEXT PRIMARY KEY, stamp TEXT NOT NULL, hash TEXT, encoding TEXT NOT NULL,
    size INTEGER NOT NULL, lines INTEGER NOT NULL, exclusion TEXT, detail TEXT NOT NULL,
    language TEXT, parse TEXT NOT NULL, symbols BLOB, facts BLOB, outline TEXT, seal TEXT NOT NULL
) WITHOUT ROWID;
"""
_UPSERT = "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class CachedFile:
    """What is known of a file. The last three are None for a language without a grammar."""

    path: str
    stamp: Stamp
    hash: str | None
    encoding: Encoding
    byte_size: int
    line_count: int
    exclusion: Exclusion | None
    detail: str
    language: str | None
    parse: ParseState
    symbols: bytes | None = None
    facts: bytes | None = None
    outline: str | None = None


class IndexCache:
    """The place of a cache, which need not exist yet. One place serves one project best."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    @contextlib.contextmanager
    def opened(self, root: str, version: str) -> Iterator[OpenCache]:
        """Give the cache for one indexing; one that keeps nothing where it cannot be used."""
        open_cache = OpenCache(self.path, root, version)
        try:
            yield open_cache
        finally:
            open_cache.close()


class OpenCache:
    """A cache in use. Whatever goes wrong with it costs time, never the index."""

    def __init__(self, path: Path, root: str, version: str) -> None:
        self.problems: list[Problem] = []
        self._path = path
        self._pending: list[tuple[object, ...]] = []
        self._connection: sqlite3.Connection | None = None
        self._same_place = False
        self._began_ns = 0
        with self._guarded():
            self._open(root, version)

    def file(self, path: str) -> CachedFile | None:
        """Return what was known of a file, None when nothing was."""
        row = self._one("SELECT * FROM files WHERE path = ?", path)
        try:
            return None if row is None else _file(row, sure=self._same_place)
        except (ValueError, TypeError):
            return None

    def keep(self, file: CachedFile) -> None:
        """Remember a file. What is not older than this indexing is looked at again next time."""
        stamp = ""
        if max(file.stamp.mtime_ns, file.stamp.ctime_ns) < self._began_ns - _UNSURE_NS:
            stamp = " ".join(map(str, file.stamp))
        row: tuple[object, ...] = (
            file.path,
            stamp,
            file.hash,
            file.encoding,
            file.byte_size,
            file.line_count,
        )
        row += (file.exclusion, file.detail, file.language, file.parse)
        row += (file.symbols, file.facts, file.outline)
        self._pending.append((*row, _seal(row)))
        if len(self._pending) >= _AT_ONCE:
            self._flush()

    def value(self, name: str, key: str) -> bytes | None:
        """Return a value that was kept under a name and the same key."""
        row = self._one("SELECT value FROM facts WHERE name = ?", name)
        data = row[0] if row is not None and isinstance(row[0], bytes) else b""
        head = f"{key}\n".encode()
        return data[len(head) :] if data.startswith(head) else None

    def keep_value(self, name: str, key: str, value: bytes) -> None:
        """Remember a value under a name, in place of what was there."""
        with self._guarded():
            if self._connection is not None:
                row = (name, f"{key}\n".encode() + value)
                self._connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", row)

    def forget_all_but(self, paths: Collection[str]) -> None:
        """Forget the files that are not among these."""
        self._flush()
        with self._guarded():
            if self._connection is None:
                return
            known = {row[0] for row in self._connection.execute("SELECT path FROM files")}
            gone = sorted(known.difference(paths))
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(
                "DELETE FROM files WHERE path = ?", [(path,) for path in gone]
            )
            self._connection.execute("COMMIT")

    def close(self) -> None:
        """Write what is left and let go of the file."""
        self._flush()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _one(self, query: str, key: str) -> tuple[object, ...] | None:
        with self._guarded():
            if self._connection is not None:
                row: tuple[object, ...] | None = self._connection.execute(query, (key,)).fetchone()
                return row
        return None

    def _flush(self) -> None:
        rows, self._pending = self._pending, []
        with self._guarded():
            if self._connection is not None and rows:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.executemany(_UPSERT, rows)
                self._connection.execute("COMMIT")

    def _open(self, root: str, version: str) -> None:
        if _is_inside(os.path.realpath(self._path), root):
            raise OSError("it stands in the project itself")
        self._path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._connection = _connected(self._path, version)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
            self._put_aside()
            self._connection = _connected(self._path, version)
        place = hashlib.sha256(os.fsencode(root)).digest()
        self._same_place = self.value("place", "") == place
        # Writing makes the file's time that of now, by the clock that stamps files.
        self.keep_value("place", "", place)
        self._began_ns = self._path.stat().st_mtime_ns

    def _put_aside(self) -> None:
        aside = self._path.with_name(f"{self._path.name}.unusable")
        self._path.replace(aside)
        self.problems.append(
            Problem(
                Severity.NOTE,
                "builder.cache-made-anew",
                "The cache of the index was damaged or made by something else; a new one is made.",
                f"Nothing needs to be done. The old file is kept as {aside.name}.",
                Place(str(self._path)),
            )
        )

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        """Go on without the cache when it fails."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            if self._connection is not None:
                self._connection.close()
                self._connection = None
            if _is_damage(error):
                with contextlib.suppress(OSError):
                    self._put_aside()
                    return
            self.problems.append(
                Problem(
                    Severity.NOTE,
                    "builder.cache-not-usable",
                    "The cache of the index could not be used, so files are read again.",
                    "Move what stands there aside, make room, or let the program write to a place"
                    " outside the project.",
                    Place(str(self._path)),
                )
            )


def _connected(path: Path, version: str) -> sqlite3.Connection:
    """Open a cache, made or emptied where it has to be. Raises ``sqlite3.Error``."""
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        names = "SELECT name FROM sqlite_master WHERE type = 'table'"
        tables = {name for (name,) in connection.execute(names)}
        if tables and application != _APPLICATION:
            raise sqlite3.DatabaseError("made by something else")
        if f"v{version}" not in tables:
            # The version is the name of a table, so that one look tells whether the others fit.
            drops = "".join(f'DROP TABLE "{name}";' for name in sorted(tables))
            tables_now = f'{_TABLES} CREATE TABLE "v{version}" (unused INTEGER);'
            connection.executescript(
                f"PRAGMA application_id = {_APPLICATION}; BEGIN IMMEDIATE; {drops}{tables_now}"
                "COMMIT;"
            )
    except BaseException:
        connection.close()
        raise
    return connection


def _is_damage(error: Exception) -> bool:
    return isinstance(error, sqlite3.DatabaseError) and not isinstance(
        error, sqlite3.OperationalError | sqlite3.IntegrityError | sqlite3.ProgrammingError
    )


def _is_inside(path: str, root: str) -> bool:
    try:
        return os.path.commonpath((root, path)) == root
    except ValueError:  # on another drive
        return False


def _seal(fields: Sequence[object]) -> str:
    """Return a hash of a row, so that what the disk spoiled is not taken for a fact."""
    digest = hashlib.sha256()
    for value in fields:
        digest.update(value if isinstance(value, bytes) else str(value).encode())
        digest.update(b"\n")
    return digest.hexdigest()


def _file(row: tuple[object, ...], *, sure: bool) -> CachedFile:
    *fields, seal = row
    if seal != _seal(fields):
        raise ValueError("the row is damaged")
    path, stamp, digest, encoding, size, lines, exclusion, detail, *parsed = fields
    language, parse, symbols, facts, outline = parsed
    numbers = [int(number) for number in str(stamp).split()] if sure else []
    return CachedFile(
        path=str(path),
        stamp=Stamp(*numbers) if numbers else Stamp(-1, -1, -1, -1),
        hash=digest if isinstance(digest, str) else None,
        encoding=Encoding(str(encoding)),
        byte_size=int(str(size)),
        line_count=int(str(lines)),
        exclusion=None if exclusion is None else Exclusion(str(exclusion)),
        detail=str(detail),
        language=language if isinstance(language, str) else None,
        parse=ParseState(str(parse)),
        symbols=symbols if isinstance(symbols, bytes) else None,
        facts=facts if isinstance(facts, bytes) else None,
        outline=outline if isinstance(outline, str) else None,
    )
