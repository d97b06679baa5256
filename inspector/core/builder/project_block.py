"""What a model may know of the project as a whole: counts, languages, folders; no contents."""

from __future__ import annotations

from collections import Counter

from inspector.core.builder.drafts import Draft, count_of
from inspector.core.builder.outputs import BlockMeta, BlockSource, BlockType, Priority
from inspector.project.index import Exclusion, ProjectIndex
from inspector.project.paths import in_bytes, shown_path

LEVELS = 2
"""How deep the folders are told apart."""

_HIDDEN = frozenset(
    {Exclusion.DENY_RULE, Exclusion.OUTSIDE_SANDBOX, Exclusion.GONE, Exclusion.SECRET_RISK}
)


def project_block(index: ProjectIndex) -> Draft:
    """Sum up the project: files by language, and by folder down to the second level.

    Paths that a rule denies are neither named nor counted. Priority P2: it helps, and nothing
    depends on it.
    """
    languages: Counter[str] = Counter()
    folders: Counter[str] = Counter()
    files = 0
    for path, file in index.files.items():
        if file.exclusion in _HIDDEN:
            continue
        files += 1
        languages[file.language or "other"] += 1
        folders["/".join(path.split("/")[:-1][:LEVELS])] += 1
    lines = [count_of(files, "file"), "", "Languages:"]
    by_number = sorted(languages.items(), key=lambda pair: (-pair[1], in_bytes(pair[0])))
    lines += [f"- {name}: {count_of(number, 'file')}" for name, number in by_number]
    lines += ["", "Folders:"]
    by_path = sorted(folders.items(), key=lambda pair: in_bytes(pair[0]))
    lines += [f"- {shown_path(path) or '.'}/: {count_of(n, 'file')}" for path, n in by_path]
    return Draft(
        BlockType.PROJECT_META,
        Priority.P2,
        "Project",
        "\n".join(lines),
        BlockMeta(source=BlockSource.INDEX),
    )
