"""What around a run says that anybody may see it: its name, and blocks that are published."""

from __future__ import annotations

import re

from inspector.project.secrets.names import PUBLIC, meaning
from inspector.project.secrets.runs import PUBLISHED

_HASHED = r"""
\bh1:
sha\d{1,3}[-:=_" ]{1,4}
md5[-:=_" ]{1,4}
integrity\W{1,4}
checksum\W{1,4}
digest\W{1,4}
base64,
etag\W{1,4}(?:W/\W)?
secure:\s{1,4}["']?
(?:scrypt|pbkdf2):[\w:]*
\|1\|
=\|
ssh-(?:rsa|ed25519|dss)[ ]
@
nonce\W{1,4}
version-id\W{1,4}
log[ ]id\W{1,4}
x5[tc]\W{1,6}(?:S256\W{1,6})?
cuid\W{1,4}
cf-ray\W{1,4}
auth_tag\W{1,4}
encrypted_data\W{1,4}
message-id\W{1,4}
\bW/\\?["']
[?&"']v=
/nix/store/
_id!?\(["']
\#
/s:
/(?:d(?:/e)?|file|embed|channel|shared_invite)\\?/
list=
\$[67]\$[^\s"']{1,100}\$
\{S?SHA\}
\bwith\s\w{4,6}\s+id\s+
"""
_SAID = r"""
public[ _-]?keys?
csrf
authenticity_token
RequestVerificationToken
digest
fingerprint
websocket-(?:accept|key)
\bpin\b
DNSKEY
sha\d{3}/
"""
HASHED_ROWS, SAID_ROWS = _HASHED.strip().splitlines(), _SAID.strip().splitlines()
HASHED = re.compile(rf"(?:{'|'.join(HASHED_ROWS)})\Z", re.IGNORECASE)
"""What a hash stands behind: its own name, a lock file's, a data URL, the border of a block."""

_SAID_PUBLIC = re.compile("|".join(SAID_ROWS), re.IGNORECASE)
LINE_MARKS = (
    "ENC[", "ENC(", "$argon2", "SCRAM-SHA-", " RRSIG ", '"kty"', '"crv"',
)  # fmt: skip
"""What is before a run in a line that holds no secret, or only one that another rule finds."""

_OPEN = r"""
/(?:var/folders|tmp)/
(?<=okta\.com/)exk
DIC_kw
(?:MG|VA|PN)[0-9a-f]{32}\Z
\${1,2}(?:2[abxy]|argon2\w*|apr1|[1567y]|scrypt|pbkdf2[\w-]*)\$
pbkdf2_\w+\$
(?:pk|pub|sb_publishable|phc|cus|price|prod|sub|acct|evt|org|user|in|ch|pm|txn)_
pi_(?!.*_secret_)
users/
[a-z][a-z-]*-[0-9a-f]{8,10}-[a-z0-9]{5}\Z
pk\.eyJ
age1
(?:/+|\.)?(?:baf[yk]|css-)
(?:bc|tb)1[qp]
phx-
nonce-
01[0-9A-HJKMNP-TV-Z]{24}\Z
(?:[a-z]+_)?\d{1,3}px_
(?:req|msg|run|thread|asst|resp|batch|proj|team|toolu)_
A(?:ROA|IDA|GPA|NPA)[A-Z0-9]{16,}\Z
[\w-]*animation-
-{4,}(?!BEGIN)
(?:sha\d{1,3}|md5)[-_:=/]
ecdsa-
gss-
(?i:xn--)
[HSP]{0,3}L?(?:[a-z]{3,20}\d?/)+_?(?:[A-Z]+[a-z]+)+\d?(?:\$\w+)*\Z
ssh-
AAAA[A-G](?!A)
6L[\w-]{38}\Z
MII
MIGf
MFkw
MCow
iVBOR
H4sI
/9j/
"""
OPEN_ROWS = [*_OPEN.strip().splitlines(), rf"(?:[\w/]{{0,40}}/)?(?:{PUBLISHED})"]
OPEN_FORM = re.compile("|".join(OPEN_ROWS))
"""Public by their form: paths of what is kept for a while, keys for pages, recipients, host keys,
hashes with their names, names made of the public half of a key."""

