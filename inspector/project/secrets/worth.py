"""Whether a value is a secret, or stands for one: references, gaps to fill in, words."""

from __future__ import annotations

import re
from urllib.parse import unquote

from inspector.project.secrets.names import ANY_KEY, PUBLIC, meaning, words_of
from inspector.project.secrets.runs import (
    CERTIFICATE,
    LOGIN,
    PUBLISHED,
    decoded,
    is_id,
    is_random,
    plain_text,
)

_TABLE = """
# What stands for no value, what names a type, words that only name a secret, and those that make
# an example of it. A word such as `admin` does neither: it is a weak password.
nothing none null nil undefined true false yes no on off nan n/a todo tbd fixme optional
nothing empty unset unknown default redacted hidden masked omitted placeholder inherit hashed write
nothing main read include omit same-origin auto basic digest enabled disabled x-oauth-basic
nothing filtered if unless case await lambda function
nothing replace ignore strict argon2id argon2i bcrypt scrypt aws4-hmac-sha256
type str string text bytes bytearray int integer number float bool boolean object any char byte
type varchar password secretstr securestring uuid dict tuple set attribute property list array
type binary optional self type unknown never void
word password passwd pwd passphrase passcode pass token tokens api key apikey access auth client x
word csrf xsrf refresh id user username bearer field new old current confirm confirmation header
word credential credentials name the of and or private public session cookie login jwt oauth secret
word secrets db database keyword identifier number ident type code
word my super very top some any this it is a an to real right good bad correct valid value string
word text plaintext pre shared base config test tests testing short long weak too secure bot
word strong temp temporary init initial word
example example examples sample demo dummy fake mock stub foo bar baz qux foobar changeme change me
example your not invalid wrong wronguser wrongpass nogood here insert
"""
_LISTED = {
    kind: frozenset(
        word
        for line in _TABLE.strip().splitlines()
        if line.startswith(f"{kind} ")
        for word in line.split()[1:]
    )
    for kind in ("nothing", "type", "word", "example")
}
_NOTHING, _TYPES, _FOR, _EXAMPLES = _LISTED.values()

