"""A person prepares a call from the terminal, is refused, learns why, and gets what may be sent."""

import json

import pytest

from inspector import cli
from tests.shared.builder_input import FILES, written_project

PADDING = "".join(f"def spare_{n}() -> int:\n    return {n}\n\n\n" for n in range(120))
LEAKY = 'HEADERS = {"X-Key": "sk-FAKE-0000-not-a-real-key-0000"}\n'


@pytest.fixture
def inspector(capfd, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def run(*arguments):
        capfd.readouterr()
        code = cli.main([str(argument) for argument in arguments])
        return code, capfd.readouterr().out

    return run


def test_from_a_refusal_to_a_bundle_that_a_reviewer_can_check(inspector, tmp_path):
    root = written_project(
        tmp_path / "project", FILES | {"app/quay.py": FILES["app/quay.py"] + PADDING}
    )
    out = tmp_path / "out"
    ask = ("build", root, "--symbol", "reserve", "--max-input-tokens", 900, "--reserve", 300)

    # The name means two things; the answer lists both, and one is chosen.
    code, said = inspector(*ask)
    assert (code, "AmbiguousTarget" in said, "app/quay.py:7" in said) == (1, True, True)
    chosen = (*ask, "--select", "app/quay.py#Quay.reserve", "--created-at", "2026-04-03T12:00:00Z")

    # Now it is ready: the large file is cut down to what was named, and that is written down.
    code, said = inspector(*chosen, "--out", out, "--text", out / "context.txt")
    assert code in (0, 4)
    assert "named definitions only" in said
    context = (out / "context.txt").read_text("utf-8")
    assert "def reserve" in context
    assert "spare_100" not in context
    cuts = json.loads((out / "redactions.json").read_text())["redactions"]
    assert any(one["type"] == "content_sliced" and one["target"] == "app/quay.py" for one in cuts)

    # A reviewer asks about single files.
    _, why = inspector(
        *chosen, "--why", "app/quay.py", "--why", "secrets.env", "--why", "notes.txt"
    )
    assert "TARGET_REGION_ONLY" in why
    assert "**/*.env" in why
    assert "Nothing in the request leads to it" in why

    # The same call again is the same bundle to the last byte.
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    inspector(*chosen, "--out", out, "--text", out / "context.txt")
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before

    # Somebody puts a key into the target: nothing is sent any more, and nothing stale stays.
    (root / "app/quay.py").write_text(LEAKY + FILES["app/quay.py"])
    code, said = inspector(*chosen, "--out", out)
    assert (code, "SecretRisk" in said, "sk-FAKE" in said) == (1, True, False)
    assert {path.name for path in out.iterdir()} == {
        "manifest.json",
        "redactions.json",
        "budget.json",
    }

    # With the key gone it is ready again, and the history has every run.
    (root / "app/quay.py").write_text(FILES["app/quay.py"])
    assert inspector(*chosen)[0] == 0
    code, listed = inspector("history")
    assert code == 0
    assert listed.count("builder") >= 3
