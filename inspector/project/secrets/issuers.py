"""Formats of the tokens of issuers, a row each: kind, what is looked for first, and the rest."""

from __future__ import annotations

import re

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
slack-token         xoxa-|xoxb-|xoxe-|xoxo-|xoxp-      [A-Za-z0-9-]{20,}
slack-token         xoxc-|xoxd-|xoxr-|xoxs-|xoxe.xoxp-|xapp-       [A-Za-z0-9-]{20,}
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
cloudflare-key      cfk_|cfut_|cfat_                   <62>{40,}
shopify-token       shpat_|shpca_|shppa_|shpss_        [0-9a-fA-F]{32}
square-token        sq0atp-|sq0csp-|sq0idp-            <64>{20,}
square-token        EAAA                               <64>{60}(?!<64>)
braintree-token     access_token$  (?:production|sandbox)\$[a-z0-9]{16}\$<16>{32}
flutterwave-key     FLWSECK                            [-_]<64>{16,}
razorpay-key        rzp_live_|rzp_test_                <62>{14,}
databricks-token    dapi                               <16>{32}
newrelic-key        NRAK-|NRII-|NRIQ-|NRAA-|NRJS-      <64>{19,}
grafana-token       glsa_|glc_                         [A-Za-z0-9+/=_]{32,}
grafana-token       eyJrIjoi                           <62>{50,}
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
onepassword-token   ops_eyJ                            [A-Za-z0-9+/=_-]{200,}
onepassword-key  A3-  [A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){3,4}
tailscale-key       tskey-  (?:auth|api|client|scim|webhook)-<62>+-<62>{20,}
mapbox-token        sk.eyJ                             <64>{40,}\.<64>{20,}
klaviyo-key         pk_                                <16>{34}(?!<62>)
courier-key         pk_prod_|pk_test_                  [A-Z0-9]{28}(?!<62>)
nylas-key           nyk_v0_|nyk_                       <62>{40,}
easypost-key        EZAK|EZTK                          <62>{54}
shippo-token        shippo_live_|shippo_test_          <16>{40}
duffel-token        duffel_live_|duffel_test_          [A-Za-z0-9_=-]{40,}
frameio-token       fio-u-                             [A-Za-z0-9_=-]{60,}
readme-key          rdme_                              [a-z0-9]{60,}
postman-key         PMAK-                              <16>{24}-<16>{34}
infracost-key       ico-                               <62>{32}(?!<62>)
adobe-secret        p8e-                               [A-Za-z0-9-]{32}
twitter-token       AAAAAAAAAAAAAAAAAAAA  A{0,3}[B-Zb-z0-9%][A-Za-z0-9%]{70,100}(?![A-Za-z0-9%+/=])
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
json-web-token      eyJ                                <64>{5,}\.<64>*\.<64>{8,}(?:\.<64>{8,}){0,2}
neon-password       npg_                               <62>{12,}
paseto-token        v1.|v2.|v3.|v4.                    (?:local|public)\.<64>{40,}
paseto-key          k1.|k2.|k3.|k4.                    (?:local|secret)\.<64>{40,}
nats-seed           SUA|SUB|SAA|SAB|SOA|SOB            [A-Z2-7]{55}(?![A-Z0-9])
intra42-secret      s-s4t2ud-|s-s4t2af-                <16>{64}
k3s-token           K10                                <16>{64}::\w+:<62>{16,}
"""

_SHAPED = r"""
azure-client-secret Q~         [A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}
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
infura-key          infura.io/                   (?<=infura\.io/)v3/<16>{32}(?!<62>)
alchemy-key         alchemy.com/                 (?<=alchemy\.com/)v2/<64>{32}(?!<64>)
quicknode-key       quiknode.pro/                (?<=quiknode\.pro/)<16>{40}(?!<62>)
zapier-webhook      hooks.zapier.com/  (?<=zapier.com/)hooks/(?:catch|standard)/\d{4,}/<62>{5,}
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


RULES: dict[str, list[tuple[str, str, re.Pattern[str]]]] = {}
for _line in _ISSUED.strip().splitlines():
    _kind, _prefixes, _shape = _line.split(maxsplit=2)
    for _prefix in _prefixes.split("|"):
        RULES.setdefault(_prefix[:2], []).append((_kind, _prefix, _compiled(_shape)))
PREFIXES = tuple(prefix for rows in RULES.values() for _, prefix, _ in rows)
Shape = tuple[str, str, re.Pattern[str]]
"""A kind, what is looked for first, and the shape."""

SHAPES: dict[bytes, list[Shape]] = {}
"""Shapes behind what one of the runs of a text must hold for one to be there."""

KEYED: list[tuple[str, Shape]] = []
"""Shapes behind the word that is before them."""
for _line in _SHAPED.strip().splitlines():
    _kind, _needle, _shape = _line.split(maxsplit=2)
    _row = (_kind, _needle, _compiled(_shape))
    _inside = max(re.findall(rb"[\w$.~+/-]+", _needle.encode()), key=len)
    if _shape.startswith("(?<=" + _needle.rstrip("=")):
        KEYED.append((_inside.decode().lower(), _row))
    else:
        SHAPES.setdefault(_inside, []).append(_row)
