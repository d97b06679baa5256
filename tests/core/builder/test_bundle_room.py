"""What becomes of every file as the room grows."""

import pytest

from inspector.core import BuilderConfig
from inspector.core.reasons import Reason
from inspector.project.code import SliceLevel
from tests.shared.bundle_input import calls, imports, simple

FORMS = {
    SliceLevel.FULL_FILE: "W",
    SliceLevel.SIGNATURES_ONLY: "s",
    SliceLevel.SUMMARY_ONLY: "l",
}


def code(name, lines):
    body = "".join(f"    value_{number} = {number}\n" for number in range(lines))
    inner = "    def inner(self):\n" + "    value_0 = 0\n" * 3 + "        return 1\n"
    head = f"import os\n\n\ndef {name}(one, two):\n{body}    return one\n\n\n"
    return f"{head}class {name.title()}:\n{inner}"


@pytest.mark.parametrize(
    ("limit", "forms"),
    # The target; what it imports (the first has no signatures), by size; two callers; a dependency
    # of a dependency. Whole, its signatures, one line, or out; then whether what is out is named.
    [
        (180, "s-----------"),
        (220, "s----------- named"),
        (228, "s----------- named"),
        (232, "s----------- named"),
        (233, "s-l---------"),
        (282, "s-l--------- named"),
        (283, "s----------s"),
        (284, "s-s---------"),
        (340, "W-----------"),
        (413, "W----------- named"),
        (414, "W-l---------"),
        (520, "W-s--------- named"),
        (580, "W-ss--------"),
        (620, "WW---------- named"),
        (760, "WWsl-------- named"),
        (920, "WWsss------- named"),
        (1_140, "WWsssss----- named"),
        (1_186, "WWsssssl---- named"),
        (1_189, "WWsssssl---- named"),
        (1_190, "WWWsss------ named"),
        (1_200, "WWWsss------ named"),
        (1_360, "WWWsssss---- named"),
        (1_385, "WWWsssss---- named"),
        (1_386, "WWWWssl----- named"),
        (1_400, "WWWWsss----- named"),
        (1_620, "WWWWsssss--- named"),
        (1_628, "WWWWWss----- named"),
        (1_640, "WWWWWssl---- named"),
        (1_900, "WWWWWsssss-- named"),
        (1_940, "WWWWWWss---- named"),
        (2_020, "WWWWWWsss--- named"),
        (2_240, "WWWWWWssssss"),
        (2_300, "WWWWWWsssWll"),
        (2_360, "WWWWWWsssWsl"),
        (2_460, "WWWWWWWssssl"),
        (2_660, "WWWWWWWssWss"),
        (2_860, "WWWWWWWssWsW"),
        (3_040, "WWWWWWWWsWss"),
        (3_480, "WWWWWWWWsWWW"),
        (3_620, "WWWWWWWWWsss"),
        (4_080, "WWWWWWWWWWWW"),
    ],
)
def test_what_room_there_is_goes_to_the_files_that_rank_first_and_then_to_many(limit, forms):
    sizes = dict(enumerate([12, 9, 30, 6, 4, 18, 3]))
    texts = {"t.py": code("target", 6), "notes.txt": "words of a note\n" * 12}
    texts |= {f"d{number}.py": code(f"dep{number}", lines) for number, lines in sizes.items()}
    texts |= {"c0.py": code("call0", 5), "c1.py": code("call1", 10), "far.py": code("far", 8)}
    relations = [imports("t.py", path) for path in (*(f"d{n}.py" for n in sizes), "notes.txt")]
    relations += [calls("c0.py", "t.py#target"), calls("c1.py", "t.py#target")]
    relations += [imports("d0.py", "far.py")]
    report = simple(
        texts, "t.py", relations=relations, limit=limit, config=BuilderConfig(include_optional=True)
    )
    by_rank = ["notes.txt", "d6.py", "d4.py", "d3.py", "d1.py", "d0.py", "d5.py", "d2.py"]
    fates = [report.fates[path] for path in ("t.py", *by_rank, "c0.py", "c1.py", "far.py")]
    told = "".join(FORMS[one.level] if one.tokens else "-" for one in fates)
    assert told + " named" * ("Left out to fit" in report.rendered) == forms
    assert report.budget.estimated_input_tokens <= limit


def test_the_name_of_what_is_out_never_takes_the_place_of_its_one_line():
    texts = {"t.py": code("target", 20), "b.py": code("dep", 20)}
    seen = []
    for limit in range(400, 520, 3):
        report = simple(texts, "t.py", relations=[imports("t.py", "b.py")], limit=limit)
        if not report.refused:
            seen.append((report.fates["b.py"].tokens > 0, "Left out to fit" in report.rendered))
    assert seen == sorted(seen)
    assert (True, False) in seen


@pytest.mark.parametrize("ending", ["\n", ""])
def test_one_line_in_the_place_of_a_file_cuts_all_its_lines(ending):
    texts = {"t.py": code("target", 6), "b.py": code("dep", 20).removesuffix("\n") + ending}
    report = simple(texts, "t.py", relations=[imports("t.py", "b.py")], limit=230)
    fate = report.fates["b.py"]
    assert (fate.reason, fate.level) == (Reason.BLOCK_SUMMARY, SliceLevel.SUMMARY_ONLY)
    assert "## File: b.py (one line)\n```\nb.py: dep, Dep\n```" in report.rendered
    (cut,) = report.source_views["b.py"].cuts
    assert (cut.start, cut.end, cut.first_line) == (0, len(texts["b.py"]), 1)
    assert cut.last_line == len(texts["b.py"].splitlines())
