"""The berths of Skerrow Harbour."""

from planner.model import Berth
from planner.quay import Quay


def skerrow() -> Quay:
    """Return the quay as it is after the dredging."""
    inner = [Berth(n, "A", 8.0 + n % 3, 1.2, has_power=n < 6) for n in range(1, 13)]
    outer = [Berth(n, "B", 12.0 + n % 4, 2.4, has_power=True) for n in range(1, 9)]
    mole = [Berth(1, "M", 26.0, 4.1)]
    return Quay([*inner, *outer, *mole])
