"""Tries a frozen app out: ``python packaging/app/smoke_test.py [FOLDER]``.

The app is copied to another folder and run where no Python can be found; the unfrozen program of
this checkout does the same things beside it, and both have to leave the same bytes.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import traces
import trials
import window_trial
from made_from import APP, ROOT, made_from, made_from_now
from programs import SmokeError, frozen, unfrozen

_CHECKS = (
    trials.ships_the_data,
    trials.help_of_each_command,
    trials.same_everywhere,
    trials.builds_context,
    trials.works_on_a_corpus,
    trials.remembers_runs,
    trials.paints_each_lens,
    window_trial.opens_a_window,
)
_TRACED = (traces.needs_no_python, traces.opens_no_socket)


def main(arguments: Sequence[str]) -> int:
    """Try an app out, say what was checked, and return the exit code."""
    app = Path(arguments[0]) if arguments else APP
    wrong = why_not(app)
    if wrong:
        print(f"smoke test: {wrong}", file=sys.stderr)
        return 2
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    with tempfile.TemporaryDirectory(prefix="inspector-smoke-") as name:
        folder = Path(name).resolve()
        pair = frozen(app.resolve(), folder), unfrozen(folder)
        for check in (*_CHECKS, *(_TRACED if traces.can_trace() else ())):
            began = time.monotonic()
            try:
                found = "; ".join(check(*pair))
            except SmokeError as error:
                print(f"FAILED {check.__name__}: {error}", file=sys.stderr)
                return 1
            print(f"ok {check.__name__}: {found} ({time.monotonic() - began:.1f} s)", flush=True)
    if not traces.can_trace():
        print("left out, for want of strace: " + ", ".join(one.__name__ for one in _TRACED))
    return 0


def why_not(app: Path) -> str | None:
    """Return why there is no app to try out that was made from this checkout; None if there is."""
    said = made_from(app)
    if said is None:
        return f"there is no frozen app in {app}; ./dev build app makes it"
    if said != made_from_now():
        return f"the frozen app in {app} was made from other sources; ./dev build app makes it anew"
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
