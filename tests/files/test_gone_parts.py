"""What a session that is saved holds of parts whose files are gone."""

import json
import shutil
from pathlib import Path

from inspector import resources
from inspector.files import load_session, save_session


def test_candidates_whose_file_is_gone_are_kept_in_the_session_with_a_note(tmp_path: Path) -> None:
    sample = resources.resource_path(resources.sample_sessions()["securities-fraud"])
    path = shutil.copytree(Path(sample).parent, tmp_path / "sample") / "session.inspector.json"
    session = load_session(path).value
    assert session is not None
    file = path.parent / json.loads(path.read_bytes())["candidates"]["path"]
    file.unlink()
    (note,) = save_session(session, path)
    assert note.code == "session.part-kept-inside"
    assert f"{file} is gone" in note.message
    again = load_session(path).value
    assert again is not None
    assert again.candidates == session.candidates
