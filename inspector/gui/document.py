"""The files behind the session, and what is wrong with them.

Saving the session and its policy.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.problems import Problem, Severity
from inspector.files import policy_storage_path, save_policy, save_session
from inspector.files.saving import not_written
from inspector.files.source import shown
from inspector.gui.file_loads import FileWatch, Opened, Stamp, stamp_of
from inspector.gui.loaded_inputs import what_ifs
from inspector.gui.messages import Answer, Done, FileChoice, Messages, Notice, Question, Tone
from inspector.gui.settings import Settings
from inspector.language import tr
from inspector.resources import resource_folder
from inspector.session.preferences import with_recent, without_recent
from inspector.session.session import Session
from inspector.session.store import Store


class PolicyCopy(NamedTuple):
    """A policy as it was written, and the file that holds it."""

    policy: UnifiedContextBudgetPolicy
    path: Path


class SessionFiles(QObject):
    """Which files the store's session was read from.

    ``path`` is the session's own file, None for a session that has none yet. A built-in sample has
    one that is not to be written. ``stamp`` tells the state apart that the file was in when the
    session was read from it or saved there. ``origin`` is another object for each session.
    ``policy_copy`` is the policy that was written last into a file of its own, with that file.
    """

    changed = Signal()
    """The path, the files or their problems."""
    begun = Signal()
    """Another session has taken the place of the one before."""

    def __init__(self, store: Store, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path: Path | None = None
        self.stamp: Stamp = None
        self.origin = object()
        self.policy_copy: PolicyCopy | None = None
        self.watch = FileWatch(self)
        self._store = store
        self._settings = settings
        self._found: dict[Path, tuple[Problem, ...]] = {}  # by the file that was read
        self._refused: dict[Path, tuple[Problem, ...]] = {}  # of what could not be used or done
        self._unsubscribe = store.subscribe(self._follow, may_wait=True)

    def close(self) -> None:
        """Watch nothing any more."""
        self._unsubscribe()
        self.watch.close()

    @property
    def is_sample(self) -> bool:
        """Whether the session is one of those that come with the program."""
        return self.path is not None and _ships(self.path)

    @property
    def name(self) -> str:
        """What the window calls the session."""
        if self.path is not None and not self.is_sample:
            return self.path.name
        return self._store.session.title or tr("Untitled")

    @property
    def state(self) -> str:
        """Whether the session is in a file as it is now, in a word or two."""
        if self._store.modified:
            return tr("Not saved")
        if self.path is None:
            return tr("Untitled")
        return tr("Sample") if self.is_sample else tr("Saved")

    @property
    def folder(self) -> Path:
        """The folder that is looked in first for other files: that of the latest one."""
        own = [] if self.path is None or self.is_sample else [self.path]
        recent = [Path(path) for path in self._settings.now.recent]
        folders = (path.parent for path in (*own, *recent))
        return next((folder for folder in folders if folder.is_dir()), Path.home())

    @property
    def sources(self) -> tuple[Path, ...]:
        """Every file that the session was read from."""
        parts = [Path(source) for _, source in self._store.session.sources]
        own = [] if self.path is None else [self.path]
        return tuple(dict.fromkeys((*own, *parts)))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Problems of the files that are open, and of what could not be used or done last."""
        sources = self.sources
        found = [found for path, found in self._refused.items() if path not in sources]
        found += [self._refused.get(path) or self._found.get(path, ()) for path in sources]
        return tuple(problem for some in found for problem in some)

    @property
    def refused(self) -> tuple[Problem, ...]:
        """Why files could not be used that were tried last."""
        return tuple(problem for some in self._refused.values() for problem in some)

    # Changes -----------------------------------------------------------------------------

    def begin(self, path: Path | None, session: Session, *, unsaved_changes: int = 0) -> None:
        """Replace what is open by a session, which has no history."""
        self.path = path
        self.stamp = None
        self.origin = object()
        self.policy_copy = None
        self._found.clear()
        self._refused.clear()
        self._store.open(session, unsaved_changes=unsaved_changes)
        self.refresh()
        self.begun.emit()

    def was_saved(self, path: Path, problems: tuple[Problem, ...] = ()) -> None:
        """Take a file for the session's own that has just been written, with notes about it."""
        self.path = path
        self.stamp = stamp_of(path)
        self._refused = {path: problems} if problems else {}
        self.watch.forgive(path)
        self._store.mark_saved()
        self.remember(path)
        self.refresh()

    def policy_was_saved(self, path: Path) -> None:
        """Remember where the policy has just been written; the session keeps its own."""
        self.policy_copy = PolicyCopy(self._store.session.policy, path)
        self.watch.forgive(path)
        self.changed.emit()

    def keep(self, opened: Opened) -> None:
        """Remember the problems of a file that is used; those of a session are in its parts too."""
        if opened.path == self.path:
            self.stamp = stamp_of(opened.path)
        parts = [opened.path]
        if isinstance(opened.value, Session):
            parts += [Path(source) for _, source in opened.value.sources]
        for part in parts:
            self._refused.pop(part, None)
            self._found[part] = ()
        for problem in opened.problems:
            owner = next((part for part in parts[1:] if _is_in(problem, part)), opened.path)
            self._found[owner] += (problem,)

    def refuse(self, path: Path, problems: Sequence[Problem]) -> None:
        """Remember why a file could not be used; what was read from it before stays.

        One that is not there any more is no longer offered among the recent ones.
        """
        self._refused[path] = tuple(problems)
        if any(problem.code == "file.missing" for problem in problems):
            self._settings.update(lambda now: without_recent(now, str(path)))

    def forget_refused(self) -> None:
        """Forget what could not be used: something else is tried."""
        self._refused.clear()

    def remember(self, path: Path) -> None:
        """Put a file among the recent ones."""
        if not _ships(path):
            self._settings.update(lambda now: with_recent(now, str(path)))

    def refresh(self) -> None:
        """Watch the files that are open now, and tell."""
        self.watch.watch(self.sources)
        self.changed.emit()

    def _follow(self, old: Session, new: Session) -> None:
        if old.sources != new.sources:
            self.refresh()


