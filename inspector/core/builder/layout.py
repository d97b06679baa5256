"""How the text of a bundle is laid out and measured: bare blocks, or a prompt that can be pasted.

A block is text under its heading, inside a fence of its own. A prompt begins with what its cuts and
marks mean and with its files as a tree, and says the task once more at its end; the blocks are the
same, in the same order. What is counted are these texts (Builder, token estimation).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import takewhile
from operator import eq

from inspector.core.builder.drafts import Draft
from inspector.core.builder.outputs import BlockType
from inspector.core.text import in_markup
from inspector.core.tokens import TokenCounter, UncountableTextError
from inspector.project.code.slices import SliceLevel
from inspector.project.paths import in_bytes, shown_path

SEPARATOR = "\n\n"
"""What stands between two blocks."""

_KINDS = {BlockType.FILE: "File: ", BlockType.SYMBOL: "Symbol: "}
_SHORTEST_FENCE = 3


def render_block(draft: Draft, content: str) -> str:
    """A block with what is sent of it."""
    heading = f"## {_KINDS.get(draft.block_type, '')}{draft.title}"
    return f"{heading}\n{fenced(content, draft.language)}"


def fenced(content: str, language: str = "") -> str:
    """A text in a fence.

    The fence is longer than any row of backticks inside, so that no content can end its block or
    start another one.
    """
    fence = "`" * max(_SHORTEST_FENCE, longest_row("`", content) + 1)
    end = "" if content.endswith("\n") else "\n"
    return f"{fence}{language}\n{content}{end}{fence}"


def longest_row(sign: str, text: str) -> int:
    """How often a sign stands in a row at most."""
    return max(map(len, re.findall(f"{re.escape(sign)}+", text)), default=0)


_ABOUT = """\
Blocks of a project, chosen for one call. What the marks mean:
- "(signatures only)", "(the named symbols only)", "(one line)" in a title: the block is cut. \
A comment such as "12 lines cut" stands where lines are missing.
- "[REDACTED:...]": a secret stood here and was taken out.
- "(to be created)": the file is not there yet.
- "Left out to fit": files that were left out for room; ask for them if they are needed."""
_ABOUT_NUMBERS = '\n- "12| " before a line: its number in the file; it is no part of the file.'
_AGAIN = "The task again: "
_SHORTEST_RULE = 4
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


class PromptFormat(StrEnum):
    """How a prompt marks where its blocks begin and end."""

    TEXT = "text"  # rows of equals signs
    MARKDOWN = "markdown"  # headings and fences
    XML = "xml"  # elements with CDATA


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A text with the places of its blocks, in code points (end exclusive)."""

    text: str
    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """How a bundle becomes a text. Without a ``form`` it is the bare blocks, and nothing else.

    ``task`` is the name of the block that stands once more at the end, "" for none.
    """

    form: PromptFormat | None = None
    line_numbers: bool = False
    task: str = ""

    def whole(self, drafts: Sequence[Draft]) -> LaidOut:
        """The text of blocks that come in order."""
        before, after = self._around(drafts)
        parts = [*before, *map(self.block, drafts), *after]
        places = []
        start = 0
        for part in parts:
            places.append((start, start + len(part)))
            start += len(part) + len(SEPARATOR)
        ours = places[len(before) : len(before) + len(drafts)]
        return LaidOut(SEPARATOR.join(parts) + ("\n" if self.form else ""), tuple(ours))

    def block(self, draft: Draft) -> str:
        """One block as text, which no content can end or begin."""
        content = numbered(draft) if self.line_numbers else draft.content
        if self.form in (None, PromptFormat.MARKDOWN):
            return render_block(draft, content)
        kind, title = draft.block_type.value.replace("_", " "), draft.title
        if self.form is PromptFormat.TEXT:
            return _ruled(f"{kind}: {title}", content)
        return _element("block", content, f' kind="{in_markup(kind)}" title="{in_markup(title)}"')

    def elsewhere(self, draft: Draft) -> str:
        """What a block adds outside itself: its line of the tree, the task again."""
        if self.form is None:
            return ""
        if draft.path:
            return f"\n{draft.path} {draft.tokens:,}"
        return SEPARATOR + self._again(draft) if draft.name == self.task else ""

    def _around(self, drafts: Sequence[Draft]) -> tuple[list[str], list[str]]:
        if self.form is None:
            return [], []
        about = _ABOUT + (_ABOUT_NUMBERS if self.line_numbers else "")
        tree = "\n".join(_tree(drafts))
        again = [self._again(one) for one in drafts if one.name == self.task and not one.path]
        if self.form is PromptFormat.XML:
            begin = f"<prompt>\n{_element('about', about)}"
            return [begin, _element("files", tree, ' unit="tokens"')], [*again, "</prompt>"]
        if self.form is PromptFormat.TEXT:
            return [about, _ruled("files, in tokens", tree)], again
        return [f"# Context\n\n{about}", f"## Files, in tokens\n{fenced(tree)}"], again

    def _again(self, draft: Draft) -> str:
        if self.form is PromptFormat.XML:
            return _element("task", draft.content)
        if self.form is PromptFormat.TEXT:
            return _ruled(f"{_AGAIN}{draft.title}", draft.content)
        return f"## {_AGAIN}{draft.title}\n{fenced(draft.content, draft.language)}"


