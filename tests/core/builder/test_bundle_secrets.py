"""No secret is sent: it is redacted, its block is out, or the call is refused."""

import re
from dataclasses import replace

import pytest

from inspector.core.builder.inputs import BuilderConfig, SignalWeights
from inspector.core.builder.report import FateKind, RefusalCode, Remedy
from inspector.core.builder.screen import Screen
from inspector.core.reasons import Reason
from inspector.project.code.slices import SliceLevel
from inspector.project.findings import Confidence, SecretFinding
from inspector.project.index import Exclusion
from tests.shared.bundle_input import (
    PlainScanner,
    built,
    calls,
    everything_told,
    imports,
    paths_in,
    project,
    request,
    shut_out,
    simple,
)

KEY = "KEY_" + "A1B2C3D4E5"
WORD = "correct-horse-battery"
TARGET = {"t.py": "import b\n"}
TO_B = [imports("t.py", "b.py")]


def refusal_of(report):
    assert report.refusal is not None
    assert report.refusal.code is RefusalCode.SECRET_RISK
    assert report.bundle is None
    assert report.rendered == ""
    return report.refusal


def test_a_sure_secret_in_a_related_file_is_redacted_where_it_stands():
    texts = TARGET | {"b.py": f"x = 1\ny = '{KEY}'\nz = 3\n"}
    report = simple(texts, "t.py", relations=TO_B)
    assert "y = '[REDACTED:test-key]'\nz = 3\n" in report.rendered
    assert "## File: b.py (1 secret redacted)" in report.rendered
    assert "allowed_findings" not in report.manifest.model_dump()
    assert [(one.type, one.target, one.details) for one in report.redactions.redactions] == [
        ("pattern_redacted", "b.py", "line 2: test-key")
    ]
    assert report.fates["b.py"].kind is FateKind.REDACTED
    assert report.ledger.entries[2].sentence.startswith("In with 1 secret redacted:")
    assert KEY not in everything_told(report)


def test_a_doubtful_secret_puts_the_whole_file_out():
    texts = TARGET | {"b.py": f"x = 1\nmaybe={WORD}\nz = 3\n"}
    report = simple(texts, "t.py", relations=TO_B)
    assert paths_in(report) == ["t.py"]
    assert [(one.path, one.reason) for one in report.manifest.selection.excluded_candidates] == [
        ("b.py", Exclusion.SECRET_RISK)
    ]
    assert [(one.type, one.reason, one.details) for one in report.redactions.redactions] == [
        ("block_removed", "secret", "secret_risk: line 2: test-word")
    ]
    assert report.source_views["b.py"].text == "x = 1\n[REDACTED:test-word]\nz = 3\n"
    assert WORD not in everything_told(report)


@pytest.mark.parametrize(("line", "kind"), [(KEY, "test-key"), (f"maybe={WORD}", "test-word")])
def test_any_secret_in_a_target_refuses_and_names_file_line_and_kind(line, kind):
    report = simple({"t.py": f"x = 1\n# {line}\n"}, "t.py")
    refusal = refusal_of(report)
    assert [(place.path, place.line, place.kind) for place in refusal.places] == [("t.py", 2, kind)]
    assert refusal.sentence == (
        "Refused: t.py, line 2 cannot be sent:"
        f" a secret, or what may be one ({kind}), stands there."
    )
    assert [advice.remedy for advice in refusal.advice] == [
        Remedy.MOVE_SECRET,
        Remedy.ADD_DENY_RULE,
    ]
    assert report.fates["t.py"].kind is FateKind.REFUSED
    assert not any("redacted" in entry.name for entry in report.ledger.entries)
    assert f"[REDACTED:{kind}]" in report.source_views["t.py"].text
    assert KEY not in everything_told(report)
    assert WORD not in everything_told(report)


def test_a_secret_in_a_target_refuses_even_where_slicing_would_cut_it_out():
    body = f"    x = '{KEY}'\n" + "    y = 1\n" * 100
    text = f"def f():\n    return 1\n\n\ndef g():\n{body}"
    refusal_of(simple({"t.py": text}, "t.py", symbols=["f"], limit=400))


def test_all_places_of_all_targets_are_named_at_once():
    texts = {"t.py": f"{KEY}\n\n{KEY}X\n", "u.py": f"maybe={WORD}\n"}
    places = refusal_of(simple(texts, "t.py", "u.py")).places
    assert [(place.path, place.line) for place in places] == [("t.py", 1), ("t.py", 3), ("u.py", 1)]


