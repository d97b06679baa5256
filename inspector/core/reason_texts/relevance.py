"""Reasons of the relevance pre-parser."""

from inspector.core.reason_texts import Verdict, Wording


class RelevanceReasons:
    """Reasons of the relevance pre-parser."""

    NODE_IN_MASK = Wording(
        "node_in_mask",
        Verdict.INCLUDED,
        "Relevance layer 1",
        "Included ({tokens} tokens): the {mode} template uses it, and no signal rule took it out.",
        "A node that the mode's mask lists stays in unless a signal rule excludes it.",
    )
    NODE_URGENT = Wording(
        "node_urgent",
        Verdict.INCLUDED,
        "Relevance layer 3",
        "Included ({tokens} tokens): urgency is high, which forces it in.",
        "High urgency brings in the nodes it names, those with a hard exclusion too.",
    )
    NODE_RECOVERED = Wording(
        "node_recovered",
        Verdict.INCLUDED,
        "Relevance layer 4",
        "Included again ({tokens} tokens): {left} tokens of headroom are more than {threshold}, so"
        " its soft exclusion ({facts}) is lifted.",
        "When the headroom is more than the recovery threshold, every soft exclusion on the"
        " recovery list is lifted at once, whatever the nodes need together.",
    )
    NODE_DEPENDENCY = Wording(
        "node_dependency",
        Verdict.INCLUDED,
        "Relevance layer 5",
        "Included ({tokens} tokens): {parent} is in and depends on it.",
        "An included node brings in what it depends on, and what that depends on, to the end.",
    )
    NODE_SAFETY = Wording(
        "node_safety",
        Verdict.INCLUDED,
        "Relevance layer 6",
        "Included ({tokens} tokens): a safety condition holds ({facts}).",
        "A safety condition forces its node in after everything else; it pulls no dependencies.",
    )
    NODE_PARSER_OFF = Wording(
        "node_parser_off",
        Verdict.INCLUDED,
        "Relevance configuration",
        "Included ({tokens} tokens): the pre-parser is switched off, so every node is in.",
        "With enabled set to false no layer acts.",
    )
    NODE_CONFIG_UNREADABLE = Wording(
        "node_config_unreadable",
        Verdict.INCLUDED,
        "Relevance configuration",
        "Included ({tokens} tokens): the configuration could not be read, so every node is in.",
        "Without a readable configuration nothing is left out; the problems say what is wrong.",
    )
    NODE_MASKED = Wording(
        "node_masked",
        Verdict.EXCLUDED,
        "Relevance layer 1",
        "Excluded: the {mode} template does not use it. Saves {needed} tokens.",
        "The mask of a mode says which nodes its template refers to; the others are not fetched.",
    )
    NODE_NOT_IN_MASK = Wording(
        "node_not_in_mask",
        Verdict.EXCLUDED,
        "Relevance layer 1",
        "Excluded: the {mode} mask does not mention it. Saves {needed} tokens.",
        "A node that a mask leaves out stays out, with a warning.",
    )
    NODE_UNKNOWN_MODE = Wording(
        "node_unknown_mode",
        Verdict.EXCLUDED,
        "Relevance layer 1",
        "Excluded: there is no mask for the mode “{mode}”. Saves {needed} tokens.",
        "A mode without a mask lets no node in, with a warning.",
    )
    NODE_RULE_HARD = Wording(
        "node_rule_hard",
        Verdict.EXCLUDED,
        "Relevance layer 2",
        "Excluded: a hard signal rule holds ({facts}). Saves {needed} tokens.",
        "Headroom never lifts a hard exclusion; urgency, dependencies and safety may.",
    )
    NODE_RULE_SOFT = Wording(
        "node_rule_soft",
        Verdict.SUPPRESSED,
        "Relevance layer 2",
        "Suppressed: a soft signal rule holds ({facts}) and nothing brought the node back. Saves"
        " {needed} tokens.",
        "Headroom lifts the soft exclusions of nodes on the recovery list; this one is not on it.",
    )
    NODE_NO_HEADROOM = Wording(
        "node_no_headroom",
        Verdict.DROPPED,
        "Relevance layer 4",
        "Dropped: a soft signal rule holds ({facts}), and {left} tokens of headroom are not more"
        " than the {threshold} that recovery asks for. It needs {needed} tokens.",
        "Headroom is the remaining budget less what is included after layer 3. Soft exclusions are"
        " lifted when it is more than soft_recovery_budget.",
    )
    NODES_UNUSED = Wording(
        "nodes_unused",
        Verdict.BALANCE,
        "Relevance layer 4",
        "{tokens} tokens of the remaining budget are left beside the nodes.",
        "What remains for everything that is not a context node.",
    )
    NODES_OVER_BUDGET = Wording(
        "nodes_over_budget",
        Verdict.BALANCE,
        "Relevance layer 4",
        "The included nodes need {over} tokens more than remain.",
        "The pre-parser drops nothing to make the nodes fit. This row is negative, by the tokens"
        " that are missing, so that the sum closes to the remaining budget.",
    )
