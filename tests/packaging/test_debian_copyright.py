"""The copyright file says of every file whose it is and under which licence."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from hypothesis import given
from hypothesis import strategies as st

from tests.shared.debian_package import module

copyrights = module("copyrights")
PLACE = "usr/lib/program"
OURS = "MIT License\n\nCopyright (c) The authors\n\nDo what you like.\n"
FOLDERS = copyrights.Folders("_internal/qt", "_internal/licences")


def _component(name: str, **changes: object) -> object:
    values = {
        "version": "1.0",
        "licence": "MIT",
        "by": "Somebody",
        "files": (f"_internal/{name}.so",),
        "texts": {f"{name}/LICENSE": f"Copyright 2020 {name} makers\n\nFree."},
    }
    return copyrights.Component(name, **(values | changes))


def _file(*components: object) -> str:
    return copyrights.copyright_file(components, PLACE, OURS, "a <b@c.invalid>", FOLDERS)


def _stanzas(text: str) -> list[dict[str, str]]:
    """Read a file in the machine-readable form, as strictly as its definition is."""
    found = []
    for paragraph in text.strip().split("\n\n"):
        fields: dict[str, str] = {}
        for line in paragraph.splitlines():
            if line.startswith(" "):
                name = list(fields)[-1]
                fields[name] += "\n" + line[1:]
            else:
                name, colon, value = line.partition(":")
                assert colon, line
                assert name not in fields, name
                fields[name] = value.strip()
        found.append(fields)
    return found


def test_the_program_itself_comes_first_and_stands_for_all_files() -> None:
    head, ours = _stanzas(_file())
    assert head["Format"].endswith("copyright-format/1.0/")
    assert "/usr/lib/program/_internal/qt" in head["Comment"]
    assert (ours["Files"], ours["Copyright"]) == ("*", "The authors")
    assert ours["License"].startswith("MIT\n")


def test_each_component_has_its_files_its_holders_its_licence_and_its_version() -> None:
    stanza = _stanzas(_file(_component("one"), _component("two", licence="Zlib OR MIT")))[-1]
    assert stanza["Files"] == f"{PLACE}/_internal/two.so"
    assert stanza["Copyright"] == "2020 two makers"
    assert stanza["License"].split("\n")[0] == "Zlib or MIT"
    assert stanza["Comment"] == "two 1.0"


def test_what_is_packed_into_the_executable_is_named_together() -> None:
    packed = [_component("one", files=()), _component("two", files=(), licence="ISC")]
    stanza = _stanzas(_file(*packed))[-1]
    assert stanza["Files"] == f"{PLACE}/inspector"
    assert stanza["License"].split("\n")[0] == "ISC and MIT"
    assert "two 1.0: ISC" in stanza["Comment"]
    assert {"2020 one makers", "2020 two makers"} <= {
        line.strip() for line in stanza["Copyright"].split("\n")
    }


def test_who_made_a_component_is_named_where_its_texts_name_nobody() -> None:
    quiet = _component("one", texts={"one/LICENSE": "Public domain."})
    assert _stanzas(_file(quiet))[-1]["Copyright"] == "Somebody"


def test_a_text_that_several_have_is_given_once() -> None:
    same = {"texts": {"common/X.txt": "Copyright 2020 A\n\nThe same words."}}
    text = _file(_component("one", **same), _component("two", **same))
    assert text.count("The same words.") == 1
    assert "As common/X.txt, above." in text


def test_a_very_long_text_is_named_by_its_file() -> None:
    text = _file(_component("one", texts={"one/NOTICES": "words\n" * 50_000}))
    assert "/usr/lib/program/_internal/licences/one/NOTICES" in text
    assert len(text) < 10_000


def test_a_licence_that_debian_has_is_named_by_its_place() -> None:
    whole = "GNU LESSER GENERAL PUBLIC LICENSE\n Version 3, 29 June 2007\n" + "words\n" * 900
    whole += "permanent authorization for you to choose that version for the\nLibrary.\n"
    text = f"Copyright 2020 A\n\n{whole}\nAnd more.\n"
    made = copyrights.without_shared(text)
    assert "/usr/share/common-licenses/LGPL-3" in made
    assert made.startswith("Copyright 2020 A")
    assert made.rstrip().endswith("And more.")
    assert "words" not in made


def test_a_licence_that_is_only_mentioned_is_left_as_it_is() -> None:
    text = "Under the Apache License\nVersion 2.0, January 2004. END OF TERMS AND CONDITIONS"
    assert copyrights.without_shared(text) == text


def test_names_of_licences_that_are_no_expression_have_no_spaces() -> None:
    stanza = _stanzas(_file(_component("one", licence="MIT/X Consortium License")))[-1]
    assert stanza["License"].split("\n")[0] == "MIT-X-Consortium-License"
    unnamed = _stanzas(_file(_component("one", licence="")))[-1]
    assert unnamed["License"].split("\n")[0] == "one-licence"


def test_placeholders_of_a_licence_are_no_holders() -> None:
    text = "Copyright [yyyy] [name of copyright owner]\nCopyright (C) 2001, 2004 A. Person <a@b.c>"
    assert copyrights.holders_in(text) == ["2001, 2004 A. Person <a@b.c>"]


@given(st.text(st.characters(exclude_categories=["Cs"])), st.text("ab (/*?\\-_.", min_size=1))
def test_no_text_and_no_name_of_a_file_ever_breaks_the_form(text: str, name: str) -> None:
    component = _component("one", texts={"one/LICENSE": text}, files=(f"x/{name}",))
    stanzas = _stanzas(_file(component))
    assert len(stanzas) == 3
    pattern = stanzas[-1]["Files"]
    assert not re.search(r"\s", pattern)
    assert fnmatchcase(f"{PLACE}/x/{name}", re.sub(r"\\([*?\\])", r"[\1]", pattern))
