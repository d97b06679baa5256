"""Injection results as tables, bars and explanations. No Qt."""

from inspector.language import marked
from inspector.stage import CommandLine, Format, Sample, Stage

STAGE = Stage(
    id="injection",
    title=marked("Budget"),
    help=marked("Which cards and files are injected under one budget, and why the others are not."),
    key="Alt+4",
    specified=marked("Unified injection"),
    needs=marked("add candidates"),
    holds="has_candidates",
    about=5,
    holders=(
        ("card", "The card"),
        ("file", "The file"),
        ("background", "The background of bucket"),
    ),
    exclude=".provenance:exclude",
    formats=(
        Format(
            "policy", "Unified context budget policy", "inspector.core:UnifiedContextBudgetPolicy"
        ),
        Format("candidates", "Candidate set", "inspector.core:CandidateSet"),
        Format("card", "Knowledge card, one a line in JSON lines", "inspector.core:Card"),
        Format("request", "Request, one a line in a corpus", "inspector.core:Request"),
        Format(
            "overrides",
            "What-if overrides, a patch above a session",
            "inspector.core.injection.overrides:Overrides",
        ),
        Format("manifest", "Unified injection manifest", "inspector.core:UnifiedInjectionManifest"),
    ),
    commands=(
        CommandLine("run", ".command", "run the injection step and write manifest and ledger"),
        CommandLine(
            "demo", ".command:DEMO", "open a built-in sample, or leave its results in a folder"
        ),
    ),
    samples=(
        Sample(
            "securities-fraud",
            marked("One budget instead of two"),
            "Henderson v. Larkmoor",
            marked("48 cards, 7 files"),
        ),
        Sample(
            "direct-target",
            marked("A named document takes most of the budget"),
            "RB-017",
            marked("27 cards, 5 files"),
        ),
        Sample(
            "starved-budget",
            marked("Floors that do not fit, caps that bind"),
            "Van 14",
            marked("18 cards, 6 files"),
        ),
        Sample(
            "with-problems",
            marked("A set with mistakes, loaded as far as usable"),
            "Museum loans",
            marked("8 cards, 4 files"),
        ),
    ),
    answers=".results:answers_of",
    result="inspector.analysis.injection_runs:InjectionResult",
    record=".results:injection_record",
    tokens=".summary:token_flow",
    picture=".answer:picture",
    slides=".answer:before_and_after",
    telling=".answer:story_of",
    lens=".view.lens:InjectionLens",
    lens_commands=".view.commands:InjectionCommands",
)
