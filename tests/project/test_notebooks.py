"""A notebook is sent as the sources of its cells, and its outputs are named as cut."""

import json

import pytest

from inspector.project.contents import cells_text
from inspector.project.reader import ProjectReader

NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "source": ["# Tides\n", "of the quay"]},
        {
            "cell_type": "code",
            "source": "print(tides)\n",
            "outputs": [{"text": "12 " * 900}, {"data": {"image/png": "iVBOR" * 900}}],
        },
        {"cell_type": "code", "source": [], "outputs": []},
    ],
    "nbformat": 4,
}
TEXT = (
    "# %% [markdown]\n# Tides\nof the quay\n\n# %%\nprint(tides)\n# [2 outputs cut]\n\n# %%\n\n\n"
)


def test_a_notebook_of_a_project_is_read_as_its_sources(tmp_path):
    data = json.dumps(NOTEBOOK).encode()
    (tmp_path / "tides.ipynb").write_bytes(data)
    read = ProjectReader(tmp_path).read("tides.ipynb")
    assert read.text == TEXT
    assert read.byte_size == len(data)
    assert read.line_count == TEXT.count("\n")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"cells": 1}', '{"cells": [1]}', "[" * 100_000])
def test_what_is_no_notebook_is_read_as_it_is(text):
    assert cells_text(text) is None


def test_another_file_with_cells_is_read_as_it_is(tmp_path):
    (tmp_path / "tides.json").write_text(json.dumps(NOTEBOOK))
    assert ProjectReader(tmp_path).read("tides.json").text == json.dumps(NOTEBOOK)
