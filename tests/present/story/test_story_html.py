"""The story as one file: a page for each step, run by the core, with nothing that could run."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from inspector import cli
from inspector.present.story import story_html
from inspector.resources import resource_path, sample_sessions
from inspector.session.session import StoryStep
from tests.shared.samples import sample_session


class Tags(HTMLParser):
    """Collects the elements of a document."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def count(self, tag: str) -> int:
        return sum(1 for name, _ in self.found if name == tag)


TOLD = ["assembly", "discipline", "relevance", "securities-fraud", "starved-budget", "window"]


@pytest.mark.parametrize("name", TOLD)
def test_every_step_is_a_page_with_a_chart(name: str) -> None:
    session = sample_session(name)
    tags = Tags(story_html(session))
    assert tags.count("section") == tags.count("h1") == len(session.story)
    assert tags.count("svg") == len(session.story)


@pytest.mark.parametrize("name", TOLD)
def test_the_file_needs_no_other_and_runs_nothing(name: str) -> None:
    tags = Tags(story_html(sample_session(name)))
    assert [tag for tag, _ in tags.found if tag in ("script", "link", "img", "iframe")] == []
    links = [attrs["href"] for _, attrs in tags.found if attrs.get("href")]
    assert links
    assert [link for link in links if not re.fullmatch(r"#step-\d+", link or "")] == []


def test_a_step_shows_the_result_of_its_own_policy() -> None:
    pages = story_html(sample_session("securities-fraud")).split("<section")[1:]
    assert "max_injection_tokens_absolute = 3750" in pages[6]
    assert "Scienter allegations · suppressed" in pages[2]
    assert " of 6,000 tokens used" in pages[5]
    assert " of 3,750 tokens used" in pages[6]


def test_words_of_a_story_are_text_and_never_markup() -> None:
    step = StoryStep("<b>One</b>", "</p><script>alert(1)</script>", select="ent-scienter")
    session = replace(sample_session("securities-fraud"), title="<i>", story=(step,))
    document = story_html(session)
    assert Tags(document).count("script") == Tags(document).count("b") == 0
    assert "&lt;script&gt;" in document


def test_texts_of_cards_and_files_stay_out() -> None:
    session = sample_session("securities-fraud")
    document = story_html(session)
    texts = [file.text for bucket in session.candidates.buckets for file in bucket.files]
    assert [text for text in texts if text and text[:60] in document] == []


def test_a_subject_that_is_not_there_leaves_why_out() -> None:
    step = StoryStep("One", "Two", "no-such-card")
    session = replace(sample_session("securities-fraud"), story=(step,))
    assert 'class="why"' not in story_html(session)


def test_the_command_writes_the_same_file(tmp_path: Path) -> None:
    path = resource_path(sample_sessions()["window"])
    target = tmp_path / "story.html"
    assert cli.main(["story", str(path), "-o", str(target)]) == 0
    assert target.read_text("utf-8") == story_html(sample_session("window"))


def test_the_command_tells_that_a_session_has_no_story(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = tmp_path / "s.inspector.json"
    session.write_text('{"schema_version": 1, "notes": []}')
    assert cli.main(["story", str(session), "-o", str(tmp_path / "x.html")]) == 3
    assert "no story" in capsys.readouterr().err
    assert not (tmp_path / "x.html").exists()