HASHED_PASSWORD = re.compile(
    r"md5[0-9a-f]{32}\Z|(?:pbkdf2\w*|scrypt|bcrypt|sha\d+|md5|SCRAM-SHA-\d+)[:$]\S+|\$(?:2[aby]|argon2\w*|[1567]|apr1|scrypt|pbkdf2\S*)\$\S+"
)
"""The hash of a password, as it is stored."""

_SIGNED_MAIL = re.compile(
    r"^(?:[\w-]*DKIM-Sig[\w-]*|ARC-[\w-]+):[^\n]*(?:\n[ \t][^\n]*)*\Z", re.MULTILINE
)
"""A signature among the headers of a mail, up to a place in it."""

_SIGNED_XML = re.compile(
    r"<(?:\w+:)?(?:Signature|Digest)Value>[^<]*|<(?:\w+:)?(?:X509Certificate|Modulus)>[^<]*"
)
_NAMED = re.compile(
    # Of what is before a value, from its end: what gives it, and the name.
    r"(?:[\"'`]|;touq&)?[\[{bn]?\s{0,4}(?::|>=|=|,)\s{0,4}[\"'`\]]{0,3}(?P<name>[\w .-]{1,40}[\w.])"
)
_SPACED = re.compile(r"(?:\A|\s)([a-z]+_[a-z_]+)[ \t]+\Z")
"""A name of several words before a value, as files of settings without signs have it."""

_PUBLIC_BLOCK = re.compile(
    r"-----BEGIN (?![\w -]*(?:PRIVATE|Static|client|server|PKCS12))[ \w]+-----"
)
_PUBLIC_KEY = re.compile(
    # Of a host or a user, or a document, over several lines or literals.
    r"(?:AAAA(?:[BCE]3NzaC1|E2VjZHNh)|JVBERi)[\w+/=]+(?:[\"']?\s{0,4}[\\+]?\s{0,4}\r?\n\s{0,40}b?[\"']?[\w+/]{4,}={0,2})+"
)
_DATA = re.compile(
    # Lines of one length that hold nothing else: pictures, certificates, what was packed.
    r"^(?P<lead>[ \t]{0,40}(?:[|>][ \t]{0,8})?)(?:[A-Za-z0-9+/]{56,80}\r?\n(?P=lead)){5,}"
    r"(?:[A-Za-z0-9+/]{1,80}={0,2})?",
    re.MULTILINE,
)
_NAMES = re.compile(r"[\w.-]{3,60}")
_BEFORE = 160
"""Code points before lines of data in which they may be named."""

_MAPPINGS = re.compile(r"\"mappings\"\s{0,4}:\s{0,4}\"")


def is_public(text: str, start: int) -> bool:
    """Whether the name before a run says that anybody may see it."""
    line = text[max(0, start - 400) : start].rpartition("\n")[2]
    said = _SAID_PUBLIC.search(text, max(0, start - 80), start) is not None
    signed = _SIGNED_MAIL.search(text, max(0, start - 1500), start) is not None
    if said or signed or any(mark in line for mark in LINE_MARKS):
        return True
    before = text[max(0, start - 80) : start]
    named = _NAMED.match(before[::-1])
    told = named["name"][::-1] if named is not None else ""
    spaced = _SPACED.search(before) if named is None else None
    return meaning(spaced[1] if spaced is not None else told) == PUBLIC


def public_spans(text: str) -> list[tuple[int, int]]:
    """Return where certificates and public keys are."""
    spans: list[tuple[int, int]] = []
    for begin in _PUBLIC_BLOCK.finditer(text):
        if spans and begin.start() < spans[-1][1]:
            continue
        end = text.find("-----END", begin.end())
        spans.append((begin.start(), len(text) if end < 0 else end))
    spans += [found.span() for found in _PUBLIC_KEY.finditer(text)]
    spans += [found.span() for found in _SIGNED_XML.finditer(text)]
    spans += [found.span() for found in _DATA.finditer(text) if not _is_key(text, found)]
    for begin in _MAPPINGS.finditer(text):
        end = text.find('"', begin.end())
        spans.append((begin.start(), len(text) if end < 0 else end))
    return sorted(spans)


def _is_key(text: str, data: re.Match[str]) -> bool:
    """Whether lines of data are a key, by what is said before them."""
    before = text[max(0, data.start() - _BEFORE) : data.start()]
    return any(meaning(word) not in {"", PUBLIC} for word in _NAMES.findall(before))
