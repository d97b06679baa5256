"""Low water by the day, from the table of the year."""

import csv
from datetime import date, timedelta
from functools import cache
from pathlib import Path

TABLE = Path(__file__).parent.parent / "data" / "low-water.csv"


@cache
def low_waters() -> dict[date, float]:
    """Return the lower of the two low waters of each day, in metres above chart datum."""
    with TABLE.open(newline="") as file:
        return {date.fromisoformat(row["day"]): float(row["metres"]) for row in csv.DictReader(file)}


def lowest_water(first: date, last: date) -> float:
    """Return the lowest water of all days from the first to the last."""
    days = (first + timedelta(days=n) for n in range((last - first).days + 1))
    return min(low_waters().get(day, 0.0) for day in days)
