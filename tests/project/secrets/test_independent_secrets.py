"""Secrets that were planted without knowledge of the rules are found; decoys stay in."""

from __future__ import annotations

from collections import Counter

import pytest

from inspector.project.findings import Confidence, SecretFinding
from inspector.project.secrets import PatternScanner
from inspector.project.secrets.runs import is_random
from tests.shared.harmless_decoys import decoys
from tests.shared.independent_secrets import GROUPS, leaves, planted

MOST = {
    "issuers": 0.03,
    "random values": 0.03,
    "keys": 0.0,
    "strong passwords": 0.10,
    "dictionary words": 0.25,
}
"""Shares of a group that may leave; words of a dictionary are a figure, not a goal."""


@pytest.mark.parametrize("half", [0, 1])
def test_few_planted_secrets_leave(half: int) -> None:
    scanner = PatternScanner()
    made: Counter[str] = Counter()
    left: Counter[str] = Counter()
    for case in planted(seed=11 + half, half=half):
        made[case.group] += 1
        left[case.group] += leaves(case, scanner)
    assert set(made) == set(GROUPS)
    shares = {group: left[group] / made[group] for group in made}
    assert all(shares[group] <= MOST[group] for group in GROUPS), shares


def test_a_scanner_that_finds_nothing_lets_everything_leave() -> None:
    class Blind:
        name = "blind"

        def scan(self, _text: str) -> tuple[SecretFinding, ...]:
            return ()

    cases = list(planted(seed=1, half=0))
    assert all(leaves(case, Blind()) for case in cases)


def test_decoys_stay_in() -> None:
    scanner = PatternScanner()
    wrong = [(file, text) for file, text in decoys(seed=5) if scanner.scan(text)]
    # `token=abc` is a pattern that the specification names.
    assert [text for _, text in wrong if "token=abc" not in text] == []


@pytest.mark.parametrize(
    "name",
    [
        "AbstractSingletonProxyFactoryBean2",
        "x86_64-unknown-linux-gnu",
        "py3-none-manylinux2014_x86_64",
        "test_that_a_name_with_number_42_is_no_token",
        "0123456789abcdef0123456789abcdef01234567",
        "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        "aGVsbG8gd29ybGQsIHRoaXMgaXMgdGV4dA",
    ],
)
def test_names_hashes_and_encoded_texts_are_not_random(name: str) -> None:
    assert not is_random(name)


def test_the_secret_beside_an_access_key_is_certain() -> None:
    secret = "kq7Zt/0bYh3Wc" + "R9dM2sLx8vGp+" + "4uNjEaFo6TiQ5w"
    text = f"AKIA{'Q3' * 8}\n{secret}\n"
    found = {text[one.start : one.end]: one.confidence for one in PatternScanner().scan(text)}
    assert found[secret] is Confidence.HIGH


def test_a_random_run_without_a_name_is_uncertain() -> None:
    value = "kq7Zt0bYh3WcR9" + "dM2sLx8vGp4uNj"
    [found] = PatternScanner().scan(f'open("{value}")\n')
    assert found.confidence is Confidence.UNCERTAIN
