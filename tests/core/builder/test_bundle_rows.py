"""What a build says of every candidate, step by step, from all the room it needs to too little."""

import pytest

from inspector.core.builder.inputs import BuilderConfig, ModelLimits, SignalWeights
from inspector.core.builder.report import RefusalCode
from tests.shared.bundle_input import built, calls, imports, project, request, simple

BODY = "    a = 1\n" * 8
TEXTS = {
    "t.py": f"import dep\n\n\ndef f():\n{BODY}    return dep.g()\n",
    "dep.py": f"def g():\n    key = 'KEY_AAAABBBB'\n{BODY}    return 1\n",
    "doubt.py": f"def d():\n    print('maybe=this')\n{BODY}    return 1\n",
    "call.py": f"def h():\n{BODY}    return 1\n",
    "setup.cfg": "[metadata]\nname = t\n",
    "far.py": "def k():\n    return 1\n",
}
RELATIONS = [
    imports("t.py", "dep.py"),
    imports("t.py", "doubt.py"),
    calls("t.py#f", "call.py#h"),
    imports("dep.py", "far.py"),
]
KEPT_OUT = [
    ("far.py", "P3", "block_optional", 0, None, None),
    ("doubt.py", "P1", "candidate_secret", 0, None, None),
]
REMOVED = [
    ("setup.cfg", "P2", 46),
    ("call.py", "P2", 132),
    ("h in call.py", "P1", 46),
    ("dep.py (1 secret redacted)", "P1", 183),
]

OUTLINED = "SIGNATURES_ONLY: the signature of line 1 is there; lines 1-11 cut."
SLICED = "SIGNATURES_ONLY: lines 1-4 are there; lines 5-13 cut."


def build(limit):
    return simple(TEXTS, "t.py", relations=RELATIONS, limit=limit)


def rows(report):
    return [
        (row.name, row.account, row.reason.code, row.tokens, row.needed, row.left)
        for row in report.ledger.entries
    ]


def balance(separators, code, name, left):
    return [
        ("separators", "bundle", "bundle_separators", separators, None, None),
        (name, "bundle", code, left, None, None),
    ]


def test_a_bundle_that_comes_to_its_limit_leaves_nothing_and_is_whole():
    assert rows(build(628)) == [
        ("t.py", "P0", "block_whole", 148, 148, None),
        ("Plan step", "P0", "block_whole", 63, 63, None),
        ("dep.py (1 secret redacted)", "P1", "block_redacted", 183, 183, None),
        ("h in call.py", "P1", "block_whole", 46, 46, None),
        ("call.py", "P2", "block_whole", 132, 132, None),
        ("setup.cfg", "P2", "block_whole", 46, 46, None),
        *KEPT_OUT,
        *balance(10, "bundle_unused", "unused", 0),
    ]


def test_what_is_cut_takes_less_than_it_needs_and_lets_the_others_in():
    assert rows(build(520)) == [
        ("t.py", "P0", "block_whole", 148, 148, None),
        ("Plan step", "P0", "block_whole", 63, 63, None),
        (
            "dep.py (signatures only, 1 secret redacted)",
            "P1",
            "block_signatures",
            75,
            183,
            None,
        ),
        ("h in call.py", "P1", "block_whole", 46, 46, None),
        ("call.py", "P2", "block_whole", 132, 132, None),
        ("setup.cfg", "P2", "block_whole", 46, 46, None),
        *KEPT_OUT,
        *balance(10, "bundle_unused", "unused", 0),
    ]


def test_what_is_removed_takes_nothing_and_says_what_it_needs_and_what_the_limit_was():
    assert rows(build(200)) == [
        ("t.py (signatures only)", "P0", "block_signatures", 90, 148, None),
        ("Plan step", "P0", "block_whole", 63, 63, None),
        *((name, rank, "block_removed", 0, needed, 200) for name, rank, needed in REMOVED),
        *KEPT_OUT,
        *balance(2, "bundle_unused", "unused", 45),
    ]


