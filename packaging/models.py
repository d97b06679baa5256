"""Make the table of models that ships: windows, prices, encodings.

    python packaging/models.py --date 2026-11-25         write resources/models.json
    python packaging/models.py --wheel FILE --date DAY   out of a wheel that is there already

The facts are taken out of the data of the Python package genai-prices (MIT), which is installed
nowhere by the program: pip fetches it into a folder that is thrown away, and its data are imported
there. ``--date`` is the day on which they were taken. Encodings are those of the program; what the
data do not say (output limits, most windows of platforms) stays unsaid.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from inspector.core.tokens.counter import encoding_for_model  # noqa: E402 - needs the path

PACKAGE = "genai-prices==0.2.3"
TABLE, LICENCE = "models.json", "models-LICENSE.txt"

# Who makes models, in the order in which a plain name is looked for; then who only runs them.
MAKERS = [
    "anthropic",
    "openai",
    "google",
    "x-ai",
    "deepseek",
    "mistral",
    "meta",
    "moonshotai",
    "minimax",
    "zhipuai",
    "cohere",
    "perplexity",
]
PLATFORMS = ["aws", "azure", "groq", "cerebras", "fireworks", "together", "openrouter"]
# Models of others that a maker's list carries: they stand under their own maker.
_CARRIED = {"google": ("gemini", "gemma")}
_PRICES = {
    "input": "input_mtok",
    "cache_write": "cache_write_mtok",
    "cache_write_1h": "cache_write_1h_mtok",
    "cache_read": "cache_read_mtok",
    "output": "output_mtok",
}


def clauses(match: Any) -> list[tuple[str, str]]:
    """Return what tells a model by its name: ``equals`` and ``starts_with``, with the text."""
    found = getattr(match, "or_", None) or getattr(match, "and_", None)
    if found:
        return [one for inner in found for one in clauses(inner)]
    return [
        (kind, text) for kind in ("equals", "starts_with") if (text := getattr(match, kind, ""))
    ]


def current(prices: Any, day: date) -> Any:
    """Return the prices that hold on a day at any time of it; None where there are none."""
    if not isinstance(prices, list):
        return prices
    held = None
    for one in prices:
        start = getattr(one.constraint, "start_date", None)
        if one.constraint is None or (start is not None and start <= day):
            held = one.prices
    return held


def amounts(prices: Any) -> tuple[dict[str, float], list[dict[str, float]]]:
    """Return prices a million tokens, and what they are for longer prompts."""
    base: dict[str, float] = {}
    longer: dict[int, dict[str, float]] = {}
    for name, field in _PRICES.items():
        value = getattr(prices, field, None)
        if value is None:
            continue
        base[name] = float(getattr(value, "base", value))
        for tier in getattr(value, "tiers", ()):
            longer.setdefault(tier.start, {})[name] = float(tier.price)
    return base, [{"over": start, **longer[start]} for start in sorted(longer)]


def entry(vendor: str, model: Any, day: date) -> dict[str, Any] | None:
    """Return a model as the table has it; None where nothing is known of it."""
    base, longer = amounts(current(model.prices, day))
    told = clauses(model.match)
    names = sorted({model.id, *(text for kind, text in told if kind == "equals")})
    begins = sorted({text for kind, text in told if kind == "starts_with"})
    if not model.context_window and (not base or vendor in PLATFORMS):
        return None
    if names[0].startswith("ft:") or (vendor in PLATFORMS and _is_elsewhere(names[0])):
        return None
    facts: dict[str, Any] = {"vendor": vendor, "names": names}
    if begins:
        facts["begins"] = begins
    if model.context_window:
        facts["window"] = model.context_window
    encoding = encoding_for_model(model.id) if vendor in ("openai", "azure") else None
    if encoding:
        facts["encoding"] = encoding
    if base:
        facts["prices"] = base
    if longer:
        facts["longer"] = longer
    return facts


def _is_elsewhere(name: str) -> bool:
    """Whether a platform's name is a maker's with its own entry, or one of a tariff."""
    return name.partition("/")[0] in MAKERS or name.endswith((":batch", ":free"))


def table(providers: Any, day: date) -> dict[str, Any]:
    """Return the whole table."""
    by_id = {one.id: one for one in providers}
    listed = {one.id: one.context_window for one in by_id["openrouter"].models}
    models = []
    for vendor in (*MAKERS, *PLATFORMS):
        carried = _CARRIED.get(vendor, ("",))
        for model in by_id[vendor].models:
            if not model.id.startswith(carried) or not (found := entry(vendor, model, day)):
                continue
            # What a maker's own list leaves open is taken from the platform that lists all.
            others = (listed.get(f"{vendor}/{name}") for name in found["names"])
            window = next((one for one in others if one), None)
            if "window" not in found and window:
                found |= {"window": window}
            models.append(found)
    return {
        "schema_version": 1,
        "source": f"{PACKAGE.replace('==', ' ')} (MIT)",
        "date": day.isoformat(),
        "makers": MAKERS,
        "models": models,
    }


def written(facts: dict[str, Any]) -> str:
    """Return the table as JSON with one model a line."""
    head = {name: value for name, value in facts.items() if name != "models"}
    lines = ",\n".join(
        json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in facts["models"]
    )
    return f'{json.dumps(head)[:-1]}, "models": [\n{lines}\n]}}\n'


def make(wheel: str, day: date) -> None:
    """Write the table and the licence of its source into the resources."""
    with tempfile.TemporaryDirectory() as folder:
        pip = (sys.executable, "-m", "pip", "install", "--quiet", "--target", folder)
        subprocess.run((*pip, wheel or PACKAGE), check=True)
        sys.path.insert(0, folder)
        from genai_prices.data import providers  # type: ignore[import-not-found]

        text = written(table(providers, day))
        (ROOT / "resources" / TABLE).write_text(text, "utf-8")
        licence = next(Path(folder).glob("genai_prices-*.dist-info/licenses/LICENSE"))
        (ROOT / "resources" / LICENCE).write_bytes(licence.read_bytes())


def main() -> int:
    """Make the table, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--wheel", default="", help="a wheel of the package instead of pip's")
    parser.add_argument("--date", required=True, type=date.fromisoformat, help="day of the facts")
    chosen = parser.parse_args()
    make(chosen.wheel, chosen.date)
    return 0


if __name__ == "__main__":
    sys.exit(main())
