"""One run has one number for each quantity, under one name, in whatever exit it is read."""

import csv
import io
import json
import re

import numpy as np
import pytest

from inspector import cli
from inspector.analysis import quantities as q
from inspector.analysis.corpus.facts import FACTS, Fact, facts_of
from inspector.analysis.expectations import measure
from inspector.analysis.independent import independent_run
from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.tuning.axes import Axis
from inspector.analysis.tuning.sweep import sweep
from inspector.plurals import of_kind
from inspector.present.table import TableQuery, cell_values, visible_rows
from inspector.stages.injection.answer import headline
from inspector.stages.injection.bar import bar_strips, bar_svg, budget_bar
from inspector.stages.injection.overview import independent_steps, overview, status_text
from inspector.stages.injection.report import html_report
from inspector.stages.injection.summary import allocation_steps, balance
from inspector.stages.injection.tables import RunTables, TableId
from inspector.stages.injection.why import why_injection
from inspector.stages.tuning.readout import readout, why_value
from tests.shared.samples import sample_session

NAMES = ("securities-fraud", "direct-target", "starved-budget", "with-problems", "assembly")
every_run = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(scope="module")
def results():
    """Return a function that runs a sample once and gives its result and its facts."""
    known, runs = {}, InjectionRuns()

    def result_of(name):
        if name not in known:
            session = sample_session(name)
            found = runs.run(session)
            known[name] = found, runs.facts(found)
        return known[name]

    return result_of


@pytest.fixture
def report_of(results):
    return lambda name: results(name)[0].report


def numbers(report):
    return {one.key: value for one, value in q.quantities(report, independent_run(report))}


def counted(number, one, many):
    return [f"{number:,} {one if number == 1 else many}"] if number else []


def in_words(parts, verdict):
    if not parts:
        return f"nothing {verdict}"
    *first, last = parts
    return f"{', '.join(first)} and {last} {verdict}" if first else f"{last} {verdict}"


def suppressed_words(of):
    cards = counted(of["cards_suppressed"], "card", "cards")
    summaries = counted(of["backgrounds_suppressed"], "summary", "summaries")
    return in_words(cards + summaries, "suppressed")


LEFT_OUT = ("tokens_dropped", "tokens_cut", "tokens_excluded_by_hand", "tokens_title_only")


def left_out_words(of):
    tokens = sum(of[key] for key in LEFT_OUT)
    return f"{tokens:,} tokens left out: " if tokens else ""


