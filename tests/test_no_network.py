"""The tests run where there is no network, and the program has nothing to reach one with."""

from __future__ import annotations

import errno
import socket
from pathlib import Path

import pytest

from tests.shared.imports import imports, imports_by_name

PACKAGE = Path(__file__).parent.parent / "inspector"
REACHES_OUT = {
    "aiohttp",
    "asyncio",
    "distributed",
    "ftplib",
    "http",
    "httpx",
    "poplib",
    "requests",
    "smtplib",
    "socket",
    "socketserver",
    "ssl",
    "urllib.request",
    "urllib3",
    "webbrowser",
    "xmlrpc",
    "PySide6.QtNetwork",
    "PySide6.QtWebSockets",
}


@pytest.fixture
def cut(network_is_cut: bool) -> None:
    if not network_is_cut:
        pytest.skip("this system does not let a process give up its network")


@pytest.mark.usefixtures("cut")
def test_the_tests_see_no_network_interface_but_the_loopback() -> None:
    assert [name for _, name in socket.if_nameindex()] == ["lo"]


@pytest.mark.usefixtures("cut")
def test_a_connection_to_a_public_address_fails_at_once() -> None:
    with socket.socket() as tried:
        assert tried.connect_ex(("192.0.2.1", 443)) == errno.ENETUNREACH


@pytest.mark.usefixtures("cut")
def test_a_connection_out_of_qt_fails_too(qapp: object) -> None:
    network = pytest.importorskip("PySide6.QtNetwork")
    tried = network.QTcpSocket()
    tried.connectToHost("192.0.2.1", 443)
    assert not tried.waitForConnected(2000)
    tried.abort()


def reaching_out(path: Path) -> set[str]:
    return {
        name
        for name in (*imports(path), *imports_by_name(path))
        if any(name == known or name.startswith(f"{known}.") for known in REACHES_OUT)
    }


def test_no_module_imports_what_could_reach_a_network_but_for_the_cluster_that_is_asked_for() -> (
    None
):
    found = {
        (path.relative_to(PACKAGE).as_posix(), name)
        for path in PACKAGE.rglob("*.py")
        for name in reaching_out(path)
    }
    assert found == {("analysis/corpus/running.py", "distributed")}


@pytest.mark.parametrize(
    "text",
    [
        "import socket",
        "from urllib import request",
        "import importlib\nimportlib.import_module('socket')",
        "from importlib import import_module as load\nTABLE = {1: 'http.client'}\nload(TABLE[1])",
        "__import__('ssl')",
    ],
)
def test_a_module_that_is_named_by_a_string_counts_as_imported(text: str, tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(text, "utf-8")
    assert len(reaching_out(path)) == 1
