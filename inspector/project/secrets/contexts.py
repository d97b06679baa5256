"""Values that stand near a telling name, or where only a secret stands, in many languages.

The forms are one table each: what may stand between a name and its value, and what tells a secret
without a name (the second argument of a login, an option of a command, a member of a Kubernetes
secret). Everything here is uncertain.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from inspector.project.findings import Confidence, SecretFinding
from inspector.project.secrets.names import ANY_KEY, SecretName, Words, lowered, secret_names
from inspector.project.secrets.placeholders import is_placeholder
from inspector.project.secrets.randomness import is_id, is_random
from inspector.project.secrets.values import Form, Value

_Q = r"\\?[\"'`]"
_LITERAL = r"(?:[bruf@$L]{1,2}(?=[\"'`]))?(?P<quote>\\?[\"'`])(?P<value>[^\"'`\r\n]{3,512})"
_TYPE = (
    r"(?:&?(?:'static\s)?(?:mut\s)?\bstr\b|\bOption<[^>\n]{1,20}>|\bSome\(|\b[Ss]tring\b|\bbytes?\b"
    r"|\bchar\b|\bconst\b|\bfinal\b|\bvar\b|\bText\b|\bwstring\b|\bNSString\b|\bAny\b|\[\s*\w*\s*\])"
)
_GIVEN = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        # A type or accessors between the name and its sign, also behind it.
        rf"\s{{0,4}}:?\s{{0,4}}(?:{_TYPE}\s{{0,4}}[*&?]*\s{{0,4}}){{1,3}}(?::?=)\s{{0,8}}{_LITERAL}",
        rf"\s{{0,8}}\{{[^{{}}\r\n\"]{{0,60}}\}}\s{{0,8}}=\s{{0,8}}{_LITERAL}",
        rf"(?:{_Q})?\]?\s{{0,4}}(?:<<?-|->|:=|=>|\?\?=|\|\|=|::=)\s{{0,8}}{_LITERAL}",
        rf"\s{{0,4}}\{{\s{{0,4}}{_LITERAL}\\?[\"'`]\s{{0,4}}\}}",
        rf"\s{{0,4}}(?::[^=\r\n]{{0,40}})?:?=\s{{0,4}}(?:\[\]byte|String::from)\(\s{{0,4}}{_LITERAL}",
        rf"(?:{_Q})?\)\s{{0,4}}(?:\?:|\.unwrap_or\()\s{{0,4}}{_LITERAL}",
        rf"(?:{_Q})?\s{{1,4}}to\s{{1,4}}{_LITERAL}",
        # Settings: a tag, an anchor or a list before the value, or a member that holds it.
        r"(?:\"|')?[ \t]{0,4}:[ \t]{0,4}(?:(?:!!?\w{1,12}|&[\w-]{1,40})[ \t]{1,4}){1,2}"
        r"[\"']?(?P<value>[^\s\"'#]{3,512})",
        r"(?:\"|')?[ \t]{0,4}(?::\s{0,80}\[\s{0,80}[\"']?|=\s{0,4}\[\s{0,80}[\"'])"
        r"(?P<value>[^\s\"',\]\[{}]{3,512})(?=[\"'\s,]*[\],])",
        r"[ \t]{0,4}:[ \t]{0,4}(?:\r?\n|\r)[ \t]{0,40}-[ \t]{1,4}[\"']?(?P<value>[^\s\"':]{3,512})"
        r"[\"']?[ \t]{0,8}(?=[\r\n]|\Z)",
        r"(?:\"|')?\s{0,4}[:=]\s{0,80}\{?\s{0,80}[\"']?(?:value|default|content|plain)[\"']?"
        r"[ \t]{0,4}[:=][ \t]{0,4}[\"']?(?P<value>[^\s\"',{}]{3,512})",
        r"(?:\"|')\s{0,4},?\s{0,80}[\"']?(?:value|default)[\"']?\s{0,4}[:=]\s{0,4}"
        r"[\"']?(?P<value>[^\s\"',{}]{3,512})",
        r"\r?\n[ \t]{1,40}value:[ \t]{0,4}[\"']?(?P<value>[^\s\"',{}]{3,512})",
        # Terraform's variable with its attributes, and Spring's default.
        r"\"\s{0,8}\{[^{}]{0,400}?\bdefault\s{0,20}=\s{0,8}\"(?P<value>[^\"\r\n]{3,512})",
        r":(?P<value>[^{}\s\"'$:]{3,256})\}[\"')]",
        # Elements: the value of this one, or of the one that follows.
        r"[\"'][^<>\r\n]{0,80}(?<!/)>\s{0,40}(?P<value>[^<>\s]{3,512})\s{0,40}</",
        r"</\w{1,20}>\s{0,80}<(?:string|value|data)\b[^<>]{0,40}>\s{0,40}(?P<value>[^<>\s]{3,512})",
        rf"=(?P<value>[^\s\"'{{}}$&;<>]{{3,512}}){_Q}\s{{0,4}}\)",
    )
)
"""What stands between a name and a value that is given to it."""

_NEAR = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?:{_Q})?[ \t]{{0,8}},[ \t]{{0,8}}(?:default\s{{0,4}}=\s{{0,4}})?"
        rf"(?:\"(?=\\))?{_LITERAL}",
        rf"\s{{1,4}}(?:is|ist|est|es|to)\s{{1,4}}{_LITERAL}",
        rf"\s{{0,4}}\(\s{{0,8}}{_LITERAL}",
        rf"[ \t]{{1,8}}{_LITERAL}",
        r"[`*]{0,3}[ \t]{0,20}\|[ \t]{0,20}`?(?P<value>[^\s|`]{3,512})`?[ \t]{0,20}"
        r"(?=\||[\r\n]|\Z)",
        r"[ \t]{1,20}(?P<value>[^\s\"'`{}()=:;,]{8,512})[ \t]{0,8}(?=[\r\n]|\Z)",
    )
)
"""What stands between a name and a value that may be another thing, and must look like a secret."""

_STRING = rf"{_Q}[^\"'`\r\n]{{0,200}}{_Q}"
_LOGIN = (
    rf"\w{{0,12}}\(\s{{0,20}}(?:{_STRING}\s{{0,4}},\s{{0,20}}){{1,3}}"
    r"(?:\w{1,20}\s{0,4}=\s{0,4})?"
)
_CALLS = (
    *("getconnection", "createconnection", "basicauth", "credential", "new pdo", "mysqli"),
    *("mysql_connect", "directoryentry", ".login", "passwordauthentication", "usernamepassword"),
)
_OPTION = r"\s(?:[^\r\n|;]{0,120}?\s)?"
_SHELL = r"[\"']?(?P<value>[^\s\"'$-][^\s\"'$]{2,256})"
_ALONE = tuple(
    (needle, re.compile(re.escape(needle) + form, re.IGNORECASE))
    for needle, form in (
        # Calls that take a user and a password.
        *((call, rf"{_LOGIN}{_LITERAL}\\?[\"'`]\s{{0,20}}[,)]") for call in _CALLS),
        ("auth = (", rf"\s{{0,4}}{_STRING}\s{{0,4}},\s{{0,4}}{_LITERAL}"),
        ("auth=(", rf"\s{{0,4}}{_STRING}\s{{0,4}},\s{{0,4}}{_LITERAL}"),
        ("securestring", rf"\s{{1,4}}(?:-string\s{{1,4}})?{_LITERAL}"),
        ("identified", rf"\s{{1,4}}(?:with\s\w{{1,40}}\s)?by\s{{1,4}}(?:password\s)?{_LITERAL}"),
        ("password(", rf"\s{{0,4}}{_LITERAL}\\?[\"'`]\s{{0,4}}\)"),
        # Options of commands that mean a password.
        ("redis-cli", rf"{_OPTION}-a\s{{0,2}}{_SHELL}"),
        ("sshpass", rf"\s{{1,4}}-p\s{{0,2}}{_SHELL}"),
        ("mysql", rf"(?:dump|admin)?{_OPTION}-p{_SHELL}"),
        ("curl", rf"{_OPTION}(?:-u|--user)[ =]{{0,2}}[\"']?[^\s:\"'$]{{1,80}}:{_SHELL}"),
        *(
            (command, rf"{_OPTION}-u\s{{1,2}}\S{{1,80}}\s{{1,2}}-p\s{{1,2}}{_SHELL}")
            for command in ("docker", "podman", "helm", "psexec", "svn", "skopeo")
        ),
        *(
            (
                f"type={quote}password",
                r"[\"'][^<>\r\n]{0,200}?\svalue=[\"'](?P<value>[^\"'<>\r\n]{3,256})",
            )
            for quote in "\"'"
        ),
        # A comparison whose comment says what it compares.
        (
            "==",
            rf"=?\s{{0,4}}{_LITERAL}\\?[\"'`][^\r\n\"'`]{{0,40}}(?:#|//)(?P<name>[^\r\n]{{0,60}})",
        ),
        # A member with a name behind its value.
        *(
            (
                f"{quote}value{quote}",
                rf"\s{{0,4}}:\s{{0,4}}{_LITERAL}[\"']\s{{0,4}},\s{{0,80}}"
                rf"[\"'](?:key|name)[\"']\s{{0,4}}:\s{{0,4}}[\"'](?P<name>[\w. -]{{0,80}})",
            )
            for quote in "\"'"
        ),
        # Keys for the web, and of a vault.
        ('"kty"', r"[^{}]{0,4000}?\"[dk]\"\s{0,4}:\s{0,4}\"(?P<value>[\w-]{16,2000})\""),
        ("unseal key", r" \d:?\s{1,4}(?P<value>[\w+/=]{30,})"),
    )
)
"""What holds a secret without a name, and what is looked for first."""

_NEEDLES = Words(needle for needle, _ in _ALONE)

_BASIC = re.compile(
    r"\"(?:auth|_auth|identitytoken)\"\s{0,4}:\s{0,4}\"(?P<value>[A-Za-z0-9+/=_-]{8,4096})\""
)
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
_PASSPHRASE = re.compile(r"[A-Za-z]{2,}(?:[-_.][A-Za-z]{2,}){2,}")
_ELSEWHERE = re.compile(
    r"(?:https?|file|jdbc|ssh|git):|[./~]{0,2}/|\w+\.(?:[a-z]{2,4}|json|yaml)\Z|[#*@]",
    re.IGNORECASE,
)
_HEX = re.compile(r"(?=[0-9a-f]*[a-f])[0-9a-f]{24,}|(?=[0-9A-F]*[A-F])[0-9A-F]{24,}")
_NO_PASSWORD = re.compile(r"[\s\\;]")
_SIGN = re.compile(r"[^A-Za-z0-9_.\s-]")


def near_value(text: str, name: SecretName) -> Value | None:
    """Return the value that a form of some language gives to a name, None where there is none."""
    told = text[name.start : name.end]
    for forms, given in ((_GIVEN, True), (_NEAR, False)):
        for form in forms:
            found = form.match(text, name.end)
            if found is None:
                continue
            # The quote that ends it may be escaped.
            value = found["value"].removesuffix("\\")
            if is_placeholder(value, told) or (name.weak and not any(map(str.isdigit, value))):
                continue
            if given or looks_secret(value):
                start = found.start("value")
                return Value(start, start + len(value), Form.QUOTED)
    return None


def nameless_values(text: str) -> Iterator[SecretFinding]:
    """Yield values that stand where nothing but a secret does."""
    lower = lowered(text)
    places = _NEEDLES.places(lower)
    for needle, form in _ALONE:
        done = 0
        for at in places.get(needle, ()):
            if at < done:
                continue
            found = form.match(text, at)
            if found is None or not _is_meant(found):
                continue
            if not is_placeholder(found["value"], ""):
                done = found.end()
                yield _finding(found.span("value"), "call-value")
    for found in _BASIC.finditer(text) if '"auths"' in text or '"_auth"' in text else ():
        if _is_pair(found["value"]):
            yield _finding(found.span("value"), "registry-auth")
    if "Secret" in text and _KIND.search(text):
        for data in _DATA.finditer(text):
            for member in _MEMBER.finditer(text, *data.span("body")):
                if not is_placeholder(member["value"], ""):
                    yield _finding(member.span("value"), "kubernetes-secret")


def _is_meant(found: re.Match[str]) -> bool:
    """Whether a value could be a password, and a name behind it means one where there is any."""
    if _NO_PASSWORD.search(found["value"]):
        return False
    name = found.groupdict().get("name")
    return name is None or any(one.kind != ANY_KEY for one in secret_names(name))


def looks_secret(value: str) -> bool:
    """Whether a literal looks like a password or a token, and not like a name, a path or a text."""
    if len(value) < 8 or _NO_PASSWORD.search(value) or _ELSEWHERE.match(value):
        return False
    if _PASSPHRASE.fullmatch(value):
        return len(value) >= 16 and sum(map(value.count, "-_.")) >= 3
    letters = any(map(str.isalpha, value))
    digits = sum(map(str.isdigit, value))
    if not letters or not digits:
        return letters and len(_SIGN.findall(value)) >= 2 and not value.isidentifier()
    if _SIGN.search(value) is not None and digits > 0:
        return True
    return is_random(value, least=12) or is_drawn(value)


def is_drawn(value: str) -> bool:
    """Whether a value was made by a machine: hex digits, a UUID, or letters at random."""
    return (
        _HEX.fullmatch(value) is not None
        or (len(value) == 36 and is_id(value))
        or is_random(value, least=16)
    )


def _is_pair(value: str) -> bool:
    try:
        return b":" in base64.b64decode(value + "=" * (-len(value) % 4))
    except (binascii.Error, ValueError):
        return False


def _finding(span: tuple[int, int], rule: str) -> SecretFinding:
    return SecretFinding(*span, "password", rule, Confidence.UNCERTAIN)
