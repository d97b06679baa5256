"""Credentials that are known by their own shape: issuers' prefixes, random runs, URLs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.project.findings import Confidence, SecretFinding
from inspector.project.secrets.issuers import KEYED, PREFIXES, RULES, SHAPES, Shape
from inspector.project.secrets.names import occurrences, stands_free
from inspector.project.secrets.public import HASHED, OPEN_FORM, is_public, public_spans
from inspector.project.secrets.runs import is_encoded_text, is_id, is_random
from inspector.project.secrets.vocabulary import Vocabulary, lines_of
from inspector.project.secrets.worth import is_placeholder

_RUN = re.compile(r"(?<![A-Za-z0-9_~+/.$-])[A-Za-z0-9_~+/.$-]{15,}={0,2}")
_LEAST = 15
_PIECE = re.compile(r"[^/.+~$=]{16,}")
_LONG_PIECE = re.compile(rb"[^/.+~$=]{16,}")
_PART = re.compile(r"[^/.+~$=]+")
_DIGIT = re.compile(rb"[0-9]")
_BEGINNING = re.compile(
    rb"[\n/.+~$=][nrt]?(?:"
    + b"|".join(sorted({re.escape(one).encode() for one in PREFIXES}))
    + b")"
)
"""Where a run begins, or a part of it, as the token of an issuer."""

_SLUG = re.compile(r"(?:-(?:[a-z]{1,20}|v\d{1,2})){3,}\Z")
"""The words of a title at the end of an address."""

_LETTERS = 18
"""Signs from which a run without digits may have been drawn."""

_UUID = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_PREFIXED = re.compile(
    # Words of which one tells, or any with an underscore, and then digits as of an id.
    r"(?:[A-Za-z0-9]{1,12}[_-]){0,3}?(?:sk|rk|pk|[A-Za-z0-9]{0,16}(?:sk|secret|key|token)|pat|tok|token|live|prod"
    rf"|production|sandbox|access|auth|private|refresh)[_-](?:[A-Za-z]{{2,12}}[_-])?"
    rf"(?:{_UUID}|[0-9a-f]{{24,}}|[0-9A-F]{{24,}})(?:-X)?"
    r"|[A-Za-z][A-Za-z0-9]{1,12}(?:_[A-Za-z0-9]{1,12}){0,3}_[0-9a-f]{32,}(?:_[0-9a-f]{8,})?"
    r"|(?!md5|sha|rev|etag|MD5|SHA)[A-Za-z]{2,5}(?:(?<=[G-Zg-z])|(?<=[A-Z]))[0-9a-f]{32,64}"
    rf"|[A-Z]{{3,10}}-{_UUID}|[0-9a-f]{{32}}(?:-[0-9a-f]{{8}}){{2}}"
    r"|(?:\d{6}-){7}\d{6}"  # of BitLocker
)
_SIGNS = re.compile(r"[\w+/=-]+(?:\.[\w+/=-]+)*\.?")
_GOING_ON = re.compile(
    r"(?!\d+\b)(?=[A-Za-z_-]{0,40}[A-Z0-9])(?![A-Z][a-z]+\b)(?=[\w+/=.-]{7})" + _SIGNS.pattern
)
_BREAK = re.compile(r"[\"']?[ \t]{0,8}(?:[,|][ \t]{0,8})?(?:\r?\n[ \t]{0,40})?[\"']?")
"""What may stand between the pieces of a token that is too long for a line, a cell or a literal."""
_MOST_PIECES = 40

_MADE_UP = re.compile(r"EXAMPLE|[xX]{6}|0{8}/")
"""Part of a token that stands for one."""

_HEX_END = re.compile(r"(?:[0-9a-fA-F]{8}|-\d{6})(?:-X)?\Z")
_FILE = re.compile(
    r"[.](?:jpe?g|png|gif|webp|svg|ico|mp[34]|zip|rar|cb[zr]|webm|woff2?|[tor]tf|s?css|html?|pdf)\Z"
)
"""What a name ends with that a program made for a picture, a font or a page."""

_HUMPS = r"(?:[a-z]{2,14}|[A-Z]?[a-z]{2,14}(?:[A-Z][a-z]{2,14})*[A-Z]?)"
_WRITTEN = re.compile(
    rf"(?=(?:[^_]*_){{2}})(?:(?:{_HUMPS}|[A-Z]{{1,14}}|v)?\d{{0,2}}(?:_|\Z))+"
    rf"|(?=(?:[^/]*/){{3}})(?:(?:{_HUMPS}\d{{0,2}}|\d{{1,2}})(?:/|\Z))+"
)
"""A name of at least three words, or a path of four, as no machine draws them."""

_OUTLINE = re.compile(r"[\d.-]*(?:[MLHVCSQTAZmlhvcsqtaz]{1,2}[\d.-]+)+[zZ]?")
"""Part of the outline of a glyph or picture (SVG)."""
_SK = re.compile(r"sk-[A-Za-z0-9_-]{3,}")
_NO_KEY = re.compile(r"sk-(?:[A-Z]{2}(?:[_-]|\Z)|ssh-|ecdsa-)")
_WORDS = re.compile(r"sk(?:[_-]{1,2}[a-z]{2,14})+")
_STYLE = re.compile(r"[.#]\Z|class|keyframes|animation|selector|query", re.IGNORECASE)
_USER_SIGNS = r"[^\s/:@\"'<>`\\]"
_USERINFO = re.compile(
    rf":(?:\\?/){{2}}(?:{_USER_SIGNS}{{0,128}}:(?P<password>[^\s/@\"'<>`\\]{{1,256}})@(?=[\w\[{{$%./-])"
    # A token of hex digits in the place of a user, but for what services of errors publish.
    r"|(?P<token>[0-9a-f]{32,64})(?::(?:x-oauth-basic)?)?@(?![^\s/]+/\d+\b)"
    # Addresses of proxies, whose user is the password.
    rf"|(?<=[nsac2y]://)(?P<user>{_USER_SIGNS}{{4,512}})@)"
)
_PROXY = re.compile(r"\b(?:trojan|vless|ss|hysteria2?|hy2|tuic|juicity)\Z")
_AWS_SECRET = re.compile(r"(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])")
_BESIDE = 400
"""Code points on both sides of an access key in which its secret is looked for."""

LONG_KEY = 20
"""Code points from which a key with the prefix ``sk-`` is certain."""

_MOST_KEPT = 50_000
LONGEST_TOKEN = 300
"""Code points above which a run without an issuer's prefix is data, not a token."""


