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
    "await page.getByLabel('Password').fill('{}');\n",
    "ENV.fetch('SMTP_PASSWORD') {{ '{}' }}\n",
    "[db_password]\nvalue = {}\n",
    "<password><![CDATA[{}]]></password>\n",
    "sqlcmd -S host -U sa -P {} -Q query\n",
    "Server=h;UID=u;PWD={{{}}}\n",
    "数据库密码：{}\n",
    "creds for the vpn: bob / {}\n",
    'expect "password:"\nsend "{}"\n',
    'if (password.equals("{}")) {{ open(); }}\n',
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
        '{"version": 3, "mappings": "AAAA,H4ux4J561UYNltrvBRhruS6KfPFm14ph"}',
        '<path d="M90 0v810h163v-464h2h2h2q60 0 105.5 -8.5t76.5 -27.5"/>',
        'password = "   "\ncall("  ")\n',
        'token: "UPDATER_GITHUB_TOKEN"\n',
        "The token is checked by `verify/4`, the password by `conn.assigns.scope`.\n",
    ],
)
def test_a_name_that_means_none_and_a_reference_are_no_secret(text: str) -> None:
    assert PatternScanner().scan(text) == ()
