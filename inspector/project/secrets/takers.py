"""Functions that take secrets: what a call says of its arguments."""

from __future__ import annotations

import re

from inspector.project.secrets import lone, margins, whole
from inspector.project.secrets.issuers import KEYED
from inspector.project.secrets.names import ANY_KEY, PUBLIC, meaning
from inspector.project.secrets.sides import Name
from inspector.project.secrets.vocabulary import Listener

_TAKERS = """
# A function that takes a secret, its words parted, and the place of it among its arguments (0:
# wherever).
basic_auth 2; set_basic_auth 2; http_basic_auth 2; network_credential 2; digest_auth 2; login 2
get_connection 3; create_connection 3; pdo 3; sequelize 3; plain_auth 3; create_user 3
create_async 2; create_superuser 3; sql.new_instance 3; db_interface.connect 4; bcrypt.hash 1
password_hash 1; pbkdf2_hmac 2; bearer_auth 1; ks.load 2; getpass 0; mysqli_connect 3; mysqli 3
mysql_real_connect 4; pymysql.connect 3; dbi 9; dbi.connect 3; ftp 3; mysql_connect 3
create_hmac 2; hash_hmac 3; hmac 0; hmac.new 0; identified 9; hmac_sha256 1; jwt.sign 2
jwt.encode 2; jwt.verify 2; jwt.decode 2; signed_string 1; sign 2; pbe_key_spec 1
secret_key_spec 1; symmetric_security_key 1; from_secret 1; password_authentication 2
username_password_authentication_token 2; scrypt_sync 1; scrypt 1; pbkdf2 1; pbkdf2_sync 1
create_cipheriv 2; wallet 1; fernet 1; aes.new 1; key_store.load 2; load 2; wifi.begin 2
ssh.password 1; auth 1; directory_entry 3; convertto_securestring 1; rc4 1; encrypt 2; decrypt 2
url_credential 2; hexdigest 2; password 1; passphrase 1; api_key 1; client_secret 1; key_password 1
store_password 1; psk 1; plain_text_auth_provider 2; auth_tokens.basic 2; auth.basic 2
create_account 2; authenticate 2; influx_db_client 4; oracledb.connect 2; cx_oracle.connect 2
odbc_connect 3; imap_open 3; simple_bind 2; simple_bind_s 2; ldap_bind 3; ftp_login 3
ssh2_auth_password 3; twilio 2; x509_certificate2 2; from_driver_manager 4; openssl_encrypt 3
openssl_decrypt 3; sqlconnect 3; connect_toplevel 3; remote 5; remote_secure 5; map_network_drive 5
authentication_basic 2; credentials 4; database 3; plain_credentials 2; amqpstream_connection 4
mysqli_real_connect 4; oci_connect 2; db2_connect 3; ibase_connect 3; mssql_connect 3
mysqldb.connect 3; pymssql.connect 3; active_mqconnection_factory 2; username_password_credentials 2
username_password_token 2; basic_awscredentials 2; create_credential 3
rfc2898_derive_bytes 1; ldap.bind 2; new_plain_client 3; smtp.start 5; open_dsobject 3
connect_server 4; set_credentials 2; add_ap 2; soft_ap 2; wlan.connect 2; unprotect 1
sp_addlogin 2; pgp_sym_encrypt 2; pgp_sym_decrypt 2; encryptbypassphrase 1; aes_encrypt 2
"""
_FUNCTIONS = {
    function: int(place)
    for line in _TAKERS.strip().splitlines()
    if not line.startswith("#")
    for function, place in (one.split() for one in line.split(";"))
}
PLACES = {function.replace("_", ""): place for function, place in _FUNCTIONS.items()}
_CRYPTO = re.compile(
    # Of a function, or the path to one: what it takes that a machine has drawn is a key to it.
    r"(?:\A|[._:<])(?i:aes|des|mac|hs\d{3}|sign|auth|session|csrf)(?![a-z])"
    r"|(?i:aes_?\d|aesgcm|cipher|hmac|chacha|poly1305|secret_?box|sealed_?box|fernet|encrypt"
    r"|decrypt|signer|sign_?with|jwt|jws|jose|wallet|serializer|cookie_?(?:store|parser)|[th]otp"
    r"|pusher|client|\.init\Z)|(?:\A|_)keys?(?![a-z])|Keys?(?![a-z])"
)
_CHECKED = re.compile(
    r"verify|decrypt|unseal|open|load|\Aparse|public|hash|cache|compare", re.IGNORECASE
)
"""What takes first what it reads: a text in cipher, a signature."""
_PAIRED = re.compile(r"connect|auth|login|logon|bind(?!ing)|credential|pw|signin")
"""Of a function that takes a user and then a password, which must look like one."""
_COMMON = frozenset(
    ("load", "sign", "encrypt", "decrypt", "password", "hmac", "remote", "database")
)
"""Functions of many other uses: where one is called, nothing is looked for because of it alone."""
_ASKING = frozenset(("login", "auth", "authenticate"))
"""Functions that may take other things, too: what they take must look like a secret."""
KEY_MARKS = ("private key", "putty-user-key-file-", "begin openvpn", "begin pkcs12")
"""What is in a text that holds a private key."""
LISTENER = Listener(
    [function for function in _FUNCTIONS if function not in _COMMON],
    {*KEY_MARKS, *lone.NEEDLES, *margins.NEEDLES, *whole.NEEDLES, *(word for word, _ in KEYED)}
    | {"authorization", "bearer", "sk-"},
    _PAIRED.pattern.replace("(?!ing)", "").split("|"),
)
"""Hears the names that tell, the functions that take a secret, and what options stand behind."""

_SETTERS = re.compile(r"set|with|use")
_NOT_TAKERS = re.compile(
    r"(?:.*(?:\.|::|->|_))?(?:get|is|has|t|i18n|print|log|validate|valid|expect|check|find|error|read"
    r"|label|describe|it|test|prompt|ask|require|forget|reset|new_token|lookup|resolve|retrieve|match"
    r"|fetch|load_secret|from_pretrained|split|replace|query|select|assert)\w*",
    re.IGNORECASE,
)


def taken(name: Name) -> tuple[str, bool]:
    """Return what a function says of the argument at a place, and whether that is enough."""
    function = name.text.replace("::", ".").replace("->", ".").replace("_", "").lower()
    last = function.rpartition(".")[2]
    two = ".".join(function.split(".")[-2:])
    place = PLACES.get(two, PLACES.get(last))
    if place is not None and place in {0, name.place}:
        return "password", (two != last and two in PLACES) or last not in _COMMON | _ASKING
    kind = meaning(name.text)
    if kind in {"", PUBLIC, ANY_KEY} or _NOT_TAKERS.fullmatch(name.text):
        if name.place > 1 and _PAIRED.search(last):
            return "password", False
        read = _CHECKED.search(last) and (name.place == 1 or "compare" in last)
        if _CRYPTO.search(name.text) and name.place < 3 and not read:
            return ANY_KEY, True
        return "", False
    return kind, _SETTERS.match(last) is not None
