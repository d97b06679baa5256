"""Aider's repository map for one project after the other, as its published package makes it.

    PYTHON aider_map.py

runs in an interpreter of its own that has ``aider-chat``, ``regex`` and ``tiktoken``, started by
``bench_replay``. A line of standard input is an object of ``root``, ``target``, ``in_chat``,
``words`` and ``rooms``; the answering line has, for every room in tokens, the files of which the
map shows definitions, each with what it shows. A map may be up to 15 % larger than it was asked
to be: then one is asked for that is within the room.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
from pathlib import Path

from inspector.core.tokens import MemoCounter, counter_by_name

_OVER = 1.15  # what a map may take of the room it is given
_SHORTEST_STEM = 5  # letters of a file's name that count as naming it, as in aider's own chat


class _Counting:
    """What aider takes for a model: it is asked for tokens only."""

    def __init__(self) -> None:
        self._counter = MemoCounter(counter_by_name("o200k_base"))

    def token_count(self, text: str) -> int:
        return self._counter.count(text)


class _Silent:
    """What aider takes for its terminal."""

    def read_text(self, path: str) -> str:
        return Path(path).read_text(encoding="utf-8", errors="replace")

    def tool_output(self, *_said: object) -> None: ...

    tool_warning = tool_error = tool_output


def main() -> None:
    """Answer every line."""
    from aider.repomap import RepoMap

    counting = _Counting()
    for line in sys.stdin:
        task = json.loads(line)
        root = Path(task["root"])
        paths = [str(path) for path in sorted(root.rglob("*")) if path.is_file()]
        paths = [path for path in paths if ".aider.tags" not in path]
        target = str(root / task["target"])
        chat = [target] if task["in_chat"] else []
        others = [path for path in paths if path not in chat]
        words = set(task["words"])
        named = {
            str(Path(path).relative_to(root))
            for path in others
            if len(Path(path).stem) >= _SHORTEST_STEM and Path(path).stem in words
        }
        shown = []
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            maps = RepoMap(1, str(root), counting, _Silent(), refresh="always")
            for room in task["rooms"]:
                text = ""
                for asked in (room, int(room / _OVER)):
                    maps.max_map_tokens = asked
                    text = maps.get_repo_map(chat, others, named, words, force_refresh=True) or ""
                    if counting.token_count(text) <= room:
                        break
                parts = re.split(r"^([^\s│⋮].*):$", text, flags=re.MULTILINE)
                shown.append(dict(zip(parts[1::2], parts[2::2], strict=True)))
        print(json.dumps(shown), flush=True)


if __name__ == "__main__":
    main()