_REFERENCE = re.compile(
    r"\$\(\w+|\$\([\"'][^\"']+[\"']\)\.\w+.*|\$[\w.-]+\$|\$\([^)]*\)|%(?:env\()?[\w:.]+\)?%"
    r"|\$[A-Za-z_][\w>\[\].:'\"-]*"
    r"|\{\{.*\}\}|(?:!\d|null|void|true|false)\b(?:[^\w\s].*)?|#\{[A-Za-z_@][\w.@]*(?:[\[(}].*)?|@[\w.]+@|__\w+__"
    r"|\[[A-Za-z_ .-]*\]|!(?:Ref|Sub|GetAtt|secret|env|vault)\b.*|:[\w-]+:?"
    r"|::?\w+\(.*"
    # Composed of what is given elsewhere, and a rule of a grammar.
    r"|(?!.*[A-Za-z]\d[A-Za-z])[\w ./:=@-]*\$\(\w+\)[\w ./:=@$()-]*|[\w ]*\$[A-Z_]+(?:/[\w.$-]+)+"
    r"|[\w ./:=@?&|-]*\{\}[\w ./:=@?&|{}-]*"
    r"|(?i:Basic|Bearer|Token) [#$]?\{.*"
    r"|\[\w+=[\w\]]*|«[^«»]*»"
    # A parameter of TeX, a word as RDoc sets it apart, escapes alone, an option, a link.
    r"|#{1,4}\d|\+[\w.:!?-]+\+[.,;]?|(?:%[0-9A-Fa-f]{2}){1,2}"
    r"|[a-z_]+=\d{1,3}(?::[a-z_]+=\w{1,8})*|[A-Za-z][\w -]*\]\(.*"
    r"|\d{1,2}\*[a-z]+|\{cipher\}[0-9a-f]+"
    r"|(?:dep|ref|env|vault|secret|op|keyring|keychain|pass|bws|awssm|gcpsm|akv|doppler|file|ssm)"
    r"(?:://?|[:+])/*\w.*"
    r"|(?:os\.)?environ\b.*|process\.env\b.*|System\.getenv\b.*"
    r"|(?:os\.)?getenv\(.*|env\(.*|ENV\[.*|ENC[\[(].*|\$ANSIBLE_VAULT.*|arn:aws.*|[<>^]?\d*,?\.\d[fgde%]"
    r"|(?:Get|New|ConvertTo|ConvertFrom|Read|Import)-[A-Z]\w+"
    r"|@Microsoft\.KeyVault.*|projects/[\w-]+/secrets/.*",
    re.DOTALL,
)
_FIELD = re.compile(
    r"%(?:\(\w+\))?[a-zA-Z](?![\w])|\$?\{(?![0-9A-Fa-f]{8}-)[^{}]*\}|\\[nrtv0]|\$\w+(?:\[\w+\])*"
)
_TO_FILL_IN = re.compile(
    r"_*TODO\b.*|(?:your\S?|(?:enter|insert|replace|put|paste|add|the)[\s_.-])\S.*|.*[\s_-]here_*"
    r"|change[-_]?me.*|(?:\w+-)?my[-_][a-z_-]*(?:token|key|secret|password)|.*\.{3}.*|(?-i:DUMMY)_[A-Za-z_]+"
    r"|(?:\w+:\\?\"[^\"]*\\?\"\s*)+"
    r"|(?:required|nullable|confirmed|min|max|string)(?:[:=]\w+)?(?:[|,]\S*)?|.*x{8,}.*|(?:[A-Za-z]\w{0,7}[_-])*(\w)\1{7,}"
    r"|(?:[\w.+-]+@)?(?:[\w-]+\.)*example\.(?:com|org|net)(?:[:/]\S*)?"
    r"|[xX*.\-_?#•…]{2,}|[a-z_-]*not[_-](?:use|(?:an?[_-])?(?:real|secret))\b[a-z_-]*|x{2,}[\w-]*x{2,}|<.*>|\w*[*•]{6,}"
    # The same in other languages.
    r"|(?:votre|ton|tu|su|tua|sua|seu|ihr|dein|uw|jouw|ditt|wpisz|ваш|твой)(?:[_-][^\W\d_]+)+"
    r"|(?:[^\W\d_]+[_-])+(?:eintragen|einsetzen|ici|aqui|aquí|qui|tutaj)",
    re.IGNORECASE | re.DOTALL,
)
_MEMBER = re.compile(
    r"(?:settings|provider|config|conf|cfg|self|this|var|local|data|module|each|process|os|app|args|options"
    r"|opts|props|params|env|secrets|vars|request|req|ctx|context|input|user|credentials|random_\w+"
    r"|aws_\w+|azurerm_\w+|google_\w+)(?:\??\.\w+|\[\w+\])+\[?|\w+\[\w+\]"
)
_PLACE = re.compile(
    r"(?:https?|file|s3)://?[^@]*|urn:[\w:.\[\]-]+|--?[A-Za-z]+(?:-[a-z\d]+)*=?"
    r"|(?:\.{1,2}|[~@])?/{1,2}[\w.@~-]+(?::\d{2,5})?(?:/[\w.@~:{}#-]*)*(?:\?\w+=[\w&=-]*)?"
    r"|[A-Za-z]:[\\/].*|(?=\w)[^\W\d_]*\d{0,4}(?:[-_.][^\W\d_]*\d{0,4})*\."
    r"(?:json|ya?ml|txt|pem|key|crt|enc|html?|js|ts|py|go|xml|ini|toml|md|sh)"
    r"|(?:[a-z]\w*/)+[A-Z][A-Z_]+|(?:[a-z][a-z_-]*/){2,}[a-z][a-z_-]*|(?:secrets?|kv|vault|users|config|prod|staging|dev|apps?)/[a-z_-]+|(?:[\w=-]+/){2,}[\w-]+[#:][a-z_]+|\w+:/[\w.-]+(?:/[\w.-]+)+|\*{1,2}[/.]\S*"
    r"|[\w.-]+\.(?:ya?ml|json|env|txt)\.\w{2,4}"
    # A file below folders, an action of a controller, a host with its port, and the subject of a
    # certificate.
    r"|(?:[\w.@-]+/)+[\w@-]*(?:\.[\w-]+)*\.(?:json|ya?ml|txt|pem|key|crt|enc|env)|(?:[a-z_]+/)+[a-z_]+#[a-z_]+"
    r"|(?:localhost|[a-z]+(?:[.-][a-z]+)+)(?::\d{2,5}){1,2}|github\.com/[\w./-]+|(?:/[A-Z]{1,2}=[^/]*)+/?|subjectAltName=.*",
)
_DOTTED = re.compile(
    r"(?=.*(?:pass|login|auth|session|cookie|secret|token|key|user|error|label|message|title|field|form))"
    r"\.?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\w+\])*\.[A-Za-z_]\w*"
    r"|(?:com|org|net|io|java|javax|django|System|app)(?:\.[\w`]+){2,}|(?:label|message|error|form|field|title)s?(?:\.[a-z]+(?:-[a-z]+)+)+",
    re.IGNORECASE,
)
_VERSION = re.compile(
    r"(?:npm|workspace|patch):[~^*\d][\w.~^*@|<>=/\s-]*|[A-Za-z]?(?:[-_:/.\sT]?%-?[A-Za-z]){3,}"
    r"|\d+\.x|\w+ ?= ?\?|(?=.*[\^~<>|])[~^v=<>|\s\d.x*-]+"
    r"|[~^v=<>]{0,2}\d{1,4}\.\d{1,4}\.\d{1,4}(?:-[a-z]{2,5}\.\d{1,3})?"
)
_RULES = re.compile(r"(?:\w+(?::[\w,]+)?)(?:\|\w+(?::[\w,]+)?)+")
_LABEL = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[^\W\d_]+(?:[ '][^\W\d_]+){0,3}")
"""The name of a variable, or words: where they mean a secret, they are its name or its label."""

_BETWEEN = re.compile(
    r"[:,;)\]}]+[a-z.]*[\[{(,:;)\]}>\\\"]+|[>}]?</\w+>|\.\w+\(?\)[}\])]*"
    r"|[)\]}]{2,}[ \w$)]*[{(]"
)
"""What stands between two literals, where quotes do not come in pairs."""
_SAME_KIND = re.compile(r"[a-z]+(?:[-_][a-z]+)+|(?:[A-Z][a-z]+|API){2,}")
"""Words in one that name what they are given to: `aws-session-token`, a type."""
_VARIABLE = re.compile(r"[A-Z]{2,}(?:_[A-Z]{2,}){2,}")
_INSERTED = re.compile(
    # What a program puts into a literal, without a literal of its own that it may fall back to.
    r"\$\{(?!\w*:?[-=?+])(?:[^{}\"'`]|''|\"\")*\}|\\\([^()\"]*\)|#\{[A-Za-z_@][^{}\"']*\}|(?<![A-Za-z0-9])%\+?[sdvq](?!\w)"
)

_PATTERN = re.compile(
    r"\(\?[=!:<]|\[(?:A-Z|a-z|A-F|a-f|\\[dw]|0-9)|\\[dws][+*{]|\{\d+,\d*\}|^\^.*\$$"
)
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_MIXED = re.compile(r"(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z\d]{6,}")
"""Letters with digits among them, which no template has between what it inserts."""

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_. :*!-]*")
_SENTENCE = re.compile(r"[^\d=]*[.:!?…)]|[A-Z][a-z']+(?: [a-zA-Z'(),-]+){2,}", re.DOTALL)
_KEYWORD = re.compile(r"pass(?:word|wd|phrase|code)|pwd|secret|token|key|credential", re.IGNORECASE)
_PHRASE = re.compile(r"[a-z]{3,14}(?: [a-z]{3,14}){3,23}")
_SHORT = """
the and for your must with this that from has have are not can will you new old user enter when
does was were which into please only more less than then too least all any one two per via use das
der die und ein eine ist nicht mit von den dem les des une pour est pas vous votre avec los las una
para por con del che non het een van niet voor som att det och ikke med til
"""
_JOINING = frozenset(_SHORT.split())
"""Words that hold a sentence together, in several languages."""
_CJK = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]")
_SHOWN = re.compile(
    rf"(?:{PUBLISHED})\w*|"
    # What issuers publish: keys for pages, public halves, and algorithms' names.
    r"(?:pk|pub|phc|rzp_pub|pklive|sb_publishable)[_-].*|pk\.eyJ.*|age1[a-z0-9]{20,}|AAAA[A-E][A-Za-z0-9+/]{6,}.*|ssh-\w+\s.*"
    r"|[0-9A-F]{40}|258EAFA5-E914-47DA-95CA-C5AB0DC85B11|6L[\w-]{38}|(?:eyJhbGci|eyJ0eXAi)[\w-]{0,60}|(?:SHA\d{1,3}|MD5):[\w+/:=-]+|(?:[HR]S|ES|PS)\d{3}|(?:AES|SHA|HMAC|RSA|PBKDF)\w*(?:[-/]\w+)*"
    rf"|{CERTIFICATE}[A-Za-z0-9+/=]*"
)
_PASSPHRASE = re.compile(r"[A-Za-z]{2,}(?:[-_.][A-Za-z]{2,}){2,}(?:-?\d{1,4})?")
_HEX = re.compile(
    r"(?:[0-9a-f]{16,64}:)?(?=[0-9]*[a-fA-F])[0-9a-fA-F]{24,}|[0-9]{40}"
    r"|(?=\D*\d)(?=[^a-z]*[a-z])[A-Za-z0-9]{8}(?:-[A-Za-z0-9]{4}){3}-[A-Za-z0-9]{12}"
)
_WRAPPED = re.compile(r"\A(?:0[xX](?=[0-9a-fA-F])|[xX](?=')|hex:)?['{]?(.*?)['}]?\Z", re.DOTALL)
"""A value in the signs that say how it is written: `{…}`, `0x…`, `x'…'`."""

