"""Places where people leave secrets: declarations, setters and settings of many languages.

Written from what the languages and file types allow, and from nothing in the program. In a place,
`{v}` is the value and `{snake}`, `{camel}`, `{Pascal}`, `{UPPER}`, `{kebab}` the telling name in
that style; `{b64}` is the value as base64, `{basic}` with a user before it. A neutral place tells
nothing by its names.
"""

import base64
import re
from dataclasses import dataclass
from pathlib import Path

NAMES = (
    # English, with what programs put around it.
    "password", "db password", "passwd", "user pwd", "admin password", "smtp pass", "passphrase",
    "api key", "secret key", "client secret", "auth token", "access token", "app secret",
    "private key", "encryption key", "signing secret", "master password", "credential",
    # German, French, Spanish, Italian, Portuguese, Dutch, Polish.
    "passwort", "db kennwort", "geheimnis", "mot de passe", "mdp", "contrasena", "clave secreta",
    "chiave segreta", "parola chiave", "senha", "palavra passe", "wachtwoord", "haslo",
)  # fmt: skip

_FRAMES_TEXT = Path(__file__).with_name("file_frames.txt").read_text("utf-8")
_FRAMES = dict(part.split("\n", 1) for part in _FRAMES_TEXT.split("\n=== ")[1:])
"""A file of every kind, with the gap."""

