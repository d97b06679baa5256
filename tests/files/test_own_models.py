"""A table of models of the user's own stands before the shipped one."""

from __future__ import annotations

import json

import pytest

from inspector.cli.main import main
from inspector.core.model_facts import model_facts, use_own_models
from inspector.files.models import use_models
from inspector.resources import own_models_path

TABLE = {"models": [{"names": ["house-model"], "window": 64_000}]}


@pytest.fixture(autouse=True)
def _the_shipped_table_again():
    yield
    use_own_models(None)


def placed(tmp_path, *options):
    chat = {"chunks": [{"id": "a", "type": "chat_history_user", "content": "Hello."}]}
    (tmp_path / "chat.json").write_text(json.dumps(chat | {"model": "house-model"}))
    return main([*options, "place", str(tmp_path / "chat.json"), "--no-history"])


def test_a_table_that_is_named_is_used(tmp_path, capsys):
    (tmp_path / "models.json").write_text(json.dumps(TABLE))
    assert placed(tmp_path, "--models", str(tmp_path / "models.json")) == 0
    assert model_facts("house-model").window == 64_000


def test_the_table_in_the_folder_of_settings_is_used(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    own_models_path().parent.mkdir(parents=True)
    own_models_path().write_text(json.dumps(TABLE))
    assert placed(tmp_path) == 0
    assert model_facts("house-model").window == 64_000


def test_a_named_table_that_is_none_is_an_input_that_cannot_be_used(tmp_path, capsys):
    for text in ("{", '{"models": 3}'):
        (tmp_path / "models.json").write_text(text)
        assert placed(tmp_path, "--models", str(tmp_path / "models.json")) == 3
        assert "models.json" in capsys.readouterr().err
    assert placed(tmp_path, "--models", str(tmp_path / "absent.json")) == 3


def test_where_there_is_none_nothing_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert use_models() == ()
    assert model_facts("house-model") is None
