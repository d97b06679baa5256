"""Tokens as their issuers make them: prefix, alphabet, lengths, checksum.

Written from the issuers' published formats and from nothing in the program, so that what the
scanner misses shows. A pattern holds its fixed parts as they are and `{alphabet:length}` for the
random ones; `{uuid}` is a random UUID. An issuer whose tokens have no fixed part (`named`) is only
recognisable where its name stands beside.
"""

import base64
import random
import re
import string
import uuid
import zlib
from dataclasses import dataclass

_LOWER, _UPPER, _DIGITS = string.ascii_lowercase, string.ascii_uppercase, string.digits
_BASE62 = _DIGITS + _UPPER + _LOWER

_ALPHABETS = {
    "10": _DIGITS,
    "16": _DIGITS + "abcdef",
    "16U": _DIGITS + "ABCDEF",
    "26": _LOWER,
    "32": _UPPER + "234567",
    "36": _DIGITS + _LOWER,
    "36U": _DIGITS + _UPPER,
    "52": _LOWER + _UPPER,
    "62": _BASE62,
    "64": _BASE62 + "-_",
    "b64": _BASE62 + "+/",
    "bech": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
}

_PATTERNS = """
github-pat ghp_{62:30}{crc}
github-oauth gho_{62:30}{crc}
github-user ghu_{62:30}{crc}
github-server ghs_{62:30}{crc}
github-fine github_pat_{62:22}_{62:59}
gitlab-pat glpat-{64:20}
gitlab-routable glpat-{64:27}.01.{36:9}
gitlab-deploy gldt-{64:20}
gitlab-runner glrt-{64:20}
gitlab-trigger glptt-{16:40}
gitlab-feed glft-{64:20}
gitlab-agent glagent-{64:50}
gitlab-oauth gloas-{16:64}
gitlab-registration GR1348941{64:20}
aws-key AKIA{32:16}
aws-temporary ASIA{32:16}
aws-bedrock ABSK{b64:128}
google-api AIza{64:35}
google-client GOCSPX-{64:28}
google-access ya29.{64:120}
google-refresh 1//0{64:80}
azure-client {62:3}8Q~{64:34}
azure-devops {62:76}AZDO{62:4}
azure-function {64:44}AzFu{64:6}==
azure-cosmos {b64:76}ACDb{b64:6}==
azure-storage AccountKey={b64:86}==
slack-bot xoxb-{10:12}-{10:13}-{62:24}
slack-user xoxp-{10:12}-{10:12}-{10:13}-{16:32}
slack-app xapp-1-A{36U:10}-{10:13}-{16:64}
slack-hook https://hooks.slack.com/services/T{36U:10}/B{36U:10}/{62:24}
slack-refresh xoxe-1-{62:146}
stripe-secret sk_live_{62:99}
stripe-short sk_test_{62:24}
stripe-restricted rk_live_{62:99}
stripe-hook whsec_{62:32}
twilio-key SK{16:32}
sendgrid SG.{64:22}.{64:43}
mailgun key-{16:32}
mailchimp {16:32}-us{10:2}
brevo xkeysib-{16:64}-{62:16}
brevo-smtp xsmtpsib-{16:64}-{62:16}
resend re_{62:8}_{62:24}
mandrill md-{64:22}
mailersend mlsn.{16:64}
openai-old sk-{62:20}T3BlbkFJ{62:20}
openai-project sk-proj-{64:74}T3BlbkFJ{64:74}
openai-service sk-svcacct-{64:74}T3BlbkFJ{64:74}
anthropic sk-ant-api03-{64:93}AA
anthropic-admin sk-ant-admin01-{64:93}AA
hugging-face hf_{52:34}
hugging-face-org api_org_{52:34}
replicate r8_{62:37}
groq gsk_{62:52}
perplexity pplx-{62:48}
xai xai-{62:80}
openrouter sk-or-v1-{16:64}
deepseek sk-{16:32}
fireworks fw_{62:24}
cerebras csk-{36:48}
nvidia nvapi-{64:64}
elevenlabs sk_{16:48}
langsmith lsv2_pt_{16:32}_{16:10}
langfuse sk-lf-{uuid}
pinecone pcsk_{62:6}_{62:63}
voyage pa-{64:43}
tavily tvly-{62:32}
jina jina_{16:32}{64:28}
npm npm_{62:30}{crc}
pypi pypi-AgEIcHlwaS5vcmc{64:150}
rubygems rubygems_{16:48}
crates cio{62:32}
nuget oy2{36:43}
docker-hub dckr_pat_{64:27}
docker-org dckr_oat_{64:32}
clojars CLOJARS_{16:60}
packagist packagist_uut_{16:68}
jfrog AKCp{62:69}
jfrog-reference cmVmdGtu{62:56}
sonar-user squ_{16:40}
sonar-project sqp_{16:40}
circleci CCIPAT_{62:22}_{16:40}
buildkite bkua_{16:40}
netlify nfp_{62:36}
fly fo1_{64:43}
render rnd_{62:28}
heroku HRKU-AA{64:58}
heroku-old HRKU-{uuid}
digitalocean dop_v1_{16:64}
digitalocean-refresh dor_v1_{16:64}
cloudflare-ca v1.0-{16:24}-{16:146}
shopify shpat_{16:32}
shopify-app shpss_{16:32}
shopify-private shppa_{16:32}
square sq0atp-{64:22}
square-secret sq0csp-{64:43}
square-access EAAA{64:60}
braintree access_token$production${36:16}${16:32}
plaid access-production-{uuid}
flutterwave FLWSECK-{16:32}-X
paystack sk_live_{16:40}
razorpay rzp_live_{62:14}
mollie live_{62:30}
gocardless live_{64:40}
checkout sk_{uuid}
xendit xnd_production_{62:48}
databricks dapi{16:32}
newrelic NRAK-{36U:27}
newrelic-licence {16:36}NRAL
grafana-service glsa_{62:32}_{16U:8}
grafana-cloud glc_{b64:80}
sentry-org sntrys_eyJpYXQiO{62:80}_{64:43}
sentry-user sntryu_{16:64}
honeycomb hcaik_{36:58}
dynatrace dt0c01.{32:24}.{32:64}
posthog phx_{62:43}
segment sgp_{62:64}
launchdarkly sdk-{uuid}
launchdarkly-api api-{uuid}
atlassian ATATT3xFfGF0{64:171}={16U:8}
bitbucket ATBB{62:24}{16U:8}
trello ATTA{16:64}
notion ntn_{10:11}{62:35}
notion-old secret_{62:43}
linear lin_api_{62:40}
asana 1/{10:16}:{16:32}
airtable pat{62:14}.{16:64}
airtable-old key{62:14}
figma figd_{64:40}
contentful CFPAT-{64:43}
dropbox sl.{64:135}
typeform tfp_{64:44}_{64:14}
hubspot pat-na1-{uuid}
clickup pk_{10:8}_{36U:32}
salesforce 00D{62:12}!AQ{64:94}
okta 00{64:40}
clerk sk_live_{62:42}
supabase sbp_{16:40}
supabase-secret sb_secret_{64:31}
planetscale pscale_tkn_{64:43}
planetscale-password pscale_pw_{64:43}
neon napi_{36:64}
mongodb mdb_sa_sk_{64:40}
fauna fnA{64:37}
prefect pnu_{62:36}
doppler dp.pt.{62:43}
doppler-service dp.st.prd.{62:43}
vault hvs.{64:95}
vault-batch hvb.{64:140}
vault-old s.{62:24}
terraform {62:14}.atlasv1.{64:67}
pulumi pul-{16:40}
age AGE-SECRET-KEY-1{bech:58}
onepassword ops_eyJ{64:260}
onepassword-key A3-{36U:6}-{36U:11}-{36U:5}-{36U:5}-{36U:5}
bitwarden 0.{uuid}.{62:30}:{b64:22}==
tailscale tskey-auth-{62:12}CNTRL-{62:32}
tailscale-api tskey-api-{62:12}CNTRL-{62:32}
ngrok 2{62:26}_{62:21}
telegram {10:10}:AA{64:33}
discord-bot MT{62:24}.G{64:5}.{64:38}
discord-hook https://discord.com/api/webhooks/{10:18}/{64:68}
facebook EAA{62:170}
twitter AAAAAAAAAAAAAAAAAAAAA{62:80}
mapbox sk.eyJ1I{62:80}.{64:22}
nylas nyk_v0_{62:64}
easypost EZAK{62:54}
shippo shippo_live_{16:40}
duffel duffel_live_{64:43}
lob live_{16:35}
frame-io fio-u-{64:64}
readme rdme_{36:70}
postman PMAK-{16:24}-{16:34}
rapidapi {16:10}msh{36:15}p1{36:4}jsn{36:12}
infracost ico-{62:32}
adobe p8e-{36:32}
alibaba LTAI{62:20}
tencent AKID{62:32}
yandex AQVN{64:35}
yandex-oauth y0_{64:55}
backblaze K003{b64:27}
sourcegraph sgp_{16:16}_{16:40}
deno ddp_{62:36}
harness pat.{64:22}.{16:24}.{62:20}
octopus API-{36U:27}
teamcity eyJ0eXAiOiAiVENWMiJ9.{64:36}.{64:48}
aiven AVNS_{64:20}
cockroach CCDB1_{62:22}_{62:40}
scalingo tk-us-{64:48}
endor endr+{62:16}
ubidots BBFF-{62:30}
rootly rootly_{16:64}
persona persona_production_{uuid}
stytch secret-live-{64:36}
riot RGAPI-{uuid}
web-token eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI{64:30}.{64:43}
"""

