"""The tokens of blocks, and of all of them together (Builder, token estimation)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from inspector.core.builder.drafts import Draft
from inspector.core.builder.layout import PLAIN, Layout
from inspector.core.builder.rendering import SEPARATOR
from inspector.core.tokens import TokenCounter, UncountableTextError


class UncountableBlockError(ValueError):
    """A block has no token count; ``title`` says which."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.title = title


class Measure:
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
