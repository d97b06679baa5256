"""Saving what was loaded, edited or made: the bytes of each file format, and their one way out.

A file is written so that there is always a whole one: the old or the new.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import stat
import uuid
from pathlib import Path
from typing import Any, BinaryIO

from inspector.core.arguments import require
from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request
from inspector.core.injection.manifest import UnifiedInjectionManifest
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.injection.report import InjectionReport
from inspector.core.manifest_json import manifest_json
from inspector.core.problems import Place, Problem, Severity
from inspector.files.source import PathLike, shown
from inspector.locks import is_still, lock

_NAME = re.compile(r"\.inspector-[0-9a-f]{32}\.tmp")
_HOLDS = os.name == "posix"  # elsewhere an open file cannot take another one's name
_FLAGS = ("O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK", "O_BINARY")
_CAREFULLY = sum(getattr(os, flag, 0) for flag in _FLAGS)
_USUAL = 0o666
_PRIVATE = 0o600


def write_atomically(path: PathLike, data: bytes, *, private: bool = False) -> None:
    """Replace or make a file. Raises ``OSError``; the old file is then untouched.

    The bytes go to a new file in the same folder, reach the disk, and then take the old file's
    name and permissions; with ``private``, only its owner may read and write it. A symbolic link
    stays, and what it leads to is replaced. Only regular files are replaced, never a folder, a
    device or a pipe.
    """
    require(str | os.PathLike, path=path)
    require(bytes | bytearray | memoryview, data=data)
    name = os.fspath(path)
    if "\0" in name:
        raise OSError(errno.EINVAL, "the path holds a NUL character", name)
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        raise OSError(errno.EINVAL, "no file can have this name", name) from None
    target = os.path.realpath(name)
    folder = os.path.dirname(target)  # noqa: PTH120
    try:
        usual = _mode_for(target)
        mode = _PRIVATE if private else usual
        if not _replaced_by_unnamed(folder, target, data, mode):
            _replace_by_named(folder, target, data, mode)
    except OSError as error:
        # Of the name that was asked for: that of the file in between says nothing to anybody.
        raise OSError(error.errno, error.strerror, name) from error
    _sync_folder(folder)


def sweep(folder: PathLike) -> int:
    """Remove what programs that are gone left in a folder; return how many files that were.

    Between getting a name and taking the target's, a file of ours has a name of its own, and is
    locked by who writes it. So what nobody holds was left by a program that was killed. Other files
    are not touched, and what cannot be removed stays.
    """
    if not _HOLDS:
        return 0
    try:
        with os.scandir(folder) as entries:
            left = [entry.path for entry in entries if _NAME.fullmatch(entry.name)]
    except OSError:
        return 0
    return sum(map(_swept, left))


def _swept(path: str) -> bool:
    with contextlib.suppress(OSError):
        handle = os.open(path, os.O_RDONLY | _CAREFULLY)
        try:
            found = os.fstat(handle)
            own = stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid()
            if own and lock(handle) and is_still(handle, Path(path)):
                os.unlink(path)  # noqa: PTH108
                return True
        finally:
            os.close(handle)
    return False


def _replaced_by_unnamed(folder: str, target: str, data: bytes, mode: int) -> bool:
    """Replace a file by one that had no name before; return False where there is no such thing.

    Nothing is left of it when the program is killed while it writes.
    """
    unnamed = getattr(os, "O_TMPFILE", 0)
    if not unnamed:
        return False
    try:
        handle = os.open(folder, unnamed | os.O_WRONLY | os.O_CLOEXEC, _PRIVATE)
    except OSError:  # not on every file system; whatever else it is, the other way meets it too
        return False
    with os.fdopen(handle, "wb") as file:
        _write_through(file, data)
        os.chmod(handle, mode)  # noqa: PTH101
        _hold(handle)
        temporary = _new_name(folder)
        try:
            with contextlib.suppress(FileExistsError):
                _give_name(handle, target)
                return True
            _give_name(handle, temporary)
        except OSError:
            return False
        _take_name(temporary, target)
    return True


def _give_name(handle: int, name: str) -> None:
    # A folder is named, which is not looked at, because only then links are followed.
    os.link(f"/proc/self/fd/{handle}", name, src_dir_fd=handle, follow_symlinks=True)


def _replace_by_named(folder: str, target: str, data: bytes, mode: int) -> None:
    handle, temporary = _named(folder)
    with os.fdopen(handle, "wb") as file:
        try:
            _write_through(file, data)
            os.chmod(temporary, mode)  # noqa: PTH101
        except BaseException:
            file.close()
            _remove(temporary)
            raise
        if _HOLDS:  # to the end
            _take_name(temporary, target)
            return
    _take_name(temporary, target)


def _named(folder: str) -> tuple[int, str]:
    """Return a new file and its name."""
    while True:
        temporary = _new_name(folder)
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _CAREFULLY, _PRIVATE)
        _hold(handle)
        # Whoever sweeps may have found it before it was held.
        if not _HOLDS or os.fstat(handle).st_nlink:
            return handle, temporary
        os.close(handle)


def _new_name(folder: str) -> str:
    return os.path.join(folder, f".inspector-{uuid.uuid4().hex}.tmp")  # noqa: PTH118


def _hold(handle: int) -> None:
    """Lock a file where that is possible; where it is not, nobody can sweep it either."""
    if _HOLDS:
        with contextlib.suppress(OSError):
            lock(handle)


def _write_through(file: BinaryIO, data: bytes) -> None:
    file.write(data)
    file.flush()
    os.fsync(file.fileno())


def _take_name(temporary: str, target: str) -> None:
    try:
        os.replace(temporary, target)  # noqa: PTH105
    except BaseException:
        _remove(temporary)
        raise


def _remove(temporary: str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(temporary)  # noqa: PTH108


def _mode_for(target: str) -> int:
    """Return the permissions of the file that is replaced, or those a new file usually gets."""
    try:
        mode = os.stat(target).st_mode  # noqa: PTH116
    except FileNotFoundError:
        mask = os.umask(0o077)
        os.umask(mask)
        return _USUAL & ~mask
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), target)
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is a device, a pipe or a socket, not a file", target)
    return stat.S_IMODE(mode)


def _sync_folder(folder: str) -> None:
    """Make the new name reach the disk, where the system can do that for a folder."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def json_bytes(value: Any) -> bytes:
    """Return a value as indented JSON in UTF-8, with a line break at its end."""
    text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    try:
        return text.encode()
    except UnicodeEncodeError:
        # A lone surrogate has no UTF-8, but an escape; then all of the text is escaped.
        return (json.dumps(value, indent=2) + "\n").encode()


