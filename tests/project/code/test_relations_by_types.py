"""Calls of methods are followed through the types that parameters, fields and results declare."""

from __future__ import annotations

import pytest

from inspector.project.code import parse_source, relations_of
from inspector.project.index import RelationKind

STORE = {
    "py": {
        "store.py": "class Base:\n    def close(self): pass\n\n"
        "class Store(Base):\n    def get(self): pass\n\n"
        "def opened() -> Store: pass\n",
        "use.py": """from store import Store, opened

class Desk:
    held: Store
    def __init__(self, one: Store | None = None):
        self.one = one
        self.two = Store()
    def field(self): self.held.get()
    def kept(self): self.one.get()
    def made_field(self): self.two.get()

def parameter(a: Store): a.get()
def inherited(a: Store): a.close()
def made():
    a = Store()
    a.get()
def result():
    a = opened()
    a.get()
def chain(desk: Desk): desk.held.get()
def unknown(a): a.get()
def changing(a: Store):
    a = whatever()
    a.get()
""",
    },
    "ts": {
        "store.ts": "export class Base { close() {} }\n"
        "export class Store extends Base { get() {} }\n"
        "export function opened(): Store { return new Store() }\n",
        "use.ts": """import { Store, opened } from './store'
class Desk {
  held: Store
  two = new Store()
  constructor(private one: Store) {}
  field() { this.held.get() }
  kept() { this.one.get() }
  made_field() { this.two.get() }
}
function parameter(a: Store | null) { a.get() }
function inherited(a: Store) { a.close() }
function made() { const a = new Store(); a.get() }
function result() { const a = opened(); a.get() }
function chain(desk: Desk) { desk.held.get() }
function unknown(a) { a.get() }
function changing(a: Store) { let b; b = 1; { let a = 3; a.get() } }
""",
    },
    "java": {
        "p/Base.java": "package p;\nclass Base { void close() {} }\n",
        "p/Store.java": "package p;\nclass Store extends Base { void get() {} "
        "static Store opened() { return null; } }\n",
        "p/Use.java": """package p;
class Desk {
  Store held;
  Store one;
  Store two = new Store();
  void field() { this.held.get(); }
  void kept() { one.get(); }
  void made_field() { two.get(); }
  void parameter(Store a) { a.get(); }
  void inherited(Store a) { a.close(); }
  void made() { var a = new Store(); a.get(); }
  void result() { Store a = Store.opened(); a.get(); }
  void chain(Desk desk) { desk.held.get(); }
  void unknown(Other a) { a.get(); }
  void changing() { Store a = null; { Other a = null; } a.get(); }
}
""",
    },
    "cs": {
        "Base.cs": "class Base { void close() {} }\n",
        "Store.cs": "class Store : Base { void get() {} static Store opened() { return null; } }\n",
        "Use.cs": """class Desk {
  Store held;
  Store one { get; set; }
  Store two = new Store();
  void field() { this.held.get(); }
  void kept() { one.get(); }
  void made_field() { two.get(); }
  void parameter(Store? a) { a.get(); }
  void inherited(Store a) { a.close(); }
  void made() { var a = new Store(); a.get(); }
  void result() { Store a = Store.opened(); a.get(); }
  void chain(Desk desk) { desk.held.get(); }
  void unknown(Other a) { a.get(); }
  void changing() { { Store a = null; } { Other a = null; a.get(); } }
}
""",
    },
    "go": {
        "go.mod": "module m\n",
        "p/base.go": "package p\n\ntype Base struct{}\n\nfunc (b *Base) Close() {}\n",
        "p/store.go": "package p\n\ntype Store struct {\n\tBase\n}\n\n"
        "func Opened() (*Store, error) { return nil, nil }\n",
        "p/get.go": "package p\n\nfunc (s *Store) Get() {}\n",
        "use/use.go": """package use

import "m/p"

type Desk struct {
	held *p.Store
	one  p.Store
	two  p.Store
}

func (d *Desk) field()      { d.held.Get() }
func (d Desk) kept()        { d.one.Get() }
func (d Desk) made_field()  { d.two.Get() }
func parameter(a *p.Store)  { a.Get() }
func inherited(a *p.Store)  { a.Close() }
func made()                 { a := &p.Store{}; a.Get() }
func result()               { a, err := p.Opened(); a.Get(); use(err) }
func chain(desk *Desk)      { desk.held.Get() }
func unknown(a any)         { a.Get() }
func changing(a *p.Store)   { a := 3; a.Get() }
""",
    },
}
CALLS = {
    *("field", "kept", "made_field", "parameter", "made", "result", "chain"),
}


@pytest.mark.parametrize("language", STORE)
def test_a_method_is_found_through_the_type_of_the_value(language: str) -> None:
    files = STORE[language]
    parsed = {path: parse_source(path, text) for path, text in files.items()}
    found = relations_of({path: one for path, one in parsed.items() if one is not None})
    calls: dict[str, set[str]] = {}
    for one in found:
        if one.kind is RelationKind.CALLS:
            name = one.source_symbol.rpartition(".")[2]
            calls.setdefault(name, set()).add(one.target_symbol.lower())
    assert {name for name, targets in calls.items() if "store.get" in targets} == CALLS
    assert calls["inherited"] == {"base.close"}
    assert "store.get" not in calls.get("unknown", set()) | calls.get("changing", set())


def test_a_method_of_a_type_in_another_file_of_the_package_is_found() -> None:
    files = {
        "a.go": "package m\n\ntype Engine struct{}\n",
        "b.go": "package m\n\nfunc (e *Engine) Run() { e.stop() }\n",
        "c.go": "package m\n\nfunc (e *Engine) stop() {}\n",
    }
    parsed = {path: parse_source(path, text) for path, text in files.items()}
    found = relations_of({path: one for path, one in parsed.items() if one is not None})
    calls = [(one.source_path, one.target_path) for one in found if one.kind == "calls"]
    assert calls == [("b.go", "c.go")]
