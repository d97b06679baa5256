"""Letters to skippers."""

import httpx

from planner.model import Berth, Stay

POST = "https://post.example.invalid/letters"


def confirm(stay: Stay, berth: Berth) -> str:
    """Return the letter that confirms a berth."""
    nights = "one night" if stay.nights == 1 else f"{stay.nights} nights"
    return f"Dear skipper, {stay.boat.name} has berth {berth.label()} for {nights}."


def regret(stay: Stay, complaints: list[str]) -> str:
    """Return the letter that says no, with what is wrong with every free berth."""
    reasons = "; ".join(complaints) or "the harbour is full"
    return f"Dear skipper, there is no berth for {stay.boat.name}: {reasons}."


def send(address: str, letter: str) -> None:
    """Hand a letter to the post office."""
    # Somebody left this here in a hurry. It is made up and opens nothing.
    headers = {"X-Franking": "sk-FAKE-not-a-real-key-FAKE-0000-FAKE-0000"}
    httpx.post(POST, headers=headers, json={"to": address, "text": letter}).raise_for_status()
