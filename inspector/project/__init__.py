"""Project folders: walking, reading and indexing them inside a sandbox."""

from typing import TYPE_CHECKING

from inspector.lazy import load_when_asked

if TYPE_CHECKING:
    from inspector.project.cache import IndexCache
    from inspector.project.cancelling import Cancelled, IndexCancelledError
    from inspector.project.contents import Unread
    from inspector.project.indexing import Progress, index_project
    from inspector.project.packing import UnpackError
    from inspector.project.reader import ProjectReader
    from inspector.project.reindexing import reindexed
    from inspector.project.texts import Refused, SourceText

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
        "cancelling": "Cancelled IndexCancelledError",
        "contents": "Unread",
        "indexing": "Progress index_project",
        "packing": "UnpackError",
        "reader": "ProjectReader",
        "reindexing": "reindexed",
        "texts": "Refused SourceText",
    },
)
