"""Loading what a model answered: a text, kept as it is to the last line end."""

from __future__ import annotations

from inspector.files.findings import Findings, Loaded, gathered
from inspector.files.source import PathLike, read_source


def load_output(path: PathLike) -> Loaded[str]:
    """Return the text of a file (``-`` is standard input). A blank one is the empty answer."""

    def work(found: Findings) -> str | None:
        own = Findings()
        source = read_source(path, own)
        problems = own.problems()
        if [problem.code for problem in problems] == ["file.empty"]:
            return ""
        for problem in problems:
            found.add(problem)
        return None if source is None else source.data.decode()

    return gathered(work)
