"""The replay and the engine, written apart from each other, come to the same manifest."""

from dataclasses import replace

from hypothesis import given

from inspector.analysis.audit.plain_step import plain_run
from inspector.core.ledger import LedgerEntry
from tests.shared.audit_input import made, report_of
from tests.shared.injection_draws import sessions
from tests.shared.injection_input import CHARACTERS


@given(sessions())
def test_the_replay_makes_the_manifest_that_the_engine_makes(session):
    manifest = made(session)
    plain = plain_run(session, CHARACTERS, manifest).manifest
    for name in ("knowledge_cards", "bucket_cards"):
        wanted = {one[next(iter(one))]: one for one in manifest.pop(name)}
        found = {one[next(iter(one))]: one for one in plain.pop(name)}
        assert list(found) == list(wanted)
        assert found == wanted
    manifest |= {"what_if": session.overrides.model_dump(mode="json", exclude_defaults=True)}
    assert plain == {name: manifest[name] for name in plain}


@given(sessions())
def test_the_replay_says_of_each_card_what_the_ledger_says(session):
    report = report_of(session)
    plain = plain_run(session, CHARACTERS, made(session))
    cards = [entry for entry in report.ledger.entries if entry.kind == "card"]
    assert plain.reasons.keys() == {entry.subject for entry in cards}
    for entry in cards:
        reason, numbers = plain.reasons[entry.subject]
        said = LedgerEntry(
            entry.subject, "card", entry.name, "knowledge", reason, **{"tokens": 0, **numbers}
        )
        assert said.sentence == replace(entry, what_if=None).sentence
