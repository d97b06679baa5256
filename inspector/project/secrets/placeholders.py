"""What stands where a secret would, and is none: references, gaps to fill in, names of things."""

from __future__ import annotations

import re

_NOTHING = frozenset(
    {
        "none",
        "null",
        "nil",
        "undefined",
        "true",
        "false",
        "yes",
        "no",
        "on",
        "off",
        "nan",
        "n/a",
        "todo",
        "tbd",
        "fixme",
        "optional",
        "required",
        "empty",
        "unset",
        "unknown",
        "default",
        "redacted",
        "hidden",
        "masked",
        "omitted",
        "placeholder",
    }
)
_TYPES = frozenset(
    {
        "str",
        "string",
        "text",
        "bytes",
        "bytearray",
        "int",
        "integer",
        "number",
        "float",
        "bool",
        "boolean",
        "object",
        "any",
        "char",
        "byte",
        "varchar",
        "password",
        "secretstr",
        "securestring",
        "uuid",
        "dict",
        "tuple",
        "set",
        "attribute",
        "property",
        "list",
        "array",
        "binary",
        "optional",
        "self",
    }
)
_REFERENCE = re.compile(
    r"\$\{[^}:?+-]*\}|\$[\w.-]+\$|\$\{\{.*\}\}|\$[A-Za-z_]\w*|\$\([^)]*\)|%\w+%|%\(\w+\)[sdr]|%[sdrvq@]"
    r"|\{\{.*\}\}|\{[^{}]*\}|<[^<>]*>|#\{[^}]*\}|<%.*%>|@\w+@|__\w+__|\[[A-Za-z_ .-]*\]"
    r"|!(?:Ref|Sub|GetAtt|secret|env|vault)\b.*|:\w+|\?|(?:ref|env|vault|secret)[:+]/*\w.*"
    r"|(?:os\.)?environ\b.*|process\.env\b.*|import\.meta\.env\b.*|System\.getenv\b.*"
    r"|(?:os\.)?getenv\(.*|env\(.*|ENV\[.*",
    re.DOTALL,
)
_FIELD = re.compile(r"%(?:\(\w+\))?[a-zA-Z](?![\w])|\$?\{[^{}]*\}|\\[nrtv0]|\$\w+")
_TO_FILL_IN = re.compile(
    r"(?:<|\[|\()?(?:your\S?|(?:enter|insert|replace|put|paste|add|the)[\s_.-])\S.*|.*[\s_-]here"
    r"|[xX*.\-_?#•…]{2,}|x{2,}[\w-]*x{2,}|\.{3}.*",
    re.IGNORECASE | re.DOTALL,
)
_FOLDER = re.compile(r"~?/[\w.~-]*(?:/|\Z)|[A-Za-z]:[\\/]|~\Z")
_VERSION = re.compile(r"[~^v=<>]{0,2}\d{1,4}\.\d{1,4}\.\d{1,4}(?:-[a-z]{2,5}\.\d{1,3})?")
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_NAMES = frozenset(
    {
        "password",
        "passwd",
        "pwd",
        "passphrase",
        "passcode",
        "pass",
        "token",
        "api",
        "key",
        "apikey",
        "access",
        "auth",
        "client",
        "x",
        "csrf",
        "xsrf",
        "refresh",
        "id",
        "user",
        "username",
        "bearer",
        "field",
        "new",
        "old",
        "current",
        "confirm",
        "confirmation",
        "credential",
        "credentials",
        "header",
        "name",
        "the",
        "of",
        "and",
        "or",
        "private",
        "public",
    }
)
_SAMPLES = frozenset(
    {
        "test",
        "tests",
        "testing",
        "example",
        "examples",
        "sample",
        "demo",
        "dummy",
        "fake",
        "mock",
        "stub",
        "foo",
        "bar",
        "baz",
        "qux",
        "foobar",
        "asdf",
        "asdfg",
        "qwer",
        "qwerty",
        "xyz",
        "aaa",
        "bbb",
        "changeme",
        "change",
        "me",
        "my",
        "super",
        "very",
        "top",
        "some",
        "any",
        "this",
        "it",
        "is",
        "a",
        "an",
        "to",
        "secret",
        "secrets",
        "not",
        "real",
        "invalid",
        "wrong",
        "right",
        "good",
        "bad",
        "correct",
        "valid",
        "value",
        "string",
        "text",
        "root",
        "admin",
        "guest",
        "postgres",
        "login",
        "wronguser",
        "wrongpass",
        "nogood",
    }
)
"""Words of which people make examples; no value of them alone is anybody's secret."""
_MEMBER = re.compile(
    r"(?:settings|config|conf|cfg|self|this|var|local|data|module|each|process|os|app|args|options"
    r"|opts|props|params|env|secrets|vars|request|req|ctx|context|input|user|credentials)"
    r"(?:\??\.\w+|\[\w+\])+|\w+\[\w+\]"
)
_SENTENCE = re.compile(r"[^\d=]*[.:!?…)]|[A-Z][a-z']+(?: [a-zA-Z'(),-]+){2,}", re.DOTALL)
_KEYWORD = re.compile(r"pass(?:word|wd|phrase|code)|pwd|secret|token|key|credential", re.IGNORECASE)

