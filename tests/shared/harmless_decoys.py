"""What looks like a secret and is none: references, hashes, ids, examples, words.

Each decoy is a whole line or two of a file that must stay in. Hashes and ids are made at run time.
"""

import base64
import random
from collections.abc import Iterator

from tests.shared.issued_tokens import fill

_DECOYS = r'''
app.py        password = getpass()
app.py        password = getpass.getpass("Password: ")
app.py        client = Client(settings.API_KEY, settings.API_SECRET)
app.py        api_key = settings.API_KEY
app.py        API_KEY = os.environ["API_KEY"]
app.py        token = request.headers.get("Authorization")
app.py        headers = {"Authorization": f"Bearer {token}"}
app.py        password: str | None = None
app.py        def login(user: str, password: str) -> Token:
app.py        self.password = password
app.py        raise ValueError("password must not be empty")
app.py        """Sets the key.\n\n    >>> sign("it-is-very-secret")\n    """
app.py        PASSWORD_FIELD = "password"
app.py        token = tokens[index]
app.py        secret_key = config.get("secret_key")
app.py        password = input("Password: ")
app.py        password = ""
app.py        KEY_SECRET = "changeme"
app.py        API_KEY = "your-api-key-here"
app.py        API_KEY = "xxxxxxxxxxxxxxxx"
app.py        API_KEY = "<API_KEY>"
app.py        session = uuid.UUID("{uuid}")
app.py        COMMIT = "{16:40}"
app.py        DIGEST = "{16:64}"
app.py        assert sha256(data).hexdigest() == "{16:64}"
app.py        ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
app.py        from package.sub_package.some_long_module_name import ConfigurationFactoryBuilder2
app.py        pattern = re.compile(r"[A-Za-z0-9_-]{20,40}\.[A-Za-z0-9]{6}")
app.py        token_count = 8192
app.py        class SecretManagerServiceClientAsyncTransport2(Base):
app.ts        const apiKey = process.env.API_KEY;
app.ts        const token: string = await getToken();
app.ts        const { password } = req.body;
app.ts        headers: { Authorization: `Bearer ${token}` },
app.ts        password: string;
app.ts        passwordPlaceholder: 'Enter your password',
app.ts        import { AccessTokenInterceptor1 } from './interceptors/access-token.interceptor';
app.js        const secret = config.get('jwt.secret');
app.js        if (!password) throw new Error('Password is required');
app.js        app.use(session({ secret: process.env.SESSION_SECRET }));
App.java      String password = System.getenv("DB_PASSWORD");
App.java      @Value("${db.password}") private String password;
App.java      private static final String PASSWORD_KEY = "password";
App.java      private static final long serialVersionUID = -{10:18}L;
App.cs        public string Password { get; set; } = string.Empty;
App.cs        var key = Configuration["ApiKey"];
App.cs        [Guid("{uuid}")]
main.go       token := os.Getenv("TOKEN")
main.go       github.com/pkg/errors v0.9.1 h1:{b64:43}=
main.go       golang.org/x/text v0.0.0-20260101120000-{16:12}
main.rs       let token = env::var("TOKEN").expect("TOKEN is set");
main.rs       checksum = "{16:64}"
main.c        char password[64];
main.c        const char *password = getpass("Password: ");
run.sh        curl -H "Authorization: Bearer ${TOKEN}" https://example.com
run.sh        export TOKEN="${TOKEN}"
run.sh        PASSWORD="$(cat /run/secrets/db)"
run.sh        mysql -u root -p"$MYSQL_PASSWORD" app
run.sh        git checkout {16:40}
run.sh        echo "{16:64}  file.tar.gz" | sha256sum -c
settings.yaml password: ${DB_PASSWORD}
settings.yaml password: "{{ vault_db_password }}"
settings.yaml password: !vault |
settings.yaml token: ${{ secrets.GITHUB_TOKEN }}
settings.yaml passwordSecretRef:\n  name: db\n  key: password
settings.yaml uses: actions/checkout@{16:40} # v4
settings.yaml image: demo@sha256:{16:64}
settings.yaml request_id: {uuid}
settings.json "integrity": "sha512-{b64:86}=="
settings.json "resolved": "https://registry.npmjs.org/x/-/x-1.0.0.tgz#{16:40}"
settings.json "id": "{uuid}"
settings.json "password": "${env:DB_PASSWORD}"
settings.json "secretName": "db-credentials"
settings.json "tokenType": "Bearer"
settings.json "etag": "{16:32}"
settings.toml hash = "sha256:{16:64}"
settings.toml rev = "{16:40}"
app.properties spring.datasource.password=${DB_PASSWORD}
app.properties security.password.min-length=12
main.tf       password = var.db_password
main.tf       default = data.aws_secretsmanager_secret_version.db.secret_string
main.tf       ami = "ami-{16:17}"
web.xml       <password>${db.password}</password>
web.xml       <assembly publicKeyToken="{16:16}" />
strings.xml   <string name="password">Password</string>
strings.xml   <string name="forgot_password">Forgot your password?</string>
index.php     $password = $_POST['password'];
index.php     define('DB_PASSWORD', getenv('DB_PASSWORD'));
app.rb        password = ENV['DB_PASSWORD']
app.rb        gem 'rails', ref: '{16:40}'
README.md     Send your token as `Authorization: Bearer <token>`.
README.md     Set `API_KEY` to your key.
README.md     Fixed in {16:40}, see #{10:4}.
README.md     ![badge](https://img.shields.io/badge/build-passing-brightgreen.svg)
README.md     The password is hashed before it is stored.
README.md     Your password is never sent.
README.md     `password` (string): the password of the user
server.log    2026-01-01 10:00:00 INFO request {uuid} took 12 ms
server.log    2026-01-01 10:00:00 INFO trace {16:32} span {16:16}
page.html     <script src="x.js" integrity="sha384-{b64:64}" crossorigin="anonymous"></script>
page.html     <input type="password" name="password" placeholder="Password">
page.html     <img src="data:image/png;base64,iVBORw0KGgo{b64:120}=">
page.html     <a href="/reset-password?token={{token}}">Reset</a>
'''

