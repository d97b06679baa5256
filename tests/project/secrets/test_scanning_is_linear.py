"""Scanning time grows with the length of a text, also when the text is made to prevent it."""

from __future__ import annotations

import pytest

from inspector.project.secrets import PatternScanner, lone, margins, views

# Work that grows with the square would go on for long, and in the trials for hours.
LENGTHS = (40_000, pytest.param(500_000, marks=pytest.mark.trial))


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize(
    "unit",
    [
        *('password="', 'password = """', "password=${A:-", "password = get(", "password: |\n"),
        *("BEGIN PRIVATE KEY ", "eyJ", "://a:", "\" + '", "-sk-", "Authorization: ", " " * 10),
        *("-----BEGIN CERTIFICATE-----\nAbC1dEf2\n", '"kty" ', '== "a', "mot de ", "x=['a'"),
        *("kind: Secret\ndata:\n  a: b1c2d3\n", 'password("', "docker -u x ", "aB3/" * 50 + " "),
        *('password=\\"k2Jd81x9\\"\\n', 'x = "password=$a1$b1\\n\\n'),
    ],
)
def test_a_text_that_is_made_to_be_slow_is_scanned_to_its_end(unit: str, length: int) -> None:
    secret = " AKIAQ4ZT7NMC2XWVB6RL "
    text = unit * (length // len(unit))
    found = PatternScanner().scan(text + "\n" * 3 + secret)
    assert any(one.end >= len(text) + len(secret) for one in found)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("name", ["password", "password:", "recovery codes", "--token"])
def test_room_behind_a_name_is_passed_over(name: str, length: int) -> None:
    secret = "AKIAQ4ZT7NMC2XWVB6RL"
    found = PatternScanner().scan(f"{name}{' ' * length}{secret}\n")
    assert any(one.end - one.start == len(secret) for one in found)


def test_what_is_given_to_the_names_of_a_text_is_looked_for_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts: list[str] = []
    given = views._given
    monkeypatch.setattr(views, "_given", lambda text: texts.append(text) or given(text))
    text = "".join(f"password=$aq{number}$bq{number}\n" for number in range(300))
    PatternScanner().scan(text)
    assert 1 <= len(texts) <= len(set(texts)) + 1


def test_documents_of_a_file_are_told_apart_once() -> None:
    text = "kind: Secret\n" + "data:\n  a: b1c2d3\n" * 300 + "---\n" * 3
    found = list(lone._documents(text))
    assert [text[start:end].count("data:") for start, end in found] == [300, 0, 0, 0]
    assert [end for _, end in found][-1] == len(text)


def test_a_literal_that_is_too_long_is_passed_by_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Counted:
        times = 0
        form = margins._LITERAL

        def match(self, text: str, at: int) -> object:
            Counted.times += 1
            return self.form.match(text, at)

    monkeypatch.setattr(margins, "_LITERAL", Counted())
    line = 'password=\\"k2Jd81x9\\"\\n'
    margins.inner_texts('x = "' + line * (margins._MOST // 20) + '"')
    assert Counted.times == 1