_IN_CODE = re.compile(
    r"[A-Za-z_]+(?:(?:[./]|::)[A-Za-z_]+)+\d{0,3}[!?]?(?:/\d{1,2})?|[A-Za-z_]+[!?]?(?:/\d{1,2}|=)"
)
_NO_PASSWORD = re.compile(r"[\s\\;]")
_EXPRESSION = re.compile(r"\w!?\(|::|->|=>|\w\[|\w\{|\(\)|&\w+=|(?:&&|\|\||==)[\w(!]")
_GENERIC = re.compile(r"[A-Z]\w*<[\w<>, ?]*>")
_SIGNS = re.compile(r"[^A-Za-z0-9]+")
_AMONG = re.compile(
    # A digit among letters or the reverse, and words with a number at one end.
    r"[A-Za-z]\d[A-Za-z]|\d[A-Za-z]\d|\A\d{2,4}(?:[A-Z][a-z]{2,}){2,}\Z"
    r"|\A[a-z]{3,}(?:[A-Z][a-z]{2,})+\d{2,4}\Z|\A[A-Z].*\d{2}[!_.-]?\Z"
)
_SIGN, _MARK = re.compile(r"[^A-Za-z0-9_.\s-]"), re.compile(r"[!-,/:-@\[-^`{-~]")
_ALNUM = re.compile(r"[^\W_]")
_STANDING = (
    # With what must be in a value for one to be it: "" is in all.
    ("", _REFERENCE),
    ("", _TO_FILL_IN),
    ("", _MEMBER),
    ("", _PLACE),
    (".", _DOTTED),
    ("", _VERSION),
    ("|", _RULES),
    ("", _SHOWN),
)

