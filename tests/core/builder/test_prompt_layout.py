"""A bundle as a prompt to paste: fitted with all it adds, counted to the token, never broken."""

import xml.etree.ElementTree as ET
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core import BuilderConfig, BundleReport
from inspector.core.builder.drafts import Draft
from inspector.core.builder.layout import SEPARATOR, BlockCounter, Layout, PromptFormat
from inspector.core.builder.outputs import BlockMeta, BlockType, Priority
from inspector.core.tokens import estimator
from tests.shared.bundle_input import PlainScanner, built, imports, project, request

TEXTS = {
    "t.py": "import dep\n\n\ndef f():\n    return dep.g()\n\n\ndef other():\n    return 1\n",
    "lib/dep.py": 'def g():\n    """Count."""\n    a = 1\n    b = 2\n    return a + b\n',
    "lib/far.py": "def h():\n    pass\n",
}
LINKS = [imports("t.py", "lib/dep.py"), imports("lib/dep.py", "lib/far.py")]
FORMS = list(PromptFormat)
contents = st.text(st.sampled_from("a =`]>&<\n\t\x0c\"'é"), max_size=40) | st.sampled_from(
    ["def f():\n    a = 1\n    b = 2\n    return a\n", "k = 'KEY_AAAABBBB'\n", ""]
)


def prompt(
    texts: dict[str, str], form: PromptFormat | None, *, numbers: bool = False, **fields: Any
) -> BundleReport:
    counter = fields.pop("tokens", "chars")
    return built(
        request("t.py", **fields),
        project(texts, LINKS),
        texts,
        config=BuilderConfig(include_optional=True),
        tokens=estimator(counter),
        layout=Layout(form, numbers),
    )


@given(
    st.fixed_dictionaries(dict.fromkeys(TEXTS, contents)),
    st.sampled_from([None, *FORMS]),
    st.booleans(),
    st.integers(0, 3_000),
    st.sampled_from(["chars", "discipline"]),
)
def test_a_prompt_is_never_over_the_limit_and_its_count_is_that_of_its_text(
    texts, form, numbers, limit, counter
):
    report = prompt(texts, form, numbers=numbers, limit=limit, tokens=counter, intent="Do it.")
    assert report.ledger.balances
    if report.bundle is None:
        assert (report.rendered, report.rendered_tokens) == ("", 0)
        return
    assert report.rendered_tokens == estimator(counter).count(report.rendered)
    assert report.rendered_tokens <= report.budget.estimated_input_tokens <= limit
    assert "KEY_AAAABBBB" not in report.rendered
    parts = [report.rendered[one.start : one.end] for one in report.blocks]
    assert [one.block.title in part for one, part in zip(report.blocks, parts, strict=True)]
    assert report.rendered.endswith("\n") or form is None


@given(st.fixed_dictionaries(dict.fromkeys(TEXTS, contents)))
def test_the_xml_of_a_prompt_is_well_formed_and_has_every_block_as_it_is(texts):
    report = prompt(texts, PromptFormat.XML)
    if report.bundle is None:
        return
    found = ET.fromstring(report.rendered).findall("block")  # our own text
    assert [one.get("title") for one in found] == [one.title for one in report.bundle.blocks]
    told = [(one.text or "").removeprefix("\n") for one in found]
    assert told == [one.content.replace("\f", "\u240c") for one in report.bundle.blocks]


@pytest.mark.parametrize("form", FORMS)
def test_a_prompt_says_what_marks_mean_lists_its_files_and_ends_with_the_task(form):
    text = prompt(TEXTS, form, intent="Rename g.").rendered
    about, tree = text.index("signatures only"), text.index("lib/\n  dep.py ")
    assert about < tree < text.index("Rename g.") < text.index("return a + b")
    assert text.count('"target_files"') == 2
    assert text.rindex('"target_files"') > text.rindex("return a + b")
    assert text.endswith("\n")


