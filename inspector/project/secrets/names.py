"""What a name says: that its value is a secret, that it is public, or nothing.

A name is split into words (``dbPassword``, ``X-Api-Key``, ``SMTP_PASS``); its last words decide, so
that ``password_field`` and ``token_count`` say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import AnyStr


def occurrences(text: AnyStr, word: AnyStr) -> Iterator[int]:
    """Yield where a word begins, from left to right; occurrences do not overlap."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))


def stands_free(text: str, at: int) -> bool:
    """Whether no longer word leads up to a place; an escape such as ``\\n`` is no word."""
    before = text[max(0, at - 2) : at]
    if before[-1:].isascii() and (before[-1:].isalnum() or before[-1:] in {"_", "-"}):
        return before in _ESCAPES
    return True


_ESCAPES = frozenset({"\\n", "\\r", "\\t"})

PUBLIC = "public"
"""What a name says whose value anybody may see."""

ANY_KEY = "key"
"""What the name of some key or other says: only a value that was drawn makes it a secret."""

TOKEN = "token"  # noqa: S105  # the kind, not one
"""What a name says that programs use for many other things."""

_TABLE = """
# Kind, and names that end so. A dash joins words that may also be written as one.
password  password passwords passwd passphrase passcode pwd pw pass userpwd userpass identified-by
password  requirepass masterauth pgpassword storepass keypass psk key-material passwort kennwort
password  losung bindpw authtok redis-auth snmp-community server-community pin-code
password  recovery-code recovery-codes backup-code backup-codes
password  unlock-pin alarm-code parol adgangskoden passordet lösenordet kata-sandinya hesla hasła
password  wachtwoord assword
password  mot-de-passe mdp contrasena contraseña contrasenya clave clave-de-acceso parola-d'ordine
password  parola-ordine parola-chiave parola senha palavra-passe haslo hasło heslo lösenord losenord
password  geslo cyfrinair nenosiri slaptažodis slaptazodis lykilorð lykilorðið lozinka jelszava
password  parolă parolası паролата رمز-عبور
password  mat-khau parol-dostupa wlan-schlüssel wlan-schluessel wlan-key wifi-key
password  salasanan salasanasi jelszavam pasahitza pasahitz contrasinal kodeord kodeordet
password  lozinku zaporka zaporke gesla heslem hasłem hasłami wachtwoorden passwörter
password  passworts kennworts parooli parole paroli wagwoord pasvorto fjalëkalimi fjalëkalim şifrə
password  kata-laluan pasfhocal loyniorð passwuert slaptažodį գաղտնաբառ
password  პაროლი құпиясөз құпия-сөз нууц-үг گذرواژه پاس-ورڈ পাসওয়ার্ড கடவுச்சொல் పాస్‌వర్డ్ 패스워드
password  合言葉 ລະຫັດຜ່ານ
password  salasana jelszó jelszo adgangskode passord parool sifre şifre mật-khẩu kata-sandi
password  пароль пароля парол лозинка κωδικός κωδικός-πρόσβασης συνθηματικό סיסמה סיסמא كلمة-المرور
password  كلمة-السر पासवर्ड 密码 密碼 口令 パスワード 暗証番号 비밀번호 암호 รหัสผ่าน
secret    secret secrets credential credentials cred creds session-key
secret    geheimnis geheim zugangsdaten secreto secreta clave-secreta clave-privada segreto segreta
secret    chiave-segreta chiave-privada segredo chave-secreta chave-privada cle-secrete clé-secrète
secret    geheimer-schluessel geheimer-schlüssel sekret tajny-klucz tajny-klic gizli-anahtar
secret    secret-id
secret    секрет секретный-ключ 密钥 金鑰 秘密鍵 シークレット 비밀키 مفتاح-سري
token     token tokens jeton jeton-acces токен 令牌 トークン 토큰 bearer authtoken authorization
token     identity-token registry-token session-id cookie jsessionid phpsessid connect-sid
api-key   api-key api-keys access-key secret-key private-key auth-key authentication-key
api-key   encryption-key signing-key sign-key account-key shared-key shared-access-key master-key
api-key   service-key server-key license-key app-key application-key jwt-key hmac-key host-key
api-key   webhook-key integration-key deploy-key write-key admin-key crypt-key aes-key
api-key   clave-api chiave-api chave-api cle-api clé-api klucz-api api-schluessel api-schlüssel
api-key   key-octet nonce-key nonce-salt auth-salt logged-in-salt
api-key   mnemonic seed-phrase recovery-phrase x-functions-key subscription-key secret-key-base
api-key   ключ-api ключ-доступа アクセスキー api-sleutel api-ключ api-密钥 apiキー api-키 مفتاح-api
key       key keys schluessel schlüssel sleutel signing encryption salt passwordsalt hashsalt
key       keystore keytab keyset kube-config service-account p12 pfx macaroon pepper seed totp
key       auth oauth login biscuit saml-response saml-assertion
key       docker-config docker-config-json secring nsec key-pair
public    public-key public-keys pubkey public-key-token publishable publishable-key site-key
public    verify-key verification-key certificate cert recipient known-hosts
public    hash hashes sha shasum checksum digest e-tag integrity nar-hash
public    rev revision commit ref reference nonce iv version-id fingerprint mappings kid thumbprint
public    address tx client-id tenant-id app-id project-id object-id request-id trace-id uuid guid
public    cache-key primary-key foreign-key sort-key partition-key row-key group-key key-id
public    access-key-id
public    id ids sum verification boundary next-page websocket-key
public    route-key query-key react-key registry-key next-token continuation-token page-token cursor
public    public recv-keys fingerprints authenticity-token application-server-key
public    form-key csrf-token public-token recaptcha-key dedupe-key idempotency-key
public    web-socket-accept websocket-accept
public    unique-key correlation in-response-to session-index
public    web-socket-key translation-key signature snapshot version
"""

