"""The commands of the File menu."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from inspector.gui.commands import Choice, CommandId, Menu, command
from inspector.gui.messages import FileChoice
from inspector.gui.samples import samples
from inspector.gui.workspace import Workspace
from inspector.language import tr


def _has_memory_root(self: FileCommands) -> bool:
    return self.shell.settings.now.memory_root is not None


def _is_at_work(self: FileCommands) -> bool:
    return not self.shell.presentation.is_on


@dataclass(frozen=True)
class FileCommands:
    """What opens, saves and exports."""

    shell: Workspace

    @command(CommandId.NEW, tr("New session"), "Ctrl+N", menu=Menu.FILE)
    def _new(self) -> None:
        """Begins an empty session with the default policy."""
        self.shell.opening.new()

    @command(CommandId.OPEN, tr("Open…"), "Ctrl+O", menu=Menu.FILE)
    def _open(self) -> None:
        """Opens files of any kind. A session replaces the one that is open; a policy, a candidate
        set, a request or a corpus is taken into it.
        """
        self.shell.opening.choose_and_open()

    @command(CommandId.OPEN_FOLDER, tr("Open folder…"), menu=Menu.FILE)
    def _open_folder(self) -> None:
        """Opens a folder: a corpus of another program, or texts that become one bucket."""
        self.shell.opening.choose_folder()

    @command(CommandId.PASTE, tr("Paste"), "Ctrl+V", menu=Menu.EDIT, group=1)
    def _paste(self) -> None:
        """Opens the text on the clipboard as if it were a file: JSON, JSON lines or CSV."""
        self.shell.opening.paste()

    @command(CommandId.OPEN_SAMPLE, tr("Open sample"), menu=Menu.HELP, group=1, offers=True)
    def _open_sample(self) -> Sequence[Choice]:
        """Opens one of the sessions that come with the program."""
        return [
            Choice(sample.id, sample.title, partial(self.shell.opening.open_files, [sample.path]))
            for sample in samples()
        ]

    @command(
        CommandId.OPEN_RECENT,
        tr("Open recent"),
        menu=Menu.FILE,
        when=lambda self: bool(self.shell.settings.now.recent),
        offers=True,
    )
    def _open_recent(self) -> Sequence[Choice]:
        """Opens a file that was open lately."""
        return [
            Choice(str(number), path, partial(self.shell.opening.open_files, [Path(path)]))
            for number, path in enumerate(self.shell.settings.now.recent)
        ]

    @command(
        CommandId.RELOAD,
        tr("Reload"),
        "Ctrl+R",
        menu=Menu.FILE,
        when=lambda self: bool(self.shell.document.sources),
    )
    def _reload(self) -> None:
        """Reads all files again, as one step that can be undone."""
        self.shell.opening.reload()

    @command(CommandId.SAVE, tr("Save"), "Ctrl+S", menu=Menu.FILE, group=1, when=_is_at_work)
    def _save(self) -> None:
        """Saves the session. Parts that are files of their own stay where they are."""
        self.shell.saving.save()

    @command(
        CommandId.SAVE_AS, tr("Save as…"), "Ctrl+Shift+S", menu=Menu.FILE, group=1, when=_is_at_work
    )
    def _save_as(self) -> None:
        """Saves the session under another name."""
        self.shell.saving.save_as()

    @command(
        CommandId.REVERT,
        tr("Revert"),
        menu=Menu.FILE,
        group=1,
        when=lambda self: self.shell.document.path is not None and self.shell.store.modified,
    )
    def _revert(self) -> None:
        """Goes back to the session as it was saved last."""
        self.shell.opening.revert()

    @command(
        CommandId.KEEP_UNSAVED,
        tr("Keep unsaved changes"),
        menu=Menu.FILE,
        group=1,
        checked=lambda self: self.shell.settings.now.keep_unsaved,
    )
    def _keep_unsaved(self) -> None:
        """Keeps a copy of unsaved changes, texts included, in a private folder of this machine, to
        offer them again after a crash.
        """
        self.shell.settings.switch("keep_unsaved")

    @command(CommandId.SAVE_POLICY_AS, tr("Save policy as…"), menu=Menu.FILE, group=2)
    def _save_policy_as(self) -> None:
        """Writes the policy, with all changes, into a file of its own."""
        self.shell.saving.save_policy_as()

    @command(CommandId.CHOOSE_MEMORY_ROOT, tr("Choose production folder…"), menu=Menu.FILE, group=2)
    def _choose_memory_root(self) -> None:
        """Chooses the folder in which a production system keeps its policy."""
        settings = self.shell.settings
        start = settings.now.memory_root
        folder = self.shell.messages.choose_folder(
            FileChoice(tr("Choose production folder"), start=None if start is None else Path(start))
        )
        if folder is not None:
            settings.update(lambda now: replace(now, memory_root=str(folder)))

    @command(
        CommandId.OPEN_MEMORY_POLICY,
        tr("Open policy of production"),
        menu=Menu.FILE,
        group=2,
        when=_has_memory_root,
    )
    def _open_memory_policy(self) -> None:
        """Opens the policy that a production system uses, below the chosen folder."""
        self.shell.opening.open_memory_policy()

    @command(
        CommandId.SAVE_MEMORY_POLICY,
        tr("Save policy to production…"),
        menu=Menu.FILE,
        group=2,
        when=_has_memory_root,
    )
    def _save_memory_policy(self) -> None:
        """Replaces the policy that a production system uses, after asking."""
        self.shell.saving.save_memory_policy()

    @command(
        CommandId.EXPORT,
        tr("Export…"),
        "Ctrl+E",
        choices=lambda self: self.shell.exports.choices(),
        menu=Menu.FILE,
        group=3,
        when=lambda self: self.shell.exports.possible(),
    )
    def _export(self) -> None:
        """Writes a result into a file: shows what there is, in which formats, and where to."""
        self.shell.open_export()

    @command(CommandId.QUIT, tr("Quit"), "Ctrl+Q", menu=Menu.FILE, group=4)
    def _quit(self) -> None:
        """Closes the window, asking first if something is not saved."""
        self.shell.window.close()
