"""The report in a browser: its script runs under its own policy, and says what the core says.

Chromium without a window loads the page and prints what it has become. To move the divider, a copy
of the page gets a second script, which its policy is opened for.
"""

import html
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from inspector.analysis import quantities as q
from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.tuning.axes import Axis
from inspector.analysis.tuning.sweep import report_at
from inspector.stages.injection.report import html_report
from tests.shared.samples import sample_session

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.trial,
    pytest.mark.skipif(BROWSER is None, reason="chromium is not installed"),
]
MOVE = """
<script>
  const slider = document.getElementById("split-at"), found = [];
  function note(how) {
    found.push({
      how: how, at: Number(slider.value), said: document.getElementById("split-said").textContent,
      names: [...document.querySelectorAll("#split-in tr")].map((row) => row.cells[0].textContent),
    });
  }
  note("begin");
  for (let at = 0; at <= Number(slider.max); at += 50) {
    slider.value = String(at);
    slider.dispatchEvent(new Event("input"));
    note("input");
  }
  slider.value = "500";
  for (const [key, shift] of [["ArrowLeft", false], ["ArrowRight", true], ["ArrowUp", false]]) {
    slider.dispatchEvent(new KeyboardEvent("keydown", { key: key, shiftKey: shift }));
    note(key);
  }
  const kept = document.createElement("pre");
  kept.id = "found";
  kept.textContent = JSON.stringify(found);
  document.body.appendChild(kept);
</script>
"""


@pytest.fixture(scope="module")
def report():
    session = sample_session("securities-fraud")
    found = InjectionRuns().run(session).report
    assert found is not None
    return found


def browsed(page: str, folder: Path) -> str:
    """Return what a page has become in a browser, as HTML."""
    file = folder / "report.html"
    file.write_text(page, encoding="utf-8")
    done = subprocess.run(
        [
            *(str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"),
            *("--lang=en-US", f"--user-data-dir={folder / 'profile'}", file.as_uri()),
        ],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def said(report) -> str:
    """What the report says of a split: tokens, cards and files, without its grouping of digits."""
    return (
        f"{q.TOKENS_USED.of(report)} of {q.TOTAL_BUDGET.of(report)} tokens used · cards"
        f" {q.CARDS_INJECTED.of(report)} · files in full text {q.FILES_INLINED.of(report)}"
    )


def test_the_divider_is_shown_by_the_pages_own_script_under_its_own_policy(report, tmp_path):
    page = browsed(html_report(report), tmp_path)
    assert re.search(r'<section id="split" class="split">', page)
    text = re.search(r'<p id="split-said"[^>]*>([^<]*)', page)
    assert text is not None
    assert said(report) in text.group(1).replace(",", "")


def test_another_script_does_not_run(report, tmp_path):
    page = html_report(report).replace("</body>", MOVE + "</body>")
    assert '<pre id="found">' not in browsed(page, tmp_path)


def test_at_every_place_of_the_divider_the_page_says_what_the_core_says(report, tmp_path):
    page = re.sub(r"script-src 'sha256-[^']*'", "script-src 'unsafe-inline'", html_report(report))
    moved = browsed(page.replace("</body>", MOVE + "</body>"), tmp_path)
    kept = re.search(r'<pre id="found">(.*?)</pre>', moved, re.DOTALL)
    assert kept is not None
    places = json.loads(html.unescape(kept.group(1)))
    assert len(places) == 1 + 21 + 3
    assert [one["at"] for one in places[-3:]] == [490, 491, 501]
    for one in places:
        there = report_at(report, Axis.DIVISION, one["at"] / 1000)
        assert said(there) in one["said"].replace(",", ""), one["at"]
        cards = there.prepared.cards
        injected = [cards.columns.names[row] for row in cards.order[there.tiers.ranks]]
        assert [name for name in one["names"] if name in injected] == injected, one["at"]
