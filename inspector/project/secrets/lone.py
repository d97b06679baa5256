"""Values that stand where nothing but a secret does: options of commands, and known files.

Each row says what is looked for first, what is said to have led to the value, and its form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from inspector.project.findings import Confidence, SecretFinding
from inspector.project.secrets.names import occurrences
from inspector.project.secrets.public import HASHED_PASSWORD
from inspector.project.secrets.runs import decoded, is_id, plain_text
from inspector.project.secrets.vocabulary import Vocabulary
from inspector.project.secrets.worth import is_placeholder, is_type, looks_secret

_PARTS = {
    # Parts of the forms below.
    "<word>": r"[\"']?(?P<value>(?<=')<first>[^'\r\n]{2,255}(?=')|(?<=\")<first>[^\"$\r\n]{2,255}"
    r"(?=\")|[^\s\"'$-][^\s\"'$]{2,2000})",
    "<first>": r"[^\s\"'`$)\]},;:.-]",
    "<login>": r"(?P<value>(?!\w*\?\w+=)[^\s\"'`/<>]{6,256})(?<!\]\))(?=[\s.,;]|\Z)",
    "<plain>": r"(?P<value>[^\s@\"'/:<]{3,256})",
    "<some>": r"\s(?:[^\r\n|;]{0,160}?\s)?",
    "<printed>": r"(?:\s+-\w+|\s+[\"']?%s(?:\\n)?[\"']?)*\s+<printable>(?:\\n)?[\"']?[ \t]*",
    "<printable>": r"[\"']?(?P<value>(?<=')[^'\r\n]{4,255}?(?=(?:\\n)?')|(?<=\")[^\"$\r\n]{4,255}?"
    r"(?=(?:\\n)?\")|[^\s\"'|$>]{4,2000})",
    "<secret>": r"(?:pass|pwd|pw|psk|secret|token|key|cred)",
    "<tab>": "\t",
    "<space>": " ",
}
_ALONE = r"""
redis-cli      -a                <some>-a\s{0,2}<word>
sshpass        -p                \s{1,4}-p\s{0,2}<word>
mysql          -p                (?:dump|admin)?<some>-p<word>
7z             -p                <some>-p<word>
rar<space>     -p                [^\r\n|;]{0,160}?\s-h?p<word>
zip¦ipmitool¦bcp¦sqlcmd¦osql¦isql    -P    <some>(?-i:-P)\s{0,2}<word>
ssh-keygen     -N                <some>(?-i:-N)\s{0,2}<word>
openssl  -k  <some>-(?:k\s|passin\spass:|passout\spass:|pass\spass:)\s{0,2}<word>
openssl passwd   openssl passwd  \s+(?:-\w+\s+){1,3}<word>
htpasswd       -b                \s-[a-zA-Z]*b[a-zA-Z]*\s{1,2}[^\s|]+\s{1,2}[^\s|]+\s{1,2}<word>
ldap           -w                (?:search|modify|add|delete|passwd|whoami)<some>-w\s{0,2}<word>
ldappasswd     -s                <some>-[sa]\s{0,2}<word>
snmp           -A                \w*<some>(?-i:-A)\s{0,2}<word>
snmp           -X                \w*<some>(?-i:-X)\s{0,2}<word>
net<space>use    net use         \s+\S+\s+\S+\s+<word>(?=\s+/user)
net<space>use    /user             \s[^\r\n|;]{0,160}?/user:\S+\s+(?!/)<word>
net<space>user    net user          \s+\S+\s+<word>["']?(?=\s+/)
<space>login¦mongo    -p         (?:sh|dump|restore|export|import|stat|top)?<some>-u\s{0,2}\S+\s
    (?:[^\r\n|;]{0,80}?\s)?-p\s{0,2}<word>
curl¦<space>xh  -u  <some>(?:-[a-z]{0,6}u|--user|--proxy-user|-a)[ =]{0,2}["']?[^\s:"'$]{0,80}:<wor
    d>
/u:            /p:               \S{1,80}\s[^\r\n|;]{0,80}?/p:<word>
createuser     createUser        \s+\S+\s+(?:MD5|SHA\S*)\s+<word>
auth_pass  auth_pass  \s{1,8}<word>
auth-pass  sentinel  \s+\S+\s+<word>
add-generic-password¦add-internet-password  -w  <some>-w\s{1,2}<word>
.py<space>  user:password@  ["'](?:[\w.-]+/)?[\w.$-]+:(?P<value>[^\s'"]{3,256})@[\w.-]+["']
priv:  priv  (?:\\n|\s)+(?P<value>(?:[0-9a-f]{2}:(?:\\n|\s)*){7,}[0-9a-f]{2})
(d<space>#  d  (?P<value>[0-9A-F]{32,})#
<space>-u  user: ?  \s{1,2}["'](?P<value>[^\s"':]{8,256}):["']
unlock-keychain¦certutil  -p  <some>-p\s{1,2}<word>
kadmin¦vsql¦odoo-bin¦ldap_auth  -w  <some>-w\s{1,2}<word>
pdftotext  -opw  <some>-[ou]pw\s{1,2}<word>
schtasks  /rp  \s[^\r\n|;]{0,300}?/rp\s{1,2}<word>
bw<space>unlock¦encrypt_string    passphrase    (?:\s+--?\S+)*\s+<word>
wpa_passphrase¦bw<space>login¦setairportnetwork<space>en0¦<space>-passwd<space>/users
        passphrase  \S*\s+["']?\S+?["']?\s+<word>
openssl<space>rand¦pwgen<space>¦/dev/urandom    generated ?    [^\r\n]{0,160}\r?\n
    (?P<value>[^\s$]{16,256})[ \t]*$
snmp           community ?       [\w.-]{0,20}["']?:[ \t]*(?:\r?\n[ \t]+[^\r\n]{0,200}){0,6}?\r?\n[
     \t]+["']?\w{0,4}community["']?:[ \t]*<word>
neo4j_auth     NEO4J_AUTH        ["'\])]{0,3}\s{0,4}[:=]\s{0,4}["']?[a-z]\w*/<word>
secret,        secret,data       \S*?\bdata=<word>
logon<space>   LOGON             [\w.-]+/[\w.-]+,[ \t]*<word>
{plain}¦{cleartext}¦{clear}    {PLAIN}    (?P<value>[^\s:"']{3,256})
+ok¦331<space>    PASS           [^\r\n]{0,160}\r?\n[^\w\r\n]{0,6}(?:C: ?)?PASS
     (?P<value>\S[^\r\n]{3,128})
form-data;     form-data         [^\r\n]{0,80}?name="[^"\r\n]{0,40}<secret>[^"\r\n]{0,20}"\r?\n
    (?:[^\r\n]+\r?\n){0,2}\r?\n(?P<value>[^\r\n]{3,256})
send-keys      send-keys ?       [^\r\n]{0,160}?Enter\s+<word>["']?\s+Enter
<space>eap<space>¦<space>xauth<space>  ipsec.secrets  "(?P<value>[^"\s]{4,256})"
random_password  result  [\s\S]{0,600}?"result":\s*"(?P<value>[^"\s]{6,256})"
signingkey  cborHex  [^}]{0,300}?"cborHex":\s*"(?P<value>[0-9a-f]{64,})"
<d>  D  \s*(?P<value>[A-Za-z0-9+/=]{40,4000})\s*</D>
"auth"  AUTH  \s+(?:"[^"\s]{1,60}"\s+)?"(?P<value>[^"\s]{4,256})"
register<space>=>  register  \s*[\w.-]+:(?P<value>[^\s@:]{4,256})@
wifi:  P:  [^\r\n]{0,80}?;(?-i:P):(?P<value>[^;\s]{4,128});
rabbitmqctl    add_user          \s+(?:add_user|change_password)\s+\S+\s+<word>
--password-command    --password-command    [ =]["']?echo\s+<word>
auth-user-pass>    auth-user-pass    \s+\S+\s+(?P<value>[^\s<]{3,256})
login=¦static:    login          [\w.-]+:(?P<value>[^\s"':]{3,256})
accounts       accounts          ["']?\s*[:=]\s*\[\s*["'](?P<value>(?:0x)?[0-9a-f]{64})["']
appid=         appid             (?P<value>[0-9a-f]{32})(?![0-9a-z])
<space>-u¦--user    user:        [ =]["']?(?P<value>[0-9a-f]{32,64}):
case  case  \s+["']?\$\{?\w*<secret>\w*\}?["']?\s+in\s+["'](?P<value>[^"'\s*]{3,256})["']\)
type="password  type  ["'][^<>\r\n]{0,200}?\svalue=["'](?P<value>[^"'<>\r\n]{3,256})
echo¦printf  piped  <printed>(?:;\s*echo[^|\r\n]{0,200})?\|[^\r\n]{0,200}?(?:stdin|sudo\s+-S
    |--key-file[ =]-|base64\s+-+d|xxd\s+-r|secrets?[\s-]|kinit|\w*passwd|cryptsetup|pass\s+insert
    |keepassxc|realm\s|gpg\s|vault\s)
echo¦printf  piped ?  <printed>\|\s*(?:sudo\s+)?(?!(?:sudo|sed|g?awk|e?grep|cut|tr|jq|tee|wc|xargs
    |head|tail|sort|base64|md5(?:sum)?|sha\d+(?:sum)?|xxd|od|python|perl|node|cat|bc|column
    |rev)\b)\w
echo¦printf    kept in ?         <printed>(?:>{1,2}|\|\s*(?:sudo\s+)?tee\s)\s*\S*<secret>
<space>-p      -p ?              \s{1,2}(?![\w-]+@\d)<word>
<space>-u      -u -p ?           \s{0,2}\S{1,80}\s(?:[^\r\n|;]{0,80}?\s)?-p\s{0,2}<word>
<space>-u¦<space>-a¦--user¦--auth  user:password ?  \S*?[ =]{0,2}["']?[^\s:%,"'$=]{1,80}[:%,]<word>
<<<            <<< ?             \s{0,4}<word>
"d"¦"k"    kty ?         \s{0,4}:\s{0,4}"(?P<value>[\w-]{30,2000})"
login¦log in¦logged in¦logged-in¦sign in¦sign-in¦creds¦credentials¦user¦account¦identifiants¦zugang
    sdaten¦credenciales¦usuario¦usuário¦логин¦用户¦账号¦ユーザー¦아이디
      user / password ?  (?:name|名)?\b(?!=)[^\r\n/]{0,40}?[ :：](?<!\bh1:)[\w.@-]{2,40}[ \t]?
    /[ \t]?<login>
"""
"""What is looked for first, what is said to have led to it, with a question mark where it stands
before many other values, too, and where the value stands behind it."""

_IN_LINES = r"""
IDENTIFIED<space>WITH¦identified<space>with  IDENTIFIED  identified\s+with\s+\S+\s+by\s+'
    (?P<value>[^'\s]{4,256})'
sed<space>-  sed  \bs(?P<part>[/|\#])\W{0,4}\w*<secret>\w*\W{0,4}?(?P=part)(?P<value>[^\s/
    |\#'"$]{4,256})(?P=part)
createUser<space>    createUser    ^createUser \S+ \S+ \S+ \w+ <word>
secret¦vault<space>¦put-parameter¦config set  secret set ?  \b(?:secrets?(?:manager)?[ :]
    (?:\S+ )??(?:set|put|create|add|import|update|new)\S*|vault (?:kv )?(?:put|write|patch)
    |put-parameter|config[: ](?:set|add))\b[^\r\n|]{0,300}?[ =]["']?(?P<value>
    (?=[^\s"']*\d)[^\s"'=<$]{20,512})["']?(?=\s|\Z)
usmUser  usmUser  \.10\.1\.[12]\.\d+\s+0x(?P<value>[0-9a-fA-F]{16,})
solana¦id.json  keypair  \[(?P<value>\d{1,3}(?:,\s?\d{1,3}){31,63})\]
<space>md5<space>¦<space>sha¦<space>aes¦<space>MD5<space>¦<space>SHA¦<space>AES¦<space>M<space>
      key  (?:(?:auth\w*|priv|\w*-?key)\s+(?:\d+\s+)?|^\d{1,5}\s+)(?:hmac-)?(?:md5|sha[\d-]*
    |aes[\d-]*|3?des|(?-i:M))\s+(?:\d{1,3}\s+|HEX:)?(?P<value>(?=\S*\d)[^\s:]{8,128})
@//¦@(DESC¦racle¦sqlplus¦:1521¦impdp¦expdp¦sqlldr¦rman<space>¦CONNECT<space>¦connect<space>
      user/password  (?<![\w/.-])\w[\w.]{0,40}(?:\[\w{1,30}\])?/(?:\\?")?<plain>\\?"?@"?(?:/?/
    |\(DESC|\w)
@tcp(¦@unix(    user             (?<![\w/])[\w.-]{1,40}:<plain>@(?:tcp|unix)\(
@/             user:password ?   (?<![\w/])[\w.-]{1,40}:<plain>@/\w
where¦WHERE  where  =\s*'(?P<value>[^'\s]{4,512})'\s+where\s+\w+\s*=\s*'[\w.-]*<secret>\w*'
:25¦:465¦:587    sasl_passwd     ^\[?[\w.-]+\]?:\d+[ \t]+[^\s:]+:(?P<value>[^\s:]{3,256})$
<space>*<space>¦<tab>*<tab>    chap-secrets  ^[^\s#/*]+[ \t]+\*[ \t]+<word>["']?[ \t]+(?:\*|\d+
    (?:\.\d+){3})[ \t]*$
<space>~¦<space>+@    ACL        ^user\s+\S+\s(?:\S+\s)*?>(?P<value>\S{3,256})
<tab>TRUE<tab>¦<tab>FALSE<tab>  cookies  ^\S+\t(?:TRUE|FALSE)\t\S*\t(?:TRUE
    |FALSE)\t\d+\t[^\t\r\n]+\t(?P<value>[^\s]{6,4096})
`<space>/<space>`¦`<space>and<space>`  login ?  (?:log(?:ged)?[ -]?in|sign[ -]?in|login|user
    (?:name)?)\b[^\r\n]{0,40}?`[^`\s]{1,60}`[ \t]{0,3}(?:/|:|and|,)[ \t]{0,3}`
    (?P<value>[^`\s]{4,256})`
<space>using<space>    using    \bconnect\s+to\s+\S+\s+user\s+\S+\s+using\s+<word>
/add           net user          \buser\s+\S+\s+<word>["']?\s+/add
<space>LOGIN<space>    LOGIN     ^\W{0,6}(?:C: ?)?\w{1,12} LOGIN \S+ <word>
socks5<space>¦socks4<space>¦http<space>    proxy    ^\W{0,3}(?:socks[45]
    |http)\s+[\w.:-]+\s+\d{2,5}\s+\S+\s+<word>["']?[ \t]*$
.toCharArray   toCharArray       (?:load|[gs]et\w*|init|Protection|KeySpec
    |Authentication)\([^"\r\n]{0,80}"(?P<value>[^"\r\n]{3,256})"\.toCharArray
wrong<space>pass¦incorrect<space>pass¦invalid<space>pass¦bad<space>pass    compared
        (?:[=!]=|\s=)\s*["'](?P<value>[^"'\s]{4,256})["'][^\r\n]{0,80}
    (?:wrong|incorrect|invalid|bad) pass
:5432:¦:*:  .pgpass  ^[\w.*-]+:(?:\d{2,5}|\*):[\w*-]+:[\w*-]+:(?P<value>[^\s:]{3,256})[ \t]*$
"""
"""The same, where the value stands somewhere in a line in which it is looked for."""


@dataclass(frozen=True, slots=True)
class Row:
    """What is looked for first, what is said to have led to it, and the form with the value."""

    needle: str
    name: str
    form: re.Pattern[str]
    doubtful: bool


def _rows(table: str, *, behind: bool) -> Iterator[Row]:
    for line in table.strip().replace("\n    ", "").splitlines():
        needles, name, form = re.split(r"\s{2,}", line)
        for part, meant in _PARTS.items():
            needles, form = needles.replace(part, meant), form.replace(part, meant)
        for needle in needles.split("¦"):
            told = re.escape(needle) + form if behind else form
            compiled = re.compile(told, re.IGNORECASE | re.MULTILINE)
            yield Row(needle, name.removesuffix(" ?"), compiled, name.endswith(" ?"))


ALONE = tuple(_rows(_ALONE, behind=True))
IN_LINES = tuple(_rows(_IN_LINES, behind=False))
_SMALL = 100_000
"""Code points of the longest text that is looked at as a file of passwords."""

_ACCOUNTS = re.compile(
    r"\A(?:(?:[ \t]*#[^\r\n]*|[\w.@*+-]{1,60}:[^\s:\"']{1,256}(?::[^\s:\"']{1,256})?"
    r"|\"[^\"\s]{1,60}\"[ \t]+\"[^\"\s]{4,256}\")?[ \t]*(?:\r?\n|\Z))+\Z"
)
"""A file of users with their passwords, and remarks: `bob:…`, `host:bob:…`, `"bob" "…"`."""

_ACCOUNT = re.compile(
    r"^[^\s:#\"]+:(?P<first>[^\s:]+)(?::(?P<last>[^\s:]+))?|^\"\S+[ \t]+\"(?P<quoted>[^\"\s]+)",
    re.MULTILINE,
)
_VERSION = re.compile(r"v?\d+\.\d[\w.+=,-]*")
"""What ends the coordinates of a library, and what it is for: `org.shelf:oak:1.2.0=runtime`."""

_REACH = 400
"""Code points around a sign in which its line is read."""

_LISTED = re.compile(r"^[ \t]{2,}[\w.-]{1,40}:(?P<value>[^\s:]{3,256})$", re.MULTILINE)
_KIND = re.compile(
    r"^\s{0,8}[\"']?kind[\"']?\s{0,4}:\s{0,4}[\"']?Secret[\"']?\s{0,4},?\s*$", re.MULTILINE
)
_DATA = re.compile(
    r"^(?P<indent>[ \t]*)[\"']?(?:data|stringData)[\"']?[ \t]*:[ \t]*\{?[ \t]*(?:\r\n|\r|\n)"
    r"(?P<body>(?:(?P=indent)[ \t]+[^\r\n]*(?:\r\n|\r|\n|\Z)|[ \t]*(?:\r\n|\r|\n))+)",
    re.MULTILINE,
)
_OPEN_MEMBERS = re.compile(
    r"type|provider|host|port|database|namespace|region|user(?:name)?|client-?id"
    r"|(?:[\w-]+\.)?(?:crt|ca|cert)(?:\.pem)?|ca\.pem",
    re.IGNORECASE,
)
"""What a secret of Kubernetes holds that is none, beside what is."""

_MEMBER = re.compile(
    r"^[ \t]+[\"']?(?P<name>[\w.-]+)[\"']?[ \t]*:[ \t]*[\"']?(?P<value>[^\s\"',{}|>][^\s\"',]{2,})",
    re.MULTILINE,
)


def lone_values(words: Vocabulary) -> Iterator[SecretFinding]:
    """Yield values that stand where nothing but a secret does."""
    text = words.text
    for row, found in chain(_behind(words), _within(words)):
        value = "".join(map(str.strip, found["value"].splitlines()))
        told = not row.doubtful or (looks_secret(value) and not is_type(value))
        if told and not is_placeholder(value, "password"):
            role = "option" if row in ALONE else "beside"
            yield named_finding(found.span("value"), "password", role, row.name)
    for one in _LISTED.finditer(text) if "chpasswd" in words.heard else ():
        if not is_placeholder(one["value"], "chpasswd"):
            yield named_finding(one.span("value"), "password", "beside", "chpasswd")
    if len(text) < _SMALL and "\n" in text and _ACCOUNTS.match(text):
        yield from _accounts(text)
    for document in _documents(text) if "secret" in words.heard else ():
        if _KIND.search(text, *document):
            for data in _DATA.finditer(text, *document):
                yield from _members(text, *data.span("body"))


NEEDLES = frozenset(row.needle.lower() for row in ALONE + IN_LINES) | {"secret", "chpasswd"}
"""What is looked for here, in lower case."""


def _by_needle(rows: tuple[Row, ...]) -> dict[str, list[Row]]:
    told: dict[str, list[Row]] = {}
    for row in rows:
        told.setdefault(row.needle.lower(), []).append(row)
    return told


_BEHIND, _WITHIN = _by_needle(ALONE), _by_needle(IN_LINES)


def _behind(words: Vocabulary) -> Iterator[tuple[Row, re.Match[str]]]:
    for row in (row for needle in words.heard for row in _BEHIND.get(needle, ())):
        done = 0
        for at in words.heard.get(row.needle, ()):
            found = row.form.match(words.text, at) if at >= done else None
            if found is not None:
                yield row, found
                done = found.end()


def _within(words: Vocabulary) -> Iterator[tuple[Row, re.Match[str]]]:
    text = words.text
    for row in (row for needle in words.heard for row in _WITHIN.get(needle, ())):
        done = 0
        for at in words.written(row.needle):
            begin = max(done, at - _REACH, text.rfind("\n", max(0, at - _REACH), at) + 1)
            end = text.find("\n", at, at + _REACH)
            for found in row.form.finditer(text, begin, end if end >= 0 else at + _REACH):
                yield row, found
                done = found.end()


def _documents(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each document of a YAML file begins and ends."""
    start = 0
    for end in (*occurrences(text, "\n---"), len(text)):
        yield start, end
        start = end + 1


def _accounts(text: str) -> Iterator[SecretFinding]:
    """Yield the passwords of a file of users, not the hash behind a realm."""
    for account in _ACCOUNT.finditer(text):
        if _VERSION.fullmatch(account["last"] or ""):
            continue
        for group, value in account.groupdict(default="").items():
            hashed = HASHED_PASSWORD.match(value) or (group == "last" and is_id(value))
            if looks_secret(value) and not (hashed or "/" in value or is_placeholder(value, "")):
                yield named_finding(account.span(group), "password", "place in", "accounts")


def _members(text: str, start: int, end: int) -> Iterator[SecretFinding]:
    """Yield every member of a Kubernetes secret."""
    for member in _MEMBER.finditer(text, start, end):
        value = member["value"]
        plain = (decoded if value.endswith("=") else plain_text)(value) or value
        if _OPEN_MEMBERS.fullmatch(member["name"]) and not looks_secret(plain):
            continue
        if not is_placeholder(plain, "") and not HASHED_PASSWORD.match(plain):
            yield named_finding(member.span("value"), "password", "in", "kind: Secret")


def named_finding(span: tuple[int, int], kind: str, role: str, name: str) -> SecretFinding:
    """Return a finding with the name that led to it. A name alone makes nothing certain."""
    told = "api-key" if kind == "key" else kind
    names = f"{role} {name.strip()[-40:]}"
    return SecretFinding(*span, told, f"{told}-value", Confidence.UNCERTAIN, names)
