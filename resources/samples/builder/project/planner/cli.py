"""``berths``: reserve a berth from a terminal."""

import argparse
from datetime import date, timedelta

from planner.desk import answer
from planner.harbour import skerrow
from planner.model import Boat, Stay


def main() -> None:
    """Read a boat from the command line and print the letter."""
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("--length", type=float, required=True)
    parser.add_argument("--draught", type=float, required=True)
    parser.add_argument("--power", action="store_true")
    parser.add_argument("--arrives", type=date.fromisoformat, required=True)
    parser.add_argument("--nights", type=int, default=1)
    options = parser.parse_args()
    boat = Boat(options.name, options.length, options.draught, options.power)
    stay = Stay(boat, options.arrives, options.arrives + timedelta(days=options.nights))
    print(answer(skerrow(), stay))
