"""Project folders: walking, reading and indexing them inside a sandbox."""

from inspector.core.builder.project.cache import IndexCache
from inspector.core.builder.project.cancelling import Cancelled, IndexCancelledError
from inspector.core.builder.project.contents import Unread
from inspector.core.builder.project.indexing import Progress, index_project
from inspector.core.builder.project.packing import UnpackError
from inspector.core.builder.project.reader import ProjectReader
from inspector.core.builder.project.reindexing import reindexed
from inspector.core.builder.project.texts import Refused, SourceText

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