_PACKED = re.compile(rf"AAAA|data:|Ag[A-D]|{CERTIFICATE}")
"""How runs begin that are no secret, however long: public keys, pictures, sealed values."""

LONGEST = 256
"""Code points above which nothing is a placeholder."""


def is_placeholder(value: str, name: str) -> bool:
    """Whether a value only stands for a secret, or names one; ``name`` is what it is given to."""
    text = value.strip()
    if len(text) > LONGEST:
        return _PACKED.match(text) is not None or " " in text
    if text.lower() in _NOTHING or "EXAMPLE" in text:
        return True
    if not _ALNUM.search(text):
        return len(set(text)) < 6
    if _BETWEEN.fullmatch(text):
        return True
    if not _ALNUM.search(_FIELD.sub("", text)):
        return True
    if any(sign in text and form.fullmatch(text) for sign, form in _STANDING):
        return True
    return (
        _is_name(text, name)
        or _is_inserted(text)
        or _is_example_login(text)
        or _is_made_of_words(unquote(text).replace("+", " ") if "%" in text else text, name)
        or _is_made_of_words(decoded(text), name)
        or _is_message(text)
        or bool(_PATTERN.search(text))
    )


def _is_name(text: str, name: str) -> bool:
    """Whether it names a secret instead of being one."""
    if len(text) > 7 and name.endswith(text):
        return True
    kind = meaning(text)
    if kind in {"", PUBLIC, ANY_KEY}:
        return meaning(name) not in {"", "password"} and _VARIABLE.fullmatch(text) is not None
    same = _SAME_KIND.fullmatch(text) is not None and kind == meaning(name)
    return same or _LABEL.fullmatch(text) is not None


def _is_inserted(text: str) -> bool:
    """Whether a program puts in what is secret, and nothing beside it looks so."""
    rest = _INSERTED.sub("", text)
    return rest != text and not looks_secret(rest) and not _MIXED.search(rest)


