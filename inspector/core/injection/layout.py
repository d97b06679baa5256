"""How injected content is laid out as text, and what the layout itself costs in tokens.

Headings and separators are tokens too: they count against the half they belong to. Each piece of
the layout is counted once, on its own, so that the sum of all rows closes exactly.
"""

from __future__ import annotations

from inspector.core.injection.candidates import Bucket, BucketFile

KNOWLEDGE_HEADING = "# Knowledge\n\n"
CARD_SEPARATOR = "\n\n"
BACKGROUND_SEPARATOR = "\n\n"
TEXT_SEPARATOR = "\n\n"
LINE_SEPARATOR = "\n"


def bucket_heading(bucket: Bucket) -> str:
    """Return the heading over whatever is rendered of a bucket."""
    return f"# {bucket.bucket_title}\n\n"


def file_heading(file: BucketFile) -> str:
    """Return the heading over an inlined file's text."""
    return f"## {file.title}\n\n"


def manifest_line(file: BucketFile) -> str:
    """Return the line that lists a file: its title and, where there is one, its summary."""
    return f"- {file.title}: {file.summary}" if file.summary else f"- {file.title}"
