"""The layer of patterns finds what the specification names, and keeps quiet about source code."""

from __future__ import annotations

import pytest

from inspector.project.findings import Confidence
from inspector.project.secrets import PatternScanner
from inspector.project.secrets.names import lowered
from tests.shared.labelled_secrets import HARMLESS, Labelled, labelled

SCANNER = PatternScanner()

NAMED_BY_THE_SPECIFICATION = (
    "BEGIN PRIVATE KEY",
    "-----BEGIN RSA PRIVATE KEY-----",
    "-----BEGIN OPENSSH PRIVATE KEY-----",
    "-----BEGIN EC PRIVATE KEY-----",
    "-----BEGIN PGP PRIVATE KEY BLOCK-----",
    "sk-" + "a1b2c3",
    "sk-" + "abcdefghijklmnop",
    "Authorization: Bearer abc",
    "Bearer abc123",
    "password=hunter2",
    "password=hunter",
    "password = hunter2",
    "api_key=12345",
    "token=abc",
)

RELATIVES = (
    "DB_PASSWORD=correct-horse-battery",
    "password: hunter2",
    '"api_key": "12345"',
    "export API_TOKEN='abc123'",
    "# password=hunter2",
    "// token: abc123",
    "Authorization: Basic aHVudGVyOjI=",
    "password: |\n  hunter2\n",
    'password = (\n    "hun"\n    "ter2"\n)',
    "password=\\\n  hunter2",
    'password = """hunter2"""',
    'password="never closed',
    "PASSWORD=${PASSWORD:-hunter2}",
    'password = given or "hunter2"',
    'x = os.getenv("PASSWORD", "hunter2")',
    'password: str = "hunter2"',
    "'password' => 'hunter2',",
    'password := "hunter2"',
    'if password == "hunter2":',
    '#define DB_PASSWORD "hunter2"',
    "ENV DB_PASSWORD hunter2",
    "mysql --password hunter2",
    "machine a.b login me password hunter2",
    "CREATE USER a WITH PASSWORD 'hunter2'",
    "Server=db;User Id=sa;Password=hunter2;",
    "https://me:hunter2@example.org/",
    '"p\\u0061ssword": "hunter2"',
    "&quot;password&quot;: &quot;hunter2&quot;",
    "PuTTY-User-Key-File-2: ssh-rsa",
    'see("https://example.org/?token=abc")',
    "**Password:** hunter2",
    '<input type="password" value="hunter2">',
)


@pytest.mark.parametrize("text", NAMED_BY_THE_SPECIFICATION + RELATIVES)
def test_a_pattern_of_the_specification_is_found(text: str) -> None:
    assert SCANNER.scan(text)
    around = f"import os\r\n\r\n{text}\r\n".replace("\n", "\r\n").replace("\r\r", "\r")
    assert SCANNER.scan(around) or "\n" in text


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_speaks_of_secrets_is_none(text: str) -> None:
    assert SCANNER.scan(text) == ()
    assert SCANNER.scan(f"import os\n\n{text}\nreturn os.stat(1);\n") == ()


def _covered(one: Labelled) -> bool:
    return any(
        finding.start <= one.start
        and one.end <= finding.end
        and finding.confidence is (Confidence.HIGH if one.sure else Confidence.UNCERTAIN)
        for finding in SCANNER.scan(one.text)
    )


def test_every_kind_is_found_whole_in_every_container_and_encoding() -> None:
    missed = [
        (one.kind, one.container, one.surroundings) for one in labelled() if not _covered(one)
    ]
    assert missed == []


@pytest.mark.parametrize("end", ["\n", "\\n", "\r\n"])
def test_a_private_key_with_its_end_is_certain_and_found_whole(end: str) -> None:
    block = end.join(("-----BEGIN PRIVATE KEY-----", "AAAA" * 16, "-----END PRIVATE KEY-----"))
    [found] = SCANNER.scan(f"a {block} b")
    assert (found.start, found.end) == (2, 2 + len(block))
    assert found.confidence is Confidence.HIGH


def test_a_private_key_without_its_end_is_uncertain_whatever_else_is_in_it() -> None:
    text = f"-----BEGIN PRIVATE KEY-----\n{'AAAA' * 16}\nAKIA{'B2' * 8}\n\nrest"
    [found] = SCANNER.scan(text)
    assert found.confidence is Confidence.UNCERTAIN
    assert text[found.end :] == "\n\nrest"


def test_a_begin_and_an_end_with_a_key_in_code_between_them_are_uncertain() -> None:
    key = "MHcCAQEEIKB6ty3yVyKEnfF0"
    text = f'A = "BEGIN PRIVATE KEY";\nint f(int x) {{ return {key}; }}\nB = "END PRIVATE KEY";'
    [found] = SCANNER.scan(text)
    assert found.confidence is Confidence.UNCERTAIN


