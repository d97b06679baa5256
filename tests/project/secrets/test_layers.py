"""Kingfisher's rules as a layer: places in code points, kinds, confidence, threads, cache."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from inspector.project.findings import Confidence
from inspector.project.secrets import (
    KingfisherScanner,
    PatternScanner,
    redact,
    rescan,
    secret_scanner,
)
from inspector.project.secrets.layers import code_points, kind_of

TOKEN = "ghp_" + "a1B2c3D4e5F6" * 3


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled rules, made once: it takes seconds."""
    folder = tmp_path_factory.mktemp("rules")
    KingfisherScanner(folder).warm_up()
    return folder


def test_compiled_rules_are_kept_in_the_folder(rules: Path) -> None:
    assert [path.suffix for path in rules.iterdir()] == [".vscdb"]


def test_places_are_code_points(rules: Path) -> None:
    text = f"é😀\ud800 key {TOKEN} 漢"
    [found] = KingfisherScanner(rules).scan(text)
    assert text[found.start : found.end] == TOKEN
    assert found.kind == "github-pat"
    assert found.confidence is Confidence.HIGH


def test_a_value_known_by_the_name_before_it_is_uncertain(rules: Path) -> None:
    text = 'heroku_key = "12345678-90ab-4cde-8f01-23456789abcd"'
    assert {one.confidence for one in KingfisherScanner(rules).scan(text)} == {Confidence.UNCERTAIN}


def test_a_remark_in_the_text_hides_nothing(rules: Path) -> None:
    assert KingfisherScanner(rules).scan(f"key {TOKEN} # kingfisher:ignore gitleaks:allow")


def test_threads_may_share_a_scanner(rules: Path) -> None:
    scanner = KingfisherScanner(rules)
    texts = [f"{'é' * index} {TOKEN}" for index in range(40)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(scanner.scan, texts))
    assert [one[0].start for one in found] == [index + 1 for index in range(40)]


def test_both_layers_together_tell_each_place_once(rules: Path) -> None:
    scanner = secret_scanner(cache_dir=rules)
    text = f'token = "{TOKEN}"\npassword=hunter2\n'
    found = scanner.scan(text)
    assert [(one.kind, one.confidence) for one in found] == [
        ("github-pat", Confidence.HIGH),
        ("password", Confidence.UNCERTAIN),
    ]
    assert scanner.name.startswith(f"{PatternScanner().name} + kingfisher ")
    assert rescan(redact(text, found), scanner) == ()


def test_kinds_are_words_that_fit_into_a_marker() -> None:
    assert kind_of("betterleaks.auth0-client-secret.1") == "auth0-client-secret"
    assert kind_of("veles.secrets/slackappconfigaccesstoken") == "slackappconfigaccesstoken"


def test_offsets_into_bytes_become_code_points() -> None:
    assert code_points("aé😀b".encode(), {0, 1, 3, 7, 8}) == {0: 0, 1: 1, 3: 2, 7: 3, 8: 4}
    assert code_points(b"abc", {2}) == {2: 2}
