"""Reasons of the context builder."""

from inspector.core.reason_texts import Verdict, Wording


class BuilderReasons:
    """Reasons of the context builder."""

    BLOCK_WHOLE = Wording(
        "block_whole",
        Verdict.INCLUDED,
        "Builder step 3",
        "In, whole: {tokens} tokens with priority {priority}.",
        "The block is sent unchanged, with its heading.",
    )
    BLOCK_REDACTED = Wording(
        "block_redacted",
        Verdict.REDUCED,
        "Builder redaction",
        "In with {redactions} redacted: {tokens} tokens with priority {priority}.",
        "Every place that a scanner is sure about is replaced by a mark that names the kind of"
        " secret,"
        " and the result is scanned again. Blocks of priority P0 are never redacted: they refuse.",
    )
    BLOCK_TARGET_REGION = Wording(
        "block_target_region",
        Verdict.REDUCED,
        "Builder slicing",
        "In as the region of the named symbols: {tokens} of {needed} tokens.",
        "The bundle exceeded its hard limit after all other steps of fitting, so that the target"
        " was"
        " cut down to the definitions that the step names.",
    )
    BLOCK_SIGNATURES = Wording(
        "block_signatures",
        Verdict.REDUCED,
        "Builder slicing",
        "In as signatures without bodies: {tokens} of {needed} tokens.",
        "The bundle exceeded its hard limit, and the file parsed without error, so that its bodies"
        " could be left out reliably.",
    )
    BLOCK_DOUBTFUL = Wording(
        "block_doubtful",
        Verdict.REDUCED,
        "Builder secret patterns",
        "In as signatures, because it may hold a secret ({detail}): {tokens} tokens.",
        "Where a scanner is not sure what exactly the secret is, none of the file's text is sent."
        " With signals, the signatures of its definitions are: they hold no literals, and are"
        " scanned as any text. Where a doubtful place is in the line of one, the whole file is"
        " out.",
    )
    BLOCK_SUMMARY = Wording(
        "block_summary",
        Verdict.REDUCED,
        "Builder slicing",
        "In as one line, its path and the names it defines: {tokens} of {needed} tokens.",
        "There was no room for its signatures, or it has no boundaries to cut at. The line tells a"
        " model what it could ask for.",
    )
    BLOCK_OPTIONAL = Wording(
        "block_optional",
        Verdict.DROPPED,
        "Builder step 3",
        "Out: optional context of priority P3, which the configuration does not send.",
        "Files that are reached over more than one step, or that no weight speaks for, are sent"
        " only"
        " where the configuration includes optional context.",
    )
    BLOCK_REMOVED = Wording(
        "block_removed",
        Verdict.DROPPED,
        "Builder step 4",
        "Removed to fit: {needed} tokens with priority {priority}; the estimate was {before}"
        " tokens,"
        " the hard limit is {left}.",
        "While the bundle exceeds its hard limit, P3 goes first, then P2 from the lowest rank up;"
        " P1 goes down to signatures, to one line, and out. What then fits comes back in order of"
        " rank.",
    )
    BLOCK_REFUSED = Wording(
        "block_refused",
        Verdict.REFUSED,
        "Builder failure modes",
        "Not sent: the whole bundle was refused ({code}).",
        "A refused call sends nothing at all.",
    )
    CANDIDATE_DENIED = Wording(
        "candidate_denied",
        Verdict.EXCLUDED,
        "Builder never-send paths",
        "Out: a rule denies the path{detail}.",
        "Paths that a deny rule covers are never sent.",
    )
    CANDIDATE_BINARY = Wording(
        "candidate_binary",
        Verdict.EXCLUDED,
        "Builder step 1",
        "Out: binary, or not certainly text{detail}.",
        "A file whose bytes are not certainly text in a known encoding counts as binary.",
    )
    CANDIDATE_TOO_LARGE = Wording(
        "candidate_too_large",
        Verdict.EXCLUDED,
        "Builder step 1",
        "Out: larger than a file may be{detail}.",
        "Files above the configured size are not read.",
    )
    CANDIDATE_OUTSIDE = Wording(
        "candidate_outside",
        Verdict.EXCLUDED,
        "Builder step 1",
        "Out: outside the project, or not readable as a file in it{detail}.",
        "Only files below the project's root are read; a link that leads out of it is outside.",
    )
    CANDIDATE_GONE = Wording(
        "candidate_gone",
        Verdict.EXCLUDED,
        "Builder edge case 2",
        "Out: it was there when the project was indexed, and is gone{detail}.",
        "Files are read at the moment of the call; what is gone by then cannot be sent.",
    )
    CANDIDATE_SECRET = Wording(
        "candidate_secret",
        Verdict.EXCLUDED,
        "Builder secret patterns",
        "Out: it may hold a secret{detail}.",
        "Where a scanner is not sure what exactly the secret is, the whole block is out. With"
        " signals, a file that defines something stays by its signatures, unless the doubtful place"
        " is in one.",
    )
    CANDIDATE_DUPLICATE = Wording(
        "candidate_duplicate",
        Verdict.SUPPRESSED,
        "Builder edge case 1",
        "Out: another path stands for the same file{detail}.",
        "Candidates are told apart by their path relative to the root, in one spelling.",
    )
    CONTEXT_TOO_LARGE = Wording(
        "context_too_large",
        Verdict.REFUSED,
        "Builder ContextTooLarge",
        "Refused: after every step of fitting the context takes {needed} tokens, and the hard"
        " limit is"
        " {left}.",
        "Nothing is truncated to fit: what is needed is sent as it is or not at all.",
    )
    SECRET_RISK = Wording(
        "secret_risk",
        Verdict.REFUSED,
        "Builder SecretRisk",
        "Refused: {name} cannot be sent: a secret, or what may be one ({kinds}), stands there.",
        "Blocks of priority P0 are sent unchanged, so a secret in one refuses the call; so does"
        " anything that is found in the finished text.",
    )
    AMBIGUOUS_TARGET = Wording(
        "ambiguous_target",
        Verdict.REFUSED,
        "Builder AmbiguousTarget",
        "Refused: {name} has {count} definitions, and none of them was chosen.",
        "The builder does not guess which definition is meant.",
    )
    UNSUPPORTED_TARGET = Wording(
        "unsupported_target",
        Verdict.REFUSED,
        "Builder edge case 3",
        "Refused: what the call is about cannot be sent: {name} ({why}).",
        "A target that a hard rule excludes, or that cannot be read, leaves nothing to work on.",
    )
    UNKNOWN_TARGET = Wording(
        "unknown_target",
        Verdict.REFUSED,
        "Builder step 0",
        "Refused: the index of the project does not have {name}.",
        "Targets are files and definitions of the index.",
    )
    MISSING_STEP = Wording(
        "missing_step",
        Verdict.REFUSED,
        "Builder required inputs",
        "Refused: a diff needs a plan step, and the request has none.",
        "The plan step says what is to be changed.",
    )
    MISSING_TARGET = Wording(
        "missing_target",
        Verdict.REFUSED,
        "Builder step 0",
        "Refused: the request names neither a file nor a symbol to work on.",
        "A diff changes something: a file or a definition.",
    )
    BUNDLE_UNCOUNTABLE = Wording(
        "bundle_uncountable",
        Verdict.REFUSED,
        "Builder token estimation",
        "Refused: {name} has no token count with {counter}.",
        "A text that cannot be counted cannot be held to a limit.",
    )
    BUNDLE_SEPARATORS = Wording(
        "bundle_separators",
        Verdict.BALANCE,
        "Builder token estimation",
        "{tokens} tokens lie between the blocks.",
        "Empty lines between blocks, and what the joined text takes beyond its parts.",
    )
    BUNDLE_UNUSED = Wording(
        "bundle_unused",
        Verdict.BALANCE,
        "Builder hard limit",
        "{tokens} tokens of the hard limit stayed unused.",
        "What the blocks leave of the hard limit; a refused call leaves all of it.",
    )
    BUNDLE_OVER = Wording(
        "bundle_over",
        Verdict.BALANCE,
        "Builder hard limit",
        "The context exceeds the hard limit by {over} tokens.",
        "A negative row, so that the sum still closes; such a bundle is refused.",
    )
