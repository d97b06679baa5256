"""Reasons of the unified injection step."""

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
