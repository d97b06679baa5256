"""Notices of many works in one file, with every text once instead of once for each work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import yaml

# Smaller files are left as they are.
_LEAST_BYTES = 1 << 20
_LIST = "third_party_libraries"


def condensed(data: bytes) -> bytes:
    """Return the notices that a tool wrote as a list of works, each with its texts, as one text.

    First every work with its version and licences and the numbers of its texts, then the texts by
    number, as they are. Anything else, and any short file, is returned unchanged.
    """
    if len(data) < _LEAST_BYTES or f"\n{_LIST}:".encode() not in data:
        return data
    # The safe loader, and the fast one of its two forms where it is there.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    works = yaml.load(data, Loader=loader)[_LIST]  # noqa: S506 - safe, see above
    numbers: dict[str, int] = {}
    lines = ["Works that are compiled in, their licences, and the numbers of the texts below.", ""]
    lines += [_line(work, numbers) for work in works]
    for text, number in numbers.items():
        lines += ["", f"[{number}] " + "-" * 60, "", text.rstrip()]
    return ("\n".join(lines) + "\n").encode()


def _line(work: Mapping[str, Any], numbers: dict[str, int]) -> str:
    texts = _texts(work.get("licenses") or ())
    used = {numbers.setdefault(text, len(numbers) + 1) for text in texts}
    listed = ", ".join(map(str, sorted(used)))
    name = f"{work['package_name']} {work['package_version']}"
    return f"{name}: {work['license']} [{listed}]"


def _texts(licences: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    return (entry["text"] for entry in licences if entry.get("text"))
