"""What one source file says about itself: definitions, and names that lead to other files.

Facts are plain values (text, numbers, tuples), so that they can be kept in a cache. They hold names
and signatures without the text of literals, never contents.
"""

from __future__ import annotations

from dataclasses import dataclass

from inspector.project.index import ParseState, RelationKind, Symbol


@dataclass(frozen=True, slots=True)
class ImportFact:
    """An import as it is spelled.

    ``module`` is what is imported from (``..pkg.mod``, ``./part``, ``crate::a``, ``dir/part.h``).
    ``names`` pairs the name bound in this file with the name inside the module: "" is the module
    itself, "*" is everything in it. ``local`` says that the spelling asks for a file near this one
    (an include in quotation marks, a Rust module declaration).
    """

    module: str
    names: tuple[tuple[str, str], ...] = ()
    local: bool = False


@dataclass(frozen=True, slots=True)
class UseFact:
    """A definition's use of a name: its base type, its interface, or what it calls.

    ``symbol`` is the qualified name of the enclosing definition, "" at the level of the file.
    ``name`` has dots between its parts, whatever the language writes there.
    """

    kind: RelationKind
    symbol: str
    name: str


@dataclass(frozen=True, slots=True)
class ParsedSource:
    """What was found in one file.

    ``namespace`` is the package or module that the file says it belongs to, "" without one.
    ``namespaces`` pairs a namespace with the qualified name of a type declared in it, for languages
    where a file may declare several. ``mentions`` are the names that stand where a type is
    expected, sorted. ``types`` pairs fields, variables of the file and functions, by qualified
    name, with the name of their type or of what they are the result of. ``shapes`` pairs methods
    with the types that they take and give, where methods alone make a type that of an interface
    (Go); what an interface asks for beside methods is a member ``~``.
    """

    path: str
    language: str
    parse: ParseState
    symbols: tuple[Symbol, ...] = ()
    imports: tuple[ImportFact, ...] = ()
    uses: tuple[UseFact, ...] = ()
    mentions: tuple[str, ...] = ()
    namespace: str = ""
    namespaces: tuple[tuple[str, str], ...] = ()
    types: tuple[tuple[str, str], ...] = ()
    shapes: tuple[tuple[str, str], ...] = ()