PLAIN = Layout()
"""The bare blocks: what ``context.txt`` holds."""


def numbered(draft: Draft) -> str:
    """The content of a file with the file's line numbers; other blocks have none.

    A line in which lines were cut has the number of the first of them.
    """
    stands_for_file = draft.cuts[:1] and draft.level is not SliceLevel.TARGET_REGION_ONLY
    stands_for_file = stands_for_file and draft.cuts[0].end - draft.cuts[0].start == len(
        draft.whole
    )
    if not draft.is_file or not draft.content or stands_for_file or draft.doubt:
        return draft.content
    jumps: dict[int, int] = {}
    gone = 0
    for cut in draft.cuts:
        ends = draft.whole.count("\n", cut.start, cut.end)
        line = draft.whole.count("\n", 0, cut.start) - gone
        jumps[line] = jumps.get(line, 0) + ends
        gone += ends
    lines = draft.content.split("\n")
    ends_open = lines[-1] != ""
    told = []
    number = 1
    for place, text in enumerate(lines if ends_open else lines[:-1]):
        told.append(f"{number}| {text}")
        number += 1 + jumps.get(place, 0)
    return "\n".join(told) + ("" if ends_open else "\n")


def _tree(drafts: Iterable[Draft]) -> list[str]:
    """Every file with the tokens of its blocks, below its folders."""
    tokens: dict[str, int] = {}
    for draft in drafts:
        if draft.path:
            tokens[draft.path] = tokens.get(draft.path, 0) + draft.tokens
    lines: list[str] = []
    above: list[str] = []
    for path in sorted(tokens, key=lambda one: [in_bytes(part) for part in one.split("/")]):
        *folders, name = path.split("/")
        shared = sum(takewhile(bool, map(eq, above, folders)))
        lines += [
            f"{'  ' * depth}{shown_path(folders[depth])}/" for depth in range(shared, len(folders))
        ]
        lines.append(f"{'  ' * len(folders)}{shown_path(name)} {tokens[path]:,}")
        above = folders
    return lines


def _ruled(title: str, content: str) -> str:
    rule = "=" * max(_SHORTEST_RULE, longest_row("=", content) + 1)
    end = "" if content.endswith("\n") else "\n"
    return f"{rule} {title} {rule}\n{content}{end}{rule}"


def _element(name: str, content: str, attributes: str = "") -> str:
    """An element of XML. What XML cannot hold becomes a picture of it, or U+FFFD."""
    told = _NOT_XML.sub(_picture, content).replace("]]>", "]]]]><![CDATA[>")
    return f"<{name}{attributes}><![CDATA[\n{told}]]></{name}>"


def _picture(found: re.Match[str]) -> str:
    code = ord(found[0])
    return chr(0x2400 + code) if code < 0x20 else "\ufffd"


class UncountableBlockError(ValueError):
    """A block has no token count; ``title`` says which."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.title = title


class BlockCounter:
    """Counts blocks with one counter.

    The estimate of a bundle is the sum of its blocks and of the separators between them, or the
    count of the joined text where that is more: it never says less than either.
    """

    def __init__(self, counter: TokenCounter, layout: Layout = PLAIN) -> None:
        self.layout = layout
        self._counter = counter
        self._separator = counter.count(SEPARATOR)
        self._around = counter.count(layout.whole(()).text + SEPARATOR) if layout.form else 0

    @property
    def name(self) -> str:
        """The counter's name with its version."""
        return self._counter.name

    def count(self, text: str) -> int:
        """Tokens of a text that can be counted."""
        return self._counter.count(text)

    def counted(self, draft: Draft) -> Draft:
        """The block with what it takes, here and elsewhere. Raises ``UncountableBlockError``."""
        try:
            counted = replace(draft, tokens=self._counter.count(self.layout.block(draft)))
            elsewhere = self.layout.elsewhere(counted)
            more = self._counter.count(elsewhere) if elsewhere else 0
            return replace(counted, tokens=counted.tokens + more)
        except UncountableTextError:
            raise UncountableBlockError(draft.title) from None

    def counted_whole(self, drafts: Iterable[Draft]) -> list[Draft]:
        """Blocks as they are before fitting, where what they take is what they need."""
        return [replace(draft, needed=draft.tokens) for draft in map(self.counted, drafts)]

    def parts(self, tokens: int, blocks: int) -> int:
        """The estimate from the sum of the tokens of so many blocks."""
        return tokens + self._around + self._separator * max(0, blocks - 1)

    def joined(self, drafts: Iterable[Draft]) -> int:
        """Tokens of all blocks as one text. Raises ``UncountableBlockError``."""
        ordered = sorted(drafts, key=lambda draft: draft.order)
        try:
            return self._counter.count(self.layout.whole(ordered).text)
        except UncountableTextError:
            raise UncountableBlockError("the joined text") from None