_NAMED = """
datadog {16:32}
datadog-app {16:40}
mistral {62:32}
cohere {62:40}
together {16:64}
wandb {16:40}
deepgram {16:40}
linode {16:64}
vultr {36U:36}
hetzner {62:64}
cloudflare {64:40}
fastly {64:32}
algolia {16:32}
postmark {uuid}
snyk {uuid}
codecov {uuid}
railway {uuid}
openweather {16:32}
travis {62:22}
twitch {36:30}
pagerduty {64:20}
rollbar {16:32}
heroku {uuid}
snowflake {62:40}
spotify {16:32}
"""


@dataclass(frozen=True)
class Issuer:
    """One kind of token of one service."""

    name: str
    pattern: str
    named: bool
    """Whether only the issuer's name beside it tells the token from an id."""

    def token(self, source: random.Random) -> str:
        """A token in the issuer's format, never one that was issued."""
        return fill(self.pattern, source)


def fill(pattern: str, source: random.Random) -> str:
    """The pattern with its random parts made and its checksum added."""
    made = ""
    for part in re.split(r"(\{[^}]*\})", pattern):
        if part == "{uuid}":
            made += str(uuid.UUID(int=source.getrandbits(128), version=4))
        elif part == "{crc}":
            made += _base62(zlib.crc32(made.partition("_")[2].encode()), 6)
        elif part.startswith("{"):
            alphabet, _, length = part.strip("{}").partition(":")
            made += "".join(source.choices(_ALPHABETS[alphabet], k=int(length)))
        else:
            made += part
    return made