def issued_tokens(words: Vocabulary) -> Iterator[SecretFinding]:
    """Yield credentials with the prefix or structure of their issuer, and secrets beside them."""
    near = _Near(words.runs)
    yield from _shaped(words, near.shapes)
    for run in words.places(near.issued, _RUN):
        yield from _issued_with_pairs(words.text, run)


def issued_and_random(words: Vocabulary) -> Iterator[SecretFinding]:
    """Yield issued tokens, and as uncertain the runs of signs that were drawn at random.

    Every run of fifteen or more signs of tokens is looked at: what is left out is a name, a hash,
    an id, or data in a block of its own.
    """
    near = _Near(words.runs)
    yield from _shaped(words, near.shapes)
    text = words.text
    public = public_spans(text) if near.drawn else []
    block = 0
    for run in words.places(near.issued | near.drawn, _RUN):
        sign = run[0].rstrip("=").encode()
        if sign in near.issued:
            yield from _issued_with_pairs(text, run)
        while block < len(public) and public[block][1] < run.start():
            block += 1
        if sign in near.drawn and (block == len(public) or run.start() < public[block][0]):
            yield from _random(text, run)


def _issued_with_pairs(text: str, run: re.Match[str]) -> Iterator[SecretFinding]:
    for finding in _issued(text, run):
        yield finding
        if finding.kind == "aws-access-key":
            yield from _beside(text, finding)


