"""Keeping out what holds a secret, as one edit for each sort of holder."""

from __future__ import annotations

from enum import StrEnum

from inspector.core.injection.overrides import Forced
from inspector.session.assembly_edits import remove_item
from inspector.session.discipline_edits import remove_hot_state_field
from inspector.session.overrides_edits import force
from inspector.session.relevance_edits import set_node_text
from inspector.session.store import Edit
from inspector.session.window_edits import remove_chunk, remove_request_chunk

_NEEDED = "session_id"
"""The one field that a hot state cannot be without."""


class Holder(StrEnum):
    """What in a session holds a text that may go to a model."""

    CARD = "card"
    FILE = "file"
    BACKGROUND = "background"
    CHUNK = "chunk"
    REQUEST = "chunk of a request"  # one of several, as subject_in_request names it
    FIELD = "field"  # of the hot state
    ITEM = "item"  # of the assembly
    NODE = "node"  # of the context, with a text of its own


def exclude(holder: Holder, subject: str) -> Edit | None:
    """Return the edit that keeps a subject out; None where it cannot be done without.

    Cards, files and backgrounds are excluded by an override, so that their source stays as it is.
    Chunks, fields, items and texts of nodes are taken out of the session.
    """
    match holder:
        case Holder.CARD | Holder.FILE | Holder.BACKGROUND:
            return force((subject,), Forced.EXCLUDED)
        case Holder.CHUNK:
            return remove_chunk(subject)
        case Holder.REQUEST:
            return remove_request_chunk(subject)
        case Holder.FIELD:
            return None if subject == _NEEDED else remove_hot_state_field(subject)
        case Holder.ITEM:
            return remove_item(subject)
        case Holder.NODE:
            return set_node_text(subject, None)