@pytest.mark.parametrize(
    "fields",
    [
        {"system": f"Use {KEY}."},
        {"intent": f"Use {KEY}."},
        {"intent": {"deep": [{"er": f"maybe={WORD}"}]}},
        {"intent": {KEY: 1}},
        {"constraints": {"project": [f"maybe={WORD}"]}},
        {"last_error": {"trace": f"line\n{KEY}\n"}},
        {"plan_step": {"target_files": ["t.py"], "description": KEY}},
        {"plan_step": {"target_files": ["t.py"], "step_id": KEY}},
        {"model": {"model": KEY}},
        {"model": {"provider": f"maybe={WORD}"}},
        {"user_selected_targets": [{"path": f"{KEY}.py"}]},
        {"plan_step": {"target_files": ["t.py", f"{KEY}/t.py"]}},
        {"plan_step": {"target_files": [f"../{KEY}"]}},
        {"plan_step": {"target_symbols": [KEY]}},
    ],
)
def test_a_secret_in_the_request_itself_refuses_and_is_told_nowhere(fields):
    report = simple(TARGET, "t.py", **fields)
    assert report.refused
    # Nothing was fitted, so nothing was estimated.
    assert report.budget.estimated_input_tokens == 0
    told = everything_told(report)
    assert KEY not in told
    assert WORD not in told


def test_a_candidate_whose_path_is_a_secret_is_out_and_its_path_is_not_told():
    texts = TARGET | {f"{KEY}.py": "x = 1\n", "c.py": "y = 1\n"}
    relations = [imports("t.py", f"{KEY}.py"), imports(f"{KEY}.py", "c.py")]
    report = simple(texts, "t.py", relations=relations)
    assert paths_in(report) == ["t.py"]
    assert [one.path for one in report.manifest.selection.excluded_candidates] == [
        "[REDACTED:test-key].py"
    ]
    # Nothing of it was read, so nothing was taken out of a text.
    assert [(one.type, one.target) for one in report.redactions.redactions] == [
        ("path_excluded", "[REDACTED:test-key].py"),
        ("block_removed", "optional context"),
    ]
    told = (report.manifest, report.redactions, report.ranking, list(report.ledger.entries))
    assert KEY not in "".join(map(repr, told)) + report.rendered + repr(report)


def test_a_secret_path_is_found_among_any_number_of_others():
    paths = [f"a{number}.py" for number in range(60)]
    for place in (0, 1, 30, 60):
        listed = [*paths[:place], f"{KEY}.py", *paths[place:], "maybe=over", "last.py"]
        assert Screen(PlainScanner()).secret_among(listed) == {f"{KEY}.py", "maybe=over"}


def test_a_value_that_is_known_from_a_name_in_the_request_is_shown_in_no_path_that_is_told():
    texts = TARGET | {f"{WORD}.py": "x = 1\n"}
    related = [imports("t.py", f"{WORD}.py")]
    report = simple(texts, "t.py", relations=related, intent=f"maybe={WORD}")
    assert refusal_of(report)
    assert WORD not in everything_told(report)


def test_a_target_whose_path_is_a_secret_refuses():
    report = simple({f"{KEY}.py": "x = 1\n"}, f"{KEY}.py")
    assert KEY not in repr(refusal_of(report)) + report.manifest.model_dump_json()


def test_a_value_that_is_known_from_one_file_is_a_secret_in_every_other():
    texts = TARGET | {"b.py": f"maybe={WORD}\n", "c.py": f"login('{WORD}')\n"}
    report = simple(texts, "t.py", relations=[*TO_B, imports("t.py", "c.py")])
    assert paths_in(report) == ["t.py"]
    assert WORD not in everything_told(report)


def test_a_value_of_few_letters_is_no_secret_where_nothing_says_that_it_is_one():
    texts = TARGET | {"b.py": "maybe=abcdefg\n", "c.py": "login('abcdefg')\n"}
    report = simple(texts, "t.py", relations=[*TO_B, imports("t.py", "c.py")])
    assert paths_in(report) == ["t.py", "c.py"]
    texts |= {"b.py": "maybe=abcdefgh\n", "c.py": "login('abcdefgh')\n"}
    report = simple(texts, "t.py", relations=[*TO_B, imports("t.py", "c.py")])
    assert paths_in(report) == ["t.py"]


