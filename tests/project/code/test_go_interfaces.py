"""A type of Go has an interface of the project by its methods, without naming it."""

from __future__ import annotations

import pytest

from inspector.project.code import parse_source, relations_of
from inspector.project.index import RelationKind

INTERFACES = """package a
import ("context"; "io")
type Arg struct{}
type Closer interface { Close(ctx context.Context, n ...int) (a, b error) }
type Both interface { Closer; Do(x, y Arg) *Arg }
type Run interface { Run(f func(x int, s string) error, m map[string][]interface{}, c <-chan byte) }
type Elsewhere interface { io.Reader; Foo() }
type Union interface { ~int | string; Foo() }
type Generic[T any] interface { Foo() }
type Empty interface{}
type hidden interface { do() }
"""


def implemented(types: str, **more: str) -> set[tuple[str, str]]:
    files = {"go.mod": "module ex.com/m\n", "a/a.go": INTERFACES, "b/b.go": types, **more}
    parsed = {path: parse_source(path, text) for path, text in files.items()}
    return {
        (one.source_symbol, one.target_symbol)
        for one in relations_of({path: one for path, one in parsed.items() if one})
        if one.kind is RelationKind.IMPLEMENTS
    }


def in_b(methods: str) -> str:
    return f'package b\nimport ( ctx "context"; "ex.com/m/a" )\ntype S struct{{}}\n{methods}\n'


CLOSE = "func (s *S) Close(c ctx.Context, n ...int) (error, error) { return nil, nil }"
DO = "func (S) Do(x a.Arg, y a.Arg) *a.Arg { return nil }"


def test_names_of_parameters_packages_and_receivers_make_no_difference():
    assert implemented(in_b(CLOSE)) == {("S", "Closer")}


def test_an_interface_asks_for_what_it_embeds():
    assert implemented(in_b(DO)) == set()
    assert implemented(in_b(f"{CLOSE}\n{DO}")) == {("S", "Closer"), ("S", "Both")}


def test_a_type_has_the_methods_of_what_it_embeds():
    assert ("E", "Closer") in implemented(in_b(f"{CLOSE}\ntype E struct {{ S }}"))


@pytest.mark.parametrize(
    "methods",
    [
        "func (S) Close() error { return nil }",
        "func (S) Close(c ctx.Context, n []int) (error, error) { return nil, nil }",
        "func (S) Do(x Arg, y Arg) *Arg { return nil }\ntype Arg struct{}",
        "func (S) do() {}",
        "func Close(c ctx.Context, n ...int) (error, error) { return nil, nil }",
    ],
)
def test_other_types_another_package_and_a_function_are_not_it(methods):
    assert implemented(in_b(methods)) == set()


def test_types_are_the_same_however_they_are_written():
    run = "func (S) Run(g func(int, string) error, m map[string][]any, c <-chan uint8) {}"
    assert implemented(in_b(run)) == {("S", "Run")}


def test_what_an_interface_asks_for_is_not_guessed():
    """It embeds one from elsewhere, is a union or takes types; an empty one says nothing."""
    assert implemented(in_b("func (S) Foo() {}")) == set()


def test_methods_of_lower_case_are_of_their_package_alone():
    of_a = "package a\ntype H struct{}\nfunc (h H) do() {}\n"
    assert implemented(in_b("func (S) do() {}"), **{"a/h.go": of_a}) == {("H", "hidden")}
