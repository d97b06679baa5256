"""What the inputs of the builder say beside their fields."""

from __future__ import annotations

from collections import Counter

from inspector.core.builder.request import ModelLimits
from inspector.language import tr, tr_n
from inspector.project.index import ProjectIndex


def index_text(index: ProjectIndex | None, root: str) -> str:
    """Return what is known of a project, in numbers."""
    if not root:
        return tr("Choose a folder, or drop one here.")
    if index is None:
        return tr("Not indexed.")
    excluded = Counter(file.exclusion for file in index.files.values() if file.exclusion)
    symbols = sum(len(file.symbols) for file in index.files.values())
    files, related = len(index.files), len(index.relations)
    parts = [
        tr_n("{files:,} path", "{files:,} paths", files, files=files),
        tr_n("{symbols:,} symbol", "{symbols:,} symbols", symbols, symbols=symbols),
        tr_n("{related:,} relation", "{related:,} relations", related, related=related),
        tr("{sum:,} blocked", sum=sum(excluded.values())),
    ]
    return " · ".join(parts)


def limits_text(limits: ModelLimits) -> str:
    """Return the hard limit, which follows from the others."""
    return tr("hard {hard_limit_tokens:,}", hard_limit_tokens=limits.hard_limit_tokens)