def text_of(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def run_command(capsys, *arguments):
    cli.main(["run", *arguments, "--no-history"])
    return capsys.readouterr().out


def rows_of(table, report, filter_text):
    data = RunTables().table(table, report)
    return data, visible_rows(data, TableQuery(filter=filter_text))


def column(data, name, rows):
    found = next(one for one in data.columns if one.id == name)
    return cell_values(data, found, rows)


def test_the_first_sample_has_these_numbers(report_of):
    of = numbers(report_of("securities-fraud"))
    assert (of["cards_suppressed"], of["backgrounds_suppressed"]) == (8, 1)
    assert (of["tokens_freed"], of["separators_freed"], of["released"]) == (596, 9, 130)
    assert (of["used"], of["total_budget"], of["unused"]) == (5809, 6000, 61)
    assert (of["tokens_dropped"], of["tokens_title_only"]) == (42, 3295)
    assert (of["duplicated_tokens"], of["tokens_saved"]) == (895, 596)


def test_every_quantity_has_a_name_a_unit_and_a_definition_of_its_own():
    for part in ("key", "title", "definition"):
        found = [getattr(one, part) for one in q.QUANTITIES]
        assert all(found)
        assert len(set(found)) == len(found)
    assert all(one.unit in q.Unit for one in q.QUANTITIES)


@every_run
def test_the_quantities_of_a_run_add_up(report_of, name):
    of = numbers(report_of(name))
    assert of["used"] == of["knowledge_used"] + of["bucket_used"]
    assert of["total_budget"] == sum(
        of[key] for key in ("used", "unused", "released", "unallocated")
    )
    for kind, parts in {
        "cards": ("injected", "suppressed", "dropped", "excluded"),
        "files": ("inlined", "listed", "dropped", "excluded"),
        "backgrounds": ("included", "suppressed", "dropped", "excluded"),
    }.items():
        assert of[kind] == sum(of[f"{kind}_{part}"] for part in parts)


@every_run
def test_headline_status_line_and_balance_say_the_quantities(report_of, name):
    report = report_of(name)
    of, shown, status = numbers(report), overview(report), status_text(report, None)
    used = f"{of['used']:,} of {of['total_budget']:,} tokens used"
    said = headline(report, independent_run(report))
    assert said.startswith(f"{used} · ")
    assert left_out_words(of) in said
    assert {used, suppressed_words(of)} <= set(status.split("  ·  "))
    closing = balance(report)
    assert closing.text == f"Reconciled: adds up to {of['total_budget']:,}"
    assert closing.text in status.split("  ·  ")
    overlap = {step.label: step.result for step in shown.overlap}
    for one in (q.CARDS_SUPPRESSED, q.SUMMARIES_SUPPRESSED, q.TOKENS_FREED, q.SEPARATORS_FREED):
        assert overlap[one.title] == f"{of[one.key]:,}"
    lines: dict[str, int] = {}
    for step in allocation_steps(closing):
        lines[step.label] = lines.get(step.label, 0) + int(step.result.replace(",", ""))
    for one in (q.OVERHEAD, q.FREED_NOT_REUSED, q.UNUSED, q.UNALLOCATED):
        assert lines.get(one.title, 0) == of[one.key]


@every_run
def test_what_there_was_without_the_unified_budget_is_the_same(results, name):
    result, facts = results(name)
    of = numbers(result.report)
    shown = {step.label: step.result for step in independent_steps(facts)}
    assert shown["Two budgets"] == f"{of['total_without_unified_budget']:,}"
    saved = of["tokens_saved"]
    assert shown["Duplicated, removed"] == (f"−{saved:,}" if saved else "0")
    assert shown[f"One budget of {of['total_budget']:,}"] == f"{of['used']:,}"
    changes = [int(one.replace(",", "").replace("−", "-")) for one in list(shown.values())[1:-1]]
    assert of["total_without_unified_budget"] + sum(changes) == of["used"]


@every_run
def test_the_chart_and_its_picture_say_the_quantities(report_of, name):
    report = report_of(name)
    of, bar = numbers(report), budget_bar(report)
    left_out = sum(of[key] for key in LEFT_OUT)
    assert int(bar.beside.total) == of["tokens_freed"] + left_out
    shown = {one.key: one for one in bar_strips(bar, len).strips}
    assert shown["beside"].subtitle.startswith(f"{of['tokens_freed'] + left_out:,} token")
    assert shown["filled"].subtitle == f"{of['used']:,} of {of['total_budget']:,}"
    picture = bar_svg(bar)
    suppressed = of["cards_suppressed"] + of["backgrounds_suppressed"]
    assert f">Suppressed {suppressed:,}<" in picture
    assert suppressed_words(of) in picture
    assert f"{of['used']:,} of {of['total_budget']:,} tokens used" in picture


@every_run
def test_the_report_says_the_quantities_in_figures_and_table(report_of, name):
    report = report_of(name)
    text = text_of(html_report(report))
    for one, value in q.quantities(report, independent_run(report)):
        said = f"{value:,}".replace("-", "−")
        assert f"{one.title} {said} {one.unit}" in text
    for one in (q.CARDS_SUPPRESSED, q.SUMMARIES_SUPPRESSED, q.TOKENS_FREED, q.CARDS_DROPPED):
        assert of_kind(one.of(report), one.title.lower()) in text
    assert f"Suppressed cards ({q.CARDS_SUPPRESSED.of(report):,})" in text
    assert f"Dropped cards ({q.CARDS_DROPPED.of(report):,})" in text


@every_run
def test_the_command_line_says_the_quantities_as_text_and_json(report_of, name, capsys):
    report = report_of(name)
    of = numbers(report)
    text = run_command(capsys, f"sample:{name}")
    said = re.search(
        r"^freed +([\d,]+) +tokens by overlap \((.*)\), beside ([\d,]+) of", text, re.MULTILINE
    )
    assert said.groups() == (
        f"{of['tokens_freed']:,}",
        suppressed_words(of),
        f"{of['separators_freed']:,}",
    )
    assert f"Reconciled: adds up to {of['total_budget']:,}" in text
    fields = json.loads(run_command(capsys, f"sample:{name}", "--format", "json"))
    assert fields["quantities"] == of
    short = {"injected": "cards_injected", "suppressed": "cards_suppressed"}
    short |= {"dropped": "cards_dropped"}
    shared = set(of) & set(fields)
    assert len(shared) >= 9
    assert {key: fields[key] for key in shared} == {key: of[key] for key in shared}
    assert {key: fields[key] for key in short} == {key: of[long] for key, long in short.items()}


@every_run
def test_the_ledger_as_csv_has_the_rows_that_were_counted(report_of, name, capsys):
    of = numbers(report_of(name))
    out = run_command(capsys, f"sample:{name}", "--ledger", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    for verdict, key in (("suppressed", "tokens_freed"), ("dropped", "tokens_dropped")):
        mine = [row for row in rows if row["Verdict"] == verdict]
        for kind, plural in (("card", "cards"), ("background", "backgrounds")):
            assert sum(row["Type"] == kind for row in mine) == of[f"{plural}_{verdict}"]
        assert sum(int(row["Left out"] or 0) for row in mine) == of[key]
    by_reason = {"overhead": "overhead", "released": "released", "unused": "unused"}
    for reason, key in by_reason.items():
        assert sum(int(row["Tokens"]) for row in rows if row["Reason"] == reason) == of[key]


@every_run
def test_the_tables_have_the_rows_that_were_counted(report_of, name):
    report = report_of(name)
    of = numbers(report)
    for filter_text, key in (
        ("type:card state:suppressed", "cards_suppressed"),
        ("type:card state:dropped", "cards_dropped"),
        ("type:card tokens>0", "cards_injected"),
        ("type:file state:included", "files_inlined"),
        ("type:file state:reduced", "files_listed"),
        ("type:file state:dropped", "files_dropped"),
        ("type:background state:suppressed", "backgrounds_suppressed"),
        ("type:background state:included", "backgrounds_included"),
    ):
        assert len(rows_of(TableId.LEDGER, report, filter_text)[1]) == of[key], key
    for verdict, key in (("suppressed", "tokens_freed"), ("dropped", "tokens_dropped")):
        data, rows = rows_of(TableId.LEDGER, report, f"state:{verdict}")
        assert -sum(column(data, "takes", rows)) == of[key]


@every_run
def test_why_says_of_each_suppressed_subject_what_adds_up_to_the_tokens_freed(report_of, name):
    report = report_of(name)
    data, rows = rows_of(TableId.LEDGER, report, "state:suppressed")
    found = [why_injection(report, data.keys[row]) for row in rows.tolist()]
    assert sum(why.needed for why in found) == q.TOKENS_FREED.of(report)
    assert all(why.headline == f"−{why.needed:,} tokens" for why in found)


@every_run
def test_the_manifest_has_the_same_numbers_under_the_documents_keys(report_of, name):
    report = report_of(name)
    of, manifest = numbers(report), report.manifest
    assert manifest.total_tokens_used == of["used"]
    assert manifest.total_budget_tokens == of["total_budget"]
    assert manifest.cards_suppressed_by_bucket_overlap == of["cards_suppressed"]
    summaries = of["backgrounds_suppressed"]
    assert manifest.overlap_detections == of["cards_suppressed"] + summaries
    out = [card for card in manifest.knowledge_cards if card.suppressed]
    assert len(out) == of["cards"] - of["cards_injected"]
    assert sum(bucket.files_inlined for bucket in manifest.bucket_cards) == of["files_inlined"]


@every_run
def test_tuning_says_the_quantities_of_the_present_value(report_of, name):
    report = report_of(name)
    of, found = numbers(report), sweep(report, Axis.TOTAL)
    said = readout(found, found.current)
    assert f"{of['used']:,} of {of['total_budget']:,} tokens used" in said
    assert said.endswith(f"{of['tokens_freed']:,} tokens freed")
    steps = {step.label: step.result for step in why_value(found, found.current, report).steps}
    for one in (q.TOKENS_USED, q.CARDS_SUPPRESSED, q.SUMMARIES_SUPPRESSED, q.TOKENS_FREED):
        assert steps[one.title] == f"{of[one.key]:,}"
    if found.current in found.pieces.range:
        piece = found.pieces.piece_of(found.current)
        assert int(np.asarray(found.outcomes.tokens_freed)[piece]) == of["tokens_freed"]


@every_run
def test_a_corpus_and_an_expectation_measure_the_same(report_of, name):
    report = report_of(name)
    of, facts = numbers(report), dict(zip(FACTS, facts_of(report), strict=True))
    assert facts[Fact.USED] == measure(report, "total.used")[0] == of["used"]
    assert facts[Fact.CARDS] == measure(report, "cards.injected")[0] == of["cards_injected"]
    suppressed = measure(report, "cards.suppressed")[0]
    assert facts[Fact.SUPPRESSED] == suppressed == of["cards_suppressed"]
    assert measure(report, "total.unused")[0] == of["unused"]
    rest = measure(report, "bucket.unused")[0] + measure(report, "knowledge.unused")[0]
    assert rest == of["unused"]
    assert facts[Fact.INLINED] == measure(report, "files.inlined")[0] == of["files_inlined"]
    assert facts[Fact.LISTED] == measure(report, "files.listed")[0] == of["files_listed"]
