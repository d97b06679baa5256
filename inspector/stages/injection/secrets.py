"""How a candidate that holds a secret is kept out."""

from __future__ import annotations

from inspector.core.injection.overrides import Forced
from inspector.session.edits import force
from inspector.session.store import Edit


def exclude(_holder: str, subject: str) -> Edit:
    """Return the edit that excludes a candidate by an override; its source stays as it is."""
    return force((subject,), Forced.EXCLUDED)
