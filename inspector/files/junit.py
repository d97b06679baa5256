"""Checked expectations as JUnit XML, which continuous integration shows beside other tests."""

from __future__ import annotations

import re
from collections.abc import Iterable

from junitparser import Error, Failure, JUnitXml, TestCase, TestSuite

from inspector.analysis.checks import Checked
from inspector.analysis.expectations import CheckedRun

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_bytes(runs: Iterable[CheckedRun]) -> bytes:
    """Return one suite a run, one test an expectation, and one for the closing of the balance.

    A limit that cannot be read is an error, an expectation that is not met a failure. There are no
    times in it: the same result is the same file.
    """
    document = JUnitXml("inspector")
    for run in runs:
        suite = TestSuite(_xml(run.name))
        suite.add_testcases(list(_cases(run)))
        document.add_testsuite(suite)
    return _bytes(document)


def _bytes(document: JUnitXml) -> bytes:
    document.update_statistics()
    written: bytes = document.tostring()
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + written + b"\n"


def checks_bytes(command: str, checked: Checked) -> bytes:
    """Return one test for each request and condition of a command."""
    suite = TestSuite(command)
    failures = {(one.request, one.condition): one for one in checked.failures}
    for request in checked.requests:
        for condition in checked.conditions:
            case = TestCase(_xml(condition.text), _xml(request))
            failure = failures.get((request, condition))
            if failure is not None:
                case.result = [Failure(_xml(failure.reason), "check")]
            suite.add_testcase(case)
    document = JUnitXml("inspector")
    document.add_testsuite(suite)
    return _bytes(document)


def _cases(run: CheckedRun) -> Iterable[TestCase]:
    for outcome in run.outcomes:
        case = TestCase(_xml(outcome.expectation), _xml(run.name))
        if not outcome.met:
            case.result = [Failure(_xml(f"{outcome.found} ({outcome.place})"), "expectation")]
        yield case
    for problem in run.problems:
        case = TestCase(_xml(problem.place.pointer or problem.code), _xml(run.name))
        case.result = [Error(_xml(f"{problem.message} {problem.fix}"), problem.code)]
        yield case
    closing = TestCase("the ledger closes", _xml(run.name))
    if not run.balances:
        closing.result = [Failure("rows, overhead and unused are not the budget", "balance")]
    yield closing


def _xml(text: str) -> str:
    """Return a text with what XML cannot hold written as an escape."""
    return _NO_XML.sub(lambda found: f"\\u{ord(found.group()):04x}", text)
