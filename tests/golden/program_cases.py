"""The command lines of the golden net that are about the program itself, tried once each."""

from __future__ import annotations

from inspector.analysis.tuning.axes import Axis
from inspector.files.session_format import format_names
from tests.golden.commands import CORPUS, TIME, Cases

_PROJECT = "../inputs/samples/builder/project"
_ANSWER = "../inputs/samples/discipline/answer.md"
_HOW = f"--no-history --no-cache --created-at {TIME}"
_BUILD = f"build {_PROJECT} {_HOW}"

ONCE: Cases = {
    **{
        f"schema-{name}": (f"schema {name} --output {name}.schema.json",) for name in format_names()
    },
    "schemas": ("schema", "schema there-is-none"),
    "demo": ("demo --output made", "demo starved-budget --output starved", "demo nothing"),
    "usage": ("", "nothing", "run --nothing", "--version"),
    "discipline-limits": (
        "discipline ../inputs/samples/discipline/hot-state.json --no-history --limit"
        f" max_hot_state_tokens=300 --no-compress --no-reference --no-reject --now {TIME}"
        " --system-chars 9000 --user-chars 800 --rag-chunks 9 --inline-artifact 5000"
        " --encoding cl100k_base --log -",
        "discipline ../inputs/samples/discipline/hot-state.json --no-history"
        " --limit max_hot_state_tokens=1 --option enableCompression=off --json",
    ),
    "diff-check-answer": (
        f"diff-check {_ANSWER} --mode strict --task 'fix the bug' --force",
        f"diff-check {_ANSWER} --mode heuristic --task 'explain it' --json",
    ),
    "metrics-turns": (
        "metrics ../inputs/samples/discipline/turns.jsonl --limit max_hot_state_tokens=800",
    ),
    "relevance-modes": (
        "relevance --no-history --config ../inputs/samples/relevance/config.json --mode CLARIFY"
        " --json",
        *(
            f"relevance sample:relevance --no-history --table {table} --format csv"
            for table in ("nodes", "rules", "flips", "ledger")
        ),
        "relevance sample:relevance --no-history --table nodes --format json --filter tokens>500",
    ),
    "run-what-if": (
        "run sample:starved-budget --no-history --relevance-floor 0.3 --top-k 5 --ledger csv"
        " --ledger-file ledger.csv --manifest manifest.json",
        "assemble sample:assembly --no-history --relevance-floor 0.3 --top-k 5",
        "sweep sample:starved-budget --relevance-floor 0.3 --top-k 5",
        "compare sample:starved-budget --relevance-floor 0.3 --top-k 5",
        f"corpus --session sample:starved-budget {CORPUS} --relevance-floor 0.3 --top-k 5",
        "verify ../inputs/samples/audit/manifest.json --inputs sample:securities-fraud"
        " --relevance-floor 0.3 --top-k 5",
    ),
    "own-places": tuple(
        f"{command} {what} --production ../inputs/memory --what-if ../inputs/what-if.json{more}"
        for more in ("", " --scores lower", " --scores higher")
        for command, what in (
            ("run", "sample:starved-budget --no-history"),
            ("assemble", "sample:assembly --no-history"),
            ("sweep", "sample:starved-budget"),
            ("compare", "sample:starved-budget"),
            ("corpus", f"--session sample:starved-budget {CORPUS}"),
            ("verify", "../inputs/samples/audit/manifest.json --inputs sample:securities-fraud"),
        )
    ),
    "own-models": (
        "place ../inputs/samples/window/chat.json --no-history --models ../inputs/models.json",
    ),
    "import": (
        "import ../inputs/samples/timeline/log/varnholm-tides.jsonl --scores higher --json",
        "import ../inputs/candidates.json --scores lower",
        "import ../inputs/samples/window/chat.json --output made",
        "import ../inputs/samples/window/chat.json --as request-body --json",
        "import ../inputs/samples/window/chat.json --as request-body --format json",
        "import ../inputs/samples/window/chat.json --map text=content --json",
    ),
    "said-less": (
        "run sample:with-problems --no-history --quiet --color always",
        "run sample:with-problems --no-history --verbose --color never",
    ),
    "shell": (
        *(f"completion {shell} --output {shell}.txt" for shell in ("bash", "zsh", "fish")),
        "manual --output inspector.1",
    ),
    "corpus-decisions": (
        f"corpus --session sample:starved-budget {CORPUS} --strategy all --tolerance 0.05",
        f"corpus --session sample:starved-budget {CORPUS} --against ../inputs/policy.json"
        " --comment comment.md --losses losses.csv --group-by request",
    ),
    "place-documents": (
        "place sample:window --no-history --optimization record.json",
        "place ../inputs/samples/window/chat.json --no-history --request none",
        *(
            f"place sample:window --no-history --table {table} --format {form}"
            for table in ("chunks", "conflicts", "optimum", "events", "limits", "ledger")
            for form in ("csv", "json")
        ),
        "place ../inputs/samples/window/chat.json --no-history --config"
        " ../inputs/samples/window/chat.json",
    ),
    "relevance-requests": (
        "relevance --no-history --config ../inputs/samples/relevance/config.json --requests"
        " ../inputs/samples/relevance/requests.json --csv --output requests.csv",
    ),
    "discipline-pointers": (
        "discipline ../inputs/samples/discipline/hot-state.json --no-history --no-pointers"
        f" --limit max_hot_state_tokens=300 --now {TIME}",
        *(
            f"discipline sample:discipline --no-history --table {table} --format csv"
            for table in ("fields", "steps", "moved", "violations", "ledger")
        ),
        "discipline sample:discipline --no-history --table steps --format json --filter check"
        " --output steps.json",
    ),
    "build-allowed": (
        f"{_BUILD} --active-file planner/quay.py --target planner/quay.py --optional",
        f"{_BUILD} --target planner/quay.py --allow-denied 'data/**' --reason Needed",
        f"{_BUILD} --target planner/quay.py --allow-finding 0 --reason 'An example'",
        f"{_BUILD} --target planner/quay.py --allow-ignored data/quay.csv --reason Needed",
    ),
    "place-checks": (
        "place sample:window --no-history --write-baseline tokens.json --session-id ours"
        """ --user-id me --business-context '{{"projectId": "p"}}' --pxyz '{{"p": 1}}' --json""",
        "place sample:window --no-history --fail-on dropped --fail-on 'used>80%'"
        " --check-junit checks.xml",
        "place sample:window --no-history --available 3000 --fail-on 'growth>10%'"
        " --baseline tokens.json --text window.txt",
        *(
            f"place sample:window --no-history --text {part}.txt --text-of {part}"
            for part in ("llm", "business", "rag")
        ),
    ),
    "timeline": (
        "timeline sample:timeline --no-history",
        "timeline sample:timeline --no-history --json --output timeline.json --report session.html"
        " --chart requests.svg",
        "timeline ../inputs/samples/timeline/log --no-history --session varnholm-tides --request 5",
        "timeline sample:timeline --history runs.sqlite --window 50000 --prices"
        " ../inputs/models.json --format json --output own.json",
        *(
            f"timeline sample:timeline --no-history --table {table} --format {form}"
            for table in ("requests", "blocks", "compactions", "turns")
            for form in ("csv", "json")
        ),
        "timeline sample:timeline --no-history --table blocks --filter 'carried>10000'"
        " --format text",
        "timeline sample:timeline --no-history --clear-results-after 3",
        "timeline sample:timeline --no-history --keep-turns 1",
        "timeline sample:timeline --no-history --compact-at 10000",
        "timeline sample:timeline --no-history --fail-on 'repeats>0' --check-junit checks.xml",
        "timeline sample:timeline --no-history --write-baseline tokens.json",
        "timeline sample:timeline --no-history --fail-on 'growth>10%' --baseline tokens.json",
    ),
    "corpus-checks": (
        f"corpus --session sample:starved-budget {CORPUS} --write-baseline tokens.json",
        f"corpus --session sample:starved-budget {CORPUS} --fail-on lost --check-junit c.xml",
        f"corpus --session sample:starved-budget {CORPUS} --fail-on 'growth>10%'"
        " --baseline tokens.json",
    ),
    "place-chat": ("place ../inputs/samples/window/chat.json --no-history --json",),
    "watch": ("watch . --once --json", "watch . --seconds 0 --format json -o seen.json"),
    "verify-checks": (
        "verify sample:audit --write-baseline tokens.json",
        "verify sample:audit --fail-on 'growth>10%' --baseline tokens.json --check-junit c.xml",
        "verify sample:audit --fail-on dropped",
    ),
    "verify-sample": (
        "verify ../inputs/samples/audit/manifest.json --inputs sample:securities-fraud",
        "verify sample:audit --json",
        "verify sample:audit --bundle b.zip --sign 'A Reviewer' --verdict accepted",
        "verify sample:audit --bundle b.zip --sign 'A Reviewer' --verdict rejected --remark No",
    ),
    "strategies": (
        "run sample:starved-budget --no-history --format text --strategy coverage",
        *(
            f"{line} --strategy {strategy}"
            for strategy in ("coverage", "depth", "optimal")
            for line in (
                "assemble sample:assembly --no-history",
                "verify ../inputs/samples/audit/manifest.json --inputs sample:securities-fraud",
                "sweep sample:starved-budget --format csv",
                "compare sample:starved-budget",
                f"corpus --session sample:starved-budget {CORPUS}",
            )
        ),
    ),
    "corpus-axes": tuple(
        f"corpus --session sample:starved-budget {CORPUS} --axis {axis}" for axis in Axis
    ),
    "corpus-parts": (
        f"corpus ../inputs/asked.requests.jsonl {CORPUS} --policy ../inputs/policy.json"
        " --candidates ../inputs/candidates.json --overrides ../inputs/overrides.json"
        " --set max_injection_tokens_absolute=4000",
        f"corpus {CORPUS} --request ../inputs/request.json",
    ),
    "build-recorded": (
        f"build {_PROJECT} ../inputs/build-request.json --no-cache --created-at {TIME}"
        " --history runs.sqlite",
        "history --history runs.sqlite",
    ),
    "build-intent": (
        *(
            f"{_BUILD} --target planner/quay.py --table {table} --format csv"
            for table in ("files", "ranking", "blocks", "redactions", "fit", "ledger")
        ),
        f"{_BUILD} --target planner/quay.py --table files --format json --filter fate:whole -o f",
        *(
            f"{_BUILD} --target planner/quay.py --format {form} --line-numbers"
            for form in ("plain", "markdown", "xml")
        ),
        f"{_BUILD} --purpose intent --intent 'Plan the quay' --json --estimator cl100k_base",
    ),
    "build-plan": (
        f"{_BUILD} --purpose plan --target planner/quay.py --symbol reserve --text -"
        " --step 'Change reserve' --constraint 'No new packages'",
    ),
    "build-diff": (
        f"{_BUILD} --purpose diff --target planner/quay.py --symbol reserve --select"
        f" planner/quay.py#Quay.reserve --system {_ANSWER} --last-error {_ANSWER}"
        " --correlation-id 123e4567-e89b-42d3-a456-426614174000 --max-input-tokens 4000"
        " --reserve 500 --soft-pct 50"
        " --step-id two --provider somebody --model small --max-output-tokens 900"
        " --deny 'data/*' --out out --why planner/rules.py --config ../inputs/builder-config.json",
        f"build {_PROJECT} ../inputs/build-request.json {_HOW} --json",
    ),
}
