"""Lists, members, cells and settings of many languages, in which a value has a name."""

from __future__ import annotations

import pytest

from inspector.project.secrets import PatternScanner

VALUE = "T1g3r-Copper85"
FOUND = (
    'basicAuth = ("bob", "{}")\n',
    '[{{"op": "add", "path": "/data/password", "value": "{}"}}]\n',
    '(authenticate 7 "{}")\n',
    'DATA(password) = "{}".\n',
    '(setq db-password "{}")\n',
    '(defparameter *db-password* "{}")\n',
    'set -gx DB_PASSWORD "{}"\n',
    '<elementProp name="db_password"><stringProp name="Argument.value">{}</stringProp>\n',
    "||User||Password||\n|bob|{}|\n",
    "|===\n|user |password\n|bob |{}\n|===\n",
    "password & \\texttt{{{}}} \\\\\n",
    "| password | {{{{{}}}}} |\n",
    "passwords:\n  # of the shelf\n  bob: {}\n",
    "passwords:\n # old\n - {}\n",
    'x := "{}" (* the db_password *)\n',
    'x = "{}" /* the db_password */\n',
    "password: <b>{}</b>\n",
    "password:&nbsp;{}\n",
    "set -U password {}\n",
)
OPEN = (
    'auth = ("T1g3r-Copper85", password)\n',
    '{"path": "/password", "label": "T1g3r-Copper85"}\n',
)


@pytest.mark.parametrize("form", FOUND)
def test_a_value_of_a_structure_is_found(form: str) -> None:
    text = form.format(VALUE)
    assert any(VALUE in text[one.start : one.end] for one in PatternScanner().scan(text))


def test_the_letters_of_an_array_are_found() -> None:
    letters = ",".join(f"'{letter}'" for letter in VALUE)
    text = f"char password[] = {{{letters}}};\n"
    assert any(letters in text[one.start : one.end] for one in PatternScanner().scan(text))


@pytest.mark.parametrize("text", OPEN)
def test_a_value_beside_no_name_stays(text: str) -> None:
    assert PatternScanner().scan(text) == ()