@pytest.mark.parametrize(
    ("form", "block", "end"),
    [
        (
            PromptFormat.TEXT,
            "\n\n==== project meta: Intent ====\nRename g.\n====\n\n",
            "\n\n==== The task again: Intent ====\nRename g.\n====\n",
        ),
        (
            PromptFormat.MARKDOWN,
            "\n\n## Intent\n```\nRename g.\n```\n\n",
            "\n\n## The task again: Intent\n```\nRename g.\n```\n",
        ),
        (
            PromptFormat.XML,
            '<block kind="project meta" title="Intent"><![CDATA[\nRename g.]]></block>\n\n',
            "\n\n<task><![CDATA[\nRename g.]]></task>\n\n</prompt>\n",
        ),
    ],
)
def test_every_format_marks_blocks_and_the_task_in_its_own_way(form, block, end):
    text = prompt(TEXTS, form, purpose="intent", intent="Rename g.").rendered
    assert text.count(block) == 1
    assert text.count("Rename g.") == 2
    assert text.endswith(end)


def test_the_tree_of_a_prompt_names_every_folder_once_and_every_file_below_it():
    paths = ["lib/a/dep.py", "lib/a/deep/er.py", "lib/b.py", "lib-c.py", "z/a/dep.py"]
    texts = {"t.py": "x = 1\n"} | dict.fromkeys(paths, "y = 1\n")
    report = built(
        request("t.py"),
        project(texts, [imports("t.py", path) for path in paths]),
        texts,
        tokens=estimator("chars"),
        layout=Layout(PromptFormat.TEXT),
    )
    tokens = {one.block.title: f"{one.tokens:,}" for one in report.blocks}
    tree = report.rendered.partition("files, in tokens ====\n")[2].partition("\n====")[0]
    assert tree.split("\n") == [
        "lib/",
        "  a/",
        "    deep/",
        f"      er.py {tokens['lib/a/deep/er.py']}",
        f"    dep.py {tokens['lib/a/dep.py']}",
        f"  b.py {tokens['lib/b.py']}",
        f"lib-c.py {tokens['lib-c.py']}",
        f"t.py {tokens['t.py']}",
        "z/",
        "  a/",
        f"    dep.py {tokens['z/a/dep.py']}",
    ]


def test_without_a_step_the_task_is_the_intent():
    report = prompt(TEXTS, PromptFormat.TEXT, purpose="intent", intent="Rename g.")
    assert report.rendered.count("Rename g.") == 2
    assert report.rendered.rindex("The task again: Intent") > report.rendered.index("Rename g.")


def test_blocks_of_a_prompt_stand_in_the_order_of_the_document():
    report = prompt(TEXTS, PromptFormat.MARKDOWN)
    assert report.bundle is not None
    starts = [report.rendered.index(f"{one.title}\n") for one in report.bundle.blocks]
    assert starts == sorted(starts)


def test_no_row_of_signs_in_a_file_ends_its_block():
    texts = TEXTS | {"t.py": "==== end ====\n```\n]]>\n"}
    text = prompt(texts, PromptFormat.TEXT).rendered
    assert "===== file: t.py =====\n==== end ====\n```\n]]>\n=====\n" in text
    markdown = prompt(texts, PromptFormat.MARKDOWN).rendered
    assert "````python\n==== end ====\n```\n]]>\n````" in markdown


def test_lines_have_the_numbers_of_the_file_also_behind_a_cut():
    long = "def long():\n" + "    print('a line that is not short')\n" * 30
    texts = TEXTS | {"t.py": f"{long}\n\n{TEXTS['t.py']}"}
    report = prompt(texts, PromptFormat.TEXT, numbers=True, symbols=["f"], limit=1_600)
    assert "t.py (the named symbols only)" in report.rendered
    assert "1| # 31 lines cut\n" in report.rendered
    assert "37| def f():\n38|     return dep.g()\n" in report.rendered
    whole = prompt(TEXTS, PromptFormat.TEXT, numbers=True).rendered
    assert "8| def other():\n9|     return 1\n" in whole
    assert "its number in the file" in whole


