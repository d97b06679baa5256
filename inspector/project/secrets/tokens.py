"""Credentials that are known by their own shape: issuers' prefixes, random runs, URLs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.project.findings import Confidence, SecretFinding
from inspector.project.secrets.names import PUBLIC, meaning, occurrences, stands_free
from inspector.project.secrets.randomness import is_id, is_random
from inspector.project.secrets.worth import is_placeholder

_ISSUED = r"""
aws-access-key      AKIA|ASIA                          [A-Z0-9]{16}(?!<62>)
aws-bedrock-key     ABSK                               [A-Za-z0-9+/]{100,}
alibaba-key         LTAI                               <62>{12,24}(?!<62>)
tencent-key         AKID                               <62>{32}(?!<62>)
github-token        ghp_|gho_|ghs_|ghu_|ghr_           <62>{36,}
github-token        github_pat_                        [A-Za-z0-9_]{40,}
gitlab-token        glpat-|gldt-|glrt-|glptt-|glft-    [A-Za-z0-9_.-]{20,}
gitlab-token        glagent-|gloas-|glcbt-|glsoat-     <64>{20,}
gitlab-token        glimt-|glffct-|GR1348941           <64>{20,}
slack-token         xoxa-|xoxb-|xoxe-|xoxo-|xoxp-      [A-Za-z0-9-]{10,}
slack-token         xoxr-|xoxs-|xoxe.xoxp-|xapp-       [A-Za-z0-9-]{10,}
google-api-key      AIza                               <64>{35}
google-secret       GOCSPX-                            <64>{28}
google-token        ya29.                              <64>{40,}
stripe-key          sk_live_|rk_live_|sk_test_         <62>{10,}
stripe-key          rk_test_|whsec_                    <62>{10,}
npm-token           npm_                               <62>{36}
pypi-token          pypi-                              <64>{50,}
rubygems-key        rubygems_                          <16>{48}
crates-token        cio                                <62>{32}(?!<62>)
nuget-key           oy2                                [a-z0-9]{43}(?!<62>)
docker-token        dckr_pat_|dckr_oat_                <64>{20,}
clojars-token       CLOJARS_                           <62>{40,}
packagist-token     packagist_                         [a-z]{2,4}_<16>{40,}
jfrog-token         AKCp                               <62>{60,}
jfrog-token         cmVmdGtu                           <62>{50,}
anthropic-key       sk-ant-                            <64>{40,}
replicate-token     r8_                                <62>{30,}
groq-key            gsk_                               <62>{40,}
perplexity-key      pplx-                              <62>{40,}
xai-key             xai-                               <62>{60,}
fireworks-key       fw_                                <62>{20,}(?![A-Za-z0-9_])
cerebras-key        csk-                               [a-z0-9]{40,}
nvidia-key          nvapi-                             <64>{50,}
langsmith-key       lsv2_                              [a-z]{2}_<16>{32}_<16>{8,}
pinecone-key        pcsk_                              [A-Za-z0-9_]{40,}
tavily-key          tvly-                              [A-Za-z0-9-]{20,}
jina-key            jina_                              <64>{50,}
sendgrid-key        SG.                                <64>{16,32}\.<64>{32,}
brevo-key           xkeysib-|xsmtpsib-                 <16>{64}-<62>{16}
mailersend-token    mlsn.                              <16>{48,}
resend-key          re_                                <62>{8}_<62>{20,}
sonar-token         squ_|sqp_|sqa_                     <16>{40}
circleci-token      CCIPAT_|CCIPRJ_                    <62>{20,}_<16>{40}
buildkite-token     bkua_|bkat_                        <16>{40}
netlify-token       nfp_|nfc_|nfo_|nfu_                <62>{30,}
fly-token           fo1_|fm2_                          [A-Za-z0-9+/=_-]{40,}
render-key          rnd_                               <62>{28}(?!<62>)
heroku-key          HRKU-                              <64>{36,}
digitalocean-token  dop_v1_|doo_v1_|dor_v1_            <16>{64}
cloudflare-key      v1.0-                              <16>{24}-<16>{100,}
shopify-token       shpat_|shpca_|shppa_|shpss_        [0-9a-fA-F]{32}
square-token        sq0atp-|sq0csp-|sq0idp-            <64>{20,}
square-token        EAAA                               <64>{60}(?!<64>)
braintree-token     access_token$  (?:production|sandbox)\$[a-z0-9]{16}\$<16>{32}
flutterwave-key     FLWSECK                            [-_]<64>{16,}
razorpay-key        rzp_live_|rzp_test_                <62>{14,}
databricks-token    dapi                               <16>{32}
newrelic-key        NRAK-|NRII-|NRIQ-|NRAA-|NRJS-      <64>{19,}
grafana-token       glsa_|glc_                         [A-Za-z0-9+/=_]{32,}
sentry-token        sntrys_|sntryu_                    [A-Za-z0-9+/=_-]{40,}
honeycomb-key       hcaik_|hcxik_|hcalk_               [a-z0-9]{40,}
dynatrace-token     dt0c01.|dt0s01.|dt0s02.            [A-Z0-9]{8,24}\.[A-Z0-9]{40,}
posthog-key         phx_                               <64>{32,}
segment-token       sgp_                               [A-Za-z0-9_]{40,}
launchdarkly-key    sdk-|api-                          <uuid>
atlassian-token     ATATT3|ATCTT3                      [A-Za-z0-9_=-]{60,}
bitbucket-password  ATBB                               <62>{32}(?!<62>)
trello-token        ATTA                               <16>{64}
notion-token        ntn_|secret_                       <62>{43,46}(?!<62>)
linear-key          lin_api_|lin_oauth_                <62>{32,}
airtable-token      pat                                <62>{14}\.<16>{64}
figma-token         figd_|figo_                        <64>{40,}
contentful-token    CFPAT-                             <64>{40,}
dropbox-token       sl.                                <64>{100,}
typeform-token      tfp_                               <64>{40,}
hubspot-token       pat-na1-|pat-na2-|pat-eu1-         <uuid>
clickup-token       pk_                                \d{6,10}_[A-Z0-9]{32}
supabase-key        sbp_                               <16>{40}
supabase-key        sb_secret_                         <64>{25,}
planetscale-token   pscale_tkn_|pscale_pw_             [A-Za-z0-9_.=-]{32,}
planetscale-token   pscale_oauth_                      [A-Za-z0-9_.=-]{32,}
neon-key            napi_                              [a-z0-9]{60,}
mongodb-secret      mdb_sa_sk_                         <64>{30,}
fauna-key           fnA                                <64>{37}(?!<64>)
prefect-key         pnu_|pnb_                          <62>{36}
doppler-token       dp.pt.|dp.st.|dp.ct.|dp.sa.        [A-Za-z0-9_.]{40,}
doppler-token       dp.scim.|dp.audit.                 <62>{40,}
vault-token         hvs.|hvb.|hvr.                     <64>{24,}
vault-token         s.                                 <62>{24}(?![A-Za-z0-9_.(-])
pulumi-token        pul-                               <16>{40}
age-key             AGE-SECRET-KEY-                    1[A-Z0-9]{58}
onepassword-token   ops_eyJ                            <64>{200,}
onepassword-key  A3-  [A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){3,4}
tailscale-key       tskey-  (?:auth|api|client|scim|webhook)-<62>+-<62>{20,}
mapbox-token        sk.eyJ                             <64>{40,}\.<64>{20,}
nylas-key           nyk_v0_|nyk_                       <62>{40,}
easypost-key        EZAK|EZTK                          <62>{54}
shippo-token        shippo_live_|shippo_test_          <16>{40}
duffel-token        duffel_live_|duffel_test_          [A-Za-z0-9_=-]{40,}
frameio-token       fio-u-                             [A-Za-z0-9_=-]{60,}
readme-key          rdme_                              [a-z0-9]{60,}
postman-key         PMAK-                              <16>{24}-<16>{34}
infracost-key       ico-                               <62>{32}(?!<62>)
adobe-secret        p8e-                               [A-Za-z0-9-]{32}
yandex-key          AQVN|y0_                           <64>{35,}
deno-token          ddp_|ddw_                          <62>{36}
aiven-password      AVNS_                              <64>{19,}
cockroach-key       CCDB1_                             <62>{22}_<62>{40}
harness-token       pat.|sat.                          <64>{22}\.<16>{24}\.<62>{20}
octopus-key         API-                               [A-Z0-9]{25,32}(?!<62>)
infisical-token     st.                                <16>{24}\.<16>{32}\.<16>{32}
riot-key            RGAPI-                             <uuid>
mercadopago-token   APP_USR-                           \d{13,19}-\d{6}-<16>{32}-\d{6,12}
firecrawl-key       fc-                                <16>{32}(?!<62>)
dub-key             dub_                               <62>{24}(?!<62>)
okta-token          00                                 <64>{40}(?!<64>)
json-web-token      eyJ                                <64>{5,}\.eyJ<64>{5,}\.<64>{8,}
"""

_SHAPED = r"""
azure-client-secret 8Q~        [A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34}
azure-devops-token  AZDO       <62>{76}AZDO<62>{4}
azure-key           AzFu       <64>{44}AzFu<64>{6}==
azure-key           ACDb       [A-Za-z0-9+/]{76}ACDb[A-Za-z0-9+/]{6}==
azure-key           +ASt       [A-Za-z0-9+/]{76}\+ASt[A-Za-z0-9+/]{6}==
azure-key           AccountKey (?<=AccountKey=)[A-Za-z0-9+/]{80,}={0,2}
huggingface-token   hf_        (?<![A-Za-z0-9_])hf_<62>{30,}
huggingface-token   api_org_   (?<![A-Za-z0-9_])api_org_<62>{30,}
openai-key          T3BlbkFJ   sk-<64>{20,}T3BlbkFJ<64>{20,}
mailchimp-key       -us        (?<!<16>)<16>{32}-us\d{1,2}(?!\d)
private-key         IBA        (?<![A-Za-z0-9+/])MI(?:I[A-J]..|[GC].)IBA[A-Za-z0-9+/]{60,}={0,2}
newrelic-key        NRAL       <16>{36}NRAL
terraform-token     .atlasv1.  <62>{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}
rapidapi-key        msh        <16>{10}msh[0-9a-z]{15}p1[0-9a-z]{4}jsn[0-9a-z]{12}
telegram-token      :AA        (?<!\d)\d{7,10}:AA<64>{32,33}(?!<64>)
google-token        1//0       1//0<64>{38,}
asana-token         0/         (?<![\w/])0/\d{12,17}:<16>{32}(?!\w)
asana-token         1/         (?<![\w/])1/\d{12,17}:<16>{32}(?!\w)
asana-token         2/         (?<![\w/])2/\d{12,17}(?:/\d{12,17})?:<16>{32}(?!\w)
slack-webhook       slack.com/services/  (?<=services/)T[A-Z0-9]{8,12}/B[A-Z0-9]{8,12}/<62>{20,}
slack-webhook       slack.com/workflows/  (?<=workflows/)T[A-Z0-9]{8,12}/A[\w/]{30,}
discord-webhook     /api/webhooks/               (?<=webhooks/)\d{17,20}/<64>{60,}
teams-webhook       /IncomingWebhook/            (?<=IncomingWebhook/)<16>{32}/[0-9a-f-]{36}
aws-secret          Signature=                   (?<=Signature=)<16>{64}(?!<16>)
"""
# A line is a kind, what is looked for first, and the shape; behind a prefix, of its rest.
_ALPHABETS = {
    "<16>": "[0-9a-f]",
    "<62>": "[A-Za-z0-9]",
    "<64>": "[A-Za-z0-9_-]",
    "<uuid>": "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
}


def _compiled(shape: str) -> re.Pattern[str]:
    for sign, alphabet in _ALPHABETS.items():
        shape = shape.replace(sign, alphabet)
    return re.compile(shape)


_RULES: dict[str, list[tuple[str, str, re.Pattern[str]]]] = {}
for _line in _ISSUED.strip().splitlines():
    _kind, _prefixes, _shape = _line.split(maxsplit=2)
    for _prefix in _prefixes.split("|"):
        _RULES.setdefault(_prefix[:2], []).append((_kind, _prefix, _compiled(_shape)))
_SHAPES = tuple(
    (kind, needle, _compiled(shape))
    for kind, needle, shape in (line.split(maxsplit=2) for line in _SHAPED.strip().splitlines())
)

_RUN = re.compile(r"(?<![A-Za-z0-9_~+/.$-])[A-Za-z0-9_~+/.$-]{15,}={0,2}")
_PIECE = re.compile(r"[^/.+~$=]+")
_DIGIT = re.compile(r"[0-9]")
_UUID = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_PREFIXED = re.compile(
    # Words of which one tells, or any with an underscore, and then digits as of an id.
    r"(?:[A-Za-z0-9]{1,12}[_-]){0,3}?(?:sk|rk|pk|secret|key|apikey|pat|tok|token|live|prod"
    rf"|production|sandbox|access|auth|private|refresh)[_-](?:[A-Za-z]{{2,12}}[_-])?"
    rf"(?:{_UUID}|[0-9a-f]{{24,}}|[0-9A-F]{{24,}})(?:-X)?"
    r"|[A-Za-z][A-Za-z0-9]{1,12}(?:_[A-Za-z0-9]{1,12}){0,3}_[0-9a-f]{32,}(?:_[0-9a-f]{8,})?"
    r"|(?!md5|sha|rev|etag|MD5|SHA)[A-Za-z]{2,5}(?:(?<=[G-Zg-z])|(?<=[A-Z]))[0-9a-f]{32,64}"
    rf"|[A-Z]{{3,10}}-{_UUID}|[0-9a-f]{{32}}(?:-[0-9a-f]{{8}}){{2}}"
)
_HASHED = re.compile(
    # What a hash stands behind: its own name, a lock file's, a data URL, the border of a block.
    r"(?:\bh1:|sha\d{1,3}[-:=_\" ]{1,4}|md5[-:=_\" ]{1,4}|integrity\W{1,4}|checksum\W{1,4}"
    r"|digest\W{1,4}|base64,|etag\W{1,6}|secure:\s{1,4}"
    r"|\|1\||=\||AAAA[BCE]3\w*|ssh-(?:rsa|ed25519|dss) |@|nonce\W{1,4}"
    r"|\\[xu]|#|/(?:d|file|embed|channel|shared_invite)/|watch\?v=|list=)\Z",
    re.IGNORECASE,
)
_OPEN_FORM = re.compile(
    # Public by their form: keys for pages, recipients, host keys, hashes with their names.
    r"\$(?:2[abxy]|argon2\w*|apr1|[156y]|scrypt|pbkdf2[\w-]*)\$|(?:pk|pub|phc|cus|price|prod|sub|acct|evt|org|user)_|pk\.eyJ|age1|nonce-|(?:sha\d{1,3}|md5)[-_:=]|ecdsa-|ssh-|AAAA[A-G](?!A)|6L[\w-]{38}\Z|MII|MIGf|MFkw|MCow|iVBOR|/9j/"
)
_OUTLINE = re.compile(r"[\d.-]*(?:[MLHVCSQTAZmlhvcsqtaz]{1,2}[\d.-]+)*[zZ]?")
"""Part of the outline of a glyph or picture (SVG)."""
_NAMED = re.compile(
    r"(?P<name>[\w.][\w .-]{1,40})[\"'`\]]{0,3}\s{0,4}(?::|=>|=|,)\s{0,4}[\[bn]?[\"'`]?\Z"
)
_SK = re.compile(r"sk-[A-Za-z0-9_-]{3,}")
_NO_KEY = re.compile(r"sk-(?:[A-Z]{2}(?:[_-]|\Z)|ssh-|ecdsa-)")
_WORDS = re.compile(r"sk(?:[_-]{1,2}[a-z]{2,14})+")
_STYLE = re.compile(r"[.#]\Z|class|keyframes|animation|selector|query", re.IGNORECASE)
_USERINFO = re.compile(
    r"://[^\s/:@\"'<>`\\]{0,128}:(?P<password>[^\s/@\"'<>`\\]{1,256})@(?=[\w\[{$%./-])"
)
_PUBLIC_BLOCK = re.compile(r"-----BEGIN (?:CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY|PGP)[ A-Z]*-----")
_MAPPINGS = re.compile(r"\"mappings\"\s{0,4}:\s{0,4}\"")
_AWS_SECRET = re.compile(r"(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])")
_BESIDE = 400
"""Code points on both sides of an access key in which its secret is looked for."""

LONG_KEY = 20
"""Code points from which a key with the prefix ``sk-`` is certain."""

LONGEST_TOKEN = 300
"""Code points above which a run without an issuer's prefix is data, not a token."""


def issued_tokens(text: str) -> Iterator[SecretFinding]:
    """Yield credentials with the prefix or structure of their issuer, and secrets beside them."""
    yield from _shaped(text)
    for run in _RUN.finditer(text):
        if _DIGIT.search(run[0]):
            yield from _issued_with_pairs(text, run)


def issued_and_random(text: str) -> Iterator[SecretFinding]:
    """Yield issued tokens, and as uncertain the runs of signs that were drawn at random.

    Every run of fifteen or more signs of tokens is looked at: what is left out is a name, a hash,
    an id, or data in a block of its own.
    """
    yield from _shaped(text)
    public = _public_spans(text)
    block = 0
    for run in _RUN.finditer(text):
        digit = _DIGIT.search(run[0]) is not None
        if digit:
            yield from _issued_with_pairs(text, run)
        elif len(run[0]) < 24 or "." in run[0]:
            continue
        while block < len(public) and public[block][1] < run.start():
            block += 1
        if block == len(public) or run.start() < public[block][0]:
            yield from _random(text, run)


def _issued_with_pairs(text: str, run: re.Match[str]) -> Iterator[SecretFinding]:
    for finding in _issued(text, run):
        yield finding
        if finding.kind == "aws-access-key":
            yield from _beside(text, finding)


def _shaped(text: str) -> Iterator[SecretFinding]:
    for kind, needle, shape in _SHAPES:
        for at in occurrences(text, needle):
            found = shape.search(text, max(0, at - 200), at + 400)
            if found is not None:
                yield SecretFinding(*found.span(), kind, kind, Confidence.HIGH)


def _issued(text: str, run: re.Match[str]) -> Iterator[SecretFinding]:
    """Yield what begins with an issuer's prefix at the start of a run or of a part of it."""
    done = run.start()
    for piece in _PIECE.finditer(text, *run.span()):
        at = _behind_escape(text, piece.start())
        if at < done:
            continue
        for kind, prefix, shape in _RULES.get(text[at : at + 2], ()):
            if not text.startswith(prefix, at):
                continue
            found = shape.match(text, at + len(prefix))
            if found is not None and _DIGIT.search(found[0]) and "EXAMPLE" not in found[0]:
                yield SecretFinding(at, found.end(), kind, kind, Confidence.HIGH)
                done = found.end()
                break


def _behind_escape(text: str, at: int) -> int:
    """Return where a word begins whose first letter may belong to an escape: ``\\nghp_…``."""
    escaped = text[at - 1 : at] == "\\" and text[at : at + 1] in {"n", "r", "t"}
    return at + 1 if escaped else at


def _random(text: str, run: re.Match[str]) -> Iterator[SecretFinding]:
    start, end = _behind_escape(text, run.start()), run.end()
    word = text[start:end].rstrip("=.")
    if len(word) > LONGEST_TOKEN or is_id(word) or _OUTLINE.fullmatch(word):
        return
    if _OPEN_FORM.match(word) or _is_public(text, start):
        return
    at = next((one.start() for one in _PIECE.finditer(word) if _is_drawn(one[0])), None)
    if at is None:
        joined = word.replace("/", "").replace("+", "")
        if joined == word or "." in word or not (_is_base64(word) and is_random(joined)):
            return
        at = 0
    before = {start, start + at}
    if "EXAMPLE" not in word and not any(_HASHED.search(text, max(0, k - 16), k) for k in before):
        yield SecretFinding(start + at, end, "random-token", "random-run", Confidence.UNCERTAIN)


def _is_public(text: str, start: int) -> bool:
    """Whether the name before a run says that anybody may see it."""
    line = text[max(0, start - 400) : start].rpartition("\n")[2]
    if (
        "ENC[AES" in line
        or "DKIM-Sig" in line
        or "public key" in text[max(0, start - 100) : start].lower()
    ):
        return True
    named = _NAMED.search(text, max(0, start - 80), start)
    return named is not None and meaning(named["name"]) == PUBLIC


def _is_drawn(part: str) -> bool:
    if len(part) < 16:
        return False
    if _PREFIXED.fullmatch(part):
        return True
    if is_id(part):
        return False
    rest = part.rpartition("_")[2]
    return is_random(part) or (rest != part and is_random(rest, least=14))


def _is_base64(word: str) -> bool:
    """Whether slashes stand in it as in base64 rather than between the names of a path."""
    mixed = any(map(str.islower, word)) and any(map(str.isupper, word))
    return mixed and any(map(str.isdigit, word)) and not word.startswith("/")


def _beside(text: str, key: SecretFinding) -> Iterator[SecretFinding]:
    """Yield the secret of a pair: what has its length near the access key that was found."""
    for found in _AWS_SECRET.finditer(text, max(0, key.start - _BESIDE), key.end + _BESIDE):
        if (
            "EXAMPLE" not in found[0]
            and not is_id(found[0])
            and is_random(found[0].replace("/", "").replace("+", ""))
        ):
            kind = "aws-secret-key"
            yield SecretFinding(*found.span(), kind, kind, Confidence.HIGH)


def _public_spans(text: str) -> list[tuple[int, int]]:
    """Return where certificates and public keys are."""
    spans: list[tuple[int, int]] = []
    for begin in _PUBLIC_BLOCK.finditer(text):
        if spans and begin.start() < spans[-1][1]:
            continue
        end = text.find("-----END", begin.end())
        spans.append((begin.start(), len(text) if end < 0 else end))
    for begin in _MAPPINGS.finditer(text):
        end = text.find('"', begin.end())
        spans.append((begin.start(), len(text) if end < 0 else end))
    return sorted(spans)


def sk_keys(text: str) -> Iterator[SecretFinding]:
    """Yield keys with the prefix ``sk-``, short ones as uncertain.

    Words alone (``sk-fading-circle``) are names of styles, not keys, when a class or a selector
    stands before them; ``sk-SK`` is a language, ``sk-ssh-…`` an algorithm of SSH.
    """
    for at in occurrences(text, "sk-"):
        found = _SK.match(text, at) if stands_free(text, at) else None
        if found is None or _is_no_key(text, at, found[0]):
            continue
        sure = len(found[0]) >= LONG_KEY and any(character.isdigit() for character in found[0])
        rule = "sk-api-key" if sure else "sk-api-key-short"
        confidence = Confidence.HIGH if sure else Confidence.UNCERTAIN
        yield SecretFinding(at, found.end(), "sk-api-key", rule, confidence)


def url_passwords(text: str) -> Iterator[SecretFinding]:
    """Yield passwords before the host of a URL."""
    for found in _USERINFO.finditer(text):
        if not is_placeholder(found["password"], "password"):
            start, end = found.span("password")
            yield SecretFinding(start, end, "url-password", "url-password", Confidence.HIGH)


def _is_no_key(text: str, at: int, value: str) -> bool:
    if _NO_KEY.match(value) or len(set(value[3:].lower())) == 1:
        return True
    styled = _STYLE.search(text, max(0, at - 80), at) is not None
    return styled and _WORDS.fullmatch(value) is not None