def policy_fields(policy: UnifiedContextBudgetPolicy) -> dict[str, Any]:
    """Return a policy as JSON, with every field: a consumer need not know the defaults."""
    require(UnifiedContextBudgetPolicy, policy=policy)
    return policy.model_dump()


def candidates_fields(candidates: CandidateSet) -> dict[str, Any]:
    """Return a candidate set as JSON."""
    require(CandidateSet, candidates=candidates)
    lists = ("knowledge_cards", "buckets")
    head = candidates.model_dump(exclude_defaults=True, exclude=set(lists))
    return {
        "schema_version": candidates.schema_version,
        **head,
        "knowledge_cards": [
            card.model_dump(exclude_defaults=True) for card in candidates.knowledge_cards
        ],
        "buckets": [bucket.model_dump(exclude_defaults=True) for bucket in candidates.buckets],
    }


def request_fields(request: Request) -> dict[str, Any]:
    """Return a request as JSON, with every fact about its model."""
    require(Request, request=request)
    given = request.model_dump(exclude_defaults=True)
    always = {"schema_version": request.schema_version, "model": request.model.model_dump()}
    both = given | always
    return {name: both[name] for name in Request.model_fields if name in both}


def manifest_bytes(manifest: UnifiedInjectionManifest | InjectionReport) -> bytes:
    """Return a manifest, or that of a run, as the file that production systems read and write.

    Of a run it is much faster: no object is made for a card.
    """
    require(UnifiedInjectionManifest | InjectionReport, manifest=manifest)
    if isinstance(manifest, InjectionReport):
        return b"".join(manifest_json(manifest))
    return json_bytes(manifest.model_dump(mode="json"))


def save_policy(policy: UnifiedContextBudgetPolicy, path: PathLike) -> tuple[Problem, ...]:
    """Write a policy; return the problems, none when it is written."""
    return save_bytes(json_bytes(policy_fields(policy)), path)


def save_candidates(candidates: CandidateSet, path: PathLike) -> tuple[Problem, ...]:
    """Write a candidate set; return the problems, none when it is written."""
    return save_bytes(json_bytes(candidates_fields(candidates)), path)


def save_request(request: Request, path: PathLike) -> tuple[Problem, ...]:
    """Write a request; return the problems, none when it is written."""
    return save_bytes(json_bytes(request_fields(request)), path)


def save_bytes(data: bytes, path: PathLike) -> tuple[Problem, ...]:
    """Write a file atomically; return the problems, none when it is written."""
    require(str | os.PathLike, path=path)
    try:
        write_atomically(path, data)
    except OSError as error:
        return (not_written(error, path),)
    return ()


def not_written(error: OSError, path: PathLike) -> Problem:
    """Say why the system refused to write a file, and the way out; the old one is untouched."""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        message, fix = "The folder for this file does not exist.", "Make the folder first."
    elif isinstance(error, IsADirectoryError):
        message, fix = "This is a folder.", "Name a file in it."
    elif isinstance(error, PermissionError):
        message, fix = "Permission was denied.", "Choose another folder, or change its permissions."
    elif error.errno == errno.EROFS:
        message, fix = "It is on a read-only disk.", "Choose a folder on another disk."
    elif error.errno in (errno.ENOSPC, errno.EDQUOT):
        message, fix = "The disk is full.", "Make room on it, or choose another folder."
    else:
        message = f"The system refused to write it: {error.strerror}."
        fix = "Choose another file or folder."
    message = f"{message} Nothing was changed."
    return Problem(Severity.ERROR, "file.not-written", message, fix, Place(shown(path)))
