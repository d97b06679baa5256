"""Small git histories on the disk."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

_PLAIN = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
}


def git(folder: Path, *arguments: str, at: int = 0) -> str:
    """Run git as a user would; ``at`` is the time of what is made, in seconds."""
    times = {"GIT_AUTHOR_DATE": f"{at} +0000", "GIT_COMMITTER_DATE": f"{at} +0000"}
    done = subprocess.run(
        ["git", *arguments],
        cwd=folder,
        env=os.environ | _PLAIN | times,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def written_history(folder: Path, changes: list[tuple[str, Mapping[str, str | None]]]) -> Path:
    """Make a repository with a commit for each (subject, files); None deletes a file."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-q", "-b", "main")
    for number, (subject, files) in enumerate(changes, 1):
        for name, text in files.items():
            path = folder / name
            if text is None:
                path.unlink()
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "--no-verify", "-m", subject, at=1_700_000_000 + number)
    return folder
