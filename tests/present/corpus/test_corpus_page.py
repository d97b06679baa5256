"""The page of a corpus: it stands alone, acts in no way, and has every piece that was lost."""

from html import escape
from html.parser import HTMLParser

import pytest

from inspector.analysis.corpus.running import run_workload
from inspector.analysis.corpus.study import CorpusStudy, study_of
from inspector.stages.corpus import report as html_report
from inspector.stages.corpus.losses import cause_sentence, limit_lines
from inspector.stages.corpus.report import corpus_page
from inspector.stages.corpus.waterfall import levels_of
from tests.shared.corpus_input import made_workload

LOAD = made_workload(totals=(120, 240))
STUDY = study_of(LOAD, run_workload(LOAD), ("made",))
EMPTY = CorpusStudy(LOAD, ("made",), (), ((), ()), (), 1)


class Seen(HTMLParser):
    """The tags of a page with their attributes, and its first heading."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.heading = ""
        self._inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._inside = tag

    def handle_data(self, data: str) -> None:
        if self._inside == "h1":
            self.heading += data
            self._inside = ""


@pytest.mark.parametrize("study", [STUDY, EMPTY])
def test_nothing_of_the_page_acts_or_is_fetched(study):
    seen = Seen(corpus_page(study))
    assert not {tag for tag, _ in seen.tags} & {"script", "link", "img", "iframe", "form", "a"}
    policies = [one["content"] for tag, one in seen.tags if "http-equiv" in one]
    assert len(policies) == 1
    assert policies[0].startswith("default-src 'none'")
    for _, attributes in seen.tags:
        assert not {name for name in attributes if name.startswith("on") or name == "src"}


def test_the_page_begins_with_the_sentence_to_act_on():
    assert Seen(corpus_page(STUDY)).heading == next(limit_lines(STUDY))


def test_the_page_has_three_pictures_and_a_row_for_each_lost_piece():
    page = corpus_page(STUDY)
    seen = Seen(page)
    assert [tag for tag, _ in seen.tags].count("svg") == 3
    for level in levels_of(STUDY):
        assert level.title in page
    lost = sum(one.pieces for one in STUDY.losses[0].causes)
    heads = len(STUDY.losses[0].causes)
    assert lost > 0
    assert [tag for tag, _ in seen.tags].count("tr") == lost + heads
    for loss in STUDY.losses[0].causes:
        assert escape(cause_sentence(STUDY, loss)) in page


def test_of_many_pieces_the_first_are_listed_and_the_others_counted(monkeypatch):
    monkeypatch.setattr(html_report, "MOST_ROWS", 1)
    page = corpus_page(STUDY)
    most = max(one.pieces for one in STUDY.losses[0].causes)
    assert f"… and {most - 1:,} more" in page
