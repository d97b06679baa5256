"""What a command is: one record that menus, keys, tooltips and the command palette follow from.

The menus of the bar.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum

from PySide6.QtWidgets import QMenuBar

from inspector.language import tr

__all__ = ["Choice", "Command", "CommandId", "Menu", "always"]


class Menu(Enum):
    """The places of commands, the same at all times. The value is English."""

    FILE = "&File"
    EDIT = "&Edit"
    VIEW = "&View"
    RUN = "&Run"
    LENS = "Le&ns"
    HELP = "&Help"

    @property
    def title(self) -> str:
        """What the bar calls the menu, with the mark of its key."""
        return tr(self.value)

    @property
    def widget_name(self) -> str:
        """The object name of the menu."""
        return f"menu.{self.name.lower()}"


def add_empty_menus(bar: QMenuBar) -> None:
    """Put the menus into the bar before there are commands for them, so that nothing moves."""
    for menu in Menu:
        bar.addMenu(menu.title).setObjectName(menu.widget_name)


class CommandId(StrEnum):
    """The ids of all commands; the object names of their actions, too."""

    # Shell
    NEW = "new"
    OPEN = "open"
    OPEN_FOLDER = "open-folder"
    PASTE = "paste"
    OPEN_SAMPLE = "open-sample"
    OPEN_RECENT = "open-recent"
    OPEN_MEMORY_POLICY = "open-memory-policy"
    RELOAD = "reload"
    SAVE = "save"
    SAVE_AS = "save-as"
    SAVE_POLICY_AS = "save-policy-as"
    SAVE_MEMORY_POLICY = "save-memory-policy"
    REVERT = "revert"
    EXPORT = "export"
    QUIT = "quit"
    UNDO = "undo"
    REDO = "redo"
    CHOOSE_MEMORY_ROOT = "choose-memory-root"
    PALETTE = "palette"
    PRESENTATION = "presentation"
    STORY_NEXT = "story-next"
    STORY_PREVIOUS = "story-previous"
    STORY_EDIT = "story-edit"
    END_PRESENTATION = "end-presentation"
    COPY_PICTURE = "copy-picture"
    COPY_AS_COMMAND = "copy-as-command"
    SHOW_LENS = "show-lens"
    THEME = "theme"
    LANGUAGE = "language"
    TEXT_SIZE = "text-size"
    TEXT_LARGER = "text-larger"
    TEXT_SMALLER = "text-smaller"
    TEXT_AS_SYSTEM = "text-as-system"
    PROBLEMS = "problems"
    EXCLUDE_HELD = "exclude-held"
    NEXT_PROBLEM = "next-problem"
    PREVIOUS_PROBLEM = "previous-problem"
    NEXT_PANE = "next-pane"
    PREVIOUS_PANE = "previous-pane"
    INPUTS_PANE = "inputs-pane"
    WHY_PANE = "why-pane"
    LARGER_PANE = "larger-pane"
    SMALLER_PANE = "smaller-pane"
    KEEP_HISTORY = "keep-history"
    KEEP_UNSAVED = "keep-unsaved"
    KEEP_BASELINE = "keep-baseline"
    RUN = "run"
    STOP = "stop"
    GUIDE = "guide"
    KEYS = "keys"
    RULES = "rules"
    ABOUT = "about"

    # Injection lens
    STRATEGY = "strategy"
    NEXT_STRATEGY = "next-strategy"
    PREVIOUS_STRATEGY = "previous-strategy"
    RESET_POLICY = "reset-policy"
    NEXT_REQUEST = "next-request"
    PREVIOUS_REQUEST = "previous-request"
    NEXT_SUPPRESSED = "next-suppressed"
    NEXT_DROPPED = "next-dropped"
    NEXT_REDUCED = "next-reduced"
    SELECT_NOTHING = "select-nothing"
    SHOW_CARDS_OF_FILE = "show-cards-of-file"
    SHOW_IN_PROMPT = "show-in-prompt"
    COPY_SENTENCE = "copy-sentence"
    SHOW_TABLE = "show-table"
    COLUMNS = "columns"
    FOCUS_FILTER = "focus-filter"
    FOCUS_BAR = "focus-bar"
    SAVE_PICTURE = "save-picture"
    WHAT_IF_PIN = "what-if-pin"
    WHAT_IF_KEEP = "what-if-keep"
    WHAT_IF_EXCLUDE = "what-if-exclude"
    WHAT_IF_INLINE = "what-if-inline"
    WHAT_IF_LIST = "what-if-list"
    WHAT_IF_CLEAR = "what-if-clear"
    WHAT_IF_SAVE = "what-if-save"

    # Compare lens
    COMPARE_SWAP = "compare-swap"
    COMPARE_FILE_A = "compare-file-a"
    COMPARE_FILE_B = "compare-file-b"
    COMPARE_NEXT_FLIP = "compare-next-flip"
    COMPARE_ALL_ROWS = "compare-all-rows"
    COMPARE_SHOW_INJECTION = "compare-show-injection"

    # Relevance lens
    RELEVANCE_GRID = "relevance-grid"
    RELEVANCE_FACTS = "relevance-facts"
    RELEVANCE_FILTER = "relevance-filter"
    RELEVANCE_TABLE = "relevance-table"
    RELEVANCE_SAVE_CONFIG = "relevance-save-config"
    RELEVANCE_TRY_FLIP = "relevance-try-flip"
    RELEVANCE_NEXT_REQUEST = "relevance-next-request"
    RELEVANCE_PREVIOUS_REQUEST = "relevance-previous-request"
    RELEVANCE_SELECT_NOTHING = "relevance-select-nothing"
    RELEVANCE_COPY_SENTENCE = "relevance-copy-sentence"
    RELEVANCE_COPY_LOG = "relevance-copy-log"

    # Audit lens
    AUDIT_OPEN = "audit-open"
    AUDIT_OWN_RUN = "audit-own-run"
    AUDIT_CLOSE = "audit-close"
    AUDIT_NEXT_FAILED = "audit-next-failed"
    AUDIT_ONLY = "audit-only"
    AUDIT_REPORT = "audit-report"
    AUDIT_FOLLOW = "audit-follow"
    AUDIT_FOLLOW_FILE = "audit-follow-file"
    AUDIT_FOLLOW_STOP = "audit-follow-stop"
    AUDIT_NEXT_FINDING = "audit-next-finding"
    AUDIT_PREVIOUS_FINDING = "audit-previous-finding"
    AUDIT_WHOLE = "audit-whole"
    AUDIT_TABLE = "audit-table"
    AUDIT_FILTER = "audit-filter"
    AUDIT_SIGN = "audit-sign"
    AUDIT_WITHDRAW = "audit-withdraw"

    # Builder lens
    BUILDER_FOLDER = "builder-folder"
    BUILDER_SAVE = "builder-save"
    BUILDER_INDEX = "builder-index"
    BUILDER_REPLAY = "builder-replay"
    BUILDER_STOP = "builder-stop"
    BUILDER_ADD_TARGET = "builder-add-target"
    BUILDER_TARGET = "builder-target"
    BUILDER_DENY = "builder-deny"
    BUILDER_COPY_TEXT = "builder-copy-text"
    BUILDER_COPY_MARKDOWN = "builder-copy-markdown"
    BUILDER_COPY_XML = "builder-copy-xml"
    BUILDER_PAGE = "builder-page"
    BUILDER_FLAT = "builder-flat"
    BUILDER_SOURCE = "builder-source"
    BUILDER_NEXT_PLACE = "builder-next-place"
    BUILDER_FILTER = "builder-filter"
    BUILDER_SELECT_NOTHING = "builder-select-nothing"

    # Window lens
    WINDOW_ZOOM_IN = "window-zoom-in"
    WINDOW_ZOOM_OUT = "window-zoom-out"
    WINDOW_FIT = "window-fit"
    WINDOW_SHOW_ALL = "window-show-all"
    WINDOW_ORIGINAL_ORDER = "window-original-order"
    WINDOW_STEP_FORWARD = "window-step-forward"
    WINDOW_STEP_BACK = "window-step-back"
    WINDOW_COMPARE_OPTIMUM = "window-compare-optimum"

    # Assembly lens
    ASSEMBLY_ADD_PIECE = "assembly-add-piece"
    ASSEMBLY_REMOVE_PIECE = "assembly-remove-piece"
    ASSEMBLY_OPEN_STEPS = "assembly-open-steps"
    ASSEMBLY_CLOSE_STEPS = "assembly-close-steps"
    ASSEMBLY_DECIDING_LENS = "assembly-deciding-lens"

    # Discipline lens
    DISCIPLINE_PAGE = "discipline-page"
    DISCIPLINE_OPEN_STATE = "discipline-open-state"
    DISCIPLINE_EDIT_STATE = "discipline-edit-state"
    DISCIPLINE_RESET_LIMITS = "discipline-reset-limits"
    DISCIPLINE_FOLDER = "discipline-folder"
    DISCIPLINE_CHECK_OUTPUT = "discipline-check-output"
    DISCIPLINE_OPEN_SERIES = "discipline-open-series"
    DISCIPLINE_ADD_TURN = "discipline-add-turn"

    # Timeline lens
    TIMELINE_OPEN = "timeline-open"
    TIMELINE_NEXT = "timeline-next"
    TIMELINE_PREVIOUS = "timeline-previous"
    TIMELINE_ZOOM_IN = "timeline-zoom-in"
    TIMELINE_ZOOM_OUT = "timeline-zoom-out"
    TIMELINE_WHOLE = "timeline-whole"
    TIMELINE_HEAVIEST = "timeline-heaviest"
    TIMELINE_COMPACTION = "timeline-compaction"
    TIMELINE_IN_WINDOW = "timeline-in-window"
    TIMELINE_COMPARE = "timeline-compare"
    TIMELINE_COPY_PLACE = "timeline-copy-place"

    # Tuning lens
    TUNING_AXIS = "tuning-axis"
    TUNING_TABLE = "tuning-table"
    TUNING_NEXT = "tuning-next"
    TUNING_PREVIOUS = "tuning-previous"
    TUNING_APPLY = "tuning-apply"
    TUNING_OPTIMUM = "tuning-optimum"

    # Corpus lens
    CORPUS_RUN = "corpus-run"
    CORPUS_STOP = "corpus-stop"
    CORPUS_BEST = "corpus-best"
    CORPUS_APPLY = "corpus-apply"
    CORPUS_OPEN = "corpus-open"
    CORPUS_TABLE = "corpus-table"


def always() -> bool:
    """Say yes: the predicate of what is possible at any time."""
    return True


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the things a command can be done with: a sample, a recent file, a theme.

    ``id`` is unique among the command's choices. ``key`` and ``checked`` are as for ``Command``.
    """

    id: str
    title: str
    run: Callable[[], object]
    help: str = ""
    key: str | None = None
    checked: Callable[[], bool] | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """Something a person can do.

    It has ``run``, or ``choices`` (a submenu, listed anew each time it is opened), or both: choices
    that the palette finds, and that ``run`` offers in a dialog. ``lens`` is the id of the lens
    whose command it is, "" for the window's own. Commands of one menu are ordered by ``group``,
    with a line between groups, then as they were registered.
    ``keys`` are written as Qt writes them in English (``Ctrl+Shift+P``); the first is shown.
    ``in_reach`` says whether they are the command's at all: those of a lens that is not in sight
    belong to whatever has the keyboard. ``enabled`` is asked when the command is run; until then
    one in reach stays enabled, because a disabled action swallows its key. ``refusal`` is what is
    said where it cannot be done. ``checked`` makes it a switch. ``title_now`` is a title that
    depends on the moment, such as what would be undone; ``title`` is the one in lists and manuals.
    """

    id: CommandId
    title: str
    help: str
    run: Callable[[], object] | None = None
    choices: Callable[[], Sequence[Choice]] | None = None
    menu: Menu | None = None
    group: int = 0
    keys: tuple[str, ...] = ()
    in_reach: Callable[[], bool] = always
    enabled: Callable[[], bool] = always
    refusal: str = ""
    checked: Callable[[], bool] | None = None
    title_now: Callable[[], str] | None = None
    lens: str = ""

    def __post_init__(self) -> None:
        if self.run is None and self.choices is None:
            raise ValueError(f"The command {self.id} has neither run nor choices.")
