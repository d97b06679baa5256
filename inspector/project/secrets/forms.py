"""Forms in which a word without quotes stands behind a name: given, below, spoken, beside."""

from __future__ import annotations

import re
from functools import cache

from inspector.project.secrets.names import ANY_KEY

ASSIGNED = re.compile(
    # A bracket alone ends an index (`a[token] =`), or a label in Markdown (`[token]: …`).
    r"(?:\\{0,3}[\"'`*]{1,3}\]?|\](?=[ \t]*=))?[?!]?[ \t]{0,40}(?:"
    r"(?P<colon>[:：](?![:=]|\+[\w-]*\}))|(?:\|\||\?\??|\+|:)?=(?![=~])>?)\*{0,2}[ \t]{0,40}"
    r"(?:(?:!!?(?!secret|vault|env|include|ref)\w{1,12}|&[\w-]{1,40})[ \t]{1,4}){0,2}"
    r"(?P<open>\[[ \t]{0,8})?(?=[^\s\"'`])",
)
UNCLOSED = re.compile(
    r"[ \t]{0,8}[:=][ \t]{0,8}(?P<quote>[\"'])(?P<value>[^\s+,\"'][^\"'\r\n]{2,199})(?=[\r\n]|\Z)"
)
QUOTED = re.compile(
    # Where quotes do not come in pairs, as in logs and in prose with an apostrophe.
    r"(?:\\{1,7}[\"'])?[ \t]{0,8}(?:[:=]|=>)[ \t]{0,8}(?P<slash>\\{0,7})(?P<quote>[\"'])"
    r"(?P<value>[^\s\"']{8,512}?)(?P=slash)(?P=quote)"
)
REMARK = re.compile(r"[ \t](?:#|//|--|;|%|\(\*|/\*)[ \t]")
VALUE = re.compile(r"(?:[\"'=]|:[ \t]{1,4})(?P<value>[^\s\"']{4,200})(?=[\"'\s])")
LIST = re.compile(
    r"[\"']?(?P<said>(?:[ \t]+\w{1,20}){0,5}?)[ \t]{0,4}:[ \t]{0,4}(?:\r?\n|\r){1,2}"
    r"(?:[ \t]+#[^\r\n]*\r?\n)?"
    r"(?P<items>(?:[ \t]{0,40}-[ \t]{1,4}[^\s:#][^\r\n:]{2,400}(?:\r?\n|\r|\Z)){1,50}"
    r"|(?<=s:\n)(?:[ \t]{1,40}(?:#[^\r\n]*|[\w.-]{1,40}:[ \t]+[^\s:#{\[][^\s:]{2,400}[ \t]*)"
    r"(?:\r?\n|\r|\Z)){1,50})"
)
CODES = re.compile(
    # Codes for one use each, a line each.
    r"(?:[ \t]+[\w@.'’-]{1,40}){0,5}[ \t]*+(?::[ \t]*+)?(?:\r?\n){1,2}"
    r"(?P<items>(?:[ \t]{0,8}(?:\d{1,2}[.)][ \t]+)?(?=[^\s\d]*\d)"
    r"[a-z0-9]{4,10}(?:-[a-z0-9]{4,10}){1,3}[ \t]*(?:\r?\n|\Z)){2,40})"
)
CODE = re.compile(r"(?P<value>[a-z0-9]{4,10}(?:-[a-z0-9]{4,10})+)")
ITEM = re.compile(
    r"^[ \t]*(?:-|[\w.-]{1,40}:)[ \t]{1,4}[\"'`]?(?P<value>[^\s\"'`:]{3,400})[\"'`]?", re.MULTILINE
)
MEMBERS = re.compile(
    # A value in a member below or behind: `name: DB_PASSWORD` and `value: …`, or a parent's.
    r"[\"']?[ \t]{0,4}(?::[ \t]{0,4})?(?:\r?\n|\r)"
    r"(?:[ \t]{0,40}-?[ \t]*(?:name|user|login|username|id|key|type)"
    r"[ \t]{0,4}:[^\r\n]{0,200}(?:\r?\n|\r)){0,3}[ \t]{0,40}-?[ \t]*(?:value|plain|default|content)"
    r"[ \t]{0,4}:[ \t]{0,4}[\"']?(?P<value>[^\s\"',{}]{3,512})",
    re.IGNORECASE,
)
ELEMENT = re.compile(
    r"[\"']?(?:[ \t][^<>\r\n]{0,120})?(?<!/)>\s{0,40}"
    r"(?:<!\[CDATA\[|<(?:value|string|plain)(?:Prop[ \t][^<>]{0,80})?>\s{0,40})?"
    r"(?P<value>[^<>\s]{3,4000}?)\s{0,40}(?:\]\]>)?</",
    re.IGNORECASE,
)
LOOKS = re.compile(
    r"\b(?:class|className|href|src|style|rel|title|alt)=[\"'{][^\"']*\Z", re.IGNORECASE
)
"""An attribute of an element that says how it looks or where it leads, not what it holds."""