@pytest.mark.parametrize("optional", [False, True])
def test_a_value_that_is_known_from_one_file_is_a_secret_in_the_names_of_others(optional):
    texts = TARGET | {"b.py": f"maybe={WORD}\n", f"{WORD}.py": "x = 1\n", f"far_{WORD}.py": "y\n"}
    binary = shut_out(f"{WORD}.png", Exclusion.BINARY)
    related = [imports("t.py", f"{WORD}.py"), imports("t.py", binary.path)]
    related.append(imports(f"{WORD}.py", f"far_{WORD}.py"))
    index = project(texts, [*TO_B, *related], out=[binary])
    config = BuilderConfig(include_optional=optional)
    report = built(request("t.py"), index, texts, config=config)
    assert paths_in(report) == ["t.py"]
    hidden = "[REDACTED:test-word]"
    assert [(one.path, one.reason) for one in report.manifest.selection.excluded_candidates] == [
        (f"{hidden}.png", Exclusion.BINARY),
        (f"{hidden}.py", Exclusion.SECRET_RISK),
        ("b.py", Exclusion.SECRET_RISK),
        (f"far_{hidden}.py", Exclusion.SECRET_RISK),
    ]
    assert WORD not in everything_told(report)


def test_a_value_that_is_known_from_the_request_is_a_secret_in_the_names_of_files():
    texts = TARGET | {f"{WORD}.py": "x = 1\n", "c.py": f"login('{WORD}')\n"}
    related = [imports("t.py", f"{WORD}.py"), imports("t.py", "c.py")]
    report = simple(texts, "t.py", relations=related, intent=f"maybe={WORD}")
    assert refusal_of(report)
    assert WORD not in everything_told(report)


@pytest.mark.parametrize("text", [f"{KEY}\nx = 1\n", f"x = 1\n\n{KEY}\n", f"\n{KEY}\n"])
def test_a_finding_has_the_line_that_it_begins_on(text):
    texts = TARGET | {"b.py": text}
    report = built(request("t.py"), project(texts, TO_B), texts, finding_key=b"k" * 32)
    assert [(one.path, one.line) for one in report.findings] == [
        ("b.py", text[: text.index(KEY)].count("\n") + 1)
    ]


def test_a_target_whose_name_is_a_value_known_from_another_file_refuses_unnamed():
    texts = {"t.py": "import b\n", "b.py": f"maybe={WORD}\n", f"{WORD}.py": "x = 1\n"}
    report = simple(texts, "t.py", f"{WORD}.py", relations=TO_B)
    assert [place.path for place in refusal_of(report).places] == [
        "the path [REDACTED:test-word].py"
    ]
    assert WORD not in everything_told(report)


def test_how_python_shows_a_report_has_nothing_of_what_was_read_or_sent():
    report = simple(TARGET | {"b.py": "y = 2\n"}, "t.py", relations=TO_B)
    shown = repr(replace(report, budget=None))
    assert re.findall(r"(\w+)=", shown) == [
        *("budget", "refusal", "problems", "rendered_tokens", "estimator", "scanner", "findings")
    ]


def test_a_doubtful_value_is_shown_nowhere_in_its_own_file_either():
    texts = {"t.py": f"maybe={WORD}\nlogin('{WORD}')\n"}
    report = simple(texts, "t.py")
    assert report.source_views["t.py"].text == (
        "[REDACTED:test-word]\nlogin('[REDACTED:test-word]')\n"
    )
    assert [place.line for place in refusal_of(report).places] == [1, 2]


def test_a_target_that_holds_a_value_known_from_another_file_refuses():
    texts = {"t.py": f"import b\nlogin('{WORD}')\n", "b.py": f"maybe={WORD}\n"}
    refusal = refusal_of(simple(texts, "t.py", relations=TO_B))
    assert [(place.path, place.line) for place in refusal.places] == [("t.py", 2)]


class JoiningScanner(PlainScanner):
    """Also finds what begins at the end of one block and ends in the next."""

    def scan(self, text):
        start = text.find("left half")
        end = text.find("right half")
        joined = (SecretFinding(start, end + 10, "halves", "h", Confidence.UNCERTAIN),)
        return joined if 0 <= start < end else ()


