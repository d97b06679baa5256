"""What the Debian package is made of: each file beside the frozen program, and the whole."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
if str(ROOT) not in sys.path:  # a checkout can be packaged without being installed
    sys.path.insert(0, str(ROOT))