SHOWS = re.compile(r"<(?:a|label|button|th|legend|option)\b[^<]*\Z")
"""An element whose words are read by people, whatever its attributes name."""

_NUMBERS = re.compile(
    # The bytes of a key: `KEY: [u8; 32] = [1, 2, …]`, `key[] = {0x01, …}`.
    r"[^\r\n;]{0,20}(?:;[^\r\n;]{1,20})?[^\r\n;]{0,60}?[\[{(]\s{0,20}"
    r"(?P<value>(?:0x[0-9a-fA-F]{1,2}|\d{1,3})"
    r"(?:\s{0,20},\s{0,20}(?:0x[0-9a-fA-F]{1,2}|\d{1,3})){7,4095}"
    r"|'[^'\\\r\n]'(?:\s{0,20},\s{0,20}'[^'\\\r\n]'){7,255})"
)
_FIRST_NUMBER = re.compile(r"[\[{(]\s{0,20}(?:\d|'.')")


def numbers_behind(text: str, end: int) -> re.Match[str] | None:
    """Return the bytes of a key behind its name, if any are."""
    # A bracket before a number is looked for first: few names have one behind them.
    begun = _FIRST_NUMBER.search(text, end, end + 128)
    return _NUMBERS.match(text, end) if begun else None


def are_bytes(listed: str, kind: str) -> bool:
    """Whether numbers are the bytes of a secret, and not counts or places in order."""
    if "'" in listed:
        return kind == "password"  # the letters of one
    numbers = [int(one, 0) for one in re.findall(r"0x\w+|[1-9]\d*|0", listed)]
    least = 16 if kind == ANY_KEY else 8
    return len(numbers) >= least and 48 <= max(numbers) < 256 and sorted(numbers) != numbers


