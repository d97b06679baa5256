"""Forms in which a value is given to a name, that were once missed."""

from __future__ import annotations

import pytest

from inspector.project.secrets import PatternScanner

VALUE = "T1g3r-Copper85"
FORMS = (
    "curl -u admin:{} https://example.org/x\n",
    "curl -s -u admin:{} https://example.org/x\n",
    "mysql -p{} orders\n",
    "redis-cli -a {}\n",
    'PAROLA_CHIAVE="${{PAROLA_CHIAVE:-{}}}"\n',
    'if given == "{}":  # mot_de_passe\n',
    '{{"vars": [{{"value": "{}", "key": "smtp_pass"}}]}}',
    'buildConfigField "String", "CLAVE_SECRETA", "\\"{}\\""\n',
)


@pytest.mark.parametrize("form", FORMS)
def test_the_value_is_covered(form: str) -> None:
    text = form.format(VALUE)
    found = PatternScanner().scan(text)
    assert any(VALUE in text[one.start : one.end] for one in found)


@pytest.mark.parametrize(
    "text",
    [
        'if given == "T1g3r-Copper85":  # the colour of the fur\n',
        '{"vars": [{"value": "T1g3r-Copper85", "key": "animal"}]}',
        "curl -u admin:$PASSWORD https://example.org/x\n",
    ],
)
def test_a_name_that_means_none_and_a_reference_are_no_secret(text: str) -> None:
    assert PatternScanner().scan(text) == ()