_TELLING = r'''
app.py            {UPPER} = "{v}"
app.py            {snake}: str = '{v}'
app.py            config = dict(host="db", {snake}="{v}")
app.py            settings["{snake}"] = "{v}"
app.py            {UPPER} = os.environ.get("{UPPER}", "{v}")
app.py            session.auth = ("admin", "{v}")
app.py            connect(user="admin", {snake}="{v}")
app.py            set_{snake}("{v}")
app.py            class Settings:\n    {snake}: str = "{v}"
app.py            {snake} = b"{v}"
app.py            {snake} = (\n    "{v}"\n)
app.py            setattr(settings, "{snake}", "{v}")
app.py            parser.add_argument("--{kebab}", default="{v}")
app.py            # old {snake}: {v}
app.py            if given == "{v}":  # {snake}
app.ts            const {camel}: string = "{v}";
app.ts            export const {camel} = '{v}';
app.ts            const {camel} = process.env.{UPPER} || "{v}";
app.ts            const {camel} = process.env.{UPPER} ?? '{v}';
app.ts            export class Box {\n  private readonly {camel}: string = "{v}";\n}
app.ts            const options = { user: 'admin', {camel}: '{v}' };
app.ts            const options = { {camel}: `{v}` };
app.ts            const {camel} = "{v}" as const;
app.ts            client.set{Pascal}("{v}");
app.js            var {camel} = "{v}";
app.js            app.set('{camel}', '{v}');
app.js            module.exports = { {camel}: "{v}" };
app.js            headers['X-{kebab}'] = '{v}';
app.js            request.setHeader("X-{kebab}", "{v}");
app.js            login({ user: "admin", "{snake}": "{v}" });
app.js            mysql.createConnection("localhost", "admin", "{v}");
App.java          private static final String {UPPER} = "{v}";
App.java          String {camel} = "{v}";
App.java          void go() { System.setProperty("{camel}", "{v}"); }
App.java          void go(Properties props) { props.put("{snake}", "{v}"); }
App.java          void go() { config.set{Pascal}("{v}"); }
App.java          @Value("${{snake}:{v}}") String given;
App.java          char[] {camel} = "{v}".toCharArray();
App.java          Connection c = DriverManager.getConnection("jdbc:mysql://db/app", "root", "{v}");
App.java          Map<String, String> m = Map.of("{camel}", "{v}");
App.cs            public string {Pascal} { get; set; } = "{v}";
App.cs            private const string {Pascal} = "{v}";
App.cs            string {camel} = @"{v}";
App.cs            void Go() { builder["{Pascal}"] = "{v}"; }
App.cs            static readonly string Conn = "Server=db;User Id=sa;Password={v};";
App.cs            void Go() { Environment.SetEnvironmentVariable("{UPPER}", "{v}"); }
App.cs            object O = new { User = "sa", {Pascal} = "{v}" };
App.cs            object C = new NetworkCredential("sa", "{v}");
main.go           var {camel} string = "{v}"
main.go           const {Pascal} = "{v}"
main.go           var cfg = Config{{Pascal}: "{v}", Port: 1}
main.go           var m = map[string]string{"{snake}": "{v}"}
main.go           func go1() { os.Setenv("{UPPER}", "{v}") }
main.go           func go1() {\n\t{camel} := "{v}"\n\tuse({camel})\n}
main.go           func go1(r *http.Request) { r.SetBasicAuth("admin", "{v}") }
main.go           var {camel} = []byte("{v}")
main.go           var {camel} = `{v}`
main.rs           const {UPPER}: &str = "{v}";
main.rs           static {UPPER}: &'static str = "{v}";
main.rs           fn go() { let {snake} = String::from("{v}"); }
main.rs           fn go() { let {snake}: String = "{v}".to_string(); }
main.rs           fn go() { env::set_var("{UPPER}", "{v}"); }
main.rs           fn go() -> Config { Config { {snake}: "{v}".into() } }
main.rs           fn go() { let k = env::var("{UPPER}").unwrap_or("{v}".to_string()); }
main.c            const char *{snake} = "{v}";
main.c            char {snake}[] = "{v}";
main.c            #define {UPPER} "{v}"
main.c            static const char {snake}[64] = "{v}";
main.c            void go(char *{snake}) { strcpy({snake}, "{v}"); }
main.c            void go(void) { setenv("{UPPER}", "{v}", 1); }
main.c            struct login l = { .user = "sa", .{snake} = "{v}" };
main.cpp          std::string {camel} = "{v}";
main.cpp          const std::string {camel}{"{v}"};
main.cpp          std::string {camel}("{v}");
main.cpp          constexpr auto {camel} = "{v}";
main.cpp          std::map<std::string, std::string> m = {{"{snake}", "{v}"}};
main.cpp          void go(Db &db) { db.set{Pascal}("{v}"); }
index.php         define('{UPPER}', '{v}');
index.php         ${snake} = '{v}';
index.php         $config['{snake}'] = '{v}';
index.php         return ['user' => 'root', '{snake}' => '{v}'];
index.php         class A { private $${snake} = '{v}'; }
index.php         class B { private string ${camel} = "{v}"; }
index.php         $db = new PDO('mysql:host=db', 'root', '{v}');
index.php         putenv('{UPPER}={v}');
index.php         $k = getenv('{UPPER}') ?: '{v}';
app.rb            {UPPER} = '{v}'
app.rb            @{snake} = "{v}"
app.rb            config.{snake} = '{v}'
app.rb            ENV['{UPPER}'] ||= '{v}'
app.rb            conf = { user: 'root', {snake}: '{v}' }
app.rb            conf = { :{snake} => '{v}' }
app.rb            key = ENV.fetch('{UPPER}', '{v}')
App.kt            val {camel}: String = "{v}"
App.kt            const val {UPPER} = "{v}"
App.kt            val m = mapOf("{snake}" to "{v}")
App.kt            fun go(b: Builder) { b.{camel}("{v}") }
App.swift         let {camel}: String = "{v}"
App.swift         static let {camel} = "{v}"
App.swift         let d = ["{camel}": "{v}"]
App.scala         val {camel}: String = "{v}"
App.scala         val m = Map("{snake}" -> "{v}")
app.dart          final String {camel} = '{v}';
app.dart          static const {camel} = '{v}';
app.ex            config :app, {snake}: "{v}"
app.ex            @{snake} "{v}"
app.lua           m.{snake} = "{v}"
app.lua           local cfg = { {snake} = '{v}' }
app.pl            my ${snake} = '{v}';
app.pl            my %c = ({snake} => '{v}');
app.R             {snake} <- "{v}"
app.R             Sys.setenv({UPPER} = "{v}")
app.ps1           ${Pascal} = "{v}"
app.ps1           $env:{UPPER} = '{v}'
app.ps1           ConvertTo-SecureString "{v}" -AsPlainText -Force
run.sh            export {UPPER}={v}
run.sh            {UPPER}='{v}'
run.sh            mysql -u root -p{v} app
run.sh            mysql --user=root --password={v} app
run.sh            curl -u admin:{v} https://example.com/x
run.sh            curl -H "X-{kebab}: {v}" https://example.com/x
run.sh            sshpass -p '{v}' ssh host
run.sh            psql "host=db user=root password={v}"
run.sh            deploy --user admin --{kebab} {v}
run.sh            {UPPER}="${{UPPER}:-{v}}"
run.sh            docker login -u admin -p {v} registry.example.com
run.sh            redis-cli -a {v} ping
run.sh            PGPASSWORD={v} psql app
Dockerfile        ENV {UPPER}={v}
Dockerfile        ENV {UPPER} {v}
Dockerfile        ARG {UPPER}="{v}"
compose.yaml          environment:\n      - {UPPER}={v}
compose.yaml          environment:\n      {UPPER}: {v}
compose.yaml          environment:\n      {UPPER}: &shared "{v}"
settings.yaml     {snake}: {v}
settings.yaml     {camel}: "{v}"
settings.yaml     {kebab}: '{v}'
settings.yaml     {snake}: &anchor {v}
settings.yaml     {snake}: !!str {v}
settings.yaml     {snake}:\n  - {v}\n  - other
settings.yaml     {snake}: [ {v} ]
settings.yaml     login: {user: admin, {snake}: {v}}
settings.yaml     {snake}: |\n  {v}
settings.yaml     {snake}: >-\n  {v}
settings.yaml     vars:\n  - name: {UPPER}\n    value: {v}
settings.yaml     vars:\n  - key: {snake}\n    value: "{v}"
settings.yaml     {snake}:\n  value: {v}
secret.k8s.yaml   data:\n  {kebab}: {b64}
secret.k8s.yaml   data:\n  main: {b64}
secret.k8s.yaml   stringData:\n  {kebab}: {v}
secret.k8s.yaml   stringData:\n  main: "{v}"
pod.yaml                  - name: {UPPER}\n          value: {v}
pod.yaml                  - name: {UPPER}\n          value: "{v}"
settings.json     "{snake}": "{v}"
settings.json     "{camel}": "{v}"
settings.json     "{UPPER}": ["{v}"]
settings.json     "vars": [{"name": "{UPPER}", "value": "{v}"}]
settings.json     "vars": [{"value": "{v}", "key": "{snake}"}]
settings.json     "{kebab}": {"value": "{v}"}
settings.json     "env": ["{UPPER}={v}"]
settings.json     "args": ["--user", "sa", "--{kebab}", "{v}"]
settings.json     "login": {"username": "sa", "{Pascal}": "{v}"}
dockerauth.json   {"auth": "{basic}"}
dockerauth.json   {"username": "sa", "password": "{v}"}
book.ipynb        "{snake} = '{v}'\n"
book.ipynb        "os.environ['{UPPER}'] = '{v}'\n"
settings.toml     {snake} = "{v}"
settings.toml     {kebab} = '{v}'
settings.toml     login = { user = "sa", {snake} = "{v}" }
settings.toml     {snake} = """{v}"""
settings.ini      {snake} = {v}
settings.ini      {Pascal}={v}
settings.ini      {snake}: {v}
app.properties    db.{snake}={v}
app.properties    spring.datasource.{kebab}: {v}
app.properties    {snake} = {v}
app.properties    app.{camel} {v}
main.tf           variable "{snake}" {\n  type    = string\n  default = "{v}"\n}
main.tf           resource "aws_db_instance" "main" {\n  username = "sa"\n  {snake} = "{v}"\n}
main.tf           locals {\n  {snake} = "{v}"\n}
main.tf           {snake} = "{v}"
main.tf           environment = {\n  {UPPER} = "{v}"\n}
web.xml           <{camel}>{v}</{camel}>
web.xml           <property name="{camel}" value="{v}"/>
web.xml           <property name="{snake}">{v}</property>
web.xml           <add key="{Pascal}" value="{v}" />
web.xml           <user name="sa" {camel}="{v}"/>
web.xml           <entry key="{snake}">{v}</entry>
web.xml           <param><name>{snake}</name><value>{v}</value></param>
App.plist         <key>{Pascal}</key>\n  <string>{v}</string>
App.plist         <key>{snake}</key><string>{v}</string>
strings.xml       <string name="{snake}">{v}</string>
strings.xml       <string name="{camel}" translatable="false">{v}</string>
seed.sql          CREATE USER app IDENTIFIED BY '{v}';
seed.sql          ALTER USER app WITH PASSWORD '{v}';
seed.sql          SET PASSWORD FOR 'app' = PASSWORD('{v}');
seed.sql          INSERT INTO settings (name, value) VALUES ('{snake}', '{v}');
README.md         The {snake} is `{v}`.
README.md         {Pascal}: {v}
README.md         ```\nexport {UPPER}={v}\n```
README.md         | {snake} | {v} |
README.md         - **{Pascal}:** {v}
server.log        2026-01-01 10:00:00 DEBUG login user=sa {snake}={v} ok
server.log        2026-01-01 10:00:00 DEBUG {"user": "sa", "{camel}": "{v}"}
nginx.conf        proxy_set_header X-{kebab} "{v}";
Makefile          {UPPER} := {v}
Makefile          export {UPPER} = {v}
build.gradle      ext.{camel} = '{v}'
build.gradle      {camel} "{v}"
build.gradle      buildConfigField "String", "{UPPER}", "\"{v}\""
page.html         <input type="password" name="p" value="{v}">
page.html         <div data-{kebab}="{v}"></div>
page.html         <script>var {camel} = "{v}";</script>
'''