FOLLOWS = re.compile(
    r"</\w{1,20}>\s{0,80}<(?:string|value|data|default\w*)\b[^<>]{0,40}>\s{0,40}(?P<value>[^<>\s]{3,4000})(?=\s{0,40}<)"
)
SPRING = re.compile(r":(?P<value>[^{}\s\"'$:?+-][^{}\s\"'$:]{2,255})\}[\"')]")
SHELL_DEFAULT = re.compile(r":?[-=](?P<value>[^{}\s\"'$]{3,512})\}")
_NO_HOST = r"(?!(?=[\w.]*[\d-])[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}[ \t,:])"
SPOKEN = re.compile(
    r"(?![ \t]+(?:fingerprint|id|hash)\b)"
    r"[\"'`*]{0,3}(?:(?:(?<![\"'`]),)?[ \t]+(?:\(?[^\W\d][\w'’.()&;-]{0,40}|\d{1,4}\b)){0,7}?"
    r"[ \t]{0,3}"
    r"(?::(?!//)|[：—–→]|->"
    r"|[ \t](?:for|on|in)[ \t](?:prod(?:uction)?|staging|live|dev|test|qa)(?=[ \t])"
    r"|[ \t](?:-|(?:(?:is|was)[ \t])?(?:now|(?:re)?set[ \t]to|changed[ \t]to)"
    r"|is|ist|lautet|est|es|è|é|är|er|je|on|este|jest|és|је|isch|yra|yw|adalah|to|е|ni|ir"
    r"|la|là|είναι|היא"
    r"|هي|है|was|are|with|теперь|является)[ \t]*:?(?=[ \t])|[是为為は는은이])"
    r"[ \t]{0,4}(?:&nbsp;|<\w{1,6}>|[\"'`*„“«「『‘]){0,2}[ \t\u00a0]?"
    rf"(?P<value>{_NO_HOST}(?:[^\s\"'`*<>{{}}”“»」』。，]|\*(?=[^\s*.,;)])){{4,4096}})"
)
SAID = re.compile(
    # The first word with a digit behind a name in its sentence, whatever the verb is.
    r"(?:[ \t]+\(?[^\W\d][\w'’()&;-]{0,20}){0,7}?[ \t]+[„“«]?"
    rf"(?P<value>{_NO_HOST}"
    r"(?=[^\s\d]{0,60}\d)(?:[^\s\"'`*<>{}”“»]|\*(?=[^\s*.,;)])){8,64})(?=[\s,.)]|\Z)"
)
PHRASE = re.compile(
    # Words of a passphrase, alone on their line or in quotes; more where others are between.
    r"[\"'`]?(?:[ \t]+\([^()\r\n]{1,40}\)|(?P<far>,?(?:[ \t]+[a-z]{2,15}){1,6}))?"
    r"(?:[ \t]*[:=][ \t]*[\"'`]?|[ \t]+[\"'`{])"
    r"(?P<value>[a-z]{3,14}(?: [a-z]{3,14}){3}(?(far)(?: [a-z]{3,14}){2})(?: [a-z]{3,14}){0,20})"
    r"(?:[\"'`}]|[ \t]*(?=[\r\n]|\Z))"
)
GROUPS = re.compile(
    # A code as people read it to each other.
    r"(?:[ \t]+\(?[^\W\d][\w'’.()-]{0,20}){0,7}?[ \t]*[:=][ \t]*"
    r"(?P<value>(?:[a-z0-9]{4}[ -]){3,15}[a-z0-9]{4})(?![\w-])"
)
BELOW = re.compile(
    # Alone in the line below, in the next cell or argument, or in the section that the name heads.
    r"(?:[\"']?[ \t]*+(?::[ \t]*+)?\r?\n[ \t]*+(?:-[ \t]++)?"
    r"|(?:[ \t]+[^\W\d][\w.-]{1,40}){1,6}:[ \t]*(?:\r?\n){1,2}[ \t]*"
    r"|\][ \t]*\r?\n[ \t]*value[ \t]*[=:][ \t]*|[,;\t](?:data,\w{2,8},)?)[\"']?"
    r"(?P<value>[^\s\"',;=]{6,4000})[\"']?[ \t]*(?:[\r\n,;\t]|\Z)"
)
EXPECTED = re.compile(
    r":?[*]?[ \t]*[\"'][^\r\n]{0,20}?(?:\r?\n|\{)[ \t]*(?:\w+\.)?send\w*(?:[ \t]+(?:--[ \t]+)?|\()"
    r"[\"'](?P<value>[^\s\"'\\]{3,256})"
)
CELL = re.compile(
    r"[`*]{0,3}[ \t]{0,20}[|&][ \t]{0,20}(?:`|\{\{|\\\w{2,10}\{)?"
    r"(?P<value>[^\s|`{}&]{3,512})[`}]{0,2}[ \t]{0,20}(?=\||\\\\|[\r\n]|\Z)"
)
USE = re.compile(
    r"[ \t]{1,4}(?P<quote>[`\"']|\*\*)(?P<value>[^\s\"'`*-][^\s\"'`]{5,512}?)(?P=quote)"
)
DESCRIBED = re.compile(
    # In the element behind the one that holds the name, and alone in a block of Markdown below.
    r"\s{0,20}</\w{1,20}>\s{0,80}<(?:dd|td|code|kbd)\b[^<>]{0,80}>\s{0,40}"
    r"(?P<value>[^<>\s]{6,512})(?=\s{0,40}<)",
    re.IGNORECASE,
)
FENCED = re.compile(
    r"[ \t:*]*\r?\n(?:[ \t]*\r?\n)?[ \t]*(?P<fence>`{3,}|~{3,})[a-z]{0,12}[ \t]*\r?\n"
    r"[ \t]*(?P<value>[^\s`]{4,512})[ \t]*\r?\n[ \t]*(?P=fence)"
)
ARGUMENT = re.compile(
    r"(?:[\"'],\s{0,40}[\"']|[\"']?[ \t]*\r?\n[ \t]*-[ \t]+[\"']?)"
    r"(?P<value>[^\s\"'-][^\s\"']{2,511})"
)
"""What stands behind an option in a list of arguments, as logs and settings have it."""

