"""What a berth has to have for a boat: one class for each rule of the harbour master."""

from abc import ABC, abstractmethod

from planner.model import Berth, Stay
from planner.tides import lowest_water

UNDER_KEEL = 0.3  # metres that the harbour master wants under every keel
FENDERS = 1.0  # metres for fenders and lines, at both ends together


class Rule(ABC):
    """A reason why a berth may not do."""

    @abstractmethod
    def allows(self, berth: Berth, stay: Stay) -> bool:
        """Whether the berth does for the stay, as far as this rule goes."""

    @abstractmethod
    def complaint(self, berth: Berth, stay: Stay) -> str:
        """Say to the skipper why the berth does not do."""


class LongEnough(Rule):
    """A boat and its fenders fit between the piles."""

    def allows(self, berth: Berth, stay: Stay) -> bool:
        return stay.boat.length + FENDERS <= berth.length

    def complaint(self, berth: Berth, stay: Stay) -> str:
        missing = stay.boat.length + FENDERS - berth.length
        return f"{berth.label()} is {missing:.1f} m too short"


class DeepEnough(Rule):
    """There is water under the keel at the lowest tide of the stay."""

    def allows(self, berth: Berth, stay: Stay) -> bool:
        return self._water(berth, stay) >= stay.boat.draught + UNDER_KEEL

    def complaint(self, berth: Berth, stay: Stay) -> str:
        return f"{berth.label()} has only {self._water(berth, stay):.1f} m at low water"

    def _water(self, berth: Berth, stay: Stay) -> float:
        return berth.depth + lowest_water(stay.arrives, stay.leaves)


class HasPower(Rule):
    """Boats that need power lie at a berth that has it."""

    def allows(self, berth: Berth, stay: Stay) -> bool:
        return berth.has_power or not stay.boat.needs_power

    def complaint(self, berth: Berth, stay: Stay) -> str:
        return f"{berth.label()} has no power"


class FarFromTheBell(Rule):
    """Guests who sleep late do not lie below the fog bell, except where it is silent in summer."""

    def allows(self, berth: Berth, stay: Stay) -> bool:
        if berth.pontoon != "M":
            return True
        foggy = 0
        day = stay.arrives
        while day < stay.leaves:
            in_winter = day.month in (11, 12, 1, 2)
            in_spring = day.month in (3, 4, 5)
            in_summer = day.month in (6, 7, 8)
            if in_winter:
                foggy += 3
            elif in_spring:
                foggy += 2
            elif not in_summer:
                foggy += 1
            day = day.fromordinal(day.toordinal() + 1)
        nights = max(1, stay.nights)
        return foggy / nights < 2 or stay.boat.length > 20

    def complaint(self, berth: Berth, stay: Stay) -> str:
        months = sorted({stay.arrives.month, stay.leaves.month})
        named = " and ".join(f"month {month}" for month in months)
        return f"the fog bell rings all night over {berth.label()} in {named}"


EVERY_RULE = (LongEnough(), DeepEnough(), HasPower(), FarFromTheBell())
