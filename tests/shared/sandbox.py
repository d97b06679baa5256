"""The surroundings every test runs in: no network, no display, no setting of the person's own."""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

COMPILED_RULES = Path(__file__).parents[2] / "build" / "tests" / "secret-rules"
_IN_MEMORY = Path("/dev/shm")
_ROOM = 4 << 30  # bytes that have to be free: tests at work at the same time need a tenth of it
_NEW_USER_NAMESPACE = 0x10000000
_NEW_NETWORK_NAMESPACE = 0x40000000

# No font directory at all: what a bare machine has. The program brings its own fonts.
_NO_SYSTEM_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><cachedir>{cache}</cachedir></fontconfig>
"""


def replace_environment() -> None:
    """Point every place that settings are read from or written to at a folder that goes at exit.

    Must run before Qt is imported. Tests that start programs pass this environment on.
    """
    _work_in_memory()
    home = Path(tempfile.mkdtemp(prefix="inspector-tests-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    personal = ("QT_", "XDG_", "LC_", "INSPECTOR_TESTS_", "TIKTOKEN_", "FONTCONFIG_")
    reached = {"DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "LANGUAGE", "NO_COLOR"}
    for name in list(os.environ):
        if name.startswith(personal) or name in reached:
            del os.environ[name]
    for kind in ("CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "STATE_HOME", "RUNTIME_DIR"):
        folder = home / kind.lower()
        folder.mkdir(mode=0o700)
        os.environ[f"XDG_{kind}"] = str(folder)
    with contextlib.suppress(OSError):  # rules are compiled anew then
        COMPILED_RULES.mkdir(parents=True, exist_ok=True)
    give_compiled_rules(Path(os.environ["XDG_CACHE_HOME"]))
    fonts = home / "fonts.conf"
    fonts.write_text(_NO_SYSTEM_FONTS.format(cache=home / "fonts"), encoding="utf-8")
    os.environ |= {
        "HOME": str(home),
        "FONTCONFIG_FILE": str(fonts),
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "QT_QPA_PLATFORM": "offscreen",
    }
    if hasattr(time, "tzset"):
        time.tzset()


def own_rules() -> Path:
    """Return the folder in which the program of this process keeps compiled rules."""
    return _rules_in(Path(os.environ["XDG_CACHE_HOME"]))


def _rules_in(cache: Path) -> Path:
    return cache / "context-budget-inspector" / COMPILED_RULES.name


def give_compiled_rules(cache: Path) -> None:
    """Let a program whose cache this is find the rules for secrets compiled: that takes 6 s.

    So they are compiled once a checkout instead of once a process. What their package keeps is
    named by the rules and its version; a file of others is not read. It is a copy: the package
    takes no rules from behind a link.
    """
    with contextlib.suppress(OSError):  # they are compiled anew then
        shutil.copytree(COMPILED_RULES, _rules_in(cache), dirs_exist_ok=True)


def _work_in_memory() -> None:
    """Make temporary folders in memory, where nothing waits for a disk to have written.

    The program has what it saves written through, which takes as long as the disk likes. A folder
    that was asked for stays, as does the usual one where memory is short or runs no programs.
    """
    if "TMPDIR" in os.environ or not os.access(_IN_MEMORY, os.W_OK):
        return
    place = os.statvfs(_IN_MEMORY)
    if place.f_bavail * place.f_frsize >= _ROOM and not place.f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = str(_IN_MEMORY)
        tempfile.tempdir = None  # is looked for anew


def cut_network() -> bool:
    """Move this process and its children to where there is no network; False where refused.

    Unlike a patched `socket`, this reaches the sockets of Qt and of every program a test starts.
    """
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_NEW_NETWORK_NAMESPACE) == 0:
        return True
    user, group = os.getuid(), os.getgid()
    if libc.unshare(_NEW_NETWORK_NAMESPACE | _NEW_USER_NAMESPACE) != 0:
        return False
    # Without these lines the process would be nobody in its own files' eyes.
    Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")
    return True