def test_a_refused_bundle_says_by_how_much_it_is_too_large():
    report = build(100)
    assert report.refusal is not None
    assert report.refusal.code is RefusalCode.CONTEXT_TOO_LARGE
    assert rows(report) == [
        ("t.py (signatures only)", "P0", "block_refused", 54, 148, None),
        ("Plan step", "P0", "block_refused", 63, 63, None),
        *((name, rank, "block_removed", 0, needed, 100) for name, rank, needed in REMOVED),
        *KEPT_OUT,
        *balance(2, "bundle_over", "over the limit", -19),
    ]


FIRST_STEPS = [
    ("estimate", "", 628, 628, "6 blocks to send."),
    ("remove_secondary", "setup.cfg", 628, 580, "Removed setup.cfg, of P2."),
    ("remove_secondary", "call.py", 580, 446, "Removed call.py, of P2."),
]


@pytest.mark.parametrize(
    ("limit", "steps"),
    [
        (
            520,
            [
                (
                    "make_room",
                    "dep.py",
                    446,
                    338,
                    "Cut dep.py to SIGNATURES_ONLY, to bring back files that were out.",
                ),
                ("bring_back", "call.py", 338, 472, "Brought call.py back."),
                ("bring_back", "setup.cfg", 472, 520, "Brought setup.cfg back."),
            ],
        ),
        (
            100,
            [
                (
                    "slice_related",
                    "dep.py",
                    446,
                    362,
                    "Cut 10 lines from dep.py: SIGNATURES_ONLY.",
                ),
                (
                    "slice_related",
                    "dep.py",
                    362,
                    338,
                    "Cut dep.py down to the signatures of its definitions.",
                ),
                ("summarise_related", "dep.py", 338, 307, "Cut dep.py of P1 down to one line."),
                ("remove_related", "call.py", 307, 259, "Removed h in call.py, of P1."),
                ("remove_related", "dep.py", 259, 213, "Removed dep.py (one line), of P1."),
                ("slice_target", "t.py", 213, 155, "Cut 9 lines from t.py: SIGNATURES_ONLY."),
                (
                    "slice_target",
                    "t.py",
                    155,
                    119,
                    "Cut t.py down to the signatures of its definitions.",
                ),
                ("refuse", "", 119, 119, "Nothing is left to do: 19 tokens too many."),
            ],
        ),
    ],
)
def test_every_step_of_fitting_says_what_was_done_and_what_it_came_to(limit, steps):
    assert [
        (one.action.value, one.path, one.tokens_before, one.tokens_after, one.sentence)
        for one in build(limit).fit_steps
    ] == [*FIRST_STEPS, *steps]


OPTIONAL = "1 candidate of P3 not sent: the configuration does not include optional context."
ALWAYS = [
    ("block_removed", "doubt.py", "secret", "secret_risk: line 2: test-word"),
    ("block_removed", "optional context", "policy", OPTIONAL),
]


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        (628, [("pattern_redacted", "dep.py", "secret", "line 2: test-key")]),
        (
            520,
            [
                ("pattern_redacted", "dep.py", "secret", "line 2: test-key"),
                (
                    "content_sliced",
                    "dep.py",
                    "budget",
                    OUTLINED,
                ),
            ],
        ),
        (
            200,
            [
                ("block_removed", "call.py", "budget", "132 tokens of P2, removed to fit."),
                ("block_removed", "dep.py", "budget", "183 tokens of P1, removed to fit."),
                ("block_removed", "h in call.py", "budget", "46 tokens of P1, removed to fit."),
                ("block_removed", "setup.cfg", "budget", "46 tokens of P2, removed to fit."),
                (
                    "content_sliced",
                    "t.py",
                    "budget",
                    SLICED,
                ),
            ],
        ),
    ],
)
def test_all_that_was_taken_out_is_listed_with_its_reason(limit, told):
    found = [
        (one.type.value, one.target, one.reason.value, one.details)
        for one in build(limit).redactions.redactions
    ]
    assert sorted(found) == sorted(told + ALWAYS)


