"""``inspector mcp``: answers about files to a model that asks, over the Model Context Protocol.

The files are named at the start, are only read, and nothing listens but standard input. An answer
stays under 2,000 tokens and says what it left out. What is asked is the business of the stages.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from inspector import __version__
from inspector.cli.output import DONE, UsageError, usable
from inspector.cli.session_options import add_session_options, require_session, session_from
from inspector.stage import stages

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from inspector.session.session import Session

_INSTRUCTIONS = (
    "What competes for a model's context in the files that this server was started with: what is"
    " included, suppressed or dropped, by which rule and by how many tokens, and what another"
    " policy would do. Sizes are tokens. Nothing is changed by asking."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_session_options(parser)


def run(options: argparse.Namespace) -> int:
    """Serve the files on standard input and output until that is closed."""
    require_session(options)
    server_of(usable(*session_from(options))).run("stdio")
    return DONE


def server_of(session: Session) -> MCPServer[Any]:
    """Return the server of a session. Raises ``UsageError`` where the SDK is not installed."""
    try:
        from mcp.server.mcpserver import MCPServer
        from mcp.types import ToolAnnotations
    except ImportError:
        raise UsageError(
            "the SDK is not installed; pip install 'context-budget-inspector[mcp]'"
        ) from None
    server: MCPServer[Any] = MCPServer(
        "context-budget-inspector",
        version=__version__,
        instructions=_INSTRUCTIONS,
        log_level="ERROR",
    )
    read_only = ToolAnnotations(read_only_hint=True, open_world_hint=False)
    for stage in stages():
        for tool in stage.load(stage.answers)(session) if stage.answers else ():
            server.tool(annotations=read_only)(tool)
    return server