def _ships(path: Path) -> bool:
    return path.is_relative_to(resource_folder())


def _is_in(problem: Problem, path: Path) -> bool:
    """Whether a problem is in a file, or in a file of a folder."""
    file, name = problem.place.file, shown(path)
    return file is not None and (file == name or file.startswith(f"{name}/"))


SUFFIX = ".inspector.json"
SESSION_FILTERS = (tr("Sessions (*{suffix})", suffix=SUFFIX), tr("All files (*)"))
_POLICY_FILTERS = (tr("Policies (*.json)"), tr("All files (*)"))


class Saving:
    """Writes what is open. Every method returns whether it was done."""

    def __init__(
        self, document: SessionFiles, store: Store, settings: Settings, messages: Messages
    ) -> None:
        self._document = document
        self._store = store
        self._settings = settings
        self._messages = messages

    def may_discard(self) -> bool:
        """Ask what is to be done about unsaved changes; return whether to go on.

        What is being written counts: a field sends it, at the latest, when the keyboard leaves.
        """
        written_in = QApplication.focusWidget()
        if written_in is not None:
            written_in.clearFocus()
            written_in.setFocus()
        if not self._store.modified:
            return True
        answer = self._messages.ask(
            Question(
                tr("Save the changes to {document}?", document=self._document.name),
                tr("They are lost if you do not save them."),
                yes=tr("Save"),
                no=tr("Don't save"),
            )
        )
        return answer is Answer.NO or (answer is Answer.YES and self.save())

    def save(self) -> bool:
        """Save the session, under a new name if it has none of its own."""
        path = self._document.path
        if path is None or self._document.is_sample:
            return self.save_as()
        return self._save_to(path)

    def save_as(self) -> bool:
        """Let a file be named and save the session there."""
        path = self._messages.choose_target(
            FileChoice(tr("Save session"), SESSION_FILTERS, self._proposed(), SUFFIX[1:])
        )
        return path is not None and self._save_to(path.absolute())

    def save_policy_as(self) -> bool:
        """Let a file be named and write the policy there.

        What-ifs are no part of a policy: where some are on, both can be saved as a configuration.
        """
        if self._store.session.overrides:
            answer = self._messages.ask(_beside_policy(self._store.session.overrides))
            if answer is Answer.YES:
                return self._save_configuration()
            if answer is not Answer.NO:
                return False
        start = self._document.folder / "policy.json"
        path = self._messages.choose_target(
            FileChoice(tr("Save policy"), _POLICY_FILTERS, start, "json")
        )
        return path is not None and self._save_policy(path.absolute())

    def _save_configuration(self) -> bool:
        start = self._document.folder / f"configuration{SUFFIX}"
        path = self._messages.choose_target(
            FileChoice(tr("Save configuration"), SESSION_FILTERS, start, SUFFIX[1:])
        )
        if path is None:
            return False
        path = path.absolute()
        if self._is_refused(save_session(self._store.session.configuration, path), path):
            return False
        said = tr("Saved policy and what-ifs as {name}.", name=path.name)
        self._messages.say(Done(said, path))
        return True

    @property
    def memory_policy(self) -> Path | None:
        """Where a production system keeps its policy; None while no production folder is chosen."""
        root = self._settings.now.memory_root
        return None if root is None else policy_storage_path(root)

    def save_memory_policy(self) -> bool:
        """Replace the policy of the production folder, if that is really meant."""
        path = self.memory_policy
        if path is None:
            return False
        answer = self._messages.ask(_at_memory_root(path, self._store.session.overrides))
        if answer not in (Answer.YES, Answer.NO):
            return False
        if (
            answer is Answer.YES
            and self._store.session.overrides
            and not self._save_configuration()
        ):
            return False  # both were wanted
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._is_refused((not_written(error, path.parent),), path)
            return False
        return self._save_policy(path)

    def _proposed(self) -> Path:
        """Return the file to propose: one with the session's name, where files were last."""
        name = self._document.name
        if not name.endswith(SUFFIX):
            name = "".join(char if char.isalnum() or char in " -_" else " " for char in name)
            name = " ".join(name.split())[:60].strip() + SUFFIX
        return self._document.folder / name

    def _save_to(self, path: Path) -> bool:
        problems = save_session(self._store.session, path)
        if self._is_refused(problems, path):
            return False
        self._document.was_saved(path, problems)
        self._messages.say(Done(tr("Saved the session as {name}.", name=path.name), path))
        return True

    def _save_policy(self, path: Path) -> bool:
        if self._is_refused(save_policy(self._store.session.policy, path), path):
            return False
        self._document.policy_was_saved(path)
        self._messages.say(Done(tr("Saved the policy as {name}.", name=path.name), path))
        return True

    def _is_refused(self, problems: Sequence[Problem], path: Path) -> bool:
        errors = [one for one in problems if one.severity is Severity.ERROR]
        if errors:
            detail = "\n".join(f"{one.message} {one.fix}".strip() for one in errors)
            self._messages.tell(
                Notice(tr("{path} was not saved.", path=path.name), detail, tone=Tone.ERROR)
            )
        return bool(errors)


def _at_memory_root(path: Path, overrides: Overrides) -> Question:
    """Return what is asked before the policy of production is replaced."""
    title = tr("Replace the policy of production?")
    detail = tr("Whatever reads {path} uses the new policy from then on.", path=path)
    if not overrides:
        return Question(title, detail, yes=tr("Replace"))
    told = tr(
        "It leaves out {parts}, with which what is shown was made. A configuration holds both.",
        parts=what_ifs(overrides),
    )
    return Question(title, f"{detail} {told}", yes=tr("Save both"), no=tr("Policy only"))


def _beside_policy(overrides: Overrides) -> Question:
    """Return what is asked before a policy is saved while what-ifs are on."""
    return Question(
        tr("A policy leaves the what-ifs out."),
        tr(
            "What is shown was made with {parts}. A configuration holds both: inspector run"
            " --what-if FILE takes it.",
            parts=what_ifs(overrides),
        ),
        yes=tr("Save both"),
        no=tr("Policy only"),
    )
