"""Boats, berths and stays."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Boat:
    """A boat as its skipper describes it. Lengths are metres."""

    name: str
    length: float
    draught: float
    needs_power: bool = False


@dataclass(frozen=True)
class Berth:
    """A place at the quay. ``depth`` is that below chart datum."""

    number: int
    pontoon: str
    length: float
    depth: float
    has_power: bool = False

    def label(self) -> str:
        """Return what is painted on the quay, such as B-14."""
        return f"{self.pontoon}-{self.number:02}"


@dataclass(frozen=True)
class Stay:
    """A boat that stays from an evening to a morning."""

    boat: Boat
    arrives: date
    leaves: date

    @property
    def nights(self) -> int:
        """Nights in the harbour, at least one."""
        return max(1, (self.leaves - self.arrives).days)

    def meets(self, other: "Stay") -> bool:
        """Whether both boats are in the harbour on some night."""
        return self.arrives < other.leaves and other.arrives < self.leaves


class NoBerthError(Exception):
    """No berth fits a stay."""

    def __init__(self, stay: Stay) -> None:
        super().__init__(f"no berth fits {stay.boat.name}")
        self.stay = stay
