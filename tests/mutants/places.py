"""The places of a module that can be changed, and how."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

_SWAPS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
}
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """One change: ``span`` of bytes of a file, and what stands there instead."""

    path: str
    line: int
    within: str
    was: str
    becomes: str
    span: tuple[int, int]
    nth: int
    function: tuple[int, str] | None = None
    """Where the outermost function begins that is changed, and its name; None outside of any."""

    @property
    def name(self) -> str:
        """What it is called in the list of equivalents: lines move, names rarely do.

        Where one function can be changed in the same way at several places, they are numbered.
        """
        place = f" ({self.nth})" if self.nth > 1 else ""
        becomes = " ".join(self.becomes.split())
        return f"{self.path} {self.within}: {self.was} -> {becomes}{place}"

    def applied(self, source: bytes) -> bytes:
        """The source with the change."""
        return source[: self.span[0]] + self.becomes.encode() + source[self.span[1] :]


class Places(ast.NodeVisitor):
    """Finds all mutants of a module, leaving out types, docstrings and what only types read."""

    def __init__(self, path: str, source: bytes) -> None:
        self.found: list[Mutant] = []
        self._path = path
        self._source = source
        self._within: list[str] = []
        self._function: tuple[int, str] | None = None
        self._alike: Counter[tuple[str, str, str]] = Counter()
        lines = source.splitlines(keepends=True)
        self._starts = [0]
        for line in lines:
            self._starts.append(self._starts[-1] + len(line))
        self.visit(ast.parse(source))

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)

    def _add(self, node: ast.expr | ast.stmt, start: int, end: int, becomes: str) -> None:
        was = " ".join(self._source[start:end].decode().split())
        within = ".".join(self._within) or "module"
        alike = (within, was, becomes)
        self._alike[alike] += 1
        self.found.append(
            Mutant(
                self._path,
                node.lineno,
                *alike,
                (start, end),
                self._alike[alike],
                self._function,
            )
        )

    def _swap(self, node: ast.expr, operator: ast.AST, left: ast.expr, right: ast.expr) -> None:
        """Replace an operator, with its operands so that it is told from its neighbours."""
        was, becomes = _SWAPS.get(type(operator), ("", ""))
        start, end = self._start(left), self._end(right)
        before, after = self._end(left), self._start(right)
        between = self._source[before:after].decode()
        if was and "#" not in between:
            said = [self._source[start:before], self._source[after:end]]
            self._add(
                node, start, end, between.replace(was, becomes, 1).join(map(bytes.decode, said))
            )

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._within.append(node.name)
        for part in [*node.decorator_list, *node.args.defaults, *node.args.kw_defaults]:
            if part is not None:
                self.visit(part)
        around = self._function
        if around is None:
            began = min(one.lineno for one in [*node.decorator_list, node])
            self._function = began, ".".join(self._within)
        for statement in node.body:
            self.visit(statement)
        self._function = around
        self._within.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        # A decorator's flags, such as a frozen dataclass's, are what the type checker holds.
        self._within.append(node.name)
        for part in (*node.bases, *node.keywords, *node.body):
            self.visit(part)
        self._within.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def _negate(self, test: ast.expr) -> None:
        # The other way round of a comparison is one of its own changes.
        if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.NamedExpr):
            said = self._source[self._start(test) : self._end(test)].decode()
            self._add(test, self._start(test), self._end(test), f"not ({said})")

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            said = self._source[self._start(node.operand) : self._end(node.operand)].decode()
            self._add(node, self._start(node), self._end(node), f"bool({said})")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        for at, operator in enumerate(node.ops):
            self._swap(node, operator, sides[at], sides[at + 1])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        if len(node.values) == 2:
            self._swap(node, node.op, *node.values)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if not any(isinstance(side, ast.JoinedStr) for side in (node.left, node.right)):
            self._swap(node, node.op, node.left, node.right)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and (other := _CALLS.get(node.func.id)):
            self._add(node, self._start(node), self._end(node.func), other)
        zipped = isinstance(node.func, ast.Name) and node.func.id == "zip"
        for part in (node.func, *node.args, *node.keywords):
            # That columns are of one length is an assertion, and nobody sees one that holds.
            if not (zipped and isinstance(part, ast.keyword) and _is_true(part.value)):
                self.visit(part)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._add(node, self._start(node), self._end(node), str(not node.value))
        elif isinstance(node.value, int):
            self._add(node, self._start(node), self._end(node), str(node.value + 1))

    def visit_Expr(self, node: ast.Expr) -> None:
        # A call whose result nobody takes is there for what it does.
        if isinstance(node.value, ast.Call):
            self._add(node, self._start(node), self._end(node), "pass")
        self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave texts as they are: places inside them are not told before Python 3.12."""

    def visit_Continue(self, node: ast.Continue) -> None:
        self._add(node, self._start(node), self._end(node), "pass")


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def mutants_below(place: Path, root: Path) -> list[Mutant]:
    """Return all mutants of a module or a folder of modules, by path and place."""
    files = sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]
    found: list[Mutant] = []
    for file in files:
        found += Places(file.relative_to(root).as_posix(), file.read_bytes()).found
    return sorted(found, key=lambda one: (one.path, one.span, one.becomes))
