"""Texts with and without secrets, made at run time so that no file here looks like it leaks one.

Values are drawn from a seeded generator: the same seed gives the same texts on any machine.
"""

from __future__ import annotations

import base64
import random
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass

LETTERS = string.ascii_letters + string.digits


@dataclass(frozen=True)
class Labelled:
    """A text, and the span of the one secret in it, in code points."""

    kind: str
    container: str
    surroundings: str
    text: str
    start: int
    end: int
    sure: bool


def _drawn(draw: random.Random, length: int, letters: str = LETTERS) -> str:
    """Return letters and digits with at least one digit."""
    made = [draw.choice(letters) for _ in range(length)]
    made[draw.randrange(length)] = draw.choice("23456789")
    return "".join(made)


def _encoded(draw: random.Random, length: int) -> str:
    return base64.urlsafe_b64encode(draw.randbytes(length)).decode().rstrip("=")


def _key_block(draw: random.Random) -> str:
    name = draw.choice(["RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", ""])
    body = base64.b64encode(draw.randbytes(300)).decode()
    lines = [body[at : at + 64] for at in range(0, len(body), 64)]
    border = f"{name}PRIVATE KEY-----"
    return "\n".join([f"-----BEGIN {border}", *lines, f"-----END {border}"])


def _web_token(draw: random.Random) -> str:
    head = base64.urlsafe_b64encode(b'{"alg":"HS256","typ":"JWT"}').decode().rstrip("=")
    claims = base64.urlsafe_b64encode(b'{"sub":"%d"}' % draw.randrange(10**9)).decode().rstrip("=")
    return f"{head}.{claims}.{_encoded(draw, 32)}"


SHAPED: dict[str, Callable[[random.Random], str]] = {
    "sk-key": lambda draw: "sk-" + _drawn(draw, 48),
    "aws-access-key": lambda draw: "AKIA" + _drawn(draw, 16, string.ascii_uppercase + "234567"),
    "github-token": lambda draw: "ghp_" + _drawn(draw, 36),
    "gitlab-token": lambda draw: "glpat-" + _drawn(draw, 20),
    "google-api-key": lambda draw: "AIza" + _drawn(draw, 35),
    "json-web-token": _web_token,
    "slack-token": lambda draw: (
        f"xoxb-{draw.randrange(10**11, 10**12)}-{draw.randrange(10**11, 10**12)}-{_drawn(draw, 24)}"
    ),
    "stripe-key": lambda draw: "sk_live_" + _drawn(draw, 24),
}
"""Values that are known by their own shape."""

NAMED: dict[str, tuple[tuple[str, ...], Callable[[random.Random], str]]] = {
    "password": (
        ("password", "DB_PASSWORD", "dbPassword", "passwd", "admin-password"),
        lambda draw: "-".join(_drawn(draw, 5, string.ascii_lowercase) for _ in range(3)),
    ),
    "api-key": (
        ("api_key", "API_KEY", "apiKey", "x-api-key", "secret_key"),
        lambda draw: _drawn(draw, draw.choice([12, 32])),
    ),
    "token": (
        ("token", "ACCESS_TOKEN", "authToken", "refresh-token"),
        lambda draw: _drawn(draw, draw.choice([10, 40])),
    ),
    "secret": (
        ("secret", "CLIENT_SECRET", "clientSecret"),
        lambda draw: _drawn(draw, 24),
    ),
}
"""Values that only their name gives away."""

CONTAINERS: dict[str, str] = {
    "env": "MODE=1\n{name}={value}\nLEVEL=2",
    "env, exported": "MODE=1\nexport {name}='{value}'\nLEVEL=2",
    "ini": "[main]\nmode = 1\n{name} = {value}\nlevel = 2",
    "json": '{{\n  "mode": 1,\n  "{name}": "{value}",\n  "level": 2\n}}',
    "json in a string": '{{"body": "{{\\"{name}\\": \\"{value}\\"}}"}}',
    "yaml": "mode: 1\n{name}: {value}\nlevel: 2",
    "yaml list": "env:\n  - name: {name}\n    value: {value}\n",
    "yaml block": "mode: 1\n{name}: |\n  {value}\nlevel: 2",
    "toml": '[main]\nmode = 1\n{name} = "{value}"\n',
    "comment": "import os\n\ndef run(x):\n    # {name}={value}\n    return os.stat(x)\n",
    "python": 'import os\n\ndef run(x):\n    {name} = "{value}"\n    return os.stat({name})\n',
    "typescript": 'import x from "y";\nconst {name}: string = "{value}";\nx({name});\n',
    "csharp": 'namespace A;\nclass B\n{{\n    string {name} = "{value}";\n}}\n',
    "argument": 'import db\n\nwith db.open(1) as x:\n    x.join(mode=2, {name}="{value}")\n',
    "environment": 'import os\n\ndef run():\n    return os.environ.get("{name}", "{value}")\n',
    "connection": 'using X;\nclass B {{ string c = "Server=db;{name}={value};Mode=1"; }}\n',
    "query": "see https://example.org/start?mode=1&{name}={value}&level=2 for more",
    "xml attribute": '<a>\n  <b mode="1" {name}="{value}"/>\n</a>',
    "xml element": "<a>\n  <{name}>{value}</{name}>\n</a>",
    "xml setting": '<a>\n  <add key="{name}" value="{value}"/>\n</a>',
    "next line": 'import os\n\n{name} = (\n    "{value}"\n)\nos.stat(1)\n',
    "command line": "run --mode 1 --{name}={value} --level 2",
    "prose": "The settings of the server: {name}={value} and nothing else.",
}
"""How files give a value to a name; Python's format."""

