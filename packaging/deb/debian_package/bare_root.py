"""A minimal Debian system in a folder, to install a package into. Needs root and mmdebstrap."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

SUITE = "bookworm"
USER = "reader"
"""Who runs the program; an ordinary user."""

_SOURCES = ("sources.list", "sources.list.d/*.list", "sources.list.d/*.sources")
_PATH = "/usr/sbin:/usr/bin:/sbin:/bin"

# What apt, dpkg and the caches of other packages write by themselves when anything is installed.
_KEPT_BY_SYSTEM = (
    "dev/",
    "etc/ld.so.cache",
    "proc/",
    "root/",
    "sys/",
    "tmp/",
    "var/cache/",
    "var/lib/apt/",
    "var/lib/dpkg/",
    "var/log/",
)


class BareRoot:
    """A root folder; what runs in it sees nothing of the system outside but its network."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self) -> None:
        """Fill the folder with the least that Debian calls a system, from this machine's mirrors.

        Raises ``CalledProcessError``.
        """
        places = [str(one) for name in _SOURCES for one in sorted(Path("/etc/apt").glob(name))]
        subprocess.run(
            [*("mmdebstrap", "--quiet", "--variant=minbase", SUITE), str(self.folder), *places],
            check=True,
        )
        # Services are not started.
        refuse = self.folder / "usr/sbin/policy-rc.d"
        refuse.write_text("#!/bin/sh\nexit 101\n", encoding="utf-8")
        refuse.chmod(0o755)
        self.run("apt-get", "-qq", "update")
        self.run("useradd", "--create-home", USER)

    def copy(self, folder: Path) -> BareRoot:
        """Return a second system like this one, in a folder that is not there yet."""
        subprocess.run(["cp", "-a", str(self.folder), str(folder)], check=True)
        return BareRoot(folder)

    def run(
        self,
        *command: str,
        user: str = "root",
        network: bool = True,
        mounts: Sequence[Path] = (),
        environment: Mapping[str, str] | None = None,
        check: bool = True,
    ) -> subprocess.CompletedProcess[str]:
        """Run a command in the root and return what it printed.

        Raises ``RuntimeError`` with all that was said where it fails, unless not to ``check``.

        Folders in ``mounts`` are seen inside at the same place, which must be there.
        """
        process = self.start(
            *command, user=user, network=network, mounts=mounts, environment=environment
        )
        out, err = process.communicate(timeout=900)
        done = subprocess.CompletedProcess(command, process.returncode, out, err)
        if check and done.returncode:
            raise RuntimeError(f"{' '.join(command)}: {done.returncode}\n{out}{err}")
        return done

    def start(
        self,
        *command: str,
        user: str = "root",
        network: bool = True,
        mounts: Sequence[Path] = (),
        environment: Mapping[str, str] | None = None,
    ) -> subprocess.Popen[str]:
        """Start a command in the root, in a session of its own; arguments as for ``run``."""
        root = str(self.folder)
        seen = " ".join(f"mount --bind '{path}' '{root}{path}' &&" for path in mounts)
        name = f"--userspec={user}:{user}"
        home = "/root" if user == "root" else f"/home/{user}"
        inside = {"PATH": _PATH, "HOME": home, "LC_ALL": "C.UTF-8", "USER": user}
        inside |= {"DEBIAN_FRONTEND": "noninteractive", **(environment or {})}
        script = f"{seen} exec chroot {name} '{root}' \"$@\""
        return subprocess.Popen(
            [
                *("unshare", "--mount", "--pid", "--fork", "--kill-child"),
                *(f"--mount-proc={root}/proc", *(() if network else ("--net",))),
                *("sh", "-c", script, "sh", *command),
            ],
            env=inside,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def install(self, *packages: str, recommended: bool) -> None:
        """Install packages, by name or path, with apt."""
        which = f"--{'' if recommended else 'no-'}install-recommends"
        self.run("apt-get", "-qq", "-y", which, "install", *packages)

    def put(self, file: Path, place: str) -> str:
        """Copy a file into the root, for everybody to read; return its path there."""
        target = self.folder / place.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
        target.chmod(0o644)
        return f"/{target.relative_to(self.folder).as_posix()}"

    def give(self, place: str) -> None:
        """Let the ordinary user own a file or folder in the root, and all in it."""
        self.run("chown", "-R", f"{USER}:{USER}", place)

    def files(self) -> set[str]:
        """Return the paths of all files, links and folders but those that the system keeps."""
        found = set()
        for folder, names, files in os.walk(self.folder):
            for name in (*names, *files):
                path = Path(folder, name).relative_to(self.folder).as_posix()
                if not f"{path}/".startswith(_KEPT_BY_SYSTEM):
                    found.add(path)
        return found
