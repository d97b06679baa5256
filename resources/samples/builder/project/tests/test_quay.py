"""Boats get the shortest berth that is long and deep enough."""

from datetime import date

import pytest

from planner.harbour import skerrow
from planner.model import Boat, NoBerthError, Stay

JUNE = (date(2026, 6, 1), date(2026, 6, 3))


def test_a_dinghy_does_not_take_the_mole():
    berth = skerrow().reserve(Stay(Boat("Dab", 4.5, 0.4), *JUNE))
    assert berth.pontoon == "A"


def test_a_keel_needs_water():
    with pytest.raises(NoBerthError):
        skerrow().reserve(Stay(Boat("Leviathan", 20.0, 6.0), *JUNE))