def _shaped(words: Vocabulary, near: list[Shape]) -> Iterator[SecretFinding]:
    text = words.text
    for kind, needle, shape in (
        *near,
        *(one for word, one in KEYED if word in words.heard),
    ):
        for at in occurrences(text, needle):
            found = shape.search(text, max(0, at - 200), at + 400)
            if found is not None and not _MADE_UP.search(found[0]):
                yield SecretFinding(*found.span(), kind, kind, Confidence.HIGH)


def _issued(text: str, run: re.Match[str]) -> Iterator[SecretFinding]:
    """Yield what begins with an issuer's prefix at the start of a run or of a part of it."""
    done = run.start()
    for piece in _PART.finditer(text, *run.span()):
        at = _behind_escape(text, piece.start())
        if at < done:
            continue
        for kind, prefix, shape in RULES.get(text[at : at + 2], ()):
            if not text.startswith(prefix, at):
                continue
            found = shape.match(text, at + len(prefix))
            if found is None and (end := _broken(text, at + len(prefix), shape)):
                yield SecretFinding(at, end, kind, kind, Confidence.UNCERTAIN)
                done = end
                break
            if (
                found is not None
                and any(map(str.isdigit, found[0]))
                and not _MADE_UP.search(found[0])
            ):
                yield SecretFinding(at, found.end(), kind, kind, Confidence.HIGH)
                done = found.end()
                break


def _broken(text: str, at: int, shape: re.Pattern[str]) -> int:
    """Return where a token ends that goes on behind a break, in a line or a cell; 0 if it does not.

    What goes on has digits and letters, or capitals, as no word has.
    """
    joined, end = "", 0
    piece = _SIGNS.match(text, at)
    for _ in range(_MOST_PIECES):
        if piece is None:
            break
        joined += piece[0]
        if piece.start() > at and shape.fullmatch(joined):
            end = piece.end()
        gap = _BREAK.match(text, piece.end())
        piece = _GOING_ON.match(text, gap.end()) if gap is not None else None
    return end


def _behind_escape(text: str, at: int) -> int:
    """Return where a word begins whose first letter may belong to an escape: ``\\nghp_…``."""
    if text[at - 1 : at] != "\\":
        return at
    return at + {"n": 1, "r": 1, "t": 1, "u": 5}.get(text[at : at + 1], 0)


def _random(text: str, run: re.Match[str]) -> Iterator[SecretFinding]:
    start, end = _behind_escape(text, run.start()), run.end()
    word = text[start:end].rstrip("=.")
    at = _drawn_at(word)
    if at < 0 or "EXAMPLE" in word:
        return
    hashed = any(HASHED.search(text, max(0, k - 120), k) for k in {start, start + at})
    if not hashed and not is_public(text, start):
        yield SecretFinding(start + at, end, "random-token", "random-run", Confidence.UNCERTAIN)


_DULL: set[bytes] = set()
"""Runs that were met before and hold no token; what may be a secret is never kept."""


class _Near:
    """The runs of a text that may hold a token by their own signs, wherever they stand."""

    def __init__(self, runs: set[bytes]) -> None:
        fresh = runs - _DULL
        joined = b"\n%b\n" % b"\n".join(fresh)
        needles = [needle for needle in SHAPES if needle in joined]
        shaped = lines_of(joined, (at for one in needles for at in occurrences(joined, one)))
        digits = {run for run in fresh if _DIGIT.search(run)}
        joined = b"\n%b\n" % b"\n".join(digits)
        self.shapes = [one for needle in needles for one in SHAPES[needle]]
        self.issued = lines_of(joined, (one.start() + 1 for one in _BEGINNING.finditer(joined)))
        letters = (one for one in fresh - digits if not (one.islower() or one.isupper()))
        self.drawn = {run for run in digits if len(run) >= _LEAST and _may_be_drawn(run)}
        self.drawn.update(run for run in letters if len(run) >= _LETTERS and _may_be_drawn(run))
        if len(_DULL) > _MOST_KEPT:
            _DULL.clear()
        _DULL.update(fresh - self.issued - self.drawn - shaped)


