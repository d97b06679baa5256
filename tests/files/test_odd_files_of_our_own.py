"""Whatever stands in the place of a file of the program's own is refused, and never waited for."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inspector.analysis import builder_cache
from inspector.analysis.corpus.workload import RefusedRequest
from inspector.cli.checks import _baseline
from inspector.cli.output import InputError
from inspector.core.discipline.artifacts import ArtifactRegistry
from inspector.core.problems import Problem
from inspector.files import models
from inspector.files.history import open_history
from inspector.files.importers.coding_sessions import beginning_of
from inspector.files.left_behind import look
from inspector.files.manifests import load_audit, save_sign_off, sign_off_path
from inspector.files.receipts import ReceiptTail
from inspector.files.saving import sweep
from inspector.gui.settings import load_preferences
from inspector.locks import open_regular, open_to_change, read_regular
from inspector.project.cache import IndexCache
from inspector.recorder import Recorder
from inspector.session.audit_stage import SignOff
from inspector.stages.corpus.journal import CorpusJournal, open_journal, refused_by_system

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")


def folder(path: Path) -> None:
    path.mkdir()


def circle(path: Path) -> None:
    path.symlink_to(path.name)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


ODD = (os.mkfifo, folder, circle, device)


@pytest.fixture(params=ODD, ids=lambda put: put.__name__)
def odd(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Path], Path]:
    """Puts something that is no file in the place of one."""

    def put(path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        request.param(path)
        return path

    return put


Put = Callable[[Path], Path]


@pytest.mark.parametrize("way", [open_regular, open_to_change, read_regular])
def test_nothing_but_a_file_is_opened(way: Callable[[Path], object], odd: Put, tmp_path: Path):
    with pytest.raises(OSError, match=r"not a file|directory|symbolic links"):
        way(odd(tmp_path / "file"))


def test_the_key_of_findings_says_why_there_is_none(odd, tmp_path, monkeypatch):
    monkeypatch.setattr(builder_cache, "user_data_path", lambda *_args, **_named: tmp_path)
    told = builder_cache.user_finding_key()
    assert isinstance(told, bytes)
    (tmp_path / "finding.key").unlink()
    path = odd(tmp_path / "finding.key")
    told = builder_cache.user_finding_key()
    assert isinstance(told, Problem)
    assert (told.place.file, told.code) == (str(path), "builder.no-finding-key")
    assert told.fix


def test_compiled_rules_that_cannot_be_kept_are_told(odd, tmp_path):
    assert builder_cache.rules_not_kept(tmp_path) == ()
    odd(tmp_path / "secret-rules" / "rules")
    [told] = builder_cache.rules_not_kept(tmp_path)
    assert told.place.file == str(tmp_path / "secret-rules")
    assert builder_cache.scanner_cache_folder(tmp_path) is None  # nobody waits for what is there
    (tmp_path / "file").write_text("")
    assert builder_cache.rules_not_kept(tmp_path / "file")


def test_preferences_are_a_problem_with_their_place(odd, tmp_path):
    path = odd(tmp_path / "preferences.json")
    [told] = load_preferences(path)[1]
    assert (told.place.file, told.code) == (str(path), "preferences.unusable")


def test_a_history_is_a_problem_with_its_place(odd, tmp_path):
    loaded = open_history(odd(tmp_path / "history.sqlite3"))
    assert loaded.value is None
    assert loaded.problems[0].place.file is not None
    assert loaded.problems[0].fix


def test_models_of_the_users_own_are_a_problem_with_their_place(odd, tmp_path, monkeypatch):
    path = odd(tmp_path / "models.json")
    monkeypatch.setattr(models, "own_models_path", lambda: path)
    [told] = models.use_models()
    assert told.place.file == str(path)


def test_a_rescue_copy_is_set_aside(odd, tmp_path):
    odd(tmp_path / "window-1" / "session.rescue")
    [told] = look(tmp_path, datetime.now(UTC)).problems
    assert told.code == "rescue.damaged"


def test_the_lock_of_a_rescue_copy_is_a_problem_or_a_lock(odd, tmp_path):
    odd(tmp_path / "window-1" / "lock")
    assert not look(tmp_path, datetime.now(UTC)).copies


def test_the_index_goes_without_its_cache(odd, tmp_path):
    path = odd(tmp_path / "cache" / "index.sqlite3")
    (tmp_path / "root").mkdir()
    with IndexCache(path).opened(str(tmp_path / "root"), "1") as cache:
        assert cache.file("a.py") is None
        assert [one.place.file for one in cache.problems] == [str(path)]


def test_a_journal_names_its_file_and_the_way_out(odd, tmp_path):
    path = odd(tmp_path / "journal")
    with pytest.raises(OSError, match="journal") as told:
        open_journal(path, "key")
    assert str(path) in refused_by_system(told.value)
    assert "--no-journal" in refused_by_system(told.value)


def test_a_baseline_is_an_input_that_cannot_be_used(odd, tmp_path):
    with pytest.raises(InputError, match="baseline"):
        _baseline(str(odd(tmp_path / "baseline.json")))


def test_a_sign_off_beside_a_manifest_is_a_problem_with_its_place(odd, tmp_path):
    (tmp_path / "manifest.json").write_text("{}")
    beside = odd(sign_off_path(tmp_path / "manifest.json"))
    loaded = load_audit(tmp_path / "manifest.json")
    assert loaded.value is not None
    assert loaded.value.sign_offs == ()
    [told] = [one for one in loaded.problems if one.place.file == str(beside)]
    assert told.fix


def test_a_log_that_is_none_has_no_beginning(odd, tmp_path):
    assert beginning_of(odd(tmp_path / "log.jsonl")) is None


def test_in_a_folder_only_files_are_followed(odd, tmp_path):
    odd(tmp_path / "a.jsonl")
    (tmp_path / "b.jsonl").write_bytes(b"{}\n")
    assert [line for _, _, line in ReceiptTail(tmp_path).read()] == [b"{}"]


def test_what_was_left_by_a_kill_is_no_pipe(odd, tmp_path):
    odd(tmp_path / f".inspector-{'0' * 32}.tmp")
    assert sweep(tmp_path) == 0


def test_an_artifact_is_not_read_out_of_a_pipe(odd, tmp_path):
    registry = ArtifactRegistry(tmp_path)
    meta = registry.store_text("a text")
    path = tmp_path / meta.id[:2] / meta.id / "meta.json"
    path.unlink()
    odd(path)
    with pytest.raises(OSError, match=r"not a file|directory|symbolic links"):
        registry.get(meta.id)


def test_a_recorder_drops_what_it_cannot_write_and_does_not_wait(odd, tmp_path):
    recorder = Recorder(odd(tmp_path / "receipts.jsonl"))
    recorder.record_decision([], trace_id="a")
    recorder.flush(5.0)
    recorder.close(5.0)
    assert recorder.dropped or (tmp_path / "receipts.jsonl").is_char_device()


def test_a_journal_on_a_full_disk_names_its_file(tmp_path):
    class Full(io.BytesIO):
        def write(self, _data: object) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    journal = CorpusJournal(tmp_path / "journal", Full(), {})
    with pytest.raises(OSError, match="No space left") as told:
        journal.keep(0, RefusedRequest("a", "why"))
    journal.close()
    assert str(tmp_path / "journal") in refused_by_system(told.value)


def test_a_sign_off_is_not_written_where_something_else_stands(odd, tmp_path):
    word = SignOff(
        name="R. V.", verdict="accepted", time="2026-01-01T00:00:00Z", fingerprint="0" * 64
    )
    beside = odd(sign_off_path(tmp_path / "manifest.json"))
    [told] = save_sign_off(word, tmp_path / "manifest.json")
    assert told.place.file == str(beside)
    assert told.fix
    assert not beside.is_file()
