"""A source tree read safely: walking it, deny rules, the outline of code, secrets, the kept index.

Stands on the core's basics (problems, models of values, lexical scores) and below the builder's
engine, which is handed an index and a scanner as it is handed token counters.
"""

from typing import TYPE_CHECKING

from inspector.lazy import load_when_asked

if TYPE_CHECKING:
    from inspector.project.cache import IndexCache
    from inspector.project.code.facts import UnpackError
    from inspector.project.contents import Refused, SourceText, Unread
    from inspector.project.index import Cancelled, IndexCancelledError
    from inspector.project.indexing import Progress, index_project, reindexed
    from inspector.project.reader import ProjectReader

__all__ = [
    "Cancelled",
    "IndexCache",
    "IndexCancelledError",
    "Progress",
    "ProjectReader",
    "Refused",
    "SourceText",
    "UnpackError",
    "Unread",
    "index_project",
    "reindexed",
]

load_when_asked(
    __name__,
    {
        "cache": "IndexCache",
        "code.facts": "UnpackError",
        "contents": "Refused SourceText Unread",
        "index": "Cancelled IndexCancelledError",
        "indexing": "Progress index_project reindexed",
        "reader": "ProjectReader",
    },
)
