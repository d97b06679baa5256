"""Installs a package in a bare Debian system and does with it what a user would.

Usage: python packaging/deb/bare_root_test.py PACKAGE [--keep FOLDER]

Needs root, mmdebstrap, and for the window Xvfb, openbox and xdotool. Takes some minutes, since it
makes two systems: one where only what the package depends on is installed, and one with a desktop's
tools. Pictures of the windows stay in the folder that ``--keep`` names
(build/bare-root).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar

from debian_package import ROOT
from debian_package.bare_root import USER, BareRoot
from debian_package.releases import PACKAGE
from debian_package.tree import LIBRARY

from inspector.resources import resource_path, sample_sessions
from tests.shared.desktop import Desktop, desktop, missing

SESSION_TYPE = "application/x-context-budget-inspector-session+json"
BUNDLE_TYPE = "application/x-context-budget-inspector-audit+zip"
ENTRY = f"{PACKAGE}.desktop"
HOME = f"/home/{USER}"
_KEY = f"{HOME}/.Xauthority"  # without it the screen lets nobody in
OLD = "0.0.1"
_LOOKS = 20
_PATIENCE = 300.0  # seconds
_SOCKETS = Path("/tmp/.X11-unix")  # noqa: S108 - where X has them
_TOOLS = ("desktop-file-utils", "libfile-mimeinfo-perl", "libglib2.0-bin", "man-db", "xdg-utils")

Found = TypeVar("Found")


class FailedError(Exception):
    """Something is not as it has to be."""


def main(arguments: Sequence[str]) -> int:
    """Do it, say each thing that was found right, and return the exit code."""
    parser = argparse.ArgumentParser(description="Try a Debian package out in a bare system.")
    parser.add_argument("package", type=Path)
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "bare-root")
    options = parser.parse_args(arguments)
    lacking = [*missing(), *(["the rights of root"] if os.geteuid() else [])]
    lacking += [] if shutil.which("mmdebstrap") else ["mmdebstrap"]
    if lacking:
        print("The test needs " + ", ".join(lacking), file=sys.stderr)
        return 1
    options.keep.mkdir(parents=True, exist_ok=True)
    package = options.package.resolve()
    try:
        with ExitStack() as stack:
            folders = [Path(stack.enter_context(_folder())) for _ in range(4)]
            bare = BareRoot(folders[0] / "root")
            bare.make()
            other = bare.copy(folders[1] / "root")
            without_recommendations(bare, package)
            older = _older(package, folders[2])
            screen = stack.enter_context(desktop(folders[3]))
            on_a_desktop(other, package, older, screen, options.keep)
    except (FailedError, RuntimeError, AssertionError) as error:
        print(f"FAILED: {error}", file=sys.stderr)
        return 1
    return 0


def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="inspector-root-", ignore_cleanup_errors=True)


def without_recommendations(root: BareRoot, package: Path) -> None:
    """Install what the package depends on and nothing else: every command works, and a window."""
    _agree("there is no Python before", _pythons(root), [])
    before = root.files()
    root.install(root.put(package, "/root/package.deb"), recommended=False)
    _agree("there is no Python after", _pythons(root), [])
    _agree("no library is missing", _missing_libraries(root), [])
    _runs_like_the_checkout(root)
    said = root.run("inspector", "demo", "--output", f"{HOME}/demo", user=USER, network=False)
    _true("a window without a display says so", "written to" in said.stdout)
    said = root.run("inspector", user=USER, network=False, check=False)
    _agree("the exit code without a display", said.returncode, 3)
    _agree("what is said without a display", said.stderr.count("\n"), 1)
    root.run("apt-get", "-qq", "-y", "purge", PACKAGE)
    root.run("apt-get", "-qq", "-y", "autoremove", "--purge")
    left = {path for path in root.files() - before if not path.startswith(HOME.lstrip("/"))}
    _agree("nothing is left without recommendations", _not_of_dependencies(root, left), [])


def on_a_desktop(root: BareRoot, package: Path, older: Path, screen: Desktop, keep: Path) -> None:
    """Upgrade, open files by their types, save one, remove and purge."""
    root.install(*_TOOLS, recommended=False)
    before = root.files()
    root.install(root.put(older, "/root/old.deb"), recommended=True)
    stale = root.folder / LIBRARY / "of-the-old-version"
    _true("the old version is there", stale.exists())
    root.install(root.put(package, "/root/new.deb"), recommended=True)
    _true("the upgrade leaves nothing of the old version", not stale.exists())
    _agree("the version that dpkg knows", _installed(root), _version(package))
    _runs_like_the_checkout(root)
    _says_its_types(root)
    _opens_by_type(root, screen, keep)
    said = root.run("man", "--warnings", "inspector", user=USER)
    _true("the manual is found", "SYNOPSIS" in said.stdout)
    settings = _of_user(root)
    _true("the user has settings", bool(settings))
    root.run("apt-get", "-qq", "-y", "remove", PACKAGE)
    _true("no program after removal", not (root.folder / LIBRARY).exists())
    said = root.run("xdg-mime", "query", "default", SESSION_TYPE, user=USER, check=False)
    _agree("no program for the type after removal", said.stdout.strip(), "")
    # By dpkg: without files of configuration, nothing is left that apt would know.
    root.run("dpkg", "--purge", PACKAGE)
    root.run("apt-get", "-qq", "-y", "autoremove", "--purge")
    left = {path for path in root.files() - before if not path.startswith(HOME.lstrip("/"))}
    _agree("nothing is left after a purge", _not_of_dependencies(root, left), [])
    _agree("files of the user are untouched", _of_user(root), settings)


def _runs_like_the_checkout(root: BareRoot) -> None:
    version = subprocess.run(
        [sys.executable, "-m", "inspector", "--version"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    _agree("the version", root.run("inspector", "--version", user=USER).stdout, version)
    for sample in ("securities-fraud", "direct-target"):
        command = ("run", f"sample:{sample}", "--no-history", "--manifest")
        inside = f"{HOME}/manifest.json"
        root.run("inspector", *command, inside, user=USER, network=False)
        with tempfile.TemporaryDirectory() as scratch:
            outside = Path(scratch, "manifest.json")
            subprocess.run(
                [sys.executable, "-m", "inspector", *command, str(outside)],
                cwd=ROOT,
                check=True,
                stdout=subprocess.DEVNULL,
            )
            same = (root.folder / inside.lstrip("/")).read_bytes() == outside.read_bytes()
        _true(f"the manifest of {sample} is that of the checkout", same)


def _says_its_types(root: BareRoot) -> None:
    session = resource_path(sample_sessions()["direct-target"])
    for part in session.parent.iterdir():
        root.put(part, f"{HOME}/{'work.inspector.json' if part == session else part.name}")
    root.put(ROOT / "LICENSE", f"{HOME}/other.json")
    bundle = ("run", "sample:direct-target", "--no-history", "--bundle", f"{HOME}/work.audit.zip")
    root.give(HOME)
    root.run("inspector", *bundle, user=USER)
    root.run("cp", f"{HOME}/work.audit.zip", f"{HOME}/without-a-suffix", user=USER)
    for name, wanted in (
        ("work.inspector.json", SESSION_TYPE),
        ("work.audit.zip", BUNDLE_TYPE),
        ("other.json", "application/json"),
    ):
        said = root.run("xdg-mime", "query", "filetype", f"{HOME}/{name}", user=USER)
        _agree(f"the type of {name}", said.stdout.strip(), wanted)
    said = root.run("gio", "info", "-a", "standard::content-type", f"{HOME}/without-a-suffix")
    _agree("the type of a bundle by its contents", said.stdout.split()[-1], BUNDLE_TYPE)
    said = root.run("gio", "info", "-a", "standard::icon", f"{HOME}/work.inspector.json")
    icon = SESSION_TYPE.replace("/", "-")
    _agree("the icon of a session", said.stdout.split("standard::icon: ")[1].split(",")[0], icon)
    for kind in (SESSION_TYPE, BUNDLE_TYPE):
        said = root.run("xdg-mime", "query", "default", kind, user=USER)
        _agree(f"the program for {kind}", said.stdout.strip(), ENTRY)


def _opens_by_type(root: BareRoot, screen: Desktop, keep: Path) -> None:
    """Open files as a desktop does, change and save one, and close the windows."""
    (root.folder / _SOCKETS.relative_to("/")).mkdir(parents=True, exist_ok=True)
    root.put(Path(screen.environment["XAUTHORITY"]), _KEY)
    root.give(HOME)
    path = f"{HOME}/work.inspector.json"
    name = Path(path).name
    with _opened(root, screen, keep, "xdg-open", path, name):
        _save_another_strategy(root, screen, path)
    with _opened(root, screen, keep, "gio open", path, name):
        pass
    # What a bundle brings is a session without a file of its own.
    title = json.loads((root.folder / path.lstrip("/")).read_text("utf-8"))["title"]
    with _opened(root, screen, keep, "xdg-open", f"{HOME}/work.audit.zip", title):
        pass


@contextmanager
def _opened(
    root: BareRoot, screen: Desktop, keep: Path, how: str, path: str, title: str
) -> Iterator[None]:
    """Open a file with a tool; take a picture after the block, and close the window.

    ``title`` is how the window's title has to begin.
    """
    name = Path(path).name
    # The tools end before the window does, and the system with them.
    script = f"{how} {path}; while pidof inspector >/dev/null; do sleep 1; done"
    started = root.start(
        *("sh", "-c", script),
        user=USER,
        network=False,
        mounts=(_SOCKETS,),
        environment={"DISPLAY": screen.environment["DISPLAY"], "XAUTHORITY": _KEY},
    )
    try:
        window = wait_for(f"a window on {name}", lambda: screen.windows(f"^{re.escape(title)}"))[0]
        _true(f"{how} opens {name} in a window", screen.title(window).startswith(title))
        screen.do("windowactivate", "--sync", window)
        _settle(screen)
        yield
        _settle(screen)
        screen.picture().save(str(keep / f"{how.split(' ', maxsplit=1)[0]}-{name}.png"))
        screen.press("ctrl+q")
        wait_for("the window to close", lambda: not screen.title(window))
        started.wait(60)
    finally:
        started.kill()
        started.communicate()


def wait_for(what: str, look: Callable[[], Found | None], pause: float = 0.3) -> Found:
    """Look until there is something to be seen, and return it; a bare system starts slowly."""
    deadline = time.monotonic() + _PATIENCE
    while not (found := look()):
        if time.monotonic() > deadline:
            raise FailedError(f"waited in vain for {what}")
        time.sleep(pause)
    return found


def _settle(screen: Desktop) -> None:
    """Wait until what is on the screen stays as it is: files are shown piece by piece."""
    seen = []

    def still() -> bool:
        seen.append(screen.picture())
        # Not for ever: a picture that moves is no fault of the package.
        return len(seen) > _LOOKS or (len(seen) > 2 and seen[-1] == seen[-2] == seen[-3])

    wait_for("a picture that stays", still, pause=1.0)


def _save_another_strategy(root: BareRoot, screen: Desktop, path: str) -> None:
    saved = root.folder / path.lstrip("/")
    before = json.loads(saved.read_text("utf-8")).get("strategy")
    screen.press("ctrl+shift+Down")
    time.sleep(1)
    screen.press("ctrl+s")
    wait_for(
        "the saved session",
        lambda: json.loads(saved.read_text("utf-8")).get("strategy") != before,
    )
    _true("a change is saved by keyboard", saved.exists())


def _older(package: Path, folder: Path) -> Path:
    """Make an older version of a package, with a file that the package does not have."""
    tree = folder / "old"
    subprocess.run(["dpkg-deb", "--raw-extract", str(package), str(tree)], check=True)
    (tree / LIBRARY / "of-the-old-version").write_text("gone\n", encoding="utf-8")
    control = tree / "DEBIAN/control"
    fields = re.sub(
        r"^Version: .*$", f"Version: {OLD}", control.read_text("utf-8"), flags=re.MULTILINE
    )
    control.write_text(fields, encoding="utf-8")
    old = folder / "old.deb"
    command = ("dpkg-deb", "--root-owner-group", "-Zzstd", "-z1", "--build", str(tree), str(old))
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return old


def _pythons(root: BareRoot) -> list[str]:
    listed = root.run("dpkg-query", "-W", "-f", "${Package}\n").stdout.split()
    found = [name for name in listed if "python" in name]
    return found + [str(path) for path in root.folder.glob("usr/bin/python*")]


def _missing_libraries(root: BareRoot) -> list[str]:
    """Return what the loader does not find for any binary of the program."""
    look = (
        f"find /{LIBRARY} -type f \\( -name '*.so*' -o -name inspector \\) -print0"
        f" | LD_LIBRARY_PATH=$(find /{LIBRARY} -name '*.so*' -printf '%h\\n' | sort -u"
        " | paste -sd:)"
        " xargs -0 -n 1 ldd 2>&1 | grep 'not found' | sort -u || true"
    )
    return root.run("sh", "-c", look).stdout.splitlines()


def _not_of_dependencies(root: BareRoot, paths: set[str]) -> list[str]:
    """Return those of some paths that the program's package brought or that nobody owns."""
    listed = root.run("sh", "-c", "cat /var/lib/dpkg/info/*.list").stdout
    owned = {line.lstrip("/") for line in listed.splitlines()}
    return sorted(path for path in paths if path not in owned)


def _of_user(root: BareRoot) -> dict[str, bytes]:
    home = root.folder / HOME.lstrip("/")
    return {
        path.relative_to(home).as_posix(): path.read_bytes()
        for path in sorted(home.rglob("*"))
        if path.is_file() and "cache" not in path.parts
    }


def _installed(root: BareRoot) -> str:
    return root.run("dpkg-query", "-W", "-f", "${Version}", PACKAGE).stdout


def _version(package: Path) -> str:
    command = ["dpkg-deb", "--field", str(package), "Version"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def _agree(what: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise FailedError(f"{what}: {found!r} instead of {wanted!r}")
    print(f"right: {what}", flush=True)


def _true(what: str, found: object) -> None:
    _agree(what, bool(found), wanted=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
