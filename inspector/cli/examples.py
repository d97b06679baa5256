"""The examples with which every help and the manual begin; a test runs each of them.

Names in them are those of built-in samples, or what somebody's files could be called.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Example:
    """One use of a command."""

    line: str
    """As it is typed into a shell."""

    meaning: str
    """What comes of it: one sentence."""


def examples_of(command: str) -> tuple[Example, ...]:
    """Return the examples of a command or an action by its words, such as ``inspector run``."""
    return tuple(Example(line, meaning) for line, meaning in _EXAMPLES.get(command, ()))


_EXAMPLES = {
    "inspector": (
        ("inspector import hits.json", "Say what a file of yours is, and what it becomes."),
        ("inspector run hits.json", "Show what of it fits a model's context, and what does not."),
        ("inspector demo", "Open a sample in the window."),
        ("inspector run sample:securities-fraud", "Print the summary of that sample."),
    ),
    "inspector replay": (
        (
            "inspector replay . --commits 20",
            "Build for the last twenty commits of this checkout, and say what was missed.",
        ),
        (
            "inspector replay . --signals --budget 8000,32000 --json",
            "The figures of two budgets, with history and words as signals.",
        ),
    ),
    "inspector run": (
        ("inspector run sample:securities-fraud", "Print the summary of a sample."),
        (
            "inspector run hits.json --set max_injection_tokens_absolute=4000",
            "Run what a retriever found under a smaller budget.",
        ),
        (
            "inspector run work.inspector.json --manifest manifest.json --junit expected.xml",
            "Write the manifest of a session, and check what was expected of it.",
        ),
        (
            "inspector run --candidates candidates.json --corpus asked.requests.jsonl --format csv",
            "Run many requests, with a line of numbers for each.",
        ),
    ),
    "inspector discipline": (
        ("inspector discipline sample:discipline", "Bring the hot state of a sample in limits."),
        (
            "inspector discipline state.json --limit max_hot_state_tokens=800 --artifacts kept",
            "Use another limit, and keep what is taken out.",
        ),
    ),
    "inspector diff-check": (
        (
            'inspector diff-check answer.md --task "Fix read_date in import_dates.py"',
            "Check that an answer changes the code by a diff and does not write it anew.",
        ),
    ),
    "inspector metrics": (
        ("inspector metrics turns.jsonl", "Warn where prompts grow from turn to turn."),
    ),
    "inspector import": (
        ("inspector import hits.json", "Say what a file is, what it becomes and what is left out."),
        ("inspector import hits.json --output converted", "Write what it becomes."),
        (
            "inspector import rows.csv --map text=passage,id=pid,score=bm25,request=query",
            "Name the columns of a table.",
        ),
    ),
    "inspector lint": (
        ("inspector lint policy.json candidates.json", "List every problem with its place."),
        (
            "inspector lint --secrets --strict work.inspector.json",
            "Look for secrets, too; end with 1 when there is anything.",
        ),
    ),
    "inspector schema": (
        ("inspector schema", "List the formats."),
        ("inspector schema request", "Print the JSON Schema of requests."),
    ),
    "inspector timeline": (
        ("inspector timeline sample:timeline", "Say what filled the session of a sample."),
        (
            "inspector timeline session.jsonl --table blocks --filter 'carried>100000'",
            "List what was carried the most in the log of a coding agent.",
        ),
        (
            "inspector timeline session.jsonl --compact-at 100000 --report session.html",
            "Write a report, and what an earlier compaction would have changed.",
        ),
    ),
    "inspector place": (
        ("inspector place sample:window", "Place the chunks of a sample."),
        ("inspector place chat.json --available 8000", "Place a request that a program sent."),
    ),
    "inspector relevance": (
        ("inspector relevance sample:relevance", "Say which context nodes are worth fetching."),
        (
            "inspector relevance sample:relevance --budget 800 --flips",
            "Have fewer tokens, and see which facts would change the decision.",
        ),
    ),
    "inspector assemble": (
        ("inspector assemble sample:assembly", "Lay out the eight steps of a prompt."),
        ("inspector assemble sample:assembly --reserve 4000", "Keep more for the answer."),
    ),
    "inspector build": (
        ("inspector build sample:builder", "Build the context of a sample."),
        (
            "inspector build project --target src/app.py --why src/settings.py",
            "Build that of a file, and ask why another one is in, cut or out.",
        ),
    ),
    "inspector verify": (
        (
            "inspector verify manifest.json --inputs work.inspector.json",
            "Check a manifest, and replay it on its inputs.",
        ),
        ("inspector verify work.audit.zip", "Check a bundle, which has its inputs with it."),
    ),
    "inspector watch": (
        ("inspector watch . --once", "Tell what the receipts of a folder say, and end."),
    ),
    "inspector sweep": (
        (
            "inspector sweep sample:securities-fraud --axis division --from 0.3 --to 0.5",
            "Show at which division of the budget the result changes.",
        ),
        (
            "inspector sweep work.inspector.json --keep-in ent-harbor-letters",
            "Check that a card is in at every total.",
        ),
    ),
    "inspector compare": (
        (
            "inspector compare sample:securities-fraud --set max_injection_tokens_absolute=4500",
            "Show what a smaller budget changes, and why.",
        ),
        (
            "inspector compare old.inspector.json work.inspector.json --fail-on flip",
            "End with 1 when anything was added or removed.",
        ),
    ),
    "inspector corpus": (
        (
            "inspector corpus asked.requests.jsonl --min-recall 0.2",
            "Run requests at every division of the budget, and check the mean recall.",
        ),
        (
            "inspector corpus --session sample:securities-fraud --axis total --chart curves.svg",
            "Sweep the total, and draw the curves.",
        ),
    ),
    "inspector history": (
        ("inspector history", "List the newest runs."),
        ("inspector history --text fraud --limit 5", "List those with a word in their title."),
    ),
    "inspector history show": (("inspector history show 1", "Print a run."),),
    "inspector history compare": (
        ("inspector history compare 1 2", "Print what differs between two runs."),
    ),
    "inspector history manifest": (
        (
            "inspector history manifest 1 --output manifest.json",
            "Write the manifest of a run, to verify it.",
        ),
    ),
    "inspector history prune": (
        ("inspector history prune --keep 100", "Remove all runs but the newest hundred."),
    ),
    "inspector story": (
        ("inspector story work.inspector.json --output story.html", "Write a story to show."),
    ),
    "inspector demo": (
        ("inspector demo", "Open a sample in the window."),
        (
            "inspector demo starved-budget --output results",
            "Without a display, leave the results there.",
        ),
    ),
    "inspector completion": (
        (
            "inspector completion bash > ~/.local/share/bash-completion/completions/inspector",
            "Complete commands in bash, from the next shell on.",
        ),
        ("inspector completion zsh > ~/.zfunc/_inspector", "The same in zsh, with a $fpath."),
        (
            "inspector completion fish > ~/.config/fish/completions/inspector.fish",
            "The same in fish.",
        ),
    ),
    "inspector mcp": (
        (
            "inspector mcp sample:securities-fraud",
            "Answer a client of the Model Context Protocol that starts this.",
        ),
    ),
    "inspector manual": (("inspector manual | man -l -", "Read the manual page."),),
}
