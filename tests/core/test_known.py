"""How numbers are known, and which is the weakest way."""

from itertools import permutations

from inspector.core.model_facts import Known, weakest


def test_a_total_is_known_as_its_weakest_part_in_any_order() -> None:
    for kinds in permutations((Known.RECORDED, Known.ESTIMATED, Known.DERIVED)):
        assert weakest(kinds) is Known.ESTIMATED


def test_the_order_goes_from_recorded_to_assumed() -> None:
    names = [one.value for one in Known]
    assert names == ["recorded", "derived", "counted", "estimated", "assumed"]


def test_a_total_of_nothing_is_known_in_no_way() -> None:
    assert weakest(()) is None
