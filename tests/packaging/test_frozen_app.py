"""The frozen app of this checkout, where one has been made: it does what it has to."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "packaging" / "app"


@pytest.fixture
def app() -> Iterator[Path]:
    """The folder of the frozen app; skips the test where it is not of these sources."""
    with pytest.MonkeyPatch.context() as path:
        path.syspath_prepend(str(FOLDER))
        import made_from
        import smoke_test

        why = smoke_test.why_not(made_from.APP)
        if why:
            pytest.skip(why)
        yield made_from.APP


@pytest.fixture
def elsewhere(tmp_path: Path) -> dict[str, str]:
    """Surroundings without a Python that could be found."""
    home = {name: str(tmp_path) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}
    return home | {"PATH": "/nonexistent", "PYTHONHOME": "/nonexistent", "LANG": "C.UTF-8"}


def test_the_app_gives_the_manifest_of_the_unfrozen_program(
    app: Path, tmp_path: Path, elsewhere: dict[str, str]
) -> None:
    session = app / "_internal/resources/samples/securities-fraud/session.inspector.json"
    left = []
    for number, command in enumerate(
        ([str(app / "inspector")], [sys.executable, "-m", "inspector"])
    ):
        manifest = tmp_path / f"{number}.json"
        arguments = ["run", str(session), "--no-history", "--manifest", str(manifest)]
        environment = elsewhere if number == 0 else dict(os.environ)
        subprocess.run(
            [*command, *arguments], check=True, env=environment, capture_output=True, timeout=600
        )
        left.append(manifest.read_bytes())
    assert left[0] == left[1]


def test_the_app_says_the_version_of_the_checkout(app: Path, elsewhere: dict[str, str]) -> None:
    import inspector

    command = [str(app / "inspector"), "--version"]
    said = subprocess.run(command, check=True, env=elsewhere, capture_output=True, text=True)
    assert said.stdout == f"inspector {inspector.__version__}\n"


@pytest.mark.skipif(
    not os.environ.get("INSPECTOR_SMOKE_TEST"),
    reason="the smoke test takes minutes and is part of ./dev build app; INSPECTOR_SMOKE_TEST=1",
)
def test_the_app_passes_the_smoke_test(app: Path) -> None:
    command = [sys.executable, str(FOLDER / "smoke_test.py"), str(app)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