def test_a_name_alone_is_never_certain() -> None:
    value = "Tr0ub4dor" * 4
    findings = [f for name in ("password", "token") for f in SCANNER.scan(f"{name}={value}")]
    assert {found.confidence for found in findings} == {Confidence.UNCERTAIN}


def test_a_key_in_pieces_is_found_with_all_its_pieces() -> None:
    text = 'key = ("sk-abcDEF12"\n       "3456ghiJKL789xyz")'
    [found] = SCANNER.scan(text)
    assert text[found.start : found.end] == 'sk-abcDEF12"\n       "3456ghiJKL789xyz'
    assert found.confidence is Confidence.HIGH


def test_a_short_token_counts_in_data_and_not_in_code() -> None:
    assert SCANNER.scan('{"token": "abc"}')
    assert not SCANNER.scan('def f(x):\n    token = "abc"\n    return x\n')


def test_a_bare_word_is_a_value_in_settings_and_a_reference_in_code() -> None:
    assert SCANNER.scan("[db]\npassword = stored\n")
    assert not SCANNER.scan("def f(stored):\n    password = stored\n    return password\n")


def test_lower_case_keeps_every_code_point_in_its_place() -> None:
    everything = "".join(map(chr, range(0x110000)))
    assert len(lowered(everything)) == len(everything)
    assert lowered("AÄ\u0130Б") == "aäiб"


IN_CODE = "import os\n\n\ndef f(x):\n    return os.stat(x)\n\n\n{}\n"


@pytest.mark.parametrize(
    "line",
    [
        "password=hunter2hunter2",
        "password = hunter2hunter2",
        "    password = hunter2hunter2;",
        "password: hunter2hunter2",
        "self.password = hunter2hunter2  # for now",
    ],
)
def test_a_word_with_digits_that_names_nothing_is_a_value_in_code_too(line: str) -> None:
    text = IN_CODE.format(line)
    [found] = SCANNER.scan(text)
    assert text[found.start : found.end] == "hunter2hunter2"
    assert found.confidence is Confidence.UNCERTAIN


@pytest.mark.parametrize(
    "line",
    [
        "hunter2 = read()\npassword = hunter2",
        "password = hunter2\nsend(hunter2)",
        "password: uint256",
        "token: u32",
        "f(password=hunter2hunter2)",
        "f(\n    user,\n    password=hunter2hunter2,\n)",
        "password = settings.hunter2",
        "password = stored",
    ],
)
def test_a_word_that_may_name_something_is_none(line: str) -> None:
    assert not SCANNER.scan(IN_CODE.format(line))


def test_no_source_of_this_program_is_taken_for_a_secret(pytestconfig: pytest.Config) -> None:
    sources = sorted((pytestconfig.rootpath / "inspector").rglob("*.py"))
    found = {
        path.name: [(one.rule, path.read_text("utf-8")[one.start : one.end]) for one in findings]
        for path in sources
        if (findings := SCANNER.scan(path.read_text("utf-8")))
    }
    assert len(sources) > 300
    assert len(found) <= 3, found


def test_a_header_without_rows_below_is_read() -> None:
    assert SCANNER.scan("<table><tr></table><th>password</th>\n<td>x</td>\n") == ()


@pytest.mark.parametrize(
    "text",
    [
        '<a class="token" href="#/things/settings">RefreshWindow</a>',
        'a <span className="password">optional2</span>',
        '<a name="/s:9Things19ClosureEventMonitorC19taskDidSendBodyDataySo12NSURLC_So0J4TCs"></a>',
    ],
)
def test_what_an_element_looks_like_and_where_it_leads_is_no_secret(text: str) -> None:
    assert SCANNER.scan(text) == ()


def test_a_drawn_value_right_behind_its_name_is_one() -> None:
    drawn = "8a5de3a89b7e4f29bf728b45" + "adcdea6ea3410c78"
    assert SCANNER.scan(f"owlet TOKEN {drawn}\n")
    assert SCANNER.scan(f"owlet: {drawn}\n") == ()


def test_half_a_pair_of_surrogates_moves_no_place() -> None:
    text = 'é \ud83d db_password = "Kx7pQ-tulip"\n'
    (found,) = SCANNER.scan(text)
    assert text[found.start : found.end] == "Kx7pQ-tulip"


@pytest.mark.parametrize("name", ["API 키", "mot de passe", "secret key base", "pin code"])
def test_a_name_of_several_words_is_one_whatever_its_last_word(name: str) -> None:
    value = "f3a9c81b5d7e4026a1c8e9b7d35f0a64"
    assert any(one.names.endswith(name) for one in SCANNER.scan(f"{name}: {value}\n"))
