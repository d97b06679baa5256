"""The reason codes: why a subject got its verdict, in one enum for all five systems.

Each reason names the rule it carries out, the verdict it leads to, a sentence with places for this
run's numbers, and a help text. The rules page of the documentation is generated from here.
"""

from __future__ import annotations

from enum import Enum, StrEnum


class Verdict(StrEnum):
    """What became of a candidate: one vocabulary for all five systems."""

    INCLUDED = "included"  # in, whole
    REDUCED = "reduced"  # in, as less: a lower tier, a manifest line, a slice, a reference
    SUPPRESSED = "suppressed"  # out: a rule found it redundant
    DROPPED = "dropped"  # out: no room
    EXCLUDED = "excluded"  # out: a hard rule (mask, deny rule, binary, secret)
    REFUSED = "refused"  # the whole call failed closed
    BALANCE = "balance"  # not a candidate: a row that makes the sum close


class Reason(Enum):
    """A reason code. The value is (code, verdict, rule, sentence template, help).

    Templates are filled by ``str.format`` with the entry's fields (``name``, ``needed``, ``left``,
    ``cap``, ``tokens``) and the numbers of its ``detail``.
    """

    # Unified injection -----------------------------------------------------------------------
    CARD_INJECTED = (
        "card_injected",
        Verdict.INCLUDED,
        "Injection §4.6e",
        "Injected at {tier}, its largest rendering: {tokens} tokens.",
        "The card was not redundant and its largest rendering fitted the knowledge budget.",
    )
    TIER_LOWERED = (
        "tier_lowered",
        Verdict.REDUCED,
        "Injection §4.6e",
        "Injected at {tier} ({tokens} tokens); {better} needed {needed} more and {left} were left"
        " under {cap}.",
        "The card is in, at a smaller rendering than it has: raising it did not fit the named cap.",
    )
    TIER_CHOSEN = (
        "tier_chosen",
        Verdict.REDUCED,
        "Injection §4.6e",
        "Injected at {tier} ({tokens} tokens): the selection of greatest value spends the"
        " difference to {better} ({needed} tokens) elsewhere.",
        "The optimal strategy weighs all cards at once; a larger rendering of this one would have"
        " cost more value than it brings.",
    )
    BUCKET_FILE_OVERLAP = (
        "bucket_file_overlap",
        Verdict.SUPPRESSED,
        "Injection §3.3",
        "Suppressed: it was extracted from {file}, whose whole text is inlined. Frees {needed}"
        " tokens.",
        "A card extracted from a bucket file adds nothing when the whole file is in the context."
        " Cards of files that are only listed, and cards from any other source, stay.",
    )
    KNOWLEDGE_BUDGET = (
        "knowledge_budget",
        Verdict.DROPPED,
        "Injection §2.2",
        "Dropped: needed {needed} tokens, {left} were left of the knowledge budget.",
        "Cards are taken in order of relevance; when this one's turn came, its smallest rendering"
        " no longer fitted the knowledge budget.",
    )
    PROCEDURE_CAP = (
        "procedure_cap",
        Verdict.DROPPED,
        "Injection §2.1",
        "Dropped: needed {needed} tokens, {left} were left under the ceiling for procedures.",
        "Cards of kind procedure may take at most their share of the knowledge budget.",
    )
    INTERACTION_POLICY_CAP = (
        "interaction_policy_cap",
        Verdict.DROPPED,
        "Injection §2.1",
        "Dropped: needed {needed} tokens, {left} were left under the ceiling for interaction"
        " policies.",
        "Cards of kind interaction_policy may take at most their share of the knowledge budget.",
    )
    OUTWEIGHED = (
        "outweighed",
        Verdict.DROPPED,
        "Injection §4.6e",
        "Dropped: the selection of greatest value does without its {needed} tokens.",
        "The optimal strategy weighs all cards at once; the cards that are in bring more value for"
        " the same tokens.",
    )
    NO_RENDERING = (
        "no_rendering",
        Verdict.EXCLUDED,
        "Injection §5",
        "Excluded: the card has no rendering at any tier.",
        "A tier whose rendering is missing does not exist; this card has none at all.",
    )
    FILE_INLINED = (
        "file_inlined",
        Verdict.INCLUDED,
        "Injection §4.6b",
        "Inlined whole: {tokens} tokens, {left} were left of the bucket budget.",
        "The file's whole text fitted what was left of the bucket budget when its turn came.",
    )
    FILE_LISTED = (
        "file_listed",
        Verdict.REDUCED,
        "Injection §4.6b",
        "Listed ({tokens} tokens): its text needed {needed}, the bucket budget had {left} left.",
        "The text did not fit, the manifest line (title and summary) did. Text is never cut.",
    )
    FILE_LISTED_ONLY = (
        "file_listed_only",
        Verdict.REDUCED,
        "Injection §4.6b",
        "Listed ({tokens} tokens): the file has no text to inline or is marked as not inlinable.",
        "A file without text, or with inlinable set to false, can only be listed.",
    )
    BUCKET_BUDGET = (
        "bucket_budget",
        Verdict.DROPPED,
        "Injection §2.2",
        "Dropped: needed {needed} tokens, {left} were left of the bucket budget.",
        "Not even the smallest form of it fitted what was left of the bucket budget.",
    )
    BACKGROUND_INCLUDED = (
        "background_included",
        Verdict.INCLUDED,
        "Injection §3.4",
        "Included: {tokens} tokens; {entities} entity cards of its matter were injected, 3 would"
        " cover it.",
        "A bucket's background stays while fewer than three entity cards of its matter are in.",
    )
    BACKGROUND_OVERLAP = (
        "background_matter_overlap",
        Verdict.SUPPRESSED,
        "Injection §3.4",
        "Suppressed: {entities} injected entity cards share its matter, so they cover it. Releases"
        " {needed} tokens.",
        "Three or more injected entity cards of the bucket's matter cover its background text.",
    )
    UNCOUNTABLE = (
        "uncountable",
        Verdict.EXCLUDED,
        "Injection §5",
        "Excluded: its text could not be counted.",
        "A text whose tokens cannot be counted cannot be budgeted; it is kept out and listed.",
    )
    NOTHING_TO_INJECT = (
        "nothing_to_inject",
        Verdict.DROPPED,
        "Injection §2.2",
        "Dropped: the injection budget is 0.",
        "No tokens remain in the model's window, or the policy allows none.",
    )
    OVERHEAD = (
        "overhead",
        Verdict.BALANCE,
        "Injection §4.6",
        "{tokens} tokens of headings and separators around the {account} content.",
        "What the rendering adds around cards, files and lines counts against their half.",
    )
    UNUSED = (
        "unused",
        Verdict.BALANCE,
        "Injection §2.2",
        "{tokens} tokens of the {account} budget stayed unused.",
        "No remaining candidate fitted, or none remained.",
    )
    RELEASED = (
        "released",
        Verdict.BALANCE,
        "Injection §3.4",
        "{tokens} tokens were released by suppressed backgrounds and not filled again.",
        "Backgrounds are suppressed after the files have their places; the single pass does not"
        " reopen the choice of files.",
    )
    UNALLOCATED = (
        "unallocated",
        Verdict.BALANCE,
        "Injection §2.2",
        "{tokens} tokens of the total belong to neither half.",
        "The two shares add up to less than one, or rounding left a remainder.",
    )

    # Relevance pre-parser --------------------------------------------------------------------
    NODE_IN_MASK = (
        "node_in_mask",
        Verdict.INCLUDED,
        "Relevance layer 1",
        "Included ({tokens} tokens): the {mode} template uses it, and no signal rule took it out.",
        "A node that the mode's mask lists stays in unless a signal rule excludes it.",
    )
    NODE_URGENT = (
        "node_urgent",
        Verdict.INCLUDED,
        "Relevance layer 3",
        "Included ({tokens} tokens): urgency is high, which forces it in.",
        "High urgency brings in the nodes it names, those with a hard exclusion too.",
    )
    NODE_RECOVERED = (
        "node_recovered",
        Verdict.INCLUDED,
        "Relevance layer 4",
        "Included again ({tokens} tokens): {left} tokens of headroom are more than {threshold}, so"
        " its soft exclusion ({facts}) is lifted.",
        "When the headroom is more than the recovery threshold, every soft exclusion on the"
        " recovery list is lifted at once, whatever the nodes need together.",
    )
    NODE_DEPENDENCY = (
        "node_dependency",
        Verdict.INCLUDED,
        "Relevance layer 5",
        "Included ({tokens} tokens): {parent} is in and depends on it.",
        "An included node brings in what it depends on, and what that depends on, to the end.",
    )
    NODE_SAFETY = (
        "node_safety",
        Verdict.INCLUDED,
        "Relevance layer 6",
        "Included ({tokens} tokens): a safety condition holds ({facts}).",
        "A safety condition forces its node in after everything else; it pulls no dependencies.",
    )
    NODE_PARSER_OFF = (
        "node_parser_off",
        Verdict.INCLUDED,
        "Relevance configuration",
        "Included ({tokens} tokens): the pre-parser is switched off, so every node is in.",
        "With enabled set to false no layer acts.",
    )
    NODE_CONFIG_UNREADABLE = (
        "node_config_unreadable",
        Verdict.INCLUDED,
        "Relevance configuration",
        "Included ({tokens} tokens): the configuration could not be read, so every node is in.",
        "Without a readable configuration nothing is left out; the problems say what is wrong.",
    )
    NODE_MASKED = (
        "node_masked",
        Verdict.EXCLUDED,
        "Relevance layer 1",
        "Excluded: the {mode} template does not use it. Saves {needed} tokens.",
        "The mask of a mode says which nodes its template refers to; the others are not fetched.",
    )
    NODE_NOT_IN_MASK = (
        "node_not_in_mask",
        Verdict.EXCLUDED,
        "Relevance layer 1",
        "Excluded: the {mode} mask does not mention it. Saves {needed} tokens.",
        "A node that a mask leaves out stays out, with a warning.",
    )
    NODE_UNKNOWN_MODE = (
        "node_unknown_mode",
        Verdict.EXCLUDED,
        "Relevance layer 1",
        "Excluded: there is no mask for mode {mode}. Saves {needed} tokens.",
        "A mode without a mask lets no node in, with a warning.",
    )
    NODE_RULE_HARD = (
        "node_rule_hard",
        Verdict.EXCLUDED,
        "Relevance layer 2",
        "Excluded: a hard signal rule holds ({facts}). Saves {needed} tokens.",
        "Headroom never lifts a hard exclusion; urgency, dependencies and safety may.",
    )
    NODE_RULE_SOFT = (
        "node_rule_soft",
        Verdict.SUPPRESSED,
        "Relevance layer 2",
        "Suppressed: a soft signal rule holds ({facts}) and nothing brought the node back. Saves"
        " {needed} tokens.",
        "Headroom lifts the soft exclusions of nodes on the recovery list; this one is not on it.",
    )
    NODE_NO_HEADROOM = (
        "node_no_headroom",
        Verdict.DROPPED,
        "Relevance layer 4",
        "Dropped: a soft signal rule holds ({facts}), and {left} tokens of headroom are not more"
        " than the {threshold} that recovery asks for. It needs {needed} tokens.",
        "Headroom is the remaining budget less what is included after layer 3. Soft exclusions are"
        " lifted when it is more than soft_recovery_budget.",
    )
    NODES_UNUSED = (
        "nodes_unused",
        Verdict.BALANCE,
        "Relevance layer 4",
        "{tokens} tokens of the remaining budget are left beside the nodes.",
        "What remains for everything that is not a context node.",
    )
    NODES_OVER_BUDGET = (
        "nodes_over_budget",
        Verdict.BALANCE,
        "Relevance layer 4",
        "The included nodes need {over} tokens more than remain.",
        "The pre-parser drops nothing to make the nodes fit. This row is negative, by the tokens"
        " that are missing, so that the sum closes to the remaining budget.",
    )

    # Context discipline ----------------------------------------------------------------------
    FIELD_KEPT = (
        "field_kept",
        Verdict.INCLUDED,
        "Discipline C1",
        "Kept: {tokens} of the hot state's {total} tokens.",
        "The field is in the hot state as it was given.",
    )
    FIELD_COMPRESSED = (
        "field_compressed",
        Verdict.REDUCED,
        "Discipline C6",
        "Moved to artifact {artifact}: the state broke its limits ({why}). Frees {needed} tokens.",
        "Compression keeps what identifies the state and its task; everything else is stored as an"
        " artifact first and then taken out.",
    )
    FIELD_REFERENCED = (
        "field_referenced",
        Verdict.REDUCED,
        "Discipline C6",
        "Replaced by a reference to artifact {artifact}: {tokens} tokens instead of {needed},"
        " because the state broke its limits ({why}).",
        "An artifact index with more entries than allowed is stored as one artifact, and the state"
        " refers to that.",
    )
    FIELD_EMPTY = (
        "field_empty",
        Verdict.REDUCED,
        "Discipline C6",
        "Taken out: it holds nothing, and the state broke its limits ({why}). Frees {needed}"
        " tokens.",
        "An empty artifact index needs no reference; the step that makes references leaves it out.",
    )
    FIELD_MINIMAL = (
        "field_minimal",
        Verdict.REDUCED,
        "Discipline C6",
        "Moved to artifact {artifact}: no step brought the state within its limits ({why}), and"
        " rejecting is off. Frees {needed} tokens.",
        "With rejection off, what is left is the minimal state: what identifies it, and its risk.",
    )
    FIELD_REFUSED = (
        "field_refused",
        Verdict.REFUSED,
        "Discipline C6",
        "Refused with the whole state: {why}.",
        "A state that no step brings within its limits is rejected as a whole; nothing is removed.",
    )
    HOT_STATE_REFUSED = (
        "hot_state_refused",
        Verdict.REFUSED,
        "Discipline C6",
        "Refused: {why}.",
        "A state that does not validate, and a limit that is not a number, cannot be judged, and"
        " what cannot be judged is rejected.",
    )
    HOT_STATE_OVERHEAD = (
        "hot_state_overhead",
        Verdict.BALANCE,
        "Discipline C1",
        "{tokens} tokens of braces, commas and rounding around the fields.",
        "The state's tokens are its UTF-16 units / 4, rounded up once; each field's are rounded"
        " down. This row is the difference.",
    )
    HOT_STATE_UNUSED = (
        "hot_state_unused",
        Verdict.BALANCE,
        "Discipline C1",
        "{tokens} of the {cap} tokens allowed stayed unused.",
        "The state is smaller than its limit.",
    )
    HOT_STATE_OVER = (
        "hot_state_over",
        Verdict.BALANCE,
        "Discipline C6",
        "{tokens} tokens: the state has {over} more than the {cap} allowed.",
        "Rejection is off and even the minimal state is over its limit; it is marked as such.",
    )

    # Context window manager ------------------------------------------------------------------
    CHUNK_PLACED = (
        "chunk_placed",
        Verdict.INCLUDED,
        "Window step 3",
        "Placed at tokens {start} to {end}, with priority {priority}: it needed {needed}, {left}"
        " were left.",
        "Chunks are considered from the highest priority down; this one fitted when its turn came.",
    )
    WINDOW_BUDGET = (
        "window_budget",
        Verdict.DROPPED,
        "Window step 3",
        "Dropped: needed {needed} tokens with priority {priority}, {left} of the window were left.",
        "Chunks of higher priority, or newer ones of the same priority, took the room first.",
    )
    CATEGORY_LIMIT = (
        "category_limit",
        Verdict.DROPPED,
        "Window tokenBudgets",
        "Dropped: needed {needed} tokens, {left} were left under {cap}.",
        "Category limits are enforced, and this chunk's category had the least room left of all"
        " that refused it.",
    )
    FILL_STOPPED = (
        "fill_stopped",
        Verdict.DROPPED,
        "Window allowPartialFill",
        "Dropped: filling had stopped at an earlier chunk that did not fit. It needed {needed}"
        " tokens, {left} were left.",
        "With partial fill off, nothing is placed after the first chunk that does not fit.",
    )
    WINDOW_RESERVE = (
        "window_reserve",
        Verdict.BALANCE,
        "Window step 3",
        "{tokens} tokens are kept in reserve for the system prompt.",
        "The reserve is deducted once from the available tokens, before anything is placed.",
    )
    WINDOW_UNUSED = (
        "window_unused",
        Verdict.BALANCE,
        "Window step 3",
        "{tokens} tokens of the window stayed unused.",
        "No remaining chunk fitted, or none remained.",
    )

    # Context builder -------------------------------------------------------------------------

    def __init__(self, code: str, verdict: Verdict, rule: str, template: str, help_: str) -> None:
        self.code = code
        self.verdict = verdict
        self.rule = rule
        self.template = template
        self.help = help_


REASONS_BY_CODE = {reason.code: reason for reason in Reason}
