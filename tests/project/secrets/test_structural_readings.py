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
    # Columns that a rule parts from their header, files of users, a header that is a remark.
    "====  ========\nuser  password\n====  ========\nbob   {}\n====  ========\n",
    "user password\n---- --------\nbob {}\n",
    "  user  password  role\n  ====  ========  ====\n  bob   {}   owner\n",
    "bob@shelf.example:{}\nann@shelf.example:x\n",
    "# of the relay\n*.shelf.example:bob:{}\n",
    '"bob" "{}"\n"ann" "md589bce41114c990032b3cf6d3ee0ecbd4"\n',
    "# user:password\nbob:{}\nann:x\n",
    # Arguments in a list, a variable of a container, and an account of a database.
    "args:\n- --user\n- bob\n- --password\n- {}\n",
    'args = [\n    "--password",\n    "{}",\n]\n',
    "cd /srv\ndocker run -e A=b -e SHELF_PASSWORD={} -p 54:54 oak\nfor f in *; do\n echo\ndone\n",
    "CREATE LINK shelf CONNECT TO bob IDENTIFIED BY {} USING 'oak';\n",
    "create user bob identified by {};\n",
    'sqlplus -s ann.b/{}@"(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)"\n',
    '{{"broker": "amqps:\\/\\/bob:{}@shelf.example:5671\\/oak"}}\n',
    # Sentences with long names of hosts, and what was changed.
    "The root password on db-01.shelf-of-oak.example.org was reset to {} - note it.\n",
    "The root password on db1.shelf.example is now {} - note it.\n",
    "The new password for db1.shelf.example.internal:\n\n    {}\n",
    "Пароль от db1.shelf.example теперь {}, никому.\n",
    "trojan://{}@shelf.example:443#oak\n",
)
PHRASES = (
    'The passphrase for the backup disk is "goblin jasper vortex cricket ginger amber", all low.\n',
    "Wallet recovery phrase, keep offline: goblin jasper vortex cricket ginger amber\n",
)
OPEN = (
    'auth = ("T1g3r-Copper85", password)\n',
    '{"path": "/password", "label": "T1g3r-Copper85"}\n',
    "A session is identified by uuid4 values.\nSessions are identified by uuid4.\n",
    # Remarks that are sentences, and the coordinates of libraries.
    "# Password of the shelf: required\nurl: db01-oak\nname: oak2b\n",
    "# set the password; then restart\ncp a1b2 c; sleep 3\n",
    "# api key: header\nX-Oak: bar1baz2qux\nAccept: v1beta\n",
    "# of the shelf\norg.shelf:oak-api2:2.0.9=runtime,test\norg.oak:leaf:v6.1.0-M5\n",
)


@pytest.mark.parametrize("form", FOUND)
def test_a_value_of_a_structure_is_found(form: str) -> None:
    text = form.format(VALUE)
    assert any(VALUE in text[one.start : one.end] for one in PatternScanner().scan(text))


def test_the_letters_of_an_array_are_found() -> None:
    letters = ",".join(f"'{letter}'" for letter in VALUE)
    text = f"char password[] = {{{letters}}};\n"
    assert any(letters in text[one.start : one.end] for one in PatternScanner().scan(text))


@pytest.mark.parametrize("text", PHRASES)
def test_the_words_of_a_phrase_are_found(text: str) -> None:
    words = "goblin jasper vortex cricket ginger amber"
    assert [text[one.start : one.end] for one in PatternScanner().scan(text)] == [words]


@pytest.mark.parametrize("text", OPEN)
def test_a_value_beside_no_name_stays(text: str) -> None:
    assert PatternScanner().scan(text) == ()