_TESTS = r"""
tests/test_login.py      login("user", "password")
tests/test_login.py      client.post("/login", json={"username": "john", "password": "test"})
tests/test_login.py      assert parse("token=abc") == {"token": "abc"}
tests/test_login.py      API_KEY = "test-api-key"
tests/test_login.py      auth = HTTPBasicAuth("user", "pass")
tests/test_login.py      SECRET_KEY = "dummy"
src/login.test.ts        const token = 'fake-token';
src/login.test.ts        login({ user: 'bob', password: 'secret' });
login_test.go            req.SetBasicAuth("admin", "password")
"""


def decoys(seed: int) -> Iterator[tuple[str, str]]:
    """Each decoy with the name of its file: what any file may hold, and then what tests hold."""
    source = random.Random(f"decoys {seed}")
    for line in (_DECOYS + _TESTS).strip().splitlines():
        if line:
            file, form = line.split(maxsplit=1)
            text = form.replace("{{", "\0").replace("}}", "\1").replace("\\n", "\n")
            text = _filled(text, source).replace("\0", "{{").replace("\1", "}}")
            yield file, f"{text}\n"
    for place in range(4):
        words = base64.b64encode(b"the quick brown fox jumps over the lazy dog"[: 40 - place])
        yield "message.txt", f"The text in base64 is {words.decode()} and so on.\n"


def _filled(text: str, source: random.Random) -> str:
    known = ("{uuid}", "{16:", "{10:", "{b64:")
    out = ""
    while text:
        at = min((place for start in known if (place := text.find(start)) >= 0), default=-1)
        if at < 0:
            return out + text
        end = text.index("}", at) + 1
        out += text[:at] + fill(text[at:end], source)
        text = text[end:]
    return out
