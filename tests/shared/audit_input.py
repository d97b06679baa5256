"""Manifests to audit, as the engine makes them of a session."""

from inspector.core import inject
from tests.shared.injection_input import CHARACTERS


def report_of(session):
    """Run a session with one token a character."""
    return inject(
        session.request,
        session.candidates,
        session.policy,
        CHARACTERS,
        strategy=session.strategy,
        settings=session.settings,
        overrides=session.overrides,
    )


def made(session):
    """Return the manifest of a session's run as JSON."""
    return report_of(session).manifest.model_dump(mode="json")
