from __future__ import annotations

import random

import pytest

from inspector.project.code import parse_source, relations_of
from inspector.project.index import RelationKind

IMPORTS, CALLS = RelationKind.IMPORTS, RelationKind.CALLS
BASE, IMPLEMENTS = RelationKind.BASE_TYPE, RelationKind.IMPLEMENTS
Found = set[tuple[str, str, RelationKind, str, str]]


def relations(files: dict[str, str]) -> Found:
    parsed = {path: parse_source(path, text) for path, text in files.items()}
    facts = {path: found for path, found in parsed.items() if found is not None}
    found = relations_of(facts)
    assert list(found) == sorted(found)
    mixed = list(facts.items())
    random.Random(1).shuffle(mixed)
    assert relations_of(dict(mixed)) == found
    return {(r.source_path, r.source_symbol, r.kind, r.target_path, r.target_symbol) for r in found}


PYTHON = {
    "src/p/__init__.py": "from .core import run\n",
    "src/p/core.py": "def run(): help_()\ndef help_(): pass\nclass B:\n    def m(self): pass\n",
    "src/p/sub/__init__.py": "",
    "src/p/sub/x.py": "from .. import core\nfrom p.core import B as C\nimport p\n\n"
    "class D(C):\n    def n(self): self.m(); core.run()\n\ndef k(run): p.run(); run(); gone()\n",
}


def test_python_names_are_followed_through_imports_packages_and_base_types() -> None:
    x, core = "src/p/sub/x.py", "src/p/core.py"
    assert relations(PYTHON) == {
        ("src/p/__init__.py", "", IMPORTS, core, ""),
        (x, "", IMPORTS, core, ""),
        (x, "", IMPORTS, "src/p/__init__.py", ""),
        (x, "D", BASE, core, "B"),
        (x, "D.n", CALLS, core, "B.m"),
        (x, "D.n", CALLS, core, "run"),
        (x, "k", CALLS, core, "run"),
        (core, "run", CALLS, core, "help_"),
    }


def test_a_name_with_several_files_makes_no_relation() -> None:
    files = {"a/m.py": "", "b/m.py": "", "c/use.py": "import m\n"}
    assert relations(files) == set()


def imported(files: dict[str, str], path: str) -> set[str]:
    return {target for source, _, kind, target, _ in relations(files) if source == path}


def test_python_modules_of_a_folder_that_is_no_package_are_found() -> None:
    files = {
        "src/a.py": "X = 1\n",
        "main.py": "from src import a\nimport src.a\n",
        "tools/run.py": "import lib_of_tools\nfrom parts import one, two\n",
        "tools/lib_of_tools.py": "",
        "tools/parts/one.py": "",
        "tests/shared/two.py": "",
        "tests/deep/test_x.py": "from tests.shared.two import x\nfrom tests.shared import two\n",
    }
    assert imported(files, "main.py") == {"src/a.py"}
    assert imported(files, "tools/run.py") == {"tools/lib_of_tools.py", "tools/parts/one.py"}
    assert imported(files, "tests/deep/test_x.py") == {"tests/shared/two.py"}


def test_a_python_file_elsewhere_is_not_taken_for_a_module_of_its_name() -> None:
    files = {
        "sympy/__init__.py": "",
        "sympy/core.py": "import warnings\nimport json\nfrom types import x\n",
        "traitlets/__init__.py": "",
        "traitlets/utils/warnings.py": "",
        "fixtures/json/__init__.py": "",
        "tools/types.py": "",
    }
    assert imported(files, "sympy/core.py") == set()


def test_a_name_that_is_imported_from_two_places_stands_for_neither() -> None:
    files = {
        "os_.py": "if x:\n    import posix_ as path\nelse:\n    import nt_ as path\n"
        "def f(): path.join()\n",
        "posix_.py": "def join(): pass\n",
        "nt_.py": "def join(): pass\n",
    }
    assert imported(files, "os_.py") == {"posix_.py", "nt_.py"}
    assert not any(kind is CALLS for _, _, kind, _, _ in relations(files))


def test_python_packages_of_source_folders_are_found_where_one_fits() -> None:
    files = {
        "libs/a/src/alpha/__init__.py": "",
        "libs/a/src/alpha/core.py": "",
        "libs/a/src/twice/__init__.py": "",
        "libs/b/src/twice/__init__.py": "",
        "libs/a/tests/test_core.py": "import alpha.core\nimport twice\n",
        "libs/b/use.py": "from alpha import core\nimport twice\n",
        "apps/use.py": "from alpha import core\nimport twice\n",
    }
    alpha = {"libs/a/src/alpha/core.py"}
    assert imported(files, "libs/a/tests/test_core.py") == {
        *alpha,
        "libs/a/src/twice/__init__.py",
    }
    assert imported(files, "libs/b/use.py") == {*alpha, "libs/b/src/twice/__init__.py"}
    assert imported(files, "apps/use.py") == alpha


def test_typescript_modules_leave_out_endings_and_index() -> None:
    files = {
        "web/a.ts": 'import { f, type I } from "./b.js";\nimport * as n from "./lib";\n'
        "export class A implements I { go() { f(); n.g(); } }\n",
        "web/b.ts": "export function f() {}\nexport interface I {}\n",
        "web/lib/index.tsx": 'export * from "./deep";\n',
        "web/lib/deep.ts": "export const g = () => 1;\n",
    }
    found = relations(files)
    assert ("web/a.ts", "A.go", CALLS, "web/b.ts", "f") in found
    assert ("web/a.ts", "A.go", CALLS, "web/lib/deep.ts", "g") in found
    assert ("web/a.ts", "A", IMPLEMENTS, "web/b.ts", "I") in found
    assert ("web/a.ts", "", IMPORTS, "web/lib/index.tsx", "") in found