def _is_example_login(text: str) -> bool:
    """Whether it encodes a user with a password that is none, or is no user behind `Basic`."""
    scheme, _, run = text.rpartition(" ")
    plain = decoded(run) if scheme.lower() == "basic" else "" if scheme else plain_text(run)
    login = LOGIN.fullmatch(plain)
    if login is None:
        return bool(scheme and plain) and ":" not in plain
    return is_placeholder(plain.partition(":")[2], "password")


def is_type(value: str) -> bool:
    """Whether a bare word names a type of value."""
    if _GENERIC.fullmatch(value):
        return True
    name, bracket, _ = value.partition("[")
    listed = bool(bracket) and value[-1] in "]>?" and name[:1].isupper() and name.isidentifier()
    return listed or value.strip("[]?*&!").lower() in _TYPES


def looks_secret(value: str) -> bool:
    """Whether a literal looks like a password or a token, and not like a name, a path or a text."""
    value = unquote(value) if "%" in value else value
    if value.startswith("{") and 0 < value.find("}") < len(value) - 4:
        value = value.partition("}")[2]  # how it is stored: `{noop}…`
    if len(value) < 8 or _NO_PASSWORD.search(value) or _PLACE.fullmatch(value):
        return False
    plain = plain_text(value)
    if plain and LOGIN.fullmatch(plain):
        return looks_secret(plain.partition(":")[2])
    if (
        value[:1] in "#*@<[({&\"'"
        or _IN_CODE.fullmatch(value)
        or "://" in value
        or (_EXPRESSION.search(value) and not is_random(_SIGNS.sub("", value), least=16))
    ):
        return False
    if _PASSPHRASE.fullmatch(value):
        dashed = len(value) >= 16 and sum(map(value.count, "-.")) >= 2 and value.islower()
        return dashed and not any(map(_names_one, words_of(value)))
    letters = any(map(str.isalpha, value))
    digits = sum(map(str.isdigit, value))
    if not letters or not digits:
        return letters and len(_MARK.findall(value)) >= 2
    if _SIGN.search(value) is not None or is_drawn(value):
        return True
    # Letters and digits alternate as in no name: `Gl4cier_7` and `k2Jd81x`.
    return not is_id(value) and (is_random(value, least=10) or _AMONG.search(value) is not None)


def _names_one(word: str) -> bool:
    """Whether a word of a phrase says that it was written for an example, or about a secret."""
    return word in _EXAMPLES | _JOINING | {"test", "key"} or meaning(word) not in {"", ANY_KEY}


def is_drawn(value: str) -> bool:
    """Whether a value was made by a machine: hex digits, a UUID, or letters at random."""
    value = _WRAPPED.sub(r"\1", value)
    if _HEX.fullmatch(value) is not None or (len(value) == 36 and is_id(value)):
        return True
    plain = plain_text(value)
    if plain:
        return is_drawn(plain) if plain != value else False
    joined = value.rstrip("=").replace("/", "").replace("+", "").replace("-", "").replace("_", "")
    return is_random(joined, least=16)


def _is_made_of_words(text: str, name: str) -> bool:
    """Whether a value repeats its name, or is made of words of examples, by which alone a digit
    is none of a weak password."""
    if len(set(text.lower())) == 1 and (len(text) >= 24 or not text.isdigit()):
        return True
    if not _PLAIN.fullmatch(text):
        return False
    own = set(words_of(name))
    words = {word.lower() for word in _WORDS.findall(text)}
    if words & _EXAMPLES:
        words -= {
            one for one in words if one in "1234567890 app" or (one.isdigit() and len(one) < 4)
        }
    elif not words & _FOR:
        return False
    return words <= _FOR | _EXAMPLES | own


def _is_passphrase(text: str) -> bool:
    """Whether it is words alone of which none holds a sentence together or speaks of secrets."""
    words = text.split(" ")
    return _PHRASE.fullmatch(text) is not None and not any(map(_names_one, words))


def _is_message(text: str) -> bool:
    """Whether it is text for people about a secret: a label or a sentence."""
    if len(_CJK.findall(text)) > 5:
        return True
    if " " not in text or _is_passphrase(text):
        return False
    digits = any(character.isdigit() for character in text)
    if digits:
        return text.count(" ") > 3
    if not text.isascii() and text.replace(" ", "").isalpha():
        return True
    if text.count(" ") == 1 and not text.islower() and text.replace(" ", "").isalpha():
        return True
    return bool(_KEYWORD.search(text) or _SENTENCE.fullmatch(text)) or text.count(" ") > 4
