"""What stands in real projects like a secret and is none, and beside each what is one."""

from __future__ import annotations

from base64 import b64encode

import pytest

from inspector.core.builder.screen import Screen
from inspector.project.findings import Confidence
from inspector.project.secrets import PatternScanner

SCANNER = PatternScanner()
DRAWN = "kq7Zt0bYh3WcR9" + "dM2sLx8vGp4uNj"
RUN = "Q12w9zPo9Bqn3W2OT7lbFbhf" + "IDQrp7SXd9ZWpY4mv3ApgaOc"
SECRET = "kind: Secret\ndata:\n  {}\n"
KEY = "-----BEGIN PRIVATE KEY-----\n{}-----END PRIVATE KEY-----\n"


def encoded(text: str) -> str:
    return b64encode(text.encode()).decode()


NOT_FOUND = (
    # Certificates and empty keys of Kubernetes, another document's data, what names an account.
    SECRET.format(f"tls.crt: {encoded('-----BEGIN CERTIFICATE-----')}"),
    SECRET.format(f"tls.key: {encoded(KEY.format(''))}"),
    SECRET.format("username: cmF0ZWxpbWl0LXVzZXI="),
    SECRET.format("shelf: $2y$05$D4SPFxzfWKcx1OXfVhRbvOTHQB0Lm6AXTk8.NOmU4rPLX2t6UUuW"),
    "kind: Secret\ntype: x\n---\nkind: ConfigMap\ndata:\n  image: oak.example.org/shelf:v1\n",
    KEY.format(""),
    "enum Event {\n    UserJoined = 1000,\n    UserChangedPassword = 1001,\n}\n",
    # Expressions of templates, and words that people read.
    '<app-input type="password" [error]="error?.shelf()"></app-input>',
    "<api-key [title]=\"t('invite-shelf-label')\"></api-key>",
    '<v-field name="password" :rules="shelfRules"></v-field>',
    '<label for="api-key" class="col">Region</label>',
    '<a href="#" data-create-key="api_key">Create</a>',
    '<a id="opt-redis-password" title="#opt-redis-password">`providers.redis.password`</a>',
    "newPassword: 'label.new-password',\n",
    '"password": "\\u1353\\u120b\\u12cd",\n"a": "Oak Tree",\n"b": "Elm",\n"c": "Fir",\n',
    # References, forms of programs, versions, periods.
    "secret: '%env(APP_SECRET)%'\n",
    'expToken := fmt.Sprintf("%s/token", server.URL)\n',
    'js-tokens: "npm:^3.0.0 || ^4.0.0"\n',
    'idTokens: "24h"\n',
    "date -u '+%Y-%m-%d_%I:%M:%S%p'\n",
    "docker run -p 1883:1883 -p localhost:9883:9883 shelf\n",
    '.AllowCredentials()\n.WithExposedHeaders("Content-Disposition", "Pagination")\n',
    'auth "github.com/shelf/oak/v3/pkg/auth"\n',
    "oak.example.org/shelf/credentials v1.19.18 h1:GcXQz2M/0ZvMo0v5DakUqbDBeBM1ZNaivkolEF4Esgw=\n",
    "PAPER_SECRET_KEY: not-a-real-secret\n",
    "all tests pass (`make testall`)\n",
    'access_token: "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9"\n',
    f"secret: {encoded('example-app-secret')}\n",
    # Names and paths with numbers, signatures, hashes, what is only asked for once.
    "void set(LIBMOSQ_CB_unsubscribe2_v5 on);\n",
    'x["shelf/http/services/Service03/loadBalancer/servers/0/url"]\n',
    f"<ds:SignatureValue>\n{RUN}\n{RUN}\n</ds:SignatureValue>",
    f"DKIM-Signature: v=1; a=rsa;\n b={RUN}\n {RUN}\n",
    f'<p InResponseTo="{DRAWN}" SessionIndex="{DRAWN}">',
    "users=bob:$$apr1$$H6uskkkW$$IgXLP6ewTrSuBkTrqE8wj/,ann\n",
    f"bob:$7$1000$h0tqVxBwkB9rKAXukTtffzdbBQtNy1q5FBTDwSW4hucf==${RUN}\n",
    f'"unique_key": "{DRAWN}"\n',
    # Sealed values, thumbprints, addresses of contracts, hosts, gaps, and tokens of a language.
    f"password: '{{cipher}}{RUN.encode().hex()}'\n",
    f'"x5t#S256": "{RUN}", "x5c": ["{RUN}"]\n',
    '{"token": "0x064fdba3a587e8251ba45adffc8c90473016bf90"}\n',
    "The root password on db1.shelf.example was rotated on Monday.\n",
    "login user=bob password=[FILTERED]\n",
    "sk-xxxxxxxxxxxxxxxxxxxx\n",
    "Reset password form: show the strength meter\n",
    '{"file": "/var/folders/_7/6ms57pwx6899ftqnx4cxcsf80000gn/T/shelf"}\n',
    '"pgpass": "1.x"\n',
    "foreach (explode('; ', substr($x, \\strlen('Cookie: '))) as $cookie) {\n    echo 'x';\n}\n",
    # A role, a prompt of Python, types to choose from, a login of examples.
    "Say password to :class:`~oak.Shelf` here.\nimport os\ndef f(x):\n    pass\n",
    '>>> class Oak(Base):\n...     pass\n>>> class Elm(Base):\n...     __tablename__ = "shelf"\n',
    "type A =\n  | 'id_token' |\n  'client_secret' |\n  'audience' |\n  'shelf' |\n",
    'headers={"Authorization": "Basic bG9naW46cGFzcw=="}\n',
    "// Match both `User` and `User?` / `Optional<User>` in the list\n",
    'if (strcmp(token, "mqttv31") == 0) {\n  return x;\n}\n',
    "bob:$2y$10$AFkYqc0yIT68BeF.UY1a5AsvwhINXIWWfWT7qc3RBx5DTDxNpBz4V\nann:x\n",
    "bob:shelf:5f4dcc3b5aa765d61d8327deb882cf99\nann:shelf:7c6a180b36896a0a8c02787eeafb0e4c\n",
    "type Mutation {\n  login(password: String!, token: [String!]!): Auth\n}\n",
)
FOUND = (
    SECRET.format(f"tls.key: {encoded(KEY.format(RUN))}"),
    SECRET.format(f"password: {encoded('T1g3r-Copper85')}"),
    SECRET.format("username: T1g3r-Copper85"),
    "kind: ConfigMap\n---\nkind: Secret\ndata:\n  shelf: T1g3r-Copper85\n---\nkind: Pod\n",
    "<app-input (click)=\"setPassword('T1g3r-Copper85')\"></app-input>",
    '"password": "T1g3r-Copper85",\n',
    '"session_key": "T1g3r-Copper85",\n',
    f"<password>{RUN}</password>",
    f"X-Shelf: b={RUN}\n",
    f'x["shelf/http/{DRAWN}/servers/0"]\n',
    "<a data-x='api_key'>T1g3r-Copper85</a>",
    "docker login -u bob -p T1g3r:9883\n",
)


@pytest.mark.parametrize("text", NOT_FOUND)
def test_what_is_public_stays(text: str) -> None:
    assert [text[one.start : one.end] for one in SCANNER.scan(text)] == []


@pytest.mark.parametrize("text", FOUND)
def test_a_secret_in_the_same_form_is_found(text: str) -> None:
    assert SCANNER.scan(text)


def test_a_whole_key_is_certain_when_encoded() -> None:
    text = SECRET.format(f"tls.key: {encoded(KEY.format(RUN))}")
    (one,) = SCANNER.scan(text)
    assert one.confidence is Confidence.HIGH
    assert text[one.start : one.end] == encoded(KEY.format(RUN))


def test_words_in_a_folder_of_messages_stay() -> None:
    text = '{"new-password": "ពាក្យសម្ងាត់\u200bថ្មី", "PW": "Palau"}\n'
    assert Screen(SCANNER).findings(text, "public/intl/km.json") == ()
    assert Screen(SCANNER).findings(text, "src/shelf.json") != ()
