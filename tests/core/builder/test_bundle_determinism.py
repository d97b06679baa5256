"""The same project gives the same artifacts in another place, process, language and time zone."""

import json
import os
import random
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from inspector.core import BuildRequest, build_bundle, index_project
from inspector.core.canonical import fingerprint
from inspector.project.secrets import PatternScanner

ROOT = Path(__file__).parents[3]

ONE_ID, OTHER_ID = (f"{one * 8}-1111-4111-8111-{one * 12}" for one in "12")
PROGRAM = """
import hashlib, json, sys
from inspector.core import build_bundle, index_project
from inspector.core.builder.inputs import BuildRequest
from inspector.project.secrets import PatternScanner

request = BuildRequest.model_validate(json.loads(sys.argv[2]))
report = build_bundle(request, index_project(sys.argv[1]), scanner=PatternScanner())
assert report.bundle is not None, report.refusal
parts = (report.bundle, report.manifest, report.redactions, report.budget)
told = [hashlib.sha256(part.model_dump_json().encode()).hexdigest() for part in parts]
told += report.manifest.fingerprints.model_dump().values()
told += [hashlib.sha256(report.rendered.encode()).hexdigest()]
told += [hashlib.sha256(repr(report.ranking).encode()).hexdigest()]
told += [hashlib.sha256(repr([e.sentence for e in report.ledger.entries]).encode()).hexdigest()]
print(json.dumps(told))
"""

FILES = {
    "app/main.py": "from app.store import save, load\nfrom app import caf\u00e9\n\n\n"
    "class App(caf\u00e9.Base):\n    def run(self):\n        save(1)\n        return load()\n",
    "app/store.py": 'KEY = "AKIAQ3EGVXW2M5KTRPLD"\n\n\ndef save(x):\n    return x\n\n\n'
    "def load():\n    return 1\n",
    "app/caf\u00e9.py": "class Base:\n    def run(self):\n        return 0\n",
    "app/\u00fcber.py": "from app.main import App\n\n\ndef go():\n    return App().run()\n",
    "app/Zeta.py": "from app.main import App\n\n\ndef go():\n    return App().run()\n",
    "pyproject.toml": "[project]\nname = 'x'\n",
    "prod.env": "TOKEN=1\n",
}
REQUEST = {
    "purpose": "plan",
    "intent": {"b": "Speed it up.", "a": [1, 2]},
    "plan_step": {"target_files": ["app/main.py"], "target_symbols": ["App"]},
    "constraints": {"user": ["No new dependencies."]},
    "model": {"max_input_tokens": 1000, "response_token_reserve": 0},
    "correlation_id": ONE_ID,
    "created_at": "2026-02-03T04:05:06Z",
}


def answers(folder: Path, seed: str, language: str, zone: str) -> list[str]:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder), json.dumps(REQUEST)],
        cwd=ROOT,
        env=os.environ
        | {"PYTHONHASHSEED": seed, "LC_ALL": language, "TZ": zone, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_process_place_language_and_time_zone_make_no_difference(tmp_path):
    here, there = tmp_path / "here", tmp_path / "far" / "away" / "copy"
    for path, text in FILES.items():
        (here / path).parent.mkdir(parents=True, exist_ok=True)
        (here / path).write_text(text, "utf-8")
    shutil.copytree(here, there)
    for path in reversed(FILES):  # written anew, so that folders list them in another order
        text = (there / path).read_text("utf-8")
        (there / path).unlink()
        (there / path).write_text(text, "utf-8")
    first = answers(here, "0", "C.UTF-8", "UTC")
    assert answers(there, "4242", "C", "Pacific/Auckland") == first


def fingerprints(folder: Path, **more: object) -> list[str]:
    """The three fingerprints of a manifest, and that of all that is told beside ids and times."""
    request = BuildRequest.model_validate(REQUEST | more)
    report = build_bundle(request, index_project(folder), scanner=PatternScanner())
    assert report.bundle is not None, report.refusal
    told = [report.redactions.model_dump(mode="json"), report.budget.model_dump(mode="json")]
    prints = report.manifest.fingerprints
    return [
        prints.project_index_fingerprint,
        prints.config_fingerprint,
        prints.bundle_fingerprint,
        fingerprint([told, report.rendered]),
    ]


def test_order_of_files_time_ids_and_threads_make_no_difference(tmp_path):
    folders = []
    for seed in range(4):
        folder = tmp_path / str(seed) / "project"
        for path in random.Random(seed).sample(list(FILES), len(FILES)):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(FILES[path], "utf-8")
            os.utime(folder / path, (seed * 10**6, seed * 10**6))
        folders.append(folder)
    first = fingerprints(folders[0])
    later = fingerprints(
        folders[1],
        created_at="2031-12-31T23:59:59Z",
        correlation_id=OTHER_ID,
    )
    assert later == first
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(fingerprints, folders * 3)) == [first] * 12