_NEUTRAL = r"""
app.py            client = Client("{v}")
app.py            x = "{v}"
app.py            # see {v}
app.py            values = [1, "{v}", None]
app.ts            const c = open('{v}');
app.js            fetch(`https://example.com/?q={v}`);
App.java          String s = "{v}";
App.cs            var s = "{v}";
main.go           var s = "{v}"
main.rs           const S: &str = "{v}";
main.c            const char *s = "{v}";
index.php         $x = '{v}';
app.rb            X = '{v}'
run.sh            X={v}
run.sh            tool --with {v}
Dockerfile        ENV X={v}
settings.yaml     thing: {v}
settings.yaml     things:\n  - {v}
settings.json     "thing": "{v}"
settings.json     "things": ["a", "{v}"]
settings.toml     thing = "{v}"
settings.ini      thing = {v}
app.properties    thing={v}
main.tf           thing = "{v}"
web.xml           <thing>{v}</thing>
README.md         Use {v} here.
README.md         `{v}`
server.log        2026-01-01 10:00:00 INFO got {v} from it
seed.sql          INSERT INTO t VALUES ('{v}');
page.html         <p>{v}</p>
"""

_ISSUER = r"""
app.py            {ISSUER}_API_KEY = "{v}"
app.ts            const {issuer}Key: string = "{v}";
run.sh            export {ISSUER}_TOKEN={v}
settings.yaml     {issuer}_api_key: {v}
settings.json     "{issuer}ApiKey": "{v}"
app.properties    {issuer}.token={v}
App.cs            var {issuer}Token = "{v}";
index.php         define('{ISSUER}_KEY', '{v}');
"""