def test_a_secret_that_only_joining_makes_refuses():
    texts = {"a.py": "left half", "b.py": "right half"}
    report = built(request("a.py", "b.py"), project(texts), texts, scanner=JoiningScanner())
    places = refusal_of(report).places
    assert [(place.path, place.kind) for place in places] == [
        ("a.py", "halves"),
        ("b.py", "halves"),
    ]


class BetweenScanner(PlainScanner):
    """Also finds what stands between two blocks."""

    def scan(self, text):
        at = text.find("\n\n## File: b.py")
        return (SecretFinding(at, at + 2, "gap", "g", Confidence.UNCERTAIN),) if at >= 0 else ()


def test_a_secret_between_two_blocks_is_told_of_the_one_before():
    texts = {"a.py": "left", "b.py": "right"}
    report = built(request("a.py", "b.py"), project(texts), texts, scanner=BetweenScanner())
    assert [(place.path, place.kind) for place in refusal_of(report).places] == [("a.py", "gap")]


class StubbornScanner(PlainScanner):
    """Finds something in what it redacted itself, beyond the mark."""

    def scan(self, text):
        found = super().scan(text)
        at = text.find("[REDACTED:test-key] tail")
        if at >= 0:
            found = (*found, SecretFinding(at, at + 24, "rest", "r", Confidence.HIGH))
        return found


def test_what_is_still_found_after_redaction_refuses_though_nothing_depends_on_the_block():
    texts = TARGET | {"b.py": f"{KEY} tail\n"}
    report = built(request("t.py"), project(texts, TO_B), texts, scanner=StubbornScanner())
    assert refusal_of(report).places[0].path == "b.py"
    assert "b.py" not in report.source_views


class EmptyScanner(PlainScanner):
    """Finds a place without any length."""

    def scan(self, text):
        at = text.find("here")
        return (SecretFinding(at, at, "nothing", "n", Confidence.HIGH),) if at >= 0 else ()


@pytest.mark.parametrize("place", ["t.py", "b.py"])
def test_a_finding_that_cannot_be_placed_refuses_all_the_same(place):
    texts = TARGET | {"b.py": "x\n"}
    texts[place] += "# here\n"
    report = built(request("t.py"), project(texts, TO_B), texts, scanner=EmptyScanner())
    refusal_of(report)


def test_a_mark_that_stood_in_the_file_before_excuses_nothing():
    texts = TARGET | {"b.py": f"[REDACTED:{KEY}]\n"}
    report = simple(texts, "t.py", relations=TO_B)
    assert "[REDACTED:[REDACTED:test-key]]" in report.rendered


def test_a_signature_with_a_secret_is_out_with_its_file():
    texts = {
        "T.cs": "class T { void F() { H.Go(); } }\n",
        "H.cs": f'class H {{ static void Go(string a = "maybe={WORD}") {{ }} }}\n',
    }
    report = simple(texts, "T.cs", relations=[calls("T.cs#T.F", "H.cs#H.Go")])
    assert report.bundle is not None
    assert [block.block_type for block in report.bundle.blocks] == ["file", "diff_hint"]
    reasons = [entry.reason for entry in report.ledger.entries]
    assert reasons.count(Reason.CANDIDATE_SECRET) == 1


def test_with_signals_what_may_hold_a_secret_stays_by_its_signatures_and_none_of_its_text():
    texts = {
        "T.cs": "class T { void F() { H.Go(); } }\n",
        "H.cs": (
            "class H {\n    static void Go() {\n"
            f'        Log("before"); Use("maybe={WORD}"); Log("after");\n    }}\n}}\n'
        ),
    }
    relations = [imports("T.cs", "H.cs")]
    assert simple(texts, "T.cs", relations=relations).fates["H.cs"].kind is FateKind.EXCLUDED
    config = BuilderConfig(signals=SignalWeights())
    report = simple(texts, "T.cs", relations=relations, config=config)
    fate = report.fates["H.cs"]
    assert (fate.kind, fate.level) == (FateKind.SLICED, SliceLevel.SIGNATURES_ONLY)
    assert fate.reason is Reason.BLOCK_DOUBTFUL
    assert "line 3: test-word" in fate.sentence
    assert "static void Go()" in report.rendered
    assert "before" not in report.rendered
    assert "after" not in report.rendered
    assert WORD not in everything_told(report)
    assert [(one.type, one.reason) for one in report.redactions.redactions] == [
        ("content_sliced", "secret")
    ]
