"""Settings say where names lead: aliases of a tsconfig, folders in the place of Go modules."""

from __future__ import annotations

import pytest

from inspector.project.code import parse_source, relations_of
from inspector.project.index import Relation


def relations(files: dict[str, str]) -> tuple[Relation, ...]:
    parsed = {path: parse_source(path, text) for path, text in files.items()}
    return relations_of({path: one for path, one in parsed.items() if one is not None})


def imported(files: dict[str, str], path: str) -> set[str]:
    return {one.target_path for one in relations(files) if one.source_path == path}


def called(files: dict[str, str], path: str) -> set[tuple[str, str]]:
    found = relations(files)
    return {
        (one.target_path, one.target_symbol)
        for one in found
        if one.source_path == path and one.kind == "calls"
    }


SETTINGS = """{
  // where names begin
  "compilerOptions": {"baseUrl": ".", "paths": {
    "@/*": ["src/*"], "@/deep/*": ["src/very/deep/*"], "one": ["src/one.ts"], /* old */
  },},
}"""
SCRIPTS = {
    "tsconfig.json": SETTINGS,
    "src/a.ts": "export function run() {}\n",
    "src/one.ts": "",
    "src/very/deep/b.ts": "",
    "lib/index.ts": "",
}


@pytest.mark.parametrize(
    ("spelled", "file"),
    [
        ("@/a", "src/a.ts"),
        ("@/deep/b", "src/very/deep/b.ts"),
        ("one", "src/one.ts"),
        ("lib", "lib/index.ts"),
        ("src/a.js", "src/a.ts"),
    ],
)
def test_an_alias_leads_to_the_file_that_the_nearest_settings_say(spelled: str, file: str) -> None:
    use = {"app/x/use.ts": f"import {{ run }} from '{spelled}'\n"}
    assert imported(SCRIPTS | use, "app/x/use.ts") == {file}


def test_settings_hold_below_their_folder_only_and_the_nearest_one_counts() -> None:
    files = {
        "one/tsconfig.json": '{"compilerOptions": {"paths": {"~/*": ["./src/*"]}}}',
        "one/src/a.ts": "",
        "two/use.ts": "import '~/a'\n",
        "one/test/use.ts": "import '~/a'\nimport 'react'\n",
    }
    assert imported(files, "two/use.ts") == set()
    assert imported(files, "one/test/use.ts") == {"one/src/a.ts"}


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"compilerOptions": 3}', '{"paths": {"a": 1}}'])
def test_broken_settings_lead_nowhere(broken: str) -> None:
    files = {"tsconfig.json": broken, "a.ts": "", "use.ts": "import 'a'\n"}
    assert imported(files, "use.ts") == set()


def test_an_import_of_a_default_export_means_what_is_exported_also_through_a_re_export() -> None:
    files = {
        "store.ts": "class Store { get() {} }\nexport default Store\n",
        "make.ts": "export default function make() {}\n",
        "index.ts": "export { default as Kept } from './store'\nexport * from './make'\n",
        "use.ts": "import Store from './store'\nimport make from './make'\n"
        "import { Kept } from './index'\n"
        "function f(a: Store) { a.get() }\nfunction g() { make() }\n"
        "function h(a: Kept) { a.get() }\n",
    }
    assert called(files, "use.ts") == {("store.ts", "Store.get"), ("make.ts", "make")}
    callers = {one.source_symbol for one in relations(files) if one.kind == "calls"}
    assert callers == {"f", "g", "h"}


def test_a_go_module_that_a_folder_takes_the_place_of_is_found_there() -> None:
    files = {
        "go.mod": "module m\n\nreplace x.org/old => ./fork\n"
        "replace (\n\tx.org/two v1.2.3 => ./two // ours\n\tx.org/far => x.org/other v2.0.0\n)\n",
        "fork/part/a.go": "package part\n\nfunc Run() {}\n",
        "two/b.go": "package two\n\nfunc Run() {}\n",
        "main.go": 'package m\n\nimport (\n\t"x.org/old/part"\n\t"x.org/two"\n)\n\n'
        "func f() { part.Run(); two.Run() }\n",
    }
    assert called(files, "main.go") == {("fork/part/a.go", "Run"), ("two/b.go", "Run")}


def test_no_text_of_settings_but_names_and_paths_is_a_fact() -> None:
    text = '{"compilerOptions": {"paths": {"pass word!": ["x"], "a": ["not a path!"]}}, "k": "v1"}'
    told = repr(parse_source("tsconfig.json", text))
    assert "word" not in told
    assert "not a path" not in told
    assert "v1" not in told
