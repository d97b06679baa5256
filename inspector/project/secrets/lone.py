"""Values that stand where nothing but a secret does: options of commands, and known files.

Each row says what is looked for first, what is said to have led to the value, and its form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.project.findings import Confidence, SecretFinding
from inspector.project.secrets.names import PUBLIC, meaning, occurrences
from inspector.project.secrets.vocabulary import Vocabulary
from inspector.project.secrets.worth import is_placeholder, looks_secret, plain_text

_SHELL = r"[\"']?(?P<value>[^\s\"'$-][^\s\"'$]{2,2000})"
_OPTION = r"\s(?:[^\r\n|;]{0,160}?\s)?"
_WHO = (
    *(
        "login",
        "log in",
        "logged in",
        "logged-in",
        "sign in",
        "sign-in",
        "creds",
        "credentials",
        "user",
    ),
    *("account", "identifiants", "zugangsdaten", "credenciales", "usuario", "usuário", "логин"),
    *("用户", "账号", "ユーザー", "아이디"),
)
_SPOKEN = (
    # A user and a password, as people write them: `Login: admin / …`.
    r"(?:name|名)?\b[^\r\n/]{0,40}?[ :：][\w.@-]{2,40}[ \t]?/[ \t]?"
    r"(?P<value>[^\s\"'`/<>]{6,256})(?=[\s.,;]|\Z)"
)


_PRINTED = (
    r"(?:\s+-\w+|\s+[\"']%s(?:\\n)?[\"'])*\s+[\"']?(?P<value>[^\s\"'|$>]{4,2000})[\"']?\s*"
)
_PIPED = (
    r"\|[^\r\n]{0,200}?(?:stdin|sudo\s+-S|--key-file[ =]-|base64\s+-+d|xxd\s+-r|secrets?\s|kinit|\w*passwd)"
)
_KEPT = r"(?:>{1,2}|\|\s*(?:sudo\s+)?tee\s)\s*\S*(?:secret|pass|key|token|cred)"

_ALONE = tuple(
    (needle, name, re.compile(re.escape(needle) + form, re.IGNORECASE))
    for needle, name, form in (
        # What is looked for first, what is said to have led to it, and where the value stands.
        ("redis-cli", "-a", rf"{_OPTION}-a\s{{0,2}}{_SHELL}"),
        ("sshpass", "-p", rf"\s{{1,4}}-p\s{{0,2}}{_SHELL}"),
        ("mysql", "-p", rf"(?:dump|admin)?{_OPTION}-p{_SHELL}"),
        ("7z", "-p", rf"{_OPTION}-p{_SHELL}"),
        ("zip", "-P", rf"{_OPTION}(?-i:-P)\s{{0,2}}{_SHELL}"),
        (
            "openssl",
            "-k",
            rf"{_OPTION}-(?:k\s|passin\spass:|passout\spass:|pass\spass:)\s{{0,2}}{_SHELL}",
        ),
        ("keytool", "-storepass", rf"{_OPTION}-(?:storepass|keypass)\s{{1,2}}{_SHELL}"),
        ("htpasswd", "-b", rf"\s-[a-zA-Z]*b[a-zA-Z]*\s{{1,2}}\S+\s{{1,2}}\S+\s{{1,2}}{_SHELL}"),
        ("ldap", "-w", rf"(?:search|modify|add|delete|passwd|whoami){_OPTION}-w\s{{0,2}}{_SHELL}"),
        ("net use", "net use", rf"\s+\S+\s+\S+\s+{_SHELL}(?=\s+/user)"),
        ("net use", "/user", rf"\s[^\r\n|;]{{0,160}}?/user:\S+\s+(?!/){_SHELL}"),
        *(
            (
                tool,
                f"{tool.strip()} -p",
                rf"{_OPTION}-u\s{{0,2}}\S+\s(?:[^\r\n|;]{{0,80}}?\s)?-p\s{{0,2}}{_SHELL}",
            )
            for tool in (" login", "mongo")
        ),
        ("requirepass", "requirepass", rf"[ \t]+{_SHELL}"),
        ("rootpw", "rootpw", rf"[ \t]+--plaintext[ \t]+{_SHELL}"),
        ("accounts", "accounts", r"[\"']?\s*[:=]\s*\[\s*[\"'](?P<value>(?:0x)?[0-9a-f]{64})[\"']"),
        ("appid=", "appid", r"(?P<value>[0-9a-f]{32})(?![0-9a-z])"),
        *(
            (option, "user:password", rf"\S*?[ =]{{0,2}}[\"']?[^\s:%,\"'$]{{1,80}}[:%,]{_SHELL}")
            for option in (" -u", " -a", "--user", "--auth", "--creds", "open -u")
        ),
        *(
            (option, "user:", r"[ =][\"']?(?P<value>[0-9a-f]{32,64}):")
            for option in (" -u", "--user")
        ),
        (
            "curl",
            "-u",
            rf"{_OPTION}(?:-u|--user|-U|--proxy-user)[ =]{{0,2}}[\"']?[^\s:\"'$]{{1,80}}:{_SHELL}",
        ),
        ("userpwd", "userpwd", r"\W{1,6}[^\s:\"']{1,80}:(?P<value>[^\s\"']{3,512})"),
        (" -u", "-u -p", rf"\s{{0,2}}\S{{1,80}}\s(?:[^\r\n|;]{{0,80}}?\s)?-p\s{{0,2}}{_SHELL}"),
        ("/u:", "/p:", rf"\S{{1,80}}\s[^\r\n|;]{{0,80}}?/p:{_SHELL}"),
        ("ipmitool", "-P", rf"{_OPTION}(?-i:-P)\s{{0,2}}{_SHELL}"),
        ("-password password", "preseed", rf"\s+{_SHELL}"),
        *(
            (f"{who} / ", "user / password", r"(?P<value>[^\s\"'`/<>]{6,256})(?=[\s.,;]|\Z)")
            for who in ("admin", "root")
        ),
        ("createuser", "createUser", rf"\s+\S+\s+(?:MD5|SHA\S*)\s+{_SHELL}"),
        ("net user", "net user", rf"\s+\S+\s+{_SHELL}[\"']?(?=\s+/)"),
        ("ssh-keygen", "-N", rf"{_OPTION}(?-i:-N)\s{{0,2}}{_SHELL}"),
        ("openssl passwd", "openssl passwd", rf"\s+(?:-\w+\s+){{1,3}}{_SHELL}"),
        (
            "case",
            "case",
            r"\s+[\"']?\$\{?\w*(?:pass|pwd|pw|secret|token)\w*\}?[\"']?\s+in\s+[\"'](?P<value>[^\"'\s*]{3,256})[\"']\)",
        ),
        *((word, "user / password", _SPOKEN) for word in _WHO),
        ("wpa_passphrase", "wpa_passphrase", rf"\s+\S+\s+{_SHELL}"),
        ("auth-user-pass>", "auth-user-pass", r"\s+\S+\s+(?P<value>[^\s<]{3,256})"),
        *(
            (tool, name, rf"{_PRINTED}{form}")
            for tool in ("echo", "printf")
            for name, form in (("piped", _PIPED), ("kept in", _KEPT))
        ),
        *(
            (
                f"type={quote}password",
                "type",
                r"[\"'][^<>\r\n]{0,200}?\svalue=[\"'](?P<value>[^\"'<>\r\n]{3,256})",
            )
            for quote in "\"'"
        ),
        ("<<<", "<<<", rf"\s{{0,4}}{_SHELL}"),
        ("rabbitmqctl", "add_user", rf"\s+(?:add_user|change_password)\s+\S+\s+{_SHELL}"),
        ("--password-command", "--password-command", rf"[ =][\"']?echo\s+{_SHELL}"),
        ("login=", "login", r"[\w.-]+:(?P<value>[^\s\"':]{3,256})"),
        ("static:", "static", r"[\w.-]+:(?P<value>[^\s\"':]{3,256})"),
        ("unseal key", "unseal key", r" \d:?\s{1,4}(?P<value>[\w+/=]{30,})"),
        *(
            (member, "kty", r"\s{0,4}:\s{0,4}\"(?P<value>[\w-]{30,2000})\"")
            for member in ('"d"', '"k"', '"p"', '"q"')
        ),
    )
)
_DOUBTFUL = frozenset(
    ("<<<", "-u -p", "user:password", "kept in", "user / password", "kty", "login", "secret set")
)
"""What stands before many other values, too."""

_SMALL = 100_000
"""Code points of the longest text that is looked at as a file of passwords."""

_HTPASSWD = re.compile(r"\A(?:[\w.-]{1,40}:[^\s:=\"']{4,256}[ \t]*(?:\r?\n|\Z))+\Z")
_USER = re.compile(r"^(?P<user>[^\s:]+):(?P<value>\S+)", re.MULTILINE)
_COOKIE = r"^\S+\t(?:TRUE|FALSE)\t\S*\t(?:TRUE|FALSE)\t\d+\t[^\t\r\n]+\t(?P<value>[^\s]{6,4096})"
_DSN = r"(?<![\w/])[\w.-]{1,40}:(?P<value>[^\s:@\"'/]{3,256})@(?:(?:tcp|unix|udp)\(|/\w)"
_TNS = r"(?<![\w/.-])\w{1,30}/(?P<value>[^\s@\"'/]{3,256})@(?:/?/|\(DESC|\w)"
_STORED = (
    # What a command writes into a store of secrets, by its name or as its last word.
    r"\b(?:secrets?(?:manager)?[ :](?:\S+ )??(?:set|put|create|add|import|update|new)\S*"
    r"|vault (?:kv )?(?:put|write|patch)|put-parameter|config[: ](?:set|add))\b"
    r"[^\r\n|]{0,300}?[ =][\"']?(?P<value>(?=[^\s\"']*\d)[^\s\"'=<$]{20,512})[\"']?(?=\s|\Z)"
)
_HASHED = (
    # A key of network equipment, behind what is made with it.
    r"(?:auth\w*|priv|\w*-?key)\s+(?:\d+\s+)?(?:hmac-)?(?:md5|sha[\d-]*|aes[\d-]*|3?des)\s+(?:\d\s+)?"
    r"(?P<value>(?=\S*\d)\S{8,128})"
)
_LOGIN = (
    r"(?:log(?:ged)?[ -]?in|sign[ -]?in|login|user(?:name)?)\b[^\r\n]{0,40}?"
    r"`(?P<user>[^`\s]{1,60})`[ \t]{0,3}(?:/|:|and|,)[ \t]{0,3}`(?P<value>[^`\s]{4,256})`"
)
_OF_MEMBER = (
    r"=\s*'(?P<value>[^'\s]{4,512})'\s+where\s+\w+\s*=\s*'[\w.-]*(?:pass|pwd|secret|token|key)\w*'"
)
_SASL = r"^\[?[\w.-]+\]?:\d+[ \t]+[^\s:]+:(?P<value>[^\s:]{3,256})$"
_PGPASS = r"^[\w.*-]+:(?:\d{2,5}|\*):[\w*-]+:[\w*-]+:(?P<value>[^\s:]{3,256})[ \t]*$"
_IN_LINES = tuple(
    (needle, name, re.compile(form, re.IGNORECASE | re.MULTILINE))
    for needle, name, form in (
        ("createUser ", "createUser", r"^createUser \S+ \w+ \S+ \w+ (?P<value>\S{8,256})"),
        (
            "chpasswd",
            "chpasswd",
            r"[\"'][\w.-]{1,40}:(?P<value>[^\s\"'$]{3,256})[\"']?\s*\|\s*\w*\s*chp",
        ),
        *((word, "secret set", _STORED) for word in ("secret", "vault ", "put-parameter", "config set")),
        *((sign, "key", _HASHED) for sign in (" md5 ", " sha", " aes")),
        *(
            (word, "user/password", _TNS)
            for word in ("@//", "@(DESC", "racle", "sqlplus", ":1521", "impdp", "expdp", "sqlldr")
        ),
        ("@/", "user:password", _DSN),
        *((where, "where", _OF_MEMBER) for where in ("where", "WHERE")),
        *((f":{port}", "sasl_passwd", _SASL) for port in (25, 465, 587)),
        (" * ", "chap-secrets", r"^[^\s#/*]+ \* (?P<value>[^\s*]{6,256}) (?:\*|[\d.]+)$"),
        (" ~*", "ACL", r"^user\s+\S+\s(?:\S+\s)*?>(?P<value>\S{3,256})"),
        (
            "machine ",
            "password",
            r"^[ \t]*machine[ \t][^\r\n]*?[ \t]password[ \t]+(?P<value>\S{3,256})",
        ),
        (
            "username ",
            "username",
            r"^[ \t]*username \S+ (?:privilege \d+ )?(?:secret|password) [05] (?P<value>\S{3,256})",
        ),
        ("\t*\t", "chap-secrets", r"^\S+\t\*\t(?P<value>[^\s]{3,256})\t"),
        ("@tcp(", "user", _DSN),
        ("@unix(", "user", _DSN),
        ("\tTRUE\t", "cookies", _COOKIE),
        ("\tFALSE\t", "cookies", _COOKIE),
        ("` / `", "login", _LOGIN),
        ("` and `", "login", _LOGIN),
        (":5432:", ".pgpass", _PGPASS),
        (":*:", ".pgpass", _PGPASS),
    )
)
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
_MEMBER = re.compile(
    r"^[ \t]+[\"']?[\w.-]+[\"']?[ \t]*:[ \t]*[\"']?(?P<value>[^\s\"',{}|>][^\s\"',]{2,})",
    re.MULTILINE,
)


def lone_values(words: Vocabulary) -> Iterator[SecretFinding]:
    """Yield values that stand where nothing but a secret does."""
    yield from _options(words)
    text = words.text
    for needle, name, form in _IN_LINES:
        for found in _in_lines(text, needle, form) if needle.lower() in words.heard else ():
            doubted = name in _DOUBTFUL and not looks_secret(found["value"])
            if not doubted and not is_placeholder(found["value"], name):
                yield named_finding(found.span("value"), "password", "beside", name)
    for one in _LISTED.finditer(text) if "chpasswd" in words.heard else ():
        if not is_placeholder(one["value"], "chpasswd"):
            yield named_finding(one.span("value"), "password", "beside", "chpasswd")
    if len(text) < _SMALL and "\n" in text and _HTPASSWD.match(text):
        for one in _USER.finditer(text):
            part = meaning(one["user"]) == PUBLIC or "/" in one["value"]
            if looks_secret(one["value"]) and not part:
                yield named_finding(one.span("value"), "password", "place in", ".htpasswd")
    if "secret" in words.heard and _KIND.search(text):
        for data in _DATA.finditer(text):
            yield from _members(text, *data.span("body"))


NEEDLES = frozenset(needle.lower() for needle, *_ in _ALONE + _IN_LINES) | {"secret"}
"""What is looked for here, in lower case."""


def _in_lines(text: str, needle: str, form: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield what has a form in the lines in which something stands."""
    done = 0
    for at in occurrences(text, needle):
        begin = max(done, at - _REACH, text.rfind("\n", max(0, at - _REACH), at) + 1)
        end = text.find("\n", at, at + _REACH)
        for found in form.finditer(text, begin, end if end >= 0 else at + _REACH):
            yield found
            done = found.end()


def _members(text: str, start: int, end: int) -> Iterator[SecretFinding]:
    """Yield every member of a Kubernetes secret."""
    for member in _MEMBER.finditer(text, start, end):
        value = member["value"]
        if not is_placeholder(plain_text(value) or value, ""):
            yield named_finding(member.span("value"), "password", "in", "kind: Secret")


def _options(words: Vocabulary) -> Iterator[SecretFinding]:
    text = words.text
    for needle, name, form in _ALONE:
        done = 0
        for at in occurrences(words.lower, needle) if needle in words.heard else ():
            found = form.match(text, at) if at >= done else None
            if found is None or is_placeholder(found["value"], "password"):
                continue
            done = found.end()
            if name not in _DOUBTFUL or looks_secret(found["value"]):
                yield named_finding(found.span("value"), "password", "option", name)


def named_finding(span: tuple[int, int], kind: str, role: str, name: str) -> SecretFinding:
    """Return a finding with the name that led to it. A name alone makes nothing certain."""
    told = "api-key" if kind == "key" else kind
    names = f"{role} {name.strip()[-40:]}"
    return SecretFinding(*span, told, f"{told}-value", Confidence.UNCERTAIN, names)
