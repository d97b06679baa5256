"""What a request works on: files, and definitions in them, found in the index (Builder step 0)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from inspector.core.builder.inputs import BuildRequest
from inspector.project.index import IndexedFile, ProjectIndex, Symbol
from inspector.project.paths import BadPath, in_bytes, parts_of, shown_path


@dataclass(frozen=True, slots=True)
class Target:
    """A file that the call works on.

    ``symbols`` are qualified names of the definitions that are meant in it, in bytewise order;
    none means the whole file. ``named`` says that the step or the user names the file itself,
    ``asked`` that the step asks for it or for a definition in it; else the user selected it.
    """

    path: str
    symbols: tuple[str, ...] = ()
    named: bool = False
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A name with several definitions."""

    name: str
    places: tuple[Symbol, ...]


@dataclass(frozen=True, slots=True)
class Targets:
    """All targets in bytewise order of path, and what was asked for in vain.

    ``unknown`` pairs a path, "" for none, with what the index does not have. ``outside`` pairs
    what is no path of the project with why. ``created`` are paths of the step that are not there
    yet, ``new_symbols`` names that no file defines yet. ``shut`` pairs a path with the entry
    of the folder above it that a hard rule keeps out. ``duplicates`` pairs another spelling with
    the path.
    """

    found: tuple[Target, ...] = ()
    unknown: tuple[tuple[str, str], ...] = ()
    outside: tuple[tuple[str, str], ...] = ()
    shut: tuple[tuple[str, IndexedFile], ...] = ()
    duplicates: tuple[tuple[str, str], ...] = ()
    ambiguous: tuple[Ambiguous, ...] = ()
    created: tuple[str, ...] = ()
    new_symbols: tuple[str, ...] = ()

    @property
    def paths(self) -> frozenset[str]:
        """The paths of all targets."""
        return frozenset(target.path for target in self.found)


class _Search:
    """Collects targets by path while a request is read."""

    def __init__(self, index: ProjectIndex) -> None:
        self.index = index
        self.found: dict[str, Target] = {}
        self.unknown: dict[tuple[str, str], None] = {}
        self.outside: dict[tuple[str, str], None] = {}
        self.shut: dict[str, IndexedFile] = {}
        self.duplicates: dict[tuple[str, str], None] = {}
        self.ambiguous: list[Ambiguous] = []
        self.created: set[str] = set()

    def path_of(self, asked: str, *, may_be_new: bool = False) -> str | None:
        """The path of a file of the index; None, with a note of why, where there is none.

        One that may be new only needs a place: a path inside the root that is no folder.
        """
        parts = parts_of(asked)
        if isinstance(parts, BadPath):
            self.outside[shown_path(asked), parts.detail] = None
            return None
        path = "/".join(parts)
        for length in range(1, len(parts)):
            above = self.index.files.get("/".join(parts[:length]))
            if above is not None and above.exclusion is not None:
                self.shut[path] = above
                return None
        if path in self.index.files:
            return path
        if may_be_new and not any(known.startswith(path + "/") for known in self.index.files):
            self.created.add(path)
        else:
            self.unknown[shown_path(path), f"the file {shown_path(path)}"] = None
        return None

    def add_file(self, asked: str, *, by_step: bool) -> None:
        path = self.path_of(asked, may_be_new=by_step)
        if path is None:
            return
        known = self.found.get(path, Target(path))
        if known.named and asked != path:
            self.duplicates[shown_path(asked), path] = None
        self.found[path] = replace(known, named=True, asked=known.asked or by_step)

    def add_symbols(self, symbols: Iterable[Symbol], *, by_step: bool) -> None:
        for symbol in symbols:
            known = self.found.get(symbol.path, Target(symbol.path))
            names = tuple(sorted({*known.symbols, symbol.qualified_name}, key=in_bytes))
            self.found[symbol.path] = replace(known, symbols=names, asked=known.asked or by_step)


def find_targets(request: BuildRequest, index: ProjectIndex) -> Targets:
    """Find what the step and the user name.

    A name with several definitions means the ones that the user selected; without a selection the
    one in the files that the step or the user name, if only one of them has it; else it is
    ambiguous. Definitions of one qualified name in one file (overloads) are one. A name without
    any is a new symbol where the step names a file, and unknown where it does not.
    """
    search = _Search(index)
    step = request.plan_step
    chosen = _chosen(request, search)
    for asked in step.target_files if step else ():
        search.add_file(asked, by_step=True)
    for selected in request.user_selected_targets:
        if selected.symbol is None:
            search.add_file(selected.path, by_step=False)
    named = frozenset(search.found)
    new_symbols: list[str] = []
    for name in dict.fromkeys(step.target_symbols if step else ()):
        places = definitions(index.symbols, name)
        meant = _meant(places, chosen, named)
        if not places and step is not None and (search.created or named):
            new_symbols.append(name)
        elif not places:
            search.unknown["", f"the symbol {name}"] = None
        elif len(_distinct(meant)) == 1 or any(symbol in chosen for symbol in meant):
            search.add_symbols(meant, by_step=True)
        else:
            search.ambiguous.append(Ambiguous(name, places))
    search.add_symbols(chosen, by_step=False)
    return Targets(
        tuple(search.found[path] for path in sorted(search.found, key=in_bytes)),
        tuple(search.unknown),
        tuple(search.outside),
        tuple(search.shut.items()),
        tuple(search.duplicates),
        tuple(search.ambiguous),
        tuple(sorted(search.created, key=in_bytes)),
        tuple(new_symbols),
    )


def definitions(symbols: Mapping[str, tuple[Symbol, ...]], name: str) -> tuple[Symbol, ...]:
    """Every definition of a name, which may be qualified in full, in part or not at all."""
    exact = symbols.get(name, ())
    if not exact and "." in name:
        last = name.rpartition(".")[2]
        exact = tuple(
            symbol for symbol in symbols.get(last, ()) if symbol.qualified_name.endswith("." + name)
        )
    return tuple(sorted(exact, key=_place))


def _chosen(request: BuildRequest, search: _Search) -> dict[Symbol, None]:
    """The definitions that the user selected by name."""
    chosen: dict[Symbol, None] = {}
    for selected in request.user_selected_targets:
        if selected.symbol is None:
            continue
        path = search.path_of(selected.path)
        if path is None:
            continue
        here = [
            symbol
            for symbol in search.index.files[path].symbols
            if selected.symbol in {symbol.qualified_name, symbol.name}
        ]
        exact = [symbol for symbol in here if symbol.qualified_name == selected.symbol]
        if not here:
            search.unknown[path, f"the symbol {selected.symbol} in {path}"] = None
        elif len(_distinct(exact or here)) > 1:
            search.ambiguous.append(
                Ambiguous(selected.symbol, tuple(sorted(exact or here, key=_place)))
            )
        chosen.update(dict.fromkeys(exact or here))
    return chosen


def _meant(
    places: tuple[Symbol, ...], chosen: Mapping[Symbol, None], named: frozenset[str]
) -> tuple[Symbol, ...]:
    selected = tuple(symbol for symbol in places if symbol in chosen)
    near = tuple(symbol for symbol in places if symbol.path in named)
    return selected or near or places


def _distinct(places: Iterable[Symbol]) -> set[tuple[str, str]]:
    return {(symbol.path, symbol.qualified_name) for symbol in places}


def _place(symbol: Symbol) -> tuple[bytes, int, str]:
    return in_bytes(symbol.path), symbol.start_line, symbol.qualified_name
