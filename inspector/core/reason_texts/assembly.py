"""Reasons of the assembly of the eight steps."""

from inspector.core.reason_texts import Verdict, Wording


class AssemblyReasons:
    """Reasons of the assembly of the eight steps."""

    ITEM_PLACED = Wording(
        "item_placed",
        Verdict.INCLUDED,
        "Assembly (Injection §4)",
        "Included: {tokens} tokens in step {step}.",
        "A piece of the steps around the injection goes in whole; no rule leaves it out.",
    )
    TOKENS_GIVEN = Wording(
        "tokens_given",
        Verdict.INCLUDED,
        "Assembly (Injection §4)",
        "Included: {tokens} tokens of steps 1 to 5, as the request gives them.",
        "Where the assembly holds no piece of the steps before the injection and no hot state, the"
        " request's own number stands for them.",
    )
    NODE_UNDECIDED = Wording(
        "node_undecided",
        Verdict.INCLUDED,
        "Assembly (Relevance layer 1)",
        "Included ({tokens} tokens): {why}, so relevance leaves no node out.",
        "Relevance needs a configuration and is asked about a mode; without them every node is in.",
    )
    ITEM_IN_INJECTION = Wording(
        "item_in_injection",
        Verdict.EXCLUDED,
        "Assembly (Injection §4)",
        "Excluded: step 6 is the injection, which takes its content from the candidate set only.",
        "A piece of text cannot be part of step 6: give it another step, or make it a card or a"
        " file.",
    )
    HOT_STATE_KEPT = Wording(
        "hot_state_kept",
        Verdict.INCLUDED,
        "Assembly (Discipline C6)",
        "Included as it was given: {tokens} tokens. It keeps its limits.",
        "A hot state within its limits goes into step 2 unchanged.",
    )
    HOT_STATE_REDUCED = Wording(
        "hot_state_reduced",
        Verdict.REDUCED,
        "Assembly (Discipline C6)",
        "Reduced by the step {action}: {tokens} tokens. The limits count {after} instead of"
        " {before};"
        " {moved} fields are artifacts now.",
        "A hot state over its limits is compressed, then references are taken out; what was removed"
        " is kept as artifacts.",
    )
    PIECE_SEPARATORS = Wording(
        "piece_separators",
        Verdict.BALANCE,
        "Assembly (Injection §4)",
        "{tokens} tokens of blank lines between the pieces of the steps around the injection.",
        "What stands between two texts takes tokens, too. Pieces without a text have nothing"
        " between.",
    )
    RESPONSE_RESERVE = Wording(
        "response_reserve",
        Verdict.BALANCE,
        "Assembly (Builder budget)",
        "{tokens} tokens of the window are kept for the model's answer.",
        "The hard limit of a prompt is the model's window less this reserve.",
    )
    ASSEMBLY_UNUSED = Wording(
        "assembly_unused",
        Verdict.BALANCE,
        "Assembly (Builder budget)",
        "{tokens} tokens of the window stay free.",
        "What the eight steps and the reserve for the answer leave.",
    )
    ASSEMBLY_OVER = Wording(
        "assembly_over",
        Verdict.BALANCE,
        "Assembly (Builder budget)",
        "{tokens} tokens: the prompt and the reserve need {over} more than the window has.",
        "Nothing is cut to make it fit. This row is negative, by the tokens that are missing, so"
        " that"
        " the sum closes to the window.",
    )
    ASSEMBLY_FITS = Wording(
        "assembly_fits",
        Verdict.INCLUDED,
        "Assembly (Builder budget)",
        "Fits: {needed} tokens, within the soft limit of {soft}. The hard limit is {left}.",
        "At or under the soft limit a prompt is sent without a word.",
    )
    ASSEMBLY_NEAR_LIMIT = Wording(
        "assembly_near_limit",
        Verdict.INCLUDED,
        "Assembly (Builder budget)",
        "Fits, with a warning: {needed} tokens are more than the soft limit of {soft}. The hard"
        " limit"
        " is {left}.",
        "Above the soft limit and up to the hard one a prompt is sent, with a warning.",
    )
    ASSEMBLY_OVER_LIMIT = Wording(
        "assembly_over_limit",
        Verdict.REFUSED,
        "Assembly (Builder budget)",
        "Refused: {needed} tokens and the reserve of {reserve} are {over} more than the window of"
        " {window}. Nothing is cut.",
        "Above the hard limit there would be no room for the answer. The prompt is not sent.",
    )
    ASSEMBLY_STATE_REFUSED = Wording(
        "assembly_state_refused",
        Verdict.REFUSED,
        "Assembly (Discipline C6)",
        "Refused: discipline refused the hot state, so step 2 is not complete. {why}.",
        "Where the hot state is refused nothing of it goes in, and the prompt is not sent without"
        " it.",
    )
    ASSEMBLY_UNCOUNTED = Wording(
        "assembly_uncounted",
        Verdict.REFUSED,
        "Assembly (Builder budget)",
        "Refused: {uncounted} could not be counted, so the size of the prompt is not known.",
        "A prompt that cannot be measured cannot be said to fit, and is not sent.",
    )
