"""Forms in which a value is given to a name, that were once missed."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha512

import pytest

from inspector.project.findings import Confidence
from inspector.project.secrets import PatternScanner

VALUE = "T1g3r-Copper85"
FORMS = (
    "curl -u admin:{} https://example.org/x\n",
    "printf %s {} > /root/pool.key\n",
    "Please use the following password to proceed:\n\n{}\n\nIt is also in a file.\n",
    "snmp_v2:\n  port: 161\n  community: {}\n",
    "echo {} > /etc/agent.psk\n",
    "curl -s -u admin:{} https://example.org/x\n",
    'curl -u ":{}" https://example.org/x\n',
    'curl -H "Authorization: Api-Token {}" https://example.org/x\n',
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
    "net use Z: \\\\host\\share /user:bob {}\n",
    "docker login registry.example.org -u bob -p {}\n",
    "mongosh --host h -u bob -p '{}' --authenticationDatabase admin\n",
    "port 6379\nrequirepass {}\n",
    "rootpw --plaintext {}\n",
    "machine example.org login bob port 587 password {}\n",
    "username bob privilege 15 password 0 {}\n",
    'expect "*password*" {{ send -- "{}\\r" }}\n',
    "<dl><dt>Password</dt><dd>{}</dd></dl>\n",
    "### Admin password\n\n```\n{}\n```\n",
    "ann: what's the password for the shelf?\nbob: {}\n",
    "Log in with user **bob** and password **{}**.\n",
    "Failed running '['shelf-init', '--user', 'bob', '--password', '{}']'\n",
    "It's so: password='{}' isn't mine\n",
    "set :session_secret, '{}'\n",
    "auth = PlainTextAuthProvider('bob', '{}')\n",
    'InfluxDBClient("host", 8086, "bob", "{}", "shelf")\n',
    'realm.createAccount("bob", "{}")\n',
    "keyPassword '{}'\n",
    '10.1.2.3 10.1.2.4 : PSK "{}"\n',
    "MOT_DE_PASSE_BDD={}\n",
    "ключ_api: {}\n",
    'es = Search("https://host", basic_auth=("bob", "{}"))\n',
    'link = Driver.connect("host", "bob", "{}")\n',
    'val xa = Pool.fromDriverManager[IO](driver, url, "bob", "{}")\n',
    'link = oracledb.connect("bob/{}@host/shelf")\n',
    'DSN="bob:{}@/shelf?charset=utf8"\n',
    "http -a bob:{} example.org\n",
    "mount -t cifs //host/s /mnt -o username=bob,password={}\nlog() {{\n}}\n",
    "echo '{}' > conf/password.txt\n",
    "app,prod,db_password,{},bob\n",
    "use the db password for prod {}\n",
    "// the password of the shelf in the hall is {}\nimport os\n",
    "import os\n// login is bob with password {} (ask Ann)\n",
    "snmp-server user bob ops v3 auth sha {}\n",
    "enable secret 0 {}\n",
    "Array\n(\n    [user] => bob\n    [password] => {}\n)\n",
    "env[DB_PASSWORD] = '{}'\npm.max = 3\n",
    "@adminPass = {}\n\nPOST https://example.org\n",
    "${{PASSWORD}}    {}\n",
    "| user | password |\n|------+-----|\n| bob | {} |\n",
    "<name>DB_PASSWORD</name>\n<defaultValue>{}</defaultValue>\n",
    '{{\\"a\\":\\"{{\\\\\\"password\\\\\\":\\\\\\"{}\\\\\\"}}\\"}}\n',
    "Test sunucusunun parolası {}, kullanıcı bob\n",
    "Geslo za strežnik je {}.\n",
    "wifi_pass,data,string,{}\n",
    "the shelf password, one line: {}\n",
    "password for node 7: {}\n",
    "Recovery codes of the shelf:\n\n- {}\n",
    "token_part1 = {}\n",
    "\x1b[32mpassword\x1b[0m: \x1b[1m{}\x1b[0m\n",
    "SECRET := $(SECRET){}\n",
)
KEYS = (
    # A form, and a value that only a machine makes.
    ('accounts: ["0x{}"]', "8f2a55c949038a9610f50fb23b5883af3b4ecb3c3bb792cbcefbd1542c692be6"),
    ("fetch(`https://api.example.org/data?q=1&appid={}`)", "5b3fd02c67e0412a9d14b28a7c0e9d31"),
    ("sonar.login={}", "5524bf449ca45fcace54698371466398321f3a82"),
    ("box-key = {}", "4Fa83E1Dc6b92CAeE780C9b47dd9bE34"),
    ("coin TOKEN {}", "AC319DA9-948B-A47E-Cf56-DE2333ADC9B0"),
    ("shelf-secrettoken-{}", "0024a29224affe29d173c0bf99e5a89d"),
    ("hooks.zapier.com/hooks/catch/{}", "4822912/6ns60qv/"),
    ("courier_key=pk_prod_{}", "N7HX5K2YWMP9Q3BVJR4TLCE8A6D1"),
    *(
        # What a cipher takes, a plural holds, a command keeps, and a user's place in an address.
        (form, "8f2a55c949038a9610f5" + "0fb23b5883af")
        for form in (
            'AES.new(bytes.fromhex("{}"), AES.MODE_GCM)',
            'let c = Aes256Gcm::new_from_slice(&hex::decode("{}")?)?;',
            'let k = Key::<Aes256Gcm>::from_slice(&hex!("{}"));',
            "JWT.encode(claims, '{}', 'HS256')",
            "SELECT AES_ENCRYPT('x', UNHEX('{}'));",
            'Account.from_key("0x{}")',
            '{{"tokens": {{"ci": "{}"}}}}',
            '<meta-data android:name="com.x.API_KEY" android:value="{}"/>',
            "name: encryption_key\nvalue: {}",
            'request.setValue("{}", forHTTPHeaderField: "X-Api-Key")',
            "PRAGMA key = \"x'{}'\";",
            "gh secret set SHELF -b {}",
            "echo {} | gh secret set SHELF",
            "https://{}@git.example.org/shelf.git",
            "curl -u {}: https://example.org",
            "<x>\n-----BEGIN OpenVPN Static key V1-----\n{}\n-----END OpenVPN Static key V1-----",
            "KUBECONFIG_B64={}",
            "KEYSTORE_P12={}",
            '{{"d": "{}", "kty": "OKP"}}',
            "The `config/master.key` of shelf is `{}`, keep it.",
        )
    ),
    ("API({{key: '4b368ece7ea39d5b660f6bb0:{}'}})", "8f2a55c949038a9610f50fb23b5883af" * 2),
    (
        "$ openssl rand -hex 32 | sudo tee /etc/shelf.key\n{}",
        "8f2a55c949038a9610f50fb23b5883af" * 2,
    ),
    ("APP_KEYS=0xO2/j7clDy4PoL2vALG+g==,{}", "kltME18/H7grArF8F8XfeQ=="),
    (
        "define('AUTH_SALT', '{}');",
        "qf[T.Z;qdP^03<hX2TJo_Uw3l#BE>79gUbZ1=*bo~ZS_LY)GzG7r2X|T7[PPU=x",
    ),
    ("Recovery codes for bob\n1836c-295ff\n{}", "33d43-92131"),
    ("x cfut_{}", "65SKjfJv1BPpOBtnklF2PIREVsD6JWdZ0lWKXknE259364b7"),
    ("Authenticator secret: {}", "2mdb 6lkz 5jpn pyqq cpsg 2cjt 2sxv qw4p"),
    ("bind.password : {}", "tulip otter gulyas sakura"),
    ("seed phrase (shelf): {}", "tulip otter stone maple copper orbit window silver falcon garden"),
    ("Authenticator setup key: {}", "2mdb 6lkz 5jpn pyqq cpsg 2cjt 2sxv qw4p"),
    ("shelf 7: {}", "266134-407088-325897-237292-280797-373868-335819-338107"),
    ("SIGNING_PFX: {}", "MIIJejene0FKEwpwIi/DypfbSNmWuJivqU03fGWfcQoVy/6cZOcAQnX1zV0re0eip47RCl7g"),
    ('PASSWORD = "{}"', "parapluie babushka pepper kaas fromage fahrrad"),
    ("pi_3MgtYm74rbqy7VonFgZiyQ7Q_secret_{}", "YrKJUKribcBjcG8HVhfZluoGH"),
    ("Authorization: Splunk {}", "2556ba3c-ecfb-446b-87ae-30e212910211"),
    ("x eyJrIjoi{}", "Y21sM1JRYjB6RnVYSTNLenRWQkFEaWN2bXI2V202U2IiLCJuIjoi"),
)

PIECES = (
    # Values in several pieces, of which each is found.
    ("P1={}\nP2={}\nDB_PASSWORD=$P1$P2\n", ("T1g3r-", "Copper")),
    ("set K1={}\nset K2={}\nset API_KEY=%K1%%K2%\n", ("T1g3r-", "Copper")),
    ('const a = "{}", b = "{}";\nvar apiKey = $"{{a}}{{b}}";\n', ("T1g3r-", "Copper")),
    ("A := {}\nB := {}\nSECRET := $(A)$(B)\n", ("T1g3r-", "Copper")),
    ("let a = '{}'\nlet b = '{}'\nlet password = a + b\n", ("T1g3r-", "Copper")),
    ("$a = '{}';\n$b = '{}';\n$password = $a . $b;\n", ("T1g3r-", "Copper")),
    ("export API_TOKEN='{}''{}'\n", ("T1g3r-9", "coppergarden")),
    ('strPassword = "{}" & _\n    "{}"\n', ("T1g3r-9", "coppergarden")),
    (
        "the shelf:\n\n    {}\n    {}\n    {}\n",
        ("ghp_6AxM8pqW2UKEzcoV", "EeJjSZdl", "c3lfzI1zyaki"),
    ),
    ("|---|---|\n| {} | {} |\n", ("ghp_6AxM8pqW2UKEzcoV", "EeJjSZdlc3lfzI1zyaki")),
    ('join("{}", "{}")', ("ghp_6AxM8pqW2UKEzcoV", "EeJjSZdlc3lfzI1zyaki")),
)

DATA = tuple(
    # Lines of a picture: of one length, in a block of their own.
    b64encode(sha512(bytes([number])).digest())[:76].decode().ljust(76, "A")
    for number in range(6)
)


@pytest.mark.parametrize("form", FORMS)
def test_the_value_is_covered(form: str) -> None:
    text = form.format(VALUE)
    found = PatternScanner().scan(text)
    assert any(VALUE in text[one.start : one.end] for one in found)


@pytest.mark.parametrize(("form", "value"), KEYS)
def test_a_value_made_by_a_machine_is_covered(form: str, value: str) -> None:
    text = form.format(value) + "\n"
    found = PatternScanner().scan(text)
    assert any(value.strip("/") in text[one.start : one.end] for one in found)


@pytest.mark.parametrize(("form", "pieces"), PIECES)
def test_each_piece_of_a_value_is_covered(form: str, pieces: tuple[str, ...]) -> None:
    text = form.format(*pieces)
    found = PatternScanner().scan(text)
    spans = [(one.start, one.end) for one in found]
    assert all(any(a <= text.index(one) < b for a, b in spans) for one in pieces)


@pytest.mark.parametrize(
    "text",
    [
        "tokens begin with ghp_shelfshelf1\nand some words of a sentence go on below\n",
        "USER_PART=bob\nHOST_PART=shelf\nPASSWORD=$USER_PART$HOST_PART\n",
        "SecretArn: arn:aws:secretsmanager:eu-west-1:724689226326:secret:folder-VT2ysT\n",
        "The key fingerprint is SHA256:MHnWOVAf9_iG9j40ppI_Vh11W3h1dv1JUS5XyKzbedU bob@relay\n",
        "![x](https://codecov.example/badge.svg?token=HP3K4Y4ctu)\n",
        '<p>the access token of the <a href="../Protocols/Auth.html#/s:9Al13Auth">A</a>',
        "- Pass `--disable-warning=FSTWRN003` to switch it off\n",
        "headers: { 'Lock-Token': 'urn:uuid:a515cfa4-5da4-22e1-f5b5-00a0451e6bf7' }\n",
        "# GET /resource/unlock?unlock_token=abcdef\n",
        "rules = [{\n  token: 'entity.other.attribute-name',\n},\n{\n  token: 'x',\n}]\n",
        'part(b"----WebKitFormBoundaryjdSFhcARk8fyGNy6")\n',
        "apiKey: '[a-f0-9]+'\n",
        "['password' => '--password='.$connection['password']]\n",
        'if given == "T1g3r-Copper85":  # the colour of the fur\n',
        '{"vars": [{"value": "T1g3r-Copper85", "key": "animal"}]}',
        "curl -u admin:$PASSWORD https://example.org/x\n",
        '{"version": 3, "mappings": "AAAA,H4ux4J561UYNltrvBRhruS6KfPFm14ph"}',
        '<path d="M90 0v810h163v-464h2h2h2q60 0 105.5 -8.5t76.5 -27.5"/>',
        'password = "   "\ncall("  ")\n',
        'token: "UPDATER_GITHUB_TOKEN"\n',
        "see https://docs.example.org/docs/ZG9jOjExMDI5NTc4-send-a-v1-event - text\n",
        "PATH=$PATH:$SHELF_HOME/platform-tools/:$SHELF_HOME/shelf-sdk-mac_x86/tools/\n",
        'AES.new(key, AES.MODE_GCM, nonce=bytes.fromhex("8f2a55c949038a9610f50fb23b5883af"))\n',
        'plain = decrypt("8f2a55c949038a9610f50fb23b5883af", key)\n',
        'hmac.compare_digest(given, "8f2a55c949038a9610f50fb23b5883af")\n',
        "dsn: https://8f2a55c949038a9610f50fb23b5883af@errors.example.org/42\n",
        "connect('host', 'my-client-id-01')\n",
        '>>> class Base(Root):\n...     pass\n...     __tablename__ = "user_account"\n',
        "did:key:z6MkO8cPF4T7blg3sk8WfnAgXQCuRYI4rzlp0vENq2ab\n",
        'new_password: "كلمة سر جديدة"\n',
        "too_short: パスワードは12文字以上で入力してください。\n",
        "value: vault:secret/data/app#password\nother:\n  value: catalog-badges\n",
        'hashers = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]\n',
        "The token is checked by `verify/4`, the password by `conn.assigns.scope`.\n",
        'run:\n\ttool -v `pwd`:/src -w /src "shelf-test-$(1)-$(2)"\n',
        "flowchart LR\n  A([User handler / ClientRequest2]) --> B\n",
        "#     token = 1*tchar\n",
        'def f(x):\n    return x\n\npassword = password.decode("UTF-8")\n',
        'raw_token = given.encode("utf-16-le")\n',
        'def f(x):\n    return x\n\nhostkey = "|1|{}|{}".format(a, b)\n',
        'header = { "HTTP_AUTHORIZATION" => "Basic #{Base64.encode64("bob:#{given}")}" }\n',
        'NAME = "gss-gex-sha1-toWM5Slw5Ew8Mqkay+al2g=="\n',
        '{"Sec-Websocket-Accept": {"s3pPLMBiTxaQ9kYGzzhZRbK+xOo="}}\n',
        'WS_KEY = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"\n',
        'case "${SHELF_PASSWORD:+has-password}" in\n',
        'unset SHELF_PASSWORD || :\nexec "$SHELF_HOME/bin/$SHELF_CMD" "$@"\n',
        'add("-l", help="(key or password auth) from stdin",\n)\nparser.add_option(\n"-r")\n',
        "run -u admin:password http://127.0.0.1:8000/users/\n",
        "fun f ()Lokhttp3/internal/http2/Settings;\nclass okhttp3/HttpUrl$Builder {}\n",
        'punycode = "xn--egbpdaj6bu4bxfgehfvwxn"\n',
        'clientSecret = "00000000000000000000000000000000"\n',
        "2025-04-07 04:02:53 2058 b/x.parquet version-id kq7Zt0bYh3WcR9dM2sLx8vGp4uNjT5eQ\n",
        "pi_3MgtYm74rbqy7VonFgZiyQ7Q in_1A1XJC4VVfQJTLKkVMMvA2m6\n",
        "shelf-0eff4d0dd2-oxzja folder-7fe88a2675-rnnif\n",
        "checksum/secret: 8f2a55c949038a9610f50fb23b5883af\n",
        "    secrets: [shelf_key]\n",
        "PASSWORT=hier_eintragen\nMOT_DE_PASSE=votre_mot_de_passe\nПАРОЛЬ=ваш_пароль\n",
        # What stands for a value in programs: names of it, what is put in, codecs, types, options.
        "data = b.decode()\nnewpassword = newpassword.decode('UTF-8', 'replace')\n",
        'private_key: "production_private_key"\n',
        "csc_link_secret: SHELF_MAC_CSC_LINK\n",
        "const sessionKey = `session__${(id || '').slice(0, 10)}`;\n",
        'let credentials = "\\(basic.username):\\(basic.password)"\n',
        "hashed_password = '8f2a55c949038a9610f5' + '0fb23b5883af'\n",
        "passphrase: raw.certificates[0].passphrase,\n",
        'secret = config.getString("algorithm")\n',
        "if (credentials && 'oauth2format' in credentials) open();\n",
        "export interface Auth {\n  type:\n    | 'apikey'\n    | 'awsv4'\n}\n",
        'filter.Add("eof_action=pass:repeatlast=0");\n',
        "# You can pass +Integer+ or +String+ to it.\n",
        "password => '%40' + rest\n",
        'encrypt --algorithm "argon2id" --password-file p\n',
        "AUTH = 'Basic dXNlcjpwYXNz'\nheaders = {'Authorization': 'Basic dXNlcjpwYXNz'}\n",
        'add("-----BEGIN PRIVATE KEY-----\\n")\nadd(lines)\nadd("-----END PRIVATE KEY-----")\n',
        'cookie_secret="__TODO:_GENERATE_YOUR_OWN_VALUE_HERE__"\n',
        "kind: Secret\nstringData:\n  type: postgresql\n  port: 5432\n",
        "function `Optional<ProvidedCredentials>` to `CompletionStage<User>`\n",
        '<input autocomplete="new-password"\n  ></HiddenInput>\n',
        'password_rule: "must be longer than the last one"\n',
        "password: wrong password given here\n",
        "log: cache miss key=8f2a55c949038a9610f5" + "0fb23b5883af\n",
        # Public runs: addresses and names of files, packed data, names that machines count.
        "https://image.example.org/t/p/original/zhB5CHEgqqh4wnEqDNJLfWXJlcL.jpg\n",
        "dns-query?dns=AAABAAABAAAAAAAAA3d3dwhmYWNlYm9vawNjb20AABwAAQ\n",
        'unpack("H4sIANRAImYBx6tWSs7PLShKLS5OTVGyUohWyk6tBNJKZYk5palKOgqj")\n',
        '"path": "/nix/store/1h99qq6970gkx3j0m9w4yrrl9y99y1nk-source"\n',
        "id 01H411ZVQVBT0YQBM4HVM13M6B\nflags.NTLMFLAG_NEGOTIATE_NTLM2_KEY\n",
        "key_id 4K2scIVbBpNd-78scadB2gQzR7\n",
        'url = "/st/shelf.css?v=aUsn8CHEhhszc81d28QmlcBW0KQpfS2F4trgQKhOYd8"\n',
        ".shadow-\\[0px_0px_1px_0px_rgba\\(0\\,0\\)\\]\n",
        "etag: 'W/\"11-WKzg6oYof0o8Mliwrz5pkw\"'\n",
        "image:\n" + "".join(f"  {line}\n" for line in DATA),
        "".join(f"  'JVBERi0xLjQKJcfsj6IKNSAwIG9iago8PC9MZW5ndGggNiAwIFJ{n}' +\n" for n in "k9"),
        "host ssh-rsa AAAAB3NzaC1yc2EAAAABIwAAAIEA1PD6U2/TVxET6lkpKhOk5r\\\n"
        "9q/kAYG6sP9f5zuUYP8i7FOFp/6ncCEbbtg/lB+A3iidyxoSWl+9jtoyyDOOVX4UIDV9\n",
    ],
)
def test_a_name_that_means_none_and_a_reference_are_no_secret(text: str) -> None:
    assert PatternScanner().scan(text) == ()


@pytest.mark.parametrize(
    "value",
    ["aB3{}x9!Kq", "#{9x!kQ27v", "q7!$(x)Lm2", "{}T1g3r!Copper85", "Tn5(8vO]9[Vg", "O$&|Q](C5}23"],
)
def test_a_password_may_hold_what_composed_values_hold(value: str) -> None:
    text = f'password = "{value}"\n'
    assert [text[one.start : one.end] for one in PatternScanner().scan(text)] == [value]


@pytest.mark.parametrize(
    "value",
    [
        "L8d/KLzd#brej",  # no path with a mark
        "stone/staple",  # no path of two words
        "battery:1862",  # no host with a port
        "COPPER_GARDEN_FALCON",  # no variable
        "StPKaaaaaaaa5KXSc7",  # signs that come again
        "J3Rcy5oxBS6UTPGyAAAAAAAAAAAg6qLH+xt9Pj9z9BQNkw==",
        "3acce672084ab64900000000fcbce49b38bdecfa",
        "q7!Lm2@db.example.com-9xK",  # no address
        "kU7${name}4Lq9x",  # more than what is put in
    ],
)
@pytest.mark.parametrize(
    "form", ['password = "{}"\n', "DB_PASSWORD={}\n", "db:\n  password: '{}'\n"]
)
def test_a_password_may_look_like_something_else(form: str, value: str) -> None:
    text = form.replace("{}", value)
    found = PatternScanner().scan(text)
    assert any(
        one.start < text.index(value) + len(value) and text.index(value) < one.end for one in found
    )


@pytest.mark.parametrize(
    "value",
    [
        "redis.internal:6379",
        "localhost:5432",
        "ops@mail.example.com",
        "xoxb-00000000000",
        "kv/app",
        # Keys that are published, prints of them, and names of algorithms.
        "pk_live_51H8x9aBcD3FgH",
        "pk.eyJ1IjoiYm9iIn0x.k9Q2",
        "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
        "AAAAC3NzaC1lZDI1NTE5AAAAIJ9xk2",
        "ssh-ed25519 x9Qk2",
        "8F2A55C949038A9610F50FB23B5883AF3B4ECB3C",
        "6LdXk2wSAAAAAJ9xk2Qm4Zt8Rb6Yc1Ve3Np5Hs7D",
        "SHA256:MHnWOVAf9iG9j40ppIVh11W3h1dv1JUS5XyKzbedU",
        "HS256",
        "AES-256-GCM",
        "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE9xk2",
        # Gaps to fill in, masks, and rules of a form.
        "TODO: ask 4 it",
        "put-4-it-here",
        "changeme_2day",
        "x9-my-own-token",
        "a9x...4kq",
        "DUMMY_Val_Ue",
        'user:\\"b0b\\"',
        "min:8",
        "**x**--..XX",
        "xx-9kq4-xx",
        "k9q4******",
    ],
)
def test_what_stands_for_a_password_is_none(value: str) -> None:
    assert PatternScanner().scan(f'password = "{value}"\n') == ()


def test_a_variable_of_a_shell_has_the_rest_of_its_line() -> None:
    text = "import os\nDB_PASSWORD=T&s8C1A5*]pM)d\n"
    (found,) = PatternScanner().scan(text)
    assert text[found.start : found.end] == "T&s8C1A5*]pM)d"


def test_lines_of_data_that_a_name_tells_are_found() -> None:
    text = "keystore_password:\n" + "".join(f"  {line}\n" for line in DATA)
    assert PatternScanner().scan(text)


def test_a_key_that_is_whole_is_certain_beside_a_line_that_goes_on() -> None:
    key = "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIKB6ty3yVyKE\n-----END EC PRIVATE KEY-----"
    found = PatternScanner().scan(f'KEY = """\\\n{key}\n"""\n')
    assert [one.confidence for one in found] == [Confidence.HIGH]


def test_bearers_and_logins_say_what_led_to_them() -> None:
    text = "x = 'Bearer kq7Zt0bYh3'\nh = 'Authorization: Basic Ym9iOlQxZzNyLUNvcHBlcjg1'\n"
    assert all(one.names for one in PatternScanner().scan(text))
