"""The story of a session as one file that can be shown anywhere."""

from inspector.present.story.html import story_html

__all__ = ["story_html"]