def _base62(number: int, digits: int) -> str:
    out = ""
    for _ in range(digits):
        number, digit = divmod(number, 62)
        out = _BASE62[digit] + out
    return out


def _read(table: str, *, named: bool) -> tuple[Issuer, ...]:
    rows = (line.split(" ", 1) for line in table.strip().splitlines())
    return tuple(Issuer(name, pattern, named) for name, pattern in rows)


ISSUERS = _read(_PATTERNS, named=False) + _read(_NAMED, named=True)


# --- keys -------------------------------------------------------------------------------------


def _pem(kind: str, size: int, source: random.Random) -> str:
    body = base64.b64encode(source.randbytes(size)).decode()
    lines = "\n".join(body[at : at + 64] for at in range(0, len(body), 64))
    return f"-----BEGIN {kind}-----\n{lines}\n-----END {kind}-----"


PEM_KINDS = (
    "RSA PRIVATE KEY",
    "PRIVATE KEY",
    "EC PRIVATE KEY",
    "DSA PRIVATE KEY",
    "OPENSSH PRIVATE KEY",
    "ENCRYPTED PRIVATE KEY",
)


def private_keys(source: random.Random) -> dict[str, tuple[str, str, str]]:
    """Keys in the files that hold them: by name the file, its text, and what must not leave."""
    made: dict[str, tuple[str, str, str]] = {}
    for kind in PEM_KINDS:
        pem = _pem(kind, 600, source)
        secret = pem.splitlines()[3]
        stem = kind.lower().replace(" ", "-")
        made[stem] = ("deploy/notes.md", f"# Keys\n\n{pem}\n", secret)
        made[f"{stem}-in-json"] = (
            "service.json",
            '{"name": "svc", "signer": "' + pem.replace("\n", "\\n") + '"}\n',
            secret,
        )
        indented = pem.replace("\n", "\n    ")
        made[f"{stem}-in-yaml"] = ("values.yaml", f"tls:\n  pem: |\n    {indented}\n", secret)
        pieces = " +\n".join(f'    "{line}\\n"' for line in pem.splitlines())
        made[f"{stem}-in-go"] = (
            "keys.go",
            f"package keys\n\nvar Signer = {pieces.strip()}\n",
            secret,
        )
    pgp = _pem("PGP PRIVATE KEY BLOCK", 900, source).replace("BLOCK-----\n", "BLOCK-----\n\n", 1)
    made["pgp"] = ("backup.asc.txt", pgp + "\n", pgp.splitlines()[4])
    wire = base64.b64encode(source.randbytes(32)).decode()
    made["wireguard"] = (
        "wg0.conf.txt",
        f"[Interface]\nPrivateKey = {wire}\nAddress = 10.0.0.2/32\n",
        wire,
    )
    exponent = fill("{64:342}", source)
    made["web-key"] = (
        "jwk.json",
        f'{{"kty": "RSA", "kid": "main", "e": "AQAB", "d": "{exponent}"}}\n',
        exponent,
    )
    putty = fill("{b64:64}", source)
    made["putty"] = (
        "session.txt",
        "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: me\nPublic-Lines: 1\n"
        f"{fill('{b64:64}', source)}\nPrivate-Lines: 1\n{putty}\n"
        f"Private-MAC: {fill('{16:64}', source)}\n",
        putty,
    )
    pair = fill("{b64:40}", source)
    made["aws-pair"] = (
        "notes.txt",
        f"The bucket is read with {fill('AKIA{32:16}', source)} and\n{pair}\n",
        pair,
    )
    made["aws-pair-in-code"] = (
        "store.py",
        f'import boto3\n\nsession = boto3.Session("{fill("AKIA{32:16}", source)}", "{pair}")\n',
        pair,
    )
    return made
