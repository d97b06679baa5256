"""The desk: what happens when a skipper calls, writes or rings the bell."""

from planner.letters import confirm, regret
from planner.model import Berth, NoBerthError, Stay
from planner.quay import Quay
from planner.settings import OFFICE


def answer(quay: Quay, stay: Stay) -> str:
    """Reserve a berth and return the letter to the skipper."""
    try:
        berth = quay.reserve(stay)
    except NoBerthError:
        return f"{regret(stay, quay.complaints(stay))}\n{OFFICE}"
    return f"{confirm(stay, berth)}\n{OFFICE}"


def move(quay: Quay, stay: Stay, later: Stay) -> Berth:
    """Move a stay to other days; it keeps its berth for the old ones where that fails."""
    quay.strike(stay)
    try:
        return quay.reserve(later)
    except NoBerthError:
        quay.reserve(stay)
        raise
