"""The tests run where there is no network, and the program has nothing to reach one with."""

from __future__ import annotations

import ast
import errno
import socket
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "inspector"
REACHES_OUT = {
    "aiohttp",
    "asyncio",
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


def test_no_module_imports_what_could_reach_a_network() -> None:
    found = {
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in PACKAGE.rglob("*.py")
        for name in _imported(path)
        if any(name == known or name.startswith(f"{known}.") for known in REACHES_OUT)
    }
    assert found == set()


def _imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names
