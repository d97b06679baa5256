"""What the request expects, and whether the run meets it."""

from __future__ import annotations

import numpy as np

from inspector.analysis.expectations import CheckedRun, checked
from inspector.core.injection.report import InjectionReport
from inspector.core.problems import pointer
from inspector.language import tr, tr_n
from inspector.present.table import Codes, Column, Elide, Kind, TableData, Texts

EXPECTATION_COLUMNS = (
    Column("expectation", "Expectation", "What has to be so.", Kind.TEXT, ("name",), width=44),
    Column("result", "Result", "Whether it is so.", Kind.ENUM, ("state",), width=11),
    Column("found", "Found", "What the run came to.", Kind.TEXT, width=34),
    Column("place", "Place", "Where the request asks for it.", Kind.TEXT, visible=False, width=26,
           elide=Elide.MIDDLE),
)  # fmt: skip

RESULTS = ("met", "not met", "unreadable")
_APART = "\t"  # between the place and the subject in a key; a pointer of ours has none


def expectation_table(report: InjectionReport) -> TableData:
    """Return the expectations; a key leads to the subject that it is about, if there is one."""
    held = checked(report)
    places = [outcome.place for outcome in held.outcomes]
    places += [problem.place.pointer or "" for problem in held.problems]
    results = [0 if outcome.met else 1 for outcome in held.outcomes] + [2] * len(held.problems)
    return TableData(
        EXPECTATION_COLUMNS,
        [f"{place}{_APART}{_subject_at(report, place)}" for place in places],
        {
            "expectation": Texts(
                [one.expectation for one in held.outcomes]
                + [_limit_at(report, one.place.pointer or "") for one in held.problems]
            ),
            "result": Codes(np.array(results, dtype=np.uint8), RESULTS),
            "found": Texts(
                [one.found for one in held.outcomes] + [one.message for one in held.problems]
            ),
            "place": Texts(places),
        },
    )


def subject_of_expectation(key: str) -> str:
    """Return the subject, written ``kind:id``, that a row is about; "" for none."""
    return key.partition(_APART)[2]


def expectations_met(held: CheckedRun) -> tuple[int, int]:
    """Return how many expectations are met, and how many there are."""
    met = sum(outcome.met for outcome in held.outcomes)
    return met, len(held.outcomes) + len(held.problems)


def expectations_text(held: CheckedRun) -> str:
    """Return how many expectations are met, "" where nothing is expected."""
    met, whole = expectations_met(held)
    if not whole:
        return ""
    if met == whole:
        return tr_n("expectation met", "all {whole:,} expectations met", whole, whole=whole)
    return tr("{missed:,} of {whole:,} expectations NOT MET", missed=whole - met, whole=whole)


def _limit_at(report: InjectionReport, place: str) -> str:
    expect = report.prepared.request.expect
    limits = expect.limits if expect else ()
    found = (text for at, text in enumerate(limits) if pointer("expect", "limits", at) == place)
    return next(found, place)


def _subject_at(report: InjectionReport, place: str) -> str:
    """Return the first card, file or background of an expectation that the set has."""
    expect = report.prepared.request.expect
    parts = place.split("/")
    if expect is None or len(parts) < 4 or parts[2] == "limits":
        return ""
    entry = getattr(expect, parts[2])[int(parts[3])]
    cards = report.prepared.cards.columns.row_of
    files = {file.counted.reference for file in report.prepared.files}
    for one in (entry,) if isinstance(entry, str) else entry:
        if one in cards:
            return f"card:{one}"
        if one in files:
            return f"file:{one}"
    return ""
