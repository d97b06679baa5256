"""The quay: every berth, who lies there, and who will."""

from collections.abc import Iterable, Iterator

from planner.model import Berth, NoBerthError, Stay
from planner.rules import EVERY_RULE, Rule


class Book:
    """Stays by the number of their berth."""

    def __init__(self) -> None:
        self._stays: dict[int, list[Stay]] = {}

    def of(self, berth: Berth) -> tuple[Stay, ...]:
        """Return the stays at a berth, in the order in which they were written down."""
        return tuple(self._stays.get(berth.number, ()))

    def write(self, berth: Berth, stay: Stay) -> None:
        """Write a stay down."""
        self._stays.setdefault(berth.number, []).append(stay)

    def strike(self, stay: Stay) -> bool:
        """Strike a stay out; return whether it was there."""
        for stays in self._stays.values():
            if stay in stays:
                stays.remove(stay)
                return True
        return False


class Quay(Book):
    """A book with berths, which knows where a boat can lie."""

    def __init__(self, berths: Iterable[Berth], rules: tuple[Rule, ...] = EVERY_RULE) -> None:
        super().__init__()
        self._berths = tuple(berths)
        self._rules = rules

    def free(self, stay: Stay) -> Iterator[Berth]:
        """Give every berth that nobody has on any night of a stay."""
        for berth in self._berths:
            if not any(stay.meets(other) for other in self.of(berth)):
                yield berth

    def fitting(self, stay: Stay) -> list[Berth]:
        """Return the free berths that every rule allows, the shortest first.

        A short berth for a short boat leaves the long ones to those who need them.
        """
        good = (
            berth
            for berth in self.free(stay)
            if all(rule.allows(berth, stay) for rule in self._rules)
        )
        return sorted(good, key=lambda berth: (berth.length, berth.depth, berth.number))

    def reserve(self, stay: Stay) -> Berth:
        """Give a stay the best berth and write it down.

        Raises ``NoBerthError`` where none fits.
        """
        fitting = self.fitting(stay)
        if not fitting:
            raise NoBerthError(stay)
        berth = fitting[0]
        self.write(berth, stay)
        return berth

    def complaints(self, stay: Stay) -> list[str]:
        """Say for every free berth why it does not do."""
        return [
            rule.complaint(berth, stay)
            for berth in self.free(stay)
            for rule in self._rules
            if not rule.allows(berth, stay)
        ]

    def plan(self, day: "Stay") -> str:
        """Return the quay as text, one line a berth, for the board in the harbour office."""
        lines = []
        for berth in self._berths:
            guests = [stay.boat.name for stay in self.of(berth) if stay.meets(day)]
            power = "⚡" if berth.has_power else " "
            lines.append(f"{berth.label():<6}{power} {berth.length:>5.1f} m  {', '.join(guests)}")
        return "\n".join(lines)
