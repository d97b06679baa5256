from __future__ import annotations

import ast

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.project.code import ParsedSource, language_of, parse_source
from inspector.project.index import ParseState, RelationKind
from tests.project.code.code_samples import SAMPLES, library_source

NAMES = {
    "a.py": "A A.p A.__init__ A.Inner A.Inner.q",
    "a.cs": "A A.A A.P A.Q A.M A.Inner A.Inner.Z I I.M",
    "a.java": "A A.A A.m A.E A.E.q A.R A.Q A.Q.d A.Q.e",
    "a.ts": "A A.constructor A.p A.m A.arrow f g over over over over.inner N N.z K K.foo U Col amb",
    "a.js": "B B.m B.k gen",
    "a.go": "T I F T.M helper",
    "a.rs": "S S.fmt Tr Tr.m Tr.n inner inner.f g mac",
    "a.cpp": "TOKEN MAX n.m.A n.m.A.A n.m.A.~A n.m.A.m n.m.A.operator+ n.m.S n.m.E n.m.Q n.m.A.m "
    "fn main",
    "a.c": "KEY node_t node_t.node f h",
}
STANDARD_LIBRARY = (
    "abc argparse ast bisect configparser contextlib dataclasses datetime enum functools inspect "
    "json.decoder logging pathlib typing turtle unittest.mock zipfile"
)


def parsed(path: str, text: str) -> ParsedSource:
    found = parse_source(path, text)
    assert found is not None
    return found


@pytest.mark.parametrize("path", SAMPLES)
def test_every_definition_is_found_under_its_qualified_name(path: str) -> None:
    found = parsed(path, SAMPLES[path])
    assert [symbol.qualified_name for symbol in found.symbols] == NAMES[path].split()
    assert found.parse is ParseState.CLEAN


@pytest.mark.parametrize("path", SAMPLES)
def test_no_text_of_a_literal_stands_in_the_facts(path: str) -> None:
    assert "secret" in SAMPLES[path]
    assert "secret" not in repr(parsed(path, SAMPLES[path]))


@pytest.mark.parametrize("path", SAMPLES)
def test_facts_survive_a_cache(path: str) -> None:
    found = parsed(path, SAMPLES[path])
    assert msgspec.json.decode(msgspec.json.encode(found), type=ParsedSource) == found


@pytest.mark.parametrize("module", STANDARD_LIBRARY.split())
def test_python_definitions_are_those_of_ast(module: str) -> None:
    text = library_source(module)
    found = parsed("m.py", text)
    mine = sorted((symbol.qualified_name, symbol.start_line) for symbol in found.symbols)
    assert mine == sorted(ast_names(ast.parse(text)))


def ast_names(tree: ast.Module) -> list[tuple[str, int]]:
    found = []
    pending: list[tuple[ast.AST, str]] = [(tree, "")]
    while pending:
        node, prefix = pending.pop()
        for child in ast.iter_child_nodes(node):
            name = prefix
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{prefix}.{child.name}" if prefix else child.name
                lines = [child.lineno, *(decorator.lineno for decorator in child.decorator_list)]
                found.append((name, min(lines)))
            pending.append((child, name))
    return found


def test_a_signature_is_one_line_without_literals_decorators_and_comments() -> None:
    text = '@deco("x")\ndef f(a="x",  # y\n  b: int = 3,\n  *, c=None) -> "T":\n    pass\n'
    assert parsed("a.py", text).symbols[0].signature == "def f(a=…, b: int = …, *, c=None) -> …:"


def test_a_header_with_an_error_has_no_signature() -> None:
    found = parsed("a.py", 'class A:\n    def f(a="x" "y" 3 4): pass\n')
    assert all('"x"' not in symbol.signature for symbol in found.symbols)


def test_an_error_marks_the_definition_around_it_and_no_other() -> None:
    text = "class A { void f() { int x = ; } void g() { } }\nclass B { }\n"
    found = parsed("A.java", text)
    assert found.parse is ParseState.PARTIAL
    states = {symbol.qualified_name: symbol.parsed_cleanly for symbol in found.symbols}
    assert states == {"A": False, "A.f": False, "A.g": True, "B": True}


def test_conditional_lines_that_do_not_match_the_nesting_do_not_break_csharp() -> None:
    text = "class A {\n#if X\n  void f() {\n#else\n  void g() {\n#endif\n  } } }\n"
    assert parsed("a.cs", text).parse is ParseState.CLEAN


def test_what_a_function_binds_for_itself_is_no_use_of_another_definition() -> None:
    calls = [
        use.name
        for use in parsed("a.py", "def f(g):\n    h = 1\n    g(); h(); k()\n").uses
        if use.kind is RelationKind.CALLS
    ]
    assert calls == ["k"]


@pytest.mark.parametrize(
    ("path", "language"),
    [("x/A.PY", "python"), ("a.d.ts", "typescript"), ("a.h", "cpp"), (".py", None), ("a", None)],
)
def test_the_name_of_a_file_says_its_language(path: str, language: str | None) -> None:
    assert language_of(path) == language
    assert (parse_source(path, "") is None) == (language is None)


@pytest.mark.parametrize("path", SAMPLES)
@pytest.mark.parametrize(
    "text", ["(" * 100_000, "{" * 100_000, "a" * 2_000_000, "\\\n" * 20_000, '"' * 50_001]
)
def test_hostile_source_is_given_up_in_time(path: str, text: str) -> None:
    assert parsed(path, text).symbols == ()


@given(st.sampled_from(sorted(SAMPLES)), st.text(max_size=200), st.integers(0, 400))
def test_any_text_has_facts_and_its_symbols_lie_inside_it(path: str, text: str, at: int) -> None:
    """Where there is a place for it in source that has symbols, it stands there."""
    sample = SAMPLES[path]
    text = sample[:at] + text + sample[at:] if at < len(sample) else text
    found = parsed(path, text)
    assert found == parsed(path, text)
    lines = text.count("\n") + 1
    assert all(1 <= s.start_line <= s.end_line <= lines for s in found.symbols)