def test_a_cut_of_one_line_is_told_as_one():
    long = '    return "a text that is long enough to be worth cutting, and more and more of it"\n'
    texts = {"t.py": f"import os\n\n\ndef f():\n{long}\n\nclass A:\n    pass\n"}
    whole = simple(texts, "t.py").budget.estimated_input_tokens
    (cut,) = simple(texts, "t.py", limit=whole - 1).redactions.redactions
    assert cut.details == "SIGNATURES_ONLY: lines 1-4, 6-9 are there; line 5 cut."


def test_of_a_line_that_a_cut_begins_in_a_part_is_there():
    body = "return " + " + ".join(["1"] * 90)
    texts = {"t.py": f"import os\n\n\ndef f(): {body}\n\n\nclass A:\n    pass\n"}
    whole = simple(texts, "t.py").budget.estimated_input_tokens
    report = simple(texts, "t.py", limit=whole - 1)
    (cut,) = report.redactions.redactions
    assert "def f(): ..." in report.rendered
    assert cut.details == "SIGNATURES_ONLY: lines 1-3, 5-8 are there; part of line 4 cut."


def test_a_target_comes_back_whole_where_cutting_another_made_room():
    texts = {
        "t.py": "# a comment that stays with the signatures\n" * 12 + f"def f():\n{BODY}",
        "u.py": f"def g():\n{BODY}",
    }
    whole = simple(texts, "t.py", "u.py").budget.estimated_input_tokens
    forms = {}
    for limit in range(150, whole, 10):
        report = simple(texts, "t.py", "u.py", limit=limit)
        if report.bundle is not None:
            steps = [one.path for one in report.fit_steps if one.action == "slice_target"]
            back = [one.path for one in report.fit_steps if one.action == "bring_back"]
            forms.setdefault((tuple(steps), tuple(back)), limit)
    assert (("t.py", "u.py", "t.py"), ("u.py",)) in forms


def test_a_block_of_a_definition_comes_from_the_index_until_its_file_changed():
    def sources(now):
        index = project(TEXTS, RELATIONS)
        report = built(request("t.py"), index, TEXTS | {"call.py": now})
        assert report.bundle is not None
        return [one.meta.source for one in report.bundle.blocks if one.title == "h in call.py"]

    assert sources(TEXTS["call.py"]) == ["index"]
    assert sources(TEXTS["call.py"] + "# more\n") == ["filesystem"]


def test_a_text_of_the_request_is_plain_and_a_value_is_json():
    report = simple(TEXTS, "t.py", intent="Rename g.")
    assert "## Intent\n```\nRename g.\n```" in report.rendered
    assert "## Plan step\n```json\n{" in report.rendered


def test_what_is_not_said_is_what_the_documents_say():
    assert ModelLimits().model_dump() == {
        "provider": "unnamed",
        "model": "unnamed",
        "max_input_tokens": 100_000,
        "max_output_tokens": 16_000,
        "response_token_reserve": 4_000,
        "soft_limit_threshold_pct": 80,
    }
    config = BuilderConfig()
    assert (config.include_optional, config.max_hops, config.signals) == (False, 2, None)
    assert SignalWeights().model_dump(exclude={"schema_version"}) == {
        "words": 4,
        "target_words": 2,
        "co_change": 8,
        "test_pair": 4,
        "edges": 4,
        "points": 300,
        "most_files": 40,
        "most_changes": 1_000,
    }


def test_two_names_that_look_alike_are_no_relation():
    texts = {
        "quay.py": "x = 1\n",
        "tests/test_quay_more.py": "y = 1\n",
        "tests/other.py": "z = 1\n",
    }
    report = simple(texts, "quay.py")
    assert [one.path for one in report.ranking] == ["quay.py"]