BLOCKS: dict[str, tuple[str, str]] = {
    "file": ("{value}\n", "\n"),
    "json": ('{{"mode": 1, "data": "{value}"}}', "\\n"),
    "yaml block": ("mode: 1\ndata: |\n  {value}\nlevel: 2", "\n  "),
    "python": ('x = """{value}"""\n', "\n"),
    "literals in pieces": ('x = (\n    "{value}"\n)\n', '\\n"\n    "'),
    "comment": ("# {value}\nx = 1\n", "\n# "),
}
"""How files hold a value of several lines: the text, and what stands for a line end."""

SURROUNDINGS: dict[str, Callable[[str], str]] = {
    "ascii": lambda text: text,
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "western": lambda text: f"# Größe, naïve café\n{text}\n# fin: où\n",
    "astral": lambda text: f"# 😀𝒳 漢字\n{text}\n# 🏁\n",
}
"""What stands around a text, and how its lines end."""


def labelled(rounds: int = 1, seed: int = 7) -> Iterator[Labelled]:
    """Yield every kind in every container and surroundings, ``rounds`` times."""
    draw = random.Random(seed)
    for _ in range(rounds):
        for kind, container, text, value, sure in _texts(draw):
            for name, surround in SURROUNDINGS.items():
                around = surround(text)
                written = surround(value) if name == "crlf" else value
                start = around.index(written)
                yield Labelled(kind, container, name, around, start, start + len(written), sure)


def _texts(draw: random.Random) -> Iterator[tuple[str, str, str, str, bool]]:
    for container, form in CONTAINERS.items():
        for kind, (names, make) in NAMED.items():
            value = make(draw)
            yield kind, container, form.format(name=draw.choice(names), value=value), value, False
        for kind, shape in SHAPED.items():
            value = shape(draw)
            yield kind, container, form.format(name="setting", value=value), value, True
        value = _drawn(draw, 24)
        text = form.format(name="Authorization", value=f"Bearer {value}")
        yield "bearer-token", container, text, value, False
        value = _drawn(draw, 16)
        text = form.format(name="address", value=f"postgres://app:{value}@db.example.org/main")
        yield "url-password", container, text, value, True
    for container, (form, end) in BLOCKS.items():
        block = _key_block(draw).replace("\n", end)
        yield "private-key", container, form.format(value=block), block, True


HARMLESS = (
    "password=",
    "password: str",
    "password: Optional[str] = None",
    "def login(user, password=None): return user",
    "token = lexer.next()",
    "token = get_token()",
    "self.token = token",
    "password = getpass.getpass('Password: ')",
    'password = os.environ["DB_PASSWORD"]',
    "const token = process.env.TOKEN;",
    "password=${DB_PASSWORD}",
    "password: {{ vault_password }}",
    "password=<your-password>",
    'api_key = "YOUR_API_KEY"',
    "api_key=xxxxxxxxxxxx",
    "password=********",
    'PASSWORD = "password"',
    '"password": "Enter your password",',
    '"password": {"type": "string", "minLength": 8}',
    '<input type="password" name="password" placeholder="Password">',
    '<label for="password">Password</label>',
    '<PasswordBox Password="{Binding Password}" />',
    "public string Password { get; set; }",
    "connect(user, password=password, token=self.token)",
    "raise ValueError('invalid token: expected a name')",
    "max_tokens=4096",
    "token_type = 'bearer'",
    "tokenizer = load('basic')",
    "if token == 'else': pass",
    "pad_token = '<pad>'",
    "Bearer token authentication is used.",
    "Authorization: Bearer <token>",
    'headers = {"Authorization": f"Bearer {token}"}',
    "the bearer of this letter",
    "a task-list for risk-free disk-space",
    'lang="sk-SK"',
    ".sk-fading-circle { width: 1px }",
    "https://example.org:8080/path",
    "git@github.com:owner/name.git",
    "postgres://user:password@localhost/db",
    "postgres://app:${DB_PASSWORD}@db/main",
    "-----BEGIN CERTIFICATE-----",
    "-----BEGIN PUBLIC KEY-----",
    "ssh-keygen writes a private key to disk",
    "PublicKeyToken=" + "b77a5c" * 2 + "9340",
    "commit 3f2a" + "9c0d" * 9,
    "sha256:" + "0123456789abcdef" * 4,
    "var(--token-color)",
    "await cancel(token: cancellationToken);",
    "secret_name = find_secret(name)",
    '<a href="x.html" accesskey="n">Next</a>',
    "The :token:`value_name` item is optional.",
    "#define POINT_TOKEN 0x0701",
    'init.credentials = this.withCredentials ? "include" : "same-origin";',
    "[Pre-shared keys]: #pre-shared-keys",
    'if (typeof options.privateKey === "string") {',
    '"pbkdf2-password": "1.2.1",',
    'header("WWW-Authenticate", `Bearer realm="${realm}"`)',
    "PWD: '/home/somebody/project',",
    "HostKeyAlgorithms sk-ssh-ed25519@openssh.com",
    'words = ["-password", "ouched", "-token", "compatible"]',
    "permissions:\n  id-token: write",
    "log(`Top Files by Token Count:`);",
)
"""Texts that speak of secrets, or look like one, and hold none."""
