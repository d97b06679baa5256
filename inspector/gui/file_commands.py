"""The commands of the File menu."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from inspector.gui.commands import Choice, Command, CommandId, Menu
from inspector.gui.messages import FileChoice
from inspector.gui.samples import samples
from inspector.gui.workspace import Workspace
from inspector.language import tr


def file_commands(shell: Workspace) -> Sequence[Command]:
    """Return the commands that open, save and export."""
    opening, saving, settings = shell.opening, shell.saving, shell.settings
    document = shell.document

    def sample_choices() -> Sequence[Choice]:
        return [
            Choice(sample.id, sample.title, partial(opening.open_files, [sample.path]))
            for sample in samples()
        ]

    def recent_choices() -> Sequence[Choice]:
        return [
            Choice(str(number), path, partial(opening.open_files, [Path(path)]))
            for number, path in enumerate(settings.now.recent)
        ]

    def choose_memory_root() -> None:
        start = settings.now.memory_root
        folder = shell.messages.choose_folder(
            FileChoice(tr("Choose production folder"), start=None if start is None else Path(start))
        )
        if folder is not None:
            settings.update(lambda now: replace(now, memory_root=str(folder)))

    def has_memory_root() -> bool:
        return settings.now.memory_root is not None

    return (
        Command(
            CommandId.NEW,
            tr("New session"),
            tr("Begins an empty session with the default policy."),
            opening.new,
            menu=Menu.FILE,
            keys=("Ctrl+N",),
        ),
        Command(
            CommandId.OPEN,
            tr("Open…"),
            tr(
                "Opens files of any kind. A session replaces the one that is open; a policy, a"
                " candidate set, a request or a corpus is taken into it."
            ),
            opening.choose_and_open,
            menu=Menu.FILE,
            keys=("Ctrl+O",),
        ),
        Command(
            CommandId.OPEN_FOLDER,
            tr("Open folder…"),
            tr("Opens a folder: a corpus of another program, or texts that become one bucket."),
            opening.choose_folder,
            menu=Menu.FILE,
        ),
        Command(
            CommandId.PASTE,
            tr("Paste"),
            tr("Opens the text on the clipboard as if it were a file: JSON, JSON lines or CSV."),
            opening.paste,
            menu=Menu.EDIT,
            group=1,
            keys=("Ctrl+V",),
        ),
        Command(
            CommandId.OPEN_SAMPLE,
            tr("Open sample"),
            tr("Opens one of the sessions that come with the program."),
            choices=sample_choices,
            menu=Menu.HELP,
            group=1,
        ),
        Command(
            CommandId.OPEN_RECENT,
            tr("Open recent"),
            tr("Opens a file that was open lately."),
            choices=recent_choices,
            menu=Menu.FILE,
            enabled=lambda: bool(settings.now.recent),
        ),
        Command(
            CommandId.RELOAD,
            tr("Reload"),
            tr("Reads all files again, as one step that can be undone."),
            opening.reload,
            menu=Menu.FILE,
            keys=("Ctrl+R",),
            enabled=lambda: bool(document.sources),
        ),
        Command(
            CommandId.SAVE,
            tr("Save"),
            tr("Saves the session. Parts that are files of their own stay where they are."),
            saving.save,
            menu=Menu.FILE,
            group=1,
            keys=("Ctrl+S",),
            enabled=lambda: not shell.presentation.is_on,
        ),
        Command(
            CommandId.SAVE_AS,
            tr("Save as…"),
            tr("Saves the session under another name."),
            saving.save_as,
            menu=Menu.FILE,
            group=1,
            keys=("Ctrl+Shift+S",),
            enabled=lambda: not shell.presentation.is_on,
        ),
        Command(
            CommandId.REVERT,
            tr("Revert"),
            tr("Goes back to the session as it was saved last."),
            opening.revert,
            menu=Menu.FILE,
            group=1,
            enabled=lambda: document.path is not None and shell.store.modified,
        ),
        Command(
            CommandId.KEEP_UNSAVED,
            tr("Keep unsaved changes"),
            tr(
                "Keeps a copy of unsaved changes, texts included, in a private folder of this"
                " machine, to offer them again after a crash."
            ),
            lambda: shell.settings.switch("keep_unsaved"),
            menu=Menu.FILE,
            group=1,
            checked=lambda: settings.now.keep_unsaved,
        ),
        Command(
            CommandId.SAVE_POLICY_AS,
            tr("Save policy as…"),
            tr("Writes the policy, with all changes, into a file of its own."),
            saving.save_policy_as,
            menu=Menu.FILE,
            group=2,
        ),
        Command(
            CommandId.CHOOSE_MEMORY_ROOT,
            tr("Choose production folder…"),
            tr("Chooses the folder in which a production system keeps its policy."),
            choose_memory_root,
            menu=Menu.FILE,
            group=2,
        ),
        Command(
            CommandId.OPEN_MEMORY_POLICY,
            tr("Open policy of production"),
            tr("Opens the policy that a production system uses, below the chosen folder."),
            opening.open_memory_policy,
            menu=Menu.FILE,
            group=2,
            enabled=has_memory_root,
        ),
        Command(
            CommandId.SAVE_MEMORY_POLICY,
            tr("Save policy to production…"),
            tr("Replaces the policy that a production system uses, after asking."),
            saving.save_memory_policy,
            menu=Menu.FILE,
            group=2,
            enabled=has_memory_root,
        ),
        Command(
            CommandId.EXPORT,
            tr("Export…"),
            tr("Writes a result into a file: shows what there is, in which formats, and where to."),
            shell.open_export,
            choices=shell.exports.choices,
            menu=Menu.FILE,
            group=3,
            keys=("Ctrl+E",),
            enabled=shell.exports.possible,
        ),
        Command(
            CommandId.QUIT,
            tr("Quit"),
            tr("Closes the window, asking first if something is not saved."),
            shell.window.close,
            menu=Menu.FILE,
            group=4,
            keys=("Ctrl+Q",),
        ),
    )
