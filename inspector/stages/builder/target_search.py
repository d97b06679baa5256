"""Finding files and definitions of a project by a part of their names, to work on them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from inspector.core.builder.inputs import BuildRequest
from inspector.language import localized, tr
from inspector.project.index import ProjectIndex, Symbol
from inspector.session.store import Edit
from inspector.stages.builder.part import (
    add_target_file,
    add_target_symbol,
    remove_target_file,
    remove_target_symbol,
    select_target,
    unselect_target,
)
from inspector.stages.builder.words import definitions_text

MOST_FOUND = 60  # entries; a longer list is searched on


@dataclass(frozen=True, slots=True)
class TargetMatch:
    """A file, or a definition in one, that can become a target. Lines count from 1."""

    path: str
    symbol: str = ""
    kind: str = "file"
    line: int = 0

    @property
    def text(self) -> str:
        """What it is called."""
        return self.symbol or self.path

    @property
    def place(self) -> str:
        """What it is, and where."""
        return f"{self.kind} · {self.path}:{localized(self.line)}" if self.symbol else self.kind


class TargetSearch:
    """Everything that can become a target, searched by parts of names in any capitals.

    ``hidden`` are paths that cannot be shown.
    """

    def __init__(self, index: ProjectIndex, hidden: Collection[str] = ()) -> None:
        self._index = index
        self._entries: list[tuple[str, str, Symbol | None]] = []
        for path, file in index.files.items():
            if file.exclusion is not None or path in hidden:
                continue
            self._entries.append((path.casefold(), path, None))
            folded = path.casefold()
            for symbol in file.symbols:
                name = symbol.qualified_name.casefold()
                self._entries.append((f"{name}\n{folded}", path, symbol))

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, text: str, most: int = MOST_FOUND) -> tuple[TargetMatch, ...]:
        """Return what has every word of a text in its name or path, the closest first.

        Nothing is found for an empty text. Names that are the text come first, then those that
        begin with it, then the others, each in the order of paths.
        """
        words = text.casefold().split()
        if not words:
            return ()
        groups: tuple[list[TargetMatch], ...] = ([], [], [])
        for sought, path, symbol in self._entries:
            if words[0] not in sought or not all(word in sought for word in words):
                continue
            group = groups[_closeness(sought.partition("\n")[0], words)]
            if len(group) < most:
                group.append(_found(path, symbol))
            if len(groups[0]) >= most:
                break
        return tuple(found for group in groups for found in group)[:most]

    def edit(self, found: TargetMatch) -> Edit:
        """Return what makes something found a target. A name that is not the only one of its kind
        is chosen by its place as well.
        """
        if not found.symbol:
            return add_target_file(found.path)
        name = add_target_symbol(found.symbol)
        places = {(one.path, one.qualified_name) for one in self._index.symbols[found.symbol]}
        if len(places) <= 1:
            return name
        chosen = select_target(found.path, found.symbol)
        return lambda session: chosen(name(session))


def _closeness(name: str, words: Sequence[str]) -> int:
    last = name.rpartition("/")[2]
    tail = last.rpartition(".")[2]
    if len(words) > 1:
        return 1 if any(last.startswith(word) for word in words) else 2
    if words[0] in (name, last, tail):
        return 0
    return 1 if last.startswith(words[0]) or tail.startswith(words[0]) else 2


def _found(path: str, symbol: Symbol | None) -> TargetMatch:
    if symbol is None:
        return TargetMatch(path)
    return TargetMatch(path, symbol.qualified_name, symbol.kind.value, symbol.start_line)


@dataclass(frozen=True, slots=True)
class TargetRow:
    """A target as the inputs list it. ``missing`` says that the project does not have it."""

    key: str
    text: str
    detail: str
    remove: Edit
    missing: bool = False


def target_rows(request: BuildRequest, index: ProjectIndex | None) -> tuple[TargetRow, ...]:
    """Return everything that the step and the user name, in their order."""
    return tuple(_target_rows(request, index))


def _target_rows(request: BuildRequest, index: ProjectIndex | None) -> Iterator[TargetRow]:
    step = request.plan_step
    chosen = request.user_selected_targets
    for path in step.target_files if step else ():
        known = index is None or _is_in(path, index)
        detail = "file" if known else tr("file · not in the project")
        yield TargetRow(f"file:{path}", path, detail, remove_target_file(path), not known)
    for name in step.target_symbols if step else ():
        places = () if index is None else index.symbols.get(name, ())
        known = index is None or bool(places)
        yield TargetRow(
            f"symbol:{name}",
            name,
            _places_text(places) if known else tr("symbol · not in the project"),
            remove_target_symbol(name),
            not known,
        )
    for one in chosen:
        text = one.path if one.symbol is None else one.symbol
        detail = tr("chosen file") if one.symbol is None else tr("chosen in {path}", path=one.path)
        remove = unselect_target(one.path, one.symbol)
        yield TargetRow(f"chosen:{one.path}#{one.symbol or ''}", text, detail, remove)


def _is_in(path: str, index: ProjectIndex) -> bool:
    """Whether a project has a file, however it is spelled; a folder that is out is not read."""
    pure = PurePosixPath(path)
    return any(str(one) in index.files for one in (pure, *pure.parents))


def _places_text(places: Sequence[Symbol]) -> str:
    where = {(one.path, one.qualified_name) for one in places}
    if not places:
        return "symbol"
    first = places[0]
    if len(where) == 1:
        return f"{first.kind.value} · {first.path}:{localized(first.start_line)}"
    return definitions_text(len(where))