ANSWER = re.compile(
    # What the next line of a conversation says to a question.
    r"[^\r\n?]{0,60}\?[ \t]*\r?\n[ \t]*(?:\[[\d:. -]{4,24}\][ \t]*)?(?:[\w.@-]{1,30}:|[>*-])?"
    r"[ \t]*(?P<value>[^\s\"'<>]{6,256})[ \t]*(?:[\r\n]|\Z)"
)
AFTER_WORD = re.compile(
    r"(?:[ \t]{1,20}|\}[ \t]{2,20})(?:\d[ \t]+|--\w+[ \t]+)?"
    r"[\"']?(?P<value>[^\s\"'`{}()<>=:;,|][^\s\"'`{}()<>:;,|]{3,2000})[\"']?[ \t]{0,8}"
    r"(?=[\r\n;|]|\Z|,[ \t]|[ \t]+-|[ \t]+[\w(])"
)
DEFINING = re.compile(
    r"(?:^|[\r\n])[ \t]*(?:set[ \t]+(?:-\w+[ \t]+)*|setenv[ \t]+|setx[ \t]+|enable[ \t]+|ENV[ \t]+"
    r"|ARG[ \t]+|machine[^\r\n]*[ \t]|[^\r\n]*\blogin[ \t]+\S+[ \t]+|[^\r\n]*--?"
    r"|Input[ \t]|[^\r\n]*config(?:ure)?[ \t]set[ \t][^\r\n]*)?\Z"
)
SURE = re.compile(r"(?:-|(?:ENV|ARG|setenv|setx)[ \t]+|\b(?:machine|login)[ \t][^\r\n]*)\Z")

Form = tuple[re.Pattern[str], str, bool]
"""A form, how a name stands over a value in it, and whether the value must look like a secret."""

BEHIND: tuple[Form, ...] = (
    (MEMBERS, "in", False),
    (ARGUMENT, "option of", False),
    (FOLLOWS, "element behind", False),
    (SHELL_DEFAULT, "default of", False),
    (SPRING, "default of", False),
    (EXPECTED, "answer to", False),
    (PHRASE, "given to", False),
    (CELL, "beside", True),
    (SPOKEN, "said of", True),
    (SAID, "said behind", True),
    (BELOW, "below", True),
    (USE, "behind", True),
    (DESCRIBED, "beside", True),
    (FENCED, "below", True),
    (ANSWER, "answer to", True),
)


@cache
def forms_behind(
    *, code: bool, doubtful: bool, password: bool, marked: bool, option: bool
) -> tuple[Form, ...]:
    """Return the forms in which a value may stand behind a name of some sort."""
    none = {BELOW, MEMBERS, FENCED, SAID} if code else set()
    none |= set() if password else {SAID}
    none |= {MEMBERS} if marked else set()
    none |= set() if option else {ARGUMENT}
    none |= (
        {one for one, _, strict in BEHIND if strict and one is not SPOKEN} if doubtful else set()
    )
    return tuple(one for one in BEHIND if one[0] not in none)
