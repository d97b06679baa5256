"""Saving the session and its policy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication

from inspector.core.problems import Problem, Severity
from inspector.files import policy_storage_path, save_policy, save_session
from inspector.gui.document import Document
from inspector.gui.messages import Answer, Done, FileChoice, Messages, Notice, Question, Tone
from inspector.gui.settings import Settings
from inspector.language import tr
from inspector.session.store import Store

SUFFIX = ".inspector.json"
SESSION_FILTERS = (tr(f"Sessions (*{SUFFIX})"), tr("All files (*)"))
_POLICY_FILTERS = (tr("Policies (*.json)"), tr("All files (*)"))


class Saving:
    """Writes what is open. Every method returns whether it was done."""

    def __init__(
        self, document: Document, store: Store, settings: Settings, messages: Messages
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
        """Let a file be named and write the policy there."""
        start = self._document.folder / "policy.json"
        path = self._messages.choose_target(
            FileChoice(tr("Save policy"), _POLICY_FILTERS, start, "json")
        )
        return path is not None and self._save_policy(path.absolute())

    @property
    def memory_policy(self) -> Path | None:
        """Where a production system keeps its policy; None while no memory root is chosen."""
        root = self._settings.now.memory_root
        return None if root is None else policy_storage_path(root)

    def save_memory_policy(self) -> bool:
        """Replace the policy of the memory root, if that is really meant."""
        path = self.memory_policy
        if path is None:
            return False
        question = Question(
            tr("Replace the policy in the memory root?"),
            tr("Whatever reads {path} uses the new policy from then on.", path=path),
            yes=tr("Replace"),
        )
        if self._messages.ask(question) is not Answer.YES:
            return False
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            detail = tr("Its folder cannot be made: {strerror}.", strerror=error.strerror)
            self._messages.tell(Notice(tr("The policy was not saved."), detail, tone=Tone.ERROR))
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
        self._document.watch.forgive(path)
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