LONGEST = 256
"""Code points above which nothing is a placeholder."""


def is_placeholder(value: str, name: str) -> bool:
    """Whether a value only stands for a secret, or names one; ``name`` is what it is given to."""
    text = value.strip()
    if len(text) > LONGEST:
        return False
    if text.lower() in _NOTHING or not any(character.isalnum() for character in text):
        return len(set(text)) < 6
    if not any(c.isalnum() for c in _FIELD.sub("", text)):
        return True
    if _is_something_else(text, name):
        return True
    return bool(
        _REFERENCE.fullmatch(text)
        or _TO_FILL_IN.fullmatch(text)
        or _MEMBER.fullmatch(text)
        or _only_names(text, name)
        or _is_sample(text)
        or _is_message(text)
    )


def _is_something_else(text: str, name: str) -> bool:
    """Whether a name that ends like a secret's is known to mean another thing.

    The key of a link in HTML, the current folder of a shell, how a browser sends cookies, a
    permission of a workflow, the version of a package.
    """
    lower = name.lower()
    if lower == "accesskey":
        return len(text) == 1
    if lower.endswith("pwd"):
        return _FOLDER.match(text) is not None
    if lower.endswith("credentials"):
        return text in {"include", "omit", "same-origin"}
    if lower == "id-token":
        return text in {"read", "write"}
    return _VERSION.fullmatch(text) is not None


def is_type(value: str) -> bool:
    """Whether a bare word names a type of value."""
    name, bracket, _ = value.partition("[")
    if bracket and name[:1].isupper():
        return name.isidentifier()
    return name.strip("?*&").lower() in _TYPES


def _only_names(text: str, name: str) -> bool:
    """Whether a value repeats the name it is given to: ``PASSWORD = "password"``."""
    words = [word.lower() for word in _WORDS.findall(text)]
    own = {word.lower() for word in _WORDS.findall(name)}
    plain = re.fullmatch(r"[A-Za-z][A-Za-z_. :*-]*", text) is not None
    return plain and bool(words) and all(word in own or word in _NAMES for word in words)


def _is_sample(text: str) -> bool:
    """Whether a value is made of words that stand in examples: ``my-secret``, ``test123``."""
    if len(text) < 24 and len(set(text.lower())) == 1 and not text.isdigit():
        return True
    words = [word.lower() for word in _WORDS.findall(text)]
    plain = re.fullmatch(r"[A-Za-z][A-Za-z0-9_. :*!-]*", text) is not None
    known = (
        word in _SAMPLES or word in _NAMES or (word.isdigit() and len(word) < 4) for word in words
    )
    return plain and bool(words) and all(known)


def _is_message(text: str) -> bool:
    """Whether it is text for people about a secret: a label or a sentence."""
    if " " not in text:
        return False
    digits = any(character.isdigit() for character in text)
    return not digits and bool(_KEYWORD.search(text) or _SENTENCE.fullmatch(text))
