"""Context Budget Inspector: what goes into a model's context, what was kept out, and why."""

import _signal  # type: ignore[import-not-found]
import sys

__version__ = "1.0.0"

_started = "".join(sys.argv[:1])
_is_program = getattr(sys, "frozen", False) or _started == "-m" or _started.endswith("inspector")
if _is_program and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    # Until the program knows what to put away, an interrupt ends it as the system does: 130, and
    # no traceback. Here, since nothing of the program runs before; both modules are built in.
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    if hasattr(_signal, "pthread_sigmask"):
        # Who starts it may hold signals back that long (env --block-signal=INT), since what Python
        # does before its first line tells of an interrupt with a traceback.
        _signal.pthread_sigmask(_signal.SIG_UNBLOCK, (_signal.SIGINT, _signal.SIGTERM))
