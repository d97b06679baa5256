from __future__ import annotations

import ast
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.project.code import (
    Slice,
    SliceLevel,
    language_of,
    parse_source,
    signatures_only,
    target_region,
)
from inspector.project.index import ParseState, Symbol
from tests.project.code.code_samples import SAMPLES, library_source

COUNT = r"\d+ lines? cut"
MARKER = re.compile(
    rf"[ \t]*(?:(?:\.\.\.  )?# {COUNT}|// {COUNT}|\{{ /\* {COUNT} \*/ \}}|/\* {COUNT} \*/ ?)"
)


def symbols(path: str, text: str) -> tuple[Symbol, ...]:
    found = parse_source(path, text)
    assert found is not None
    return found.symbols


def assert_only_cuts_differ(text: str, found: Slice) -> None:
    rest, position = found.text, 0
    for cut in found.cuts:
        assert position <= cut.start <= cut.end
        assert cut.first_line == text.count("\n", 0, cut.start) + 1
        assert cut.last_line == text.count("\n", 0, cut.end) + 1
        assert rest.startswith(text[position : cut.start])
        rest = rest[cut.start - position :]
        marker = MARKER.match(rest)
        assert marker is not None
        assert str(cut.last_line - cut.first_line + 1) in marker.group()
        rest, position = rest[marker.end() :], cut.end
    assert rest.lstrip(" ") == text[position:].lstrip(" ")
    assert (found.level is SliceLevel.FULL_FILE) == (not found.cuts) == (found.text == text)


@pytest.mark.parametrize("path", SAMPLES)
def test_signatures_keep_every_definition_outside_bodies_and_parse_cleanly(path: str) -> None:
    text, language = SAMPLES[path], language_of(path)
    assert language is not None
    found = signatures_only(language, text)
    assert found is not None
    assert found.level is SliceLevel.SIGNATURES_ONLY
    assert_only_cuts_differ(text, found)
    again = parse_source(path, found.text)
    assert again is not None
    assert again.parse is ParseState.CLEAN
    names = {symbol.qualified_name for symbol in symbols(path, text)} - {"over.inner"}
    assert {symbol.qualified_name for symbol in again.symbols} == names


@pytest.mark.parametrize("path", SAMPLES)
def test_a_region_has_its_definition_whole_and_nothing_else_is_lost(path: str) -> None:
    text, language = SAMPLES[path], language_of(path)
    assert language is not None
    lines = text.split("\n")
    for symbol in symbols(path, text):
        found = target_region(language, text, [symbol])
        assert found is not None
        assert_only_cuts_differ(text, found)
        assert "\n".join(lines[symbol.start_line - 1 : symbol.end_line]) in found.text


@pytest.mark.parametrize("module", ["abc", "bisect", "dataclasses", "inspect", "typing", "zipfile"])
def test_slices_of_python_stay_python(module: str) -> None:
    text = library_source(module)
    found = signatures_only("python", text)
    assert found is not None
    assert len(found.text) < len(text)
    assert_only_cuts_differ(text, found)
    ast.parse(found.text)


SIGNATURES = {
    "a docstring goes with its body": (
        "python",
        'def f():\n    """Doc."""\n    return 1\n\n\nX = 1\ndef g(): return 2\ndef h(): pass\n',
        "def f():\n    ...  # 2 lines cut\n\n\nX = 1\ndef g(): ...  # 1 line cut\ndef h(): pass\n",
    ),
    "line ends of Windows stay": (
        "java",
        "class A {\r\n  void f() {\r\n    g();\r\n  }\r\n}\r\n",
        "class A {\r\n  void f() {\r\n    // 1 line cut\r\n  }\r\n}\r\n",
    ),
    "a body with an error stays whole": (
        "java",
        "class A {\n  void f() {\n    int x = ;\n  }\n  void g() {\n    h();\n  }\n}\n",
        "class A {\n  void f() {\n    int x = ;\n  }\n  void g() {\n    // 1 line cut\n  }\n}\n",
    ),
    "a body with half a condition stays whole": (
        "csharp",
        "class A {\nvoid F() {\n#if X\n  g();\n}\n#endif\nvoid H() {\n  k();\n}\n}\n",
        "class A {\nvoid F() {\n#if X\n  g();\n}\n#endif\nvoid H() {\n  // 1 line cut\n}\n}\n",
    ),
    "comments that document over several lines go with the bodies": (
        "java",
        "/*\n * Licence.\n */\nclass A {\n    /** Short. */\n    int a;\n\n"
        "    /**\n     * Long.\n     * @return one\n     */\n"
        "    int f() {\n        /*\n        inside\n        */\n        return 1;\n    }\n}\n",
        "/* 3 lines cut */\nclass A {\n    /** Short. */\n    int a;\n\n"
        "    /* 4 lines cut */\n    int f() {\n        // 4 lines cut\n    }\n}\n",
    ),
}


@pytest.mark.parametrize(("language", "text", "left"), SIGNATURES.values(), ids=SIGNATURES)
def test_a_body_becomes_a_marker(language: str, text: str, left: str) -> None:
    found = signatures_only(language, text)
    assert found is not None
    assert found.text == left


def test_an_error_outside_bodies_leaves_no_reliable_boundary() -> None:
    assert signatures_only("java", "class A { int = ; void f() { g(); } }") is None
    assert signatures_only("cobol", "x") is None


def test_a_region_brings_imports_headers_and_comments_above() -> None:
    method = next(s for s in symbols("a.cs", SAMPLES["a.cs"]) if s.qualified_name == "A.M")
    found = target_region("csharp", SAMPLES["a.cs"], [method])
    assert found is not None
    for line in ("using System;", "namespace N.M", "// doc of M", "public abstract class A<T>"):
        assert line in found.text
    assert "Init(q)" not in found.text


def test_a_symbol_that_is_not_at_its_lines_makes_no_region() -> None:
    (symbol,) = symbols("a.py", "def f():\n    pass\n")
    assert target_region("python", "\ndef f():\n    pass\n", [symbol]) is None
    assert target_region("python", "def f():\n    pass\n", []) is None


def test_an_error_in_or_beside_a_symbol_makes_no_region() -> None:
    for text in ("class A { void f() { int = ; } }", "class A { void f() { } int = ; }"):
        method = [s for s in symbols("A.java", text) if s.qualified_name == "A.f"]
        assert target_region("java", text, method) is None


@given(st.sampled_from(sorted(SAMPLES)), st.data())
def test_damaged_source_loses_nothing_but_its_cuts(path: str, data: st.DataObject) -> None:
    text, language = SAMPLES[path], language_of(path)
    assert language is not None
    for _ in range(2):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.text("{}()é\n\"'# ;x", max_size=3)) + text[at + 1 :]
    slices = [signatures_only(language, text)]
    slices += [target_region(language, text, [symbol]) for symbol in symbols(path, text)[:4]]
    for found in slices:
        if found is not None:
            assert_only_cuts_differ(text, found)
    assert signatures_only(language, text) == slices[0]