@dataclass(frozen=True)
class Place:
    """A file with a gap for a value."""

    id: int
    file: str
    form: str

    @property
    def quoted(self) -> bool:
        """Whether the value stands between quotes, and may hold what would end a bare word."""
        return bool(re.search(r"[\"'`]\{v\}", self.form))

    def text(self, value: str, name: str) -> str:
        """The whole file with the value under the name."""
        line = self.form
        for style, spelled in spellings(name).items():
            line = line.replace("{" + style + "}", spelled)
        line = line.replace("{b64}", _base64(value)).replace("{basic}", _base64(f"sa:{value}"))
        line = line.replace("{v}", value)
        return _FRAMES[self.file].replace("@@", line)

    def secret(self, value: str) -> str:
        """What must not leave: the value as the file spells it."""
        if "{basic}" in self.form:
            return _base64(f"sa:{value}")
        return _base64(value) if "{b64}" in self.form else value


def _base64(value: str) -> str:
    return base64.b64encode(value.encode()).decode()


def spellings(name: str) -> dict[str, str]:
    """The name in the styles of languages, under the names of the gaps."""
    words = name.split()
    title = [word.title() for word in words]
    joined = "".join(title)
    return {
        "snake": "_".join(words),
        "kebab": "-".join(words),
        "UPPER": "_".join(words).upper(),
        "Pascal": joined,
        "camel": joined[:1].lower() + joined[1:],
        "issuer": words[0],
        "ISSUER": words[0].upper(),
    }


def _places(table: str) -> tuple[Place, ...]:
    found: list[Place] = []
    for line in table.strip().splitlines():
        file, rest = line.split(maxsplit=1)
        # What YAML indents keeps its indentation behind the column of names.
        indent = line[len(file) :][: -len(rest)][18 - len(file) :]
        form = rest if file == "book.ipynb" else rest.replace("\\n", "\n").replace("\\t", "\t")
        found.append(Place(len(found), file, indent + form))
    return tuple(found)


TELLING = _places(_TELLING)
NEUTRAL = _places(_NEUTRAL)
ISSUER = _places(_ISSUER)
