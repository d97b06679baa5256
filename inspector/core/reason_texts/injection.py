"""Reasons of the unified injection step, and of the assembly of eight steps that it is one of."""

from inspector.core.reason_texts import Verdict, Wording


class InjectionReasons:
    """Reasons of the unified injection step."""

    CARD_INJECTED = Wording(
        "card_injected",
        Verdict.INCLUDED,
        "Injection §4.6e",
        "Injected at {tier}, its largest rendering: {tokens} tokens.",
        "The card was not redundant and its largest rendering fitted the knowledge budget.",
    )
    TIER_LOWERED = Wording(
        "tier_lowered",
        Verdict.REDUCED,
        "Injection §4.6e",
        "Injected at {tier} ({tokens} tokens); {better} needed {needed} more and {left} were left"
        " under the {cap}.",
        "The card is in, at a smaller rendering than it has: raising it did not fit the named cap.",
    )
    TIER_CHOSEN = Wording(
        "tier_chosen",
        Verdict.REDUCED,
        "Injection §4.6e",
        "Injected at {tier} ({tokens} tokens): the selection of greatest value spends the"
        " difference to {better} ({needed} tokens) elsewhere.",
        "The optimal strategy weighs all cards at once; a larger rendering of this one would have"
        " cost more value than it brings.",
    )
    BUCKET_FILE_OVERLAP = Wording(
        "bucket_file_overlap",
        Verdict.SUPPRESSED,
        "Injection §3.3",
        "Suppressed: it was extracted from {file}, whose full text is in. Frees {needed} tokens.",
        "A card extracted from a bucket file adds nothing when the whole file is in the context."
        " Cards of files that are only listed, and cards from any other source, stay.",
    )
    KNOWLEDGE_BUDGET = Wording(
        "knowledge_budget",
        Verdict.DROPPED,
        "Injection §2.2",
        "Dropped: needed {needed} tokens with its separator, {left} were left of the knowledge"
        " budget.",
        "Cards are taken in order of relevance; when this one's turn came, its smallest rendering"
        " no longer fitted the knowledge budget.",
    )
    PROCEDURE_CAP = Wording(
        "procedure_cap",
        Verdict.DROPPED,
        "Injection §2.1",
        "Dropped: needed {needed} tokens with its separator, {left} were left under the ceiling for"
        " procedures.",
        "Cards of kind procedure may take at most their share of the knowledge budget.",
    )
    INTERACTION_POLICY_CAP = Wording(
        "interaction_policy_cap",
        Verdict.DROPPED,
        "Injection §2.1",
        "Dropped: needed {needed} tokens with its separator, {left} were left under the ceiling for"
        " interaction policies.",
        "Cards of kind interaction_policy may take at most their share of the knowledge budget.",
    )
    OUTWEIGHED = Wording(
        "outweighed",
        Verdict.DROPPED,
        "Injection §4.6e",
        "Dropped: the selection of greatest value does without it ({needed} tokens with its"
        " separator).",
        "The optimal strategy weighs all cards at once; the cards that are in bring more value for"
        " the same tokens.",
    )
    NO_VALUE = Wording(
        "no_value",
        Verdict.DROPPED,
        "Injection §4.6e",
        "Dropped: it has no value (relevance × weight of the rendering) that a selection could"
        " gain.",
        "The optimal strategy looks for the selection of greatest value; a card whose relevance, or"
        " whose rendering's weight, is not above 0 adds none, however much room there is.",
    )
    NO_RENDERING = Wording(
        "no_rendering",
        Verdict.EXCLUDED,
        "Injection §5",
        "Excluded: the card has no rendering at any tier.",
        "A tier whose rendering is missing does not exist; this card has none at all.",
    )
    FILE_INLINED = Wording(
        "file_inlined",
        Verdict.INCLUDED,
        "Injection §4.6b",
        "In full text: {tokens} tokens, {left} were left of the file budget.",
        "The file's full text fitted what was left of the file budget when its turn came.",
    )
    FILE_LISTED = Wording(
        "file_listed",
        Verdict.REDUCED,
        "Injection §4.6b",
        "Title only ({tokens} tokens): its text needed {needed}, the file budget had {left} left.",
        "The text did not fit, the manifest line (title and summary) did. Text is never cut.",
    )
    FILE_LISTED_ONLY = Wording(
        "file_listed_only",
        Verdict.REDUCED,
        "Injection §4.6b",
        "Title only ({tokens} tokens): the file has no text, or is marked as not inlinable.",
        "A file without text, or with inlinable set to false, can only be listed.",
    )
    BUCKET_BUDGET = Wording(
        "bucket_budget",
        Verdict.DROPPED,
        "Injection §2.2",
        "Dropped: its text takes {full} tokens; at least {needed} were needed with headings, {left}"
        " were left of the file budget.",
        "Neither the whole text nor the title line fitted what was left of the file budget.",
    )
    BACKGROUND_INCLUDED = Wording(
        "background_included",
        Verdict.INCLUDED,
        "Injection §3.4",
        "Included: {tokens} tokens; {entities} entity cards of its matter were injected, 3 would"
        " cover it.",
        "A bucket's background stays while fewer than three entity cards of its matter are in.",
    )
    BACKGROUND_OVERLAP = Wording(
        "background_matter_overlap",
        Verdict.SUPPRESSED,
        "Injection §3.4",
        "Suppressed: {entities} injected entity cards share its matter, so they cover it. Releases"
        " {needed} tokens.",
        "Three or more injected entity cards of the bucket's matter cover its background text.",
    )
    UNCOUNTABLE = Wording(
        "uncountable",
        Verdict.EXCLUDED,
        "Injection §5",
        "Excluded: its text could not be counted.",
        "A text whose tokens cannot be counted cannot be budgeted; it is kept out and listed.",
    )
    NOTHING_TO_INJECT = Wording(
        "nothing_to_inject",
        Verdict.DROPPED,
        "Injection §2.2",
        "Dropped: the injection budget is 0.",
        "No tokens remain in the model's window, or the policy allows none.",
    )
    OVERHEAD = Wording(
        "overhead",
        Verdict.BALANCE,
        "Injection §4.6",
        "{tokens} tokens of headings and separators around the {account} content.",
        "What the rendering adds around cards, files and lines counts against their half.",
    )
    UNUSED = Wording(
        "unused",
        Verdict.BALANCE,
        "Injection §2.2",
        "{tokens} tokens of the {account} budget stayed unused.",
        "No remaining candidate fitted, or none remained.",
    )
    RELEASED = Wording(
        "released",
        Verdict.BALANCE,
        "Injection §3.4",
        "{tokens} tokens were released by suppressed backgrounds and not filled again.",
        "Backgrounds are suppressed after the files have their places; the single pass does not"
        " reopen the choice of files.",
    )
    UNALLOCATED = Wording(
        "unallocated",
        Verdict.BALANCE,
        "Injection §2.2",
        "{tokens} tokens of the total are unallocated.",
        "The two shares add up to less than one, or rounding left a remainder.",
    )
    WHAT_IF_EXCLUDED = Wording(
        "what_if_excluded",
        Verdict.EXCLUDED,
        "What-if",
        "Excluded by an override.",
        "Somebody keeps it out to see what happens without it. The sources are as they were;"
        " clearing"
        " the what-if brings it back under the rules.",
    )
    BELOW_RELEVANCE_FLOOR = Wording(
        "below_relevance_floor",
        Verdict.EXCLUDED,
        "What-if",
        "Excluded: its relevance is below the floor.",
        "A floor of relevance is tried out: cards and files below it do not compete. The sources"
        " are as"
        " they were; a lower floor, or none, brings it back under the rules.",
    )
    BEYOND_TOP_K = Wording(
        "beyond_top_k",
        Verdict.EXCLUDED,
        "What-if",
        "Excluded: it is not among the top k.",
        "A top-k is tried out: so many cards and so many files compete, those first in turn. The"
        " sources are as they were; a larger k, or none, brings it back under the rules.",
    )
    WHAT_IF_LISTED = Wording(
        "what_if_listed",
        Verdict.REDUCED,
        "What-if",
        "Listed by an override ({tokens} tokens).",
        "Somebody has the file listed, though its text might have fitted, to see what happens"
        " then.",
    )


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
        "What the eight steps and the output reserve leave.",
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