LANGUAGES = {
    "types of C# by their namespace": (
        {
            "S/User.cs": "using App.Contracts;\nnamespace App.Services;\n"
            "class User : IUser { void Login() { Check(); Log.Write(); } void Check() {} }\n",
            "C/IUser.cs": "namespace App.Contracts { interface IUser { } }\n",
            "Log.cs": "namespace App { static class Log { public static void Write() {} } }\n",
            "Other.cs": "namespace Else { interface IUser { } }\n",
        },
        {
            ("S/User.cs", "", IMPORTS, "C/IUser.cs", ""),
            ("S/User.cs", "", IMPORTS, "Log.cs", ""),
            ("S/User.cs", "User", IMPLEMENTS, "C/IUser.cs", "IUser"),
            ("S/User.cs", "User.Login", CALLS, "S/User.cs", "User.Check"),
            ("S/User.cs", "User.Login", CALLS, "Log.cs", "Log.Write"),
        },
    ),
    "types of Java by their package": (
        {
            "x/a/A.java": "package a;\nimport b.B;\n"
            "class A extends B { void f() { C.g(); h(); } }\n",
            "x/a/C.java": "package a;\nclass C { static void g() {} }\n",
            "x/b/B.java": "package b;\npublic class B { void h() {} }\n",
        },
        {
            ("x/a/A.java", "", IMPORTS, "x/b/B.java", ""),
            ("x/a/A.java", "", IMPORTS, "x/a/C.java", ""),
            ("x/a/A.java", "A", BASE, "x/b/B.java", "B"),
            ("x/a/A.java", "A.f", CALLS, "x/a/C.java", "C.g"),
            ("x/a/A.java", "A.f", CALLS, "x/b/B.java", "B.h"),
        },
    ),
    "paths of Rust from the crate": (
        {
            "src/lib.rs": "mod a;\nfn top() { a::f(); }\n",
            "src/a/mod.rs": "pub mod b;\npub fn f() { super::top(); }\n",
            "src/a/b.rs": "use crate::a::f;\npub trait T {}\npub struct S;\n"
            "impl T for S {}\nfn g() { f(); crate::top(); }\n",
        },
        {
            ("src/lib.rs", "", IMPORTS, "src/a/mod.rs", ""),
            ("src/a/mod.rs", "", IMPORTS, "src/a/b.rs", ""),
            ("src/a/mod.rs", "", IMPORTS, "src/lib.rs", ""),
            ("src/a/b.rs", "", IMPORTS, "src/a/mod.rs", ""),
            ("src/a/b.rs", "", IMPORTS, "src/lib.rs", ""),
            ("src/lib.rs", "top", CALLS, "src/a/mod.rs", "f"),
            ("src/a/mod.rs", "f", CALLS, "src/lib.rs", "top"),
            ("src/a/b.rs", "S", IMPLEMENTS, "src/a/b.rs", "T"),
            ("src/a/b.rs", "g", CALLS, "src/a/mod.rs", "f"),
            ("src/a/b.rs", "g", CALLS, "src/lib.rs", "top"),
        },
    ),
    "includes of C beside the file and below include": (
        {
            "src/a.c": '#include "b.h"\n#include <pub.h>\n#include <string.h>\n'
            "int main(void) { f(); p(); }\n",
            "src/b.h": "int f(void);\n",
            "include/pub.h": "int p(void);\n",
            "compat/string.h": "int s(void);\n",
        },
        {
            ("src/a.c", "", IMPORTS, "src/b.h", ""),
            ("src/a.c", "", IMPORTS, "include/pub.h", ""),
            ("src/a.c", "main", CALLS, "src/b.h", "f"),
            ("src/a.c", "main", CALLS, "include/pub.h", "p"),
        },
    ),
}


@pytest.mark.parametrize(("files", "found"), LANGUAGES.values(), ids=LANGUAGES)
def test_names_are_found_as_their_language_finds_them(files: dict[str, str], found: Found) -> None:
    assert relations(files) == found


def test_go_packages_are_folders_below_their_module() -> None:
    files = {
        "go.mod": "module example.com/m\n\ngo 1.22\n",
        "main.go": 'package main\nimport "example.com/m/q"\nfunc main() { q.Do(); own() }\n',
        "own.go": "package main\nfunc own() {}\n",
        "q/do.go": "package q\nfunc Do() {}\n",
    }
    found = relations(files)
    assert ("main.go", "main", CALLS, "q/do.go", "Do") in found
    assert ("main.go", "main", CALLS, "own.go", "own") in found
    assert ("main.go", "", IMPORTS, "q/do.go", "") in found
    without = {path: text for path, text in files.items() if path != "go.mod"}
    assert ("main.go", "main", CALLS, "q/do.go", "Do") not in relations(without)


def test_imports_and_bases_that_go_in_circles_end() -> None:
    files = {
        "a.py": "from b import x\nclass A(B): pass\nclass B(A):\n    def f(self): self.g(); x()\n",
        "b.py": "from a import x\n",
    }
    assert ("a.py", "", IMPORTS, "b.py", "") in relations(files)