def _may_be_drawn(run: bytes) -> bool:
    if _LONG_PIECE.search(run) is None and b"/" not in run and b"+" not in run:
        return False
    word = run.decode().rstrip(".")
    # The first letter may belong to an escape.
    return _drawn_at(word) >= 0 or (word[0] in "nrt" and _drawn_at(word[1:]) >= 0)


def _drawn_at(word: str) -> int:
    """Return where the part of a run begins that was drawn at random, −1 where none was."""
    if len(word) > LONGEST_TOKEN:
        return -1
    if word[-1] not in "./" and ("+" in word or "/" in word) and is_encoded_text(word):
        return -1
    at = next((one.start() for one in _PIECE.finditer(word) if _is_drawn(one[0])), -1)
    if at < 0 and "." not in word and ("/" in word or "+" in word) and _is_base64(word):
        at = 0 if is_random(word.replace("/", "").replace("+", "")) else -1
    public = at >= 0 and (
        is_id(word)
        or _WRITTEN.fullmatch(word)
        or OPEN_FORM.match(word)
        or OPEN_FORM.match(word, at)
        or _FILE.search(word)
        or "AAAAA" in word
        or _OUTLINE.fullmatch(word)
    )
    return -1 if public else at


def _is_drawn(part: str) -> bool:
    part = _SLUG.sub("", part) if "-" in part else part
    if _HEX_END.search(part, len(part) - 10) and _PREFIXED.fullmatch(part):
        return not is_id(part)
    rest = part.rpartition("_")[2]
    return is_random(part) or (rest != part and is_random(rest, least=14))


def _is_base64(word: str) -> bool:
    """Whether slashes stand in it as in base64 rather than between the names of a path."""
    mixed = not (word.islower() or word.isupper())
    return (
        word[0] not in "/~"
        and "$" not in word
        and not ("/" in word and set("-_") & set(word))
        and mixed
        and any(map(str.isdigit, word))
    )


def _beside(text: str, key: SecretFinding) -> Iterator[SecretFinding]:
    """Yield the secret of a pair: what has its length near the access key that was found."""
    for found in _AWS_SECRET.finditer(text, max(0, key.start - _BESIDE), key.end + _BESIDE):
        joined = found[0].replace("/", "").replace("+", "")
        if "EXAMPLE" not in joined and is_random(joined):
            kind = "aws-secret-key"
            yield SecretFinding(*found.span(), kind, kind, Confidence.HIGH)


def sk_keys(words: Vocabulary) -> Iterator[SecretFinding]:
    """Yield keys with the prefix ``sk-``, short ones as uncertain.

    Words alone (``sk-fading-circle``) are names of styles, not keys, when a class or a selector
    stands before them; ``sk-SK`` is a language, ``sk-ssh-…`` an algorithm of SSH.
    """
    text = words.text
    for at in words.written("sk-"):
        found = _SK.match(text, at) if stands_free(text, at) else None
        if found is None or _is_no_key(text, at, found[0]):
            continue
        sure = len(found[0]) >= LONG_KEY and any(character.isdigit() for character in found[0])
        rule = "sk-api-key" if sure else "sk-api-key-short"
        confidence = Confidence.HIGH if sure else Confidence.UNCERTAIN
        yield SecretFinding(at, found.end(), "sk-api-key", rule, confidence)


def url_passwords(words: Vocabulary) -> Iterator[SecretFinding]:
    """Yield passwords before the host of a URL."""
    text = words.text
    # In JSON the slashes may be escaped.
    begun = (*occurrences(text, "://"), *occurrences(text, ":\\/\\/")) if "@" in text else ()
    for at in begun:
        found = _USERINFO.match(text, at)
        group = found.lastgroup if found else None
        if found is None or group is None or is_placeholder(found[group], "password"):
            continue
        if group != "user" or _PROXY.search(text, max(0, at - 12), at):
            yield SecretFinding(*found.span(group), "url-password", "url-password", Confidence.HIGH)


def _is_no_key(text: str, at: int, value: str) -> bool:
    if _NO_KEY.match(value) or len(set(value[3:].lower())) == 1:
        return True
    styled = _STYLE.search(text, max(0, at - 80), at) is not None
    return styled and _WORDS.fullmatch(value) is not None
