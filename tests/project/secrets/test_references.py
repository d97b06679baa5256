"""What stands for a value that is given elsewhere, or says where it is, is no secret."""

from __future__ import annotations

import pytest

from inspector.project.secrets.worth import is_placeholder

REFERENCES = (
    "${DB.x9}",
    "$(x9",
    "$('x[name=y9]').val()",
    "${PW:?no pw}",
    "$x-9.k$",
    "${{ secrets.X9 }}",
    "$DB_X9",
    "$(pass show x9/y)",
    "%DB_X9%",
    "$this->x9['k']",
    "%(x9)s",
    "%q",
    "{{ x9 }}{{ y9 }}",
    "{x9: y}",
    "!0",
    "true: x9",
    "<x9 y>",
    "#{Rails.x9}",
    "#{x9.fetch(:k9)}",
    "<%= x9 %>",
    "@db.x9@",
    "__X9__",
    "[x9=y]",
    "!Ref X9",
    ":x9-k",
    "[x y]",
    "?",
    "a$(X9)b",
    "x9 $HOME/x9",
    "{}-x{}",
    "Basic #{x9}",
    "«x9»",
    "#9",
    "+x9+",
    "%20",
    "x=9:k=x9",
    "x9](k9",
    "x9=%s",
    "9*abc",
    "op://x9/k",
    "os.environ['X9']",
    "process.env.X9",
    "import.meta.env.X9",
    "System.getenv('X9')",
    "os.getenv('X9')",
    "env('X9')",
    "ENV['X9']",
    "ENC[PKCS7,x9]",
    "$ANSIBLE_VAULT;1.1;AES256",
    "arn:aws:x9:k",
    ",.9f",
    "Get-X9",
    "@Microsoft.KeyVault(SecretUri=x9)",
    "projects/x9/secrets/k9",
)
PLACES = (
    "https://x9.k",
    "--x-k9",
    "./x9/k",
    "C:\\x9\\k",
    "~",
    "x9.pem",
    "app9/SHELF_ROW",
    "one-x/two_x/three",
    "vault/k-x",
    "x9/k9/y9#k_x",
    "x9:/k9/y9",
    "**/x9",
    "x9.yml.erb",
    "x9@k/k9.enc.env",
    "a_b/c_d#e",
    "localhost:5432",
    "/CN=x9/O=k9",
    "subjectAltName=DNS:x9",
)


@pytest.mark.parametrize("value", REFERENCES + PLACES)
def test_a_reference_or_a_place_is_no_secret(value: str) -> None:
    assert is_placeholder(value, "password")
