"""Blocks stand by priority, then by type, then by path, symbol or title in bytewise order."""

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.builder.outputs import BlockType, Priority
from tests.shared.bundle_input import built, calls, imports, project, request, simple

TYPES = ["system", "constraints", "project_meta", "file", "symbol", "error_context", "diff_hint"]


def key(block):
    if block.block_type is BlockType.FILE:
        last = block.meta.path
    elif block.block_type is BlockType.SYMBOL:
        last = block.meta.symbol
    else:
        last = block.title
    return (
        ["P0", "P1", "P2", "P3"].index(block.priority),
        TYPES.index(block.block_type),
        last.encode(),
    )


def test_every_kind_of_block_has_its_place():
    texts = {
        "B.cs": "class B { void F() { C.Go(); } }\n",
        "a.cs": "class A { }\n",
        "C.cs": "class C { static void Go() { } }\n",
        "Makefile": "all:\n",
    }
    report = simple(
        texts,
        "B.cs",
        purpose="plan",
        system="Rules.",
        intent="Do it.",
        constraints={"user": ["MUST_NOT add dependencies"]},
        last_error="It failed.",
        relations=[imports("B.cs", "a.cs"), calls("B.cs#B.F", "C.cs#C.Go")],
    )
    assert report.bundle is not None
    assert [(block.priority, block.block_type, block.title) for block in report.bundle.blocks] == [
        ("P0", "system", "Rules of the call"),
        ("P0", "constraints", "Active constraints"),
        ("P0", "project_meta", "Intent"),
        ("P0", "file", "B.cs"),
        ("P0", "error_context", "Last error"),
        ("P0", "diff_hint", "Plan step"),
        ("P1", "file", "a.cs"),
        ("P1", "symbol", "C.Go in C.cs"),
        ("P2", "project_meta", "Project"),
        ("P2", "file", "C.cs"),
        ("P2", "file", "Makefile"),
    ]


def test_definitions_stand_by_their_names_wherever_they_are():
    texts = {
        "t.cs": "class T { void F() { A.Z(); B.C(); } }\n",
        "one.cs": "class B { static void C() { } }\n",
        "two.cs": "class A { static void Z() { } }\n",
    }
    relations = [calls("t.cs#T.F", "one.cs#B.C"), calls("t.cs#T.F", "two.cs#A.Z")]
    report = simple(texts, "t.cs", relations=relations)
    titles = [block.title for block in report.bundle.blocks if block.block_type == "symbol"]
    assert titles == ["A.Z in two.cs", "B.C in one.cs"]


def test_paths_are_compared_by_their_bytes():
    names = ["z.py", "Z.py", "\u00e9.py", "e.py", "\U0001f600.py", "\uffee.py", "a/b.py", "a.py"]
    texts = dict.fromkeys(names, "x = 1\n")
    report = simple(texts, *names)
    assert report.bundle is not None
    files = [block.meta.path for block in report.bundle.blocks if block.block_type == "file"]
    assert files == sorted(names, key=str.encode)


paths = st.text("abZ\u00e9\u4e2d/._-", min_size=1, max_size=8).filter(
    lambda path: not path.startswith("/") and ".." not in path.split("/")
)


@given(st.sets(paths, min_size=1, max_size=8), st.data())
def test_order_is_always_that_of_the_document(names, data):
    plain = {"/".join(p for p in name.split("/") if p not in {"", "."}) for name in names} - {""}
    texts = {f"{name}.py": f"# {name}\n" for name in plain}
    if not texts:
        return
    every = sorted(texts)
    relations = [
        make(source, target)
        for make in (imports, calls)
        for source, target in data.draw(
            st.lists(st.tuples(st.sampled_from(every), st.sampled_from(every)), max_size=6)
        )
    ]
    report = built(request(every[0], purpose="plan"), project(texts, relations), texts)
    assert report.bundle is not None
    blocks = report.bundle.blocks
    assert [block.block_id for block in blocks] == [
        block.block_id for block in sorted(blocks, key=key)
    ]
    assert {block.priority for block in blocks} <= set(Priority)
