"""Counting large batches faster, where the optional package ``toktok`` is installed.

Its counts are tiktoken's wherever both agree on what a character is. They disagree on characters
that Unicode got lately and on the long s, so that only texts of characters whose nature has been
settled for decades are handed over; tiktoken counts the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

PAYS_FROM = 8_000_000  # characters: loading takes as long as tiktoken needs for so many
_LONGEST = 50_000  # characters of a text; longer ones may hold runs that have a way of their own

# Latin but for the long s, Cyrillic, punctuation, kana, unified ideographs and Hangul syllables.
SETTLED = re.compile(
    "[\0-\u017e\u0180-\u024f\u0400-\u04ff\u2010-\u2027\u2030-\u205e\u20ac"
    "\u3000-\u3029\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fa5\uac00-\ud7a3]*"
)

_PROBES = (
    "",
    " ",
    "it's IT'S we'll WE'LL 'tis",
    "\r\n\r\n  \t x\n",
    "1234567890 12 1,234.5",
    "def f(a, b=None):\n    return {'a': [a, *b]}  # ok\n",
    "été Ärger naïve ĐŽ",
    "Привет, мир! ещё",
    "中文字符。テスト、カタカナ 한국어",
    "AbCdEF_gh-IJ/kl\\mn—“q” … €5",
    "<|endoftext|> <|fim_prefix|>",
    "\u00a0\u00a0a\u0085b\u3000c",
)


class FastBatch:
    """Counts texts of one encoding in many at once.

    Made by ``fast_batch``, which checks that it counts as the exact counter does.
    """

    def __init__(self, counts: Callable[..., list[int]], encoding: str) -> None:
        self._counts, self._encoding = counts, encoding

    def count_many(self, texts: Sequence[str], one_by_one: Callable[[str], int]) -> list[int]:
        """Return the tokens of each text; ``one_by_one`` counts what is not handed over."""
        handed = [len(text) <= _LONGEST and SETTLED.fullmatch(text) is not None for text in texts]
        found = iter(
            self._counts([t for t, ok in zip(texts, handed, strict=True) if ok], self._encoding)
        )
        return [
            next(found) if ok else one_by_one(text) for text, ok in zip(texts, handed, strict=True)
        ]


def fast_batch(
    encoding: str, exact: Callable[[str], int], package: str = "toktok"
) -> FastBatch | None:
    """Return the faster counter of an encoding; None where there is none that counts the same."""
    if find_spec(package) is None:
        return None
    module: Any = import_module(package)
    try:
        made = FastBatch(module.batch_count, encoding)
        agrees = made.count_many(_PROBES, exact) == [exact(text) for text in _PROBES]
    except Exception:  # noqa: BLE001  # whatever is wrong with it, tiktoken is there
        return None
    return made if agrees else None