_AROUND = """
# Words behind a name that change nothing, words before one that make it another thing's, what
# stands before `pass` in the name of a password, and passwords that say behind them what they open.
suffix value val string str text raw plain plaintext hex base prod production dev
suffix development test testing staging stage live default old new current main primary secondary
suffix encoded decoded literal a b bytes equals compare trim strip unwrap v blob legacy eu us uk de
suffix part half bdd bd banco bazy pem pkcs openssh b64 base64 json data der gpg content
suffix backup bak tmp temp beta canary qa uat local remote global internal external
denied hashed forgot reset show hide toggle no has is require requires required invalid wrong min
denied checksum max allow changed
denied missing existing without empty expired with by pad eos bos cls sep mask unk stop special next
login smtp db user usr mysql pg postgres mongo redis ftp ssh mail email root admin proxy auth login
login account server app my imap ldap wifi
first contrasena contraseña contrasenya senha mdp haslo hasło heslo parola пароль пароля лозинка
first motdepasse parol
"""
_SEAM = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[\s_./:\\$@\[\]()?!*~>#-]+")


def _kinds() -> dict[str, str]:
    told: dict[str, str] = {}
    for line in _TABLE.strip().splitlines():
        if not line.startswith("#"):
            kind, *names = line.split()
            for name in names:
                told[name.replace("-", " ")] = kind
                told[name.replace("-", "")] = kind
    return told


NAMES = _kinds()
"""What each name of the table says, its words parted by spaces, and written as one."""

_LONG = frozenset(
    name for name in NAMES if " " not in name and (len(name) > 5 or not name.isascii())
)
_ENDS: dict[str, list[str]] = {}
"""Long names by their last three letters, the longest first."""
for _one in sorted(_LONG, key=len, reverse=True):
    _ENDS.setdefault(_one[-3:], []).append(_one)
_FOREIGN = tuple(sorted((name for name in _LONG if not name.isascii()), key=len, reverse=True))
_MOST_WORDS = max(name.count(" ") for name in NAMES) + 1


def _words(kind: str) -> frozenset[str]:
    lines = [line.split() for line in _AROUND.strip().splitlines()]
    return frozenset(word for told, *words in lines if told == kind for word in words)


_SUFFIXES, _NOT_BEFORE, _LOGINS, _FIRST = map(_words, ("suffix", "denied", "login", "first"))
_SUFFIXES |= {""}  # of a number


def words_of(name: str) -> list[str]:
    """Return the words of a name in lower case."""
    if name.islower() and name.isidentifier():
        return [word for word in name.split("_") if word]  # as below, and sooner
    return [word for word in _SEAM.sub(" ", name).lower().split(" ") if word]


@lru_cache(maxsize=20_000)
def meaning(name: str) -> str:
    """Return what a name says: a kind of secret, ``PUBLIC``, ``ANY_KEY``, or "" for nothing."""
    words = words_of(name[-96:])
    while len(words) > 1 and words[-1].rstrip("0123456789") in _SUFFIXES:
        del words[-1]
    if not words:
        return ""
    if words[-1] not in NAMES:
        words[-1] = words[-1].rstrip("0123456789") or words[-1]
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        kind = NAMES.get(" ".join(words[-count:]))
        if kind is not None:
            return "" if _denied(words, count, kind) else kind
    return _ending(words) or ("password" if words[0] in _FIRST else "")


def _denied(words: list[str], count: int, kind: str) -> bool:
    """Whether what stands before the telling words makes them another thing's name."""
    before = words[-count - 1] if len(words) > count else ""
    if words[-1] in {"pass", "pw"} and count == 1 and before:
        return before in {"by", "to", "t", "first", "second", "render", "multi", "low", "high"}
    return kind not in {PUBLIC, ANY_KEY} and before in _NOT_BEFORE


def _ending(words: list[str]) -> str:
    """Return what the end of a word says that is written without seams: ``dbpassword``."""
    last = words[-1]
    for name in _ENDS.get(last[-3:], ()):
        if last.endswith(name):
            return NAMES[name]
    for short in ("pass", "pwd", "pw"):
        if last.endswith(short) and (short == "pwd" or last[: -len(short)] in _LOGINS):
            return "password"
    if not last.isascii():
        first = next((name for name in _FOREIGN if name in last), "")
        return NAMES.get(first, "")
    return ANY_KEY if last.endswith("key") and last not in {"monkey", "turkey", "hotkey"} else ""


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A name in a text that says something, with its place in code points."""

    start: int
    end: int
    kind: str


def lowered(text: str) -> str:
    """Return a text in lower case with every code point in its place."""
    # One capital letter would become two code points: the I with a dot.
    return text.replace("\u0130", "i").lower()


def _rarity(word: str) -> tuple[bool, int]:
    """How rarely a word is met, by what is seen of it: its script and its length."""
    return not word.isascii(), len(word)


def _needles() -> tuple[str, ...]:
    """Return the shortest pieces of which one is in every telling name."""
    shared = ("key", "pin", "token", "saml", "auth", "docker", "kube")
    names = [name for name, kind in NAMES.items() if kind != PUBLIC]
    told = {next((k for k in shared if k in one), max(one.split(), key=_rarity)) for one in names}
    kept: list[str] = []
    for word in sorted(told, key=len):
        if not any(one in word for one in kept):
            kept.append(word)
    return tuple(kept)


NEEDLES = _needles()
"""The shortest pieces of which one is in every telling name."""

PHRASES: dict[str, set[str]] = {}
"""The last word of each telling name of several words, with those that begin such names."""
for _name, _kind in NAMES.items():
    if " " in _name and _kind != PUBLIC:
        _first, *_, _last = _name.split(" ")
        PHRASES.setdefault(_last, set()).add(_first)