def test_behind_several_cuts_every_line_has_the_number_of_the_file():
    bodies = "".join(
        f"def f{number}():\n" + "    a = 'a line that is not short'\n" * (number + 3) + "\n"
        for number in range(3)
    )
    texts = TEXTS | {"t.py": bodies}
    report = prompt(texts, PromptFormat.TEXT, numbers=True, limit=1_150)
    assert "t.py (signatures only)" in report.rendered
    lines = dict(enumerate(bodies.split("\n"), 1))
    shown = report.rendered.partition("t.py (signatures only)")[2].partition("\n====")[0]
    told = [line.partition("| ")[::2] for line in shown.split("\n")[1:]]
    defined = {int(number): text for number, text in told if text.startswith("def ")}
    assert defined == {at: text for at, text in lines.items() if text.startswith("def ")}


@pytest.mark.parametrize("form", FORMS)
def test_a_block_takes_what_it_adds_to_the_list_of_files_too(form):
    layout, chars = Layout(form), estimator("chars")
    draft = Draft(
        BlockType.FILE, Priority.P1, "a/b.py", "x = 1\n", BlockMeta(source="index", path="a/b.py")
    )
    inside = chars.count(layout.block(draft))
    counted = BlockCounter(chars, layout).counted(draft)
    assert counted.tokens == inside + chars.count(f"\na/b.py {inside}")
    assert BlockCounter(chars).parts(100, 0) == BlockCounter(chars).parts(100, 1) == 100
    assert BlockCounter(chars).parts(100, 3) == 100 + 2 * chars.count(SEPARATOR)
    assert BlockCounter(chars).counted(draft).tokens == chars.count(Layout().block(draft))


def test_a_last_line_without_an_end_has_its_number_too():
    texts = TEXTS | {"t.py": "a = 1\nb = 2", "lib/dep.py": "c = 3\n"}
    text = prompt(texts, PromptFormat.TEXT, numbers=True).rendered
    assert "1| a = 1\n2| b = 2\n====" in text
    assert "1| c = 3\n====" in text


def test_the_fingerprint_tells_every_format_and_line_numbers_apart():
    prints = {
        prompt(TEXTS, form, numbers=numbers).manifest.fingerprints.config_fingerprint
        for form in FORMS
        for numbers in (False, True)
    }
    assert len(prints) == 2 * len(FORMS)
    bare = prompt(TEXTS, None).manifest.fingerprints.config_fingerprint
    assert bare not in prints


def test_without_a_form_the_text_is_the_bare_blocks_and_the_rules_are_the_same():
    bare, laid_out = prompt(TEXTS, None), prompt(TEXTS, PromptFormat.XML)
    assert bare.rendered.startswith("## Plan step\n") or bare.rendered.startswith("## File")
    first, second = bare.manifest.fingerprints, laid_out.manifest.fingerprints
    assert first.bundle_fingerprint == second.bundle_fingerprint
    assert first.config_fingerprint != second.config_fingerprint


def test_a_secret_that_only_a_tree_would_make_refuses_the_call():
    """The look at the finished text is at all of it, not at the blocks alone."""

    class TreeScanner(PlainScanner):
        def scan(self, text):
            from inspector.project.findings import Confidence, SecretFinding

            at = text.find("lib/\n  dep.py")
            found = SecretFinding(at, at + 3, "test-key", "key", Confidence.HIGH)
            return (found,) if at >= 0 else ()

    report = built(
        request("t.py"),
        project(TEXTS, LINKS),
        TEXTS,
        scanner=TreeScanner(),
        layout=Layout(PromptFormat.MARKDOWN),
    )
    assert report.refusal is not None
    assert report.refusal.code == "SecretRisk"
    assert report.rendered == ""
