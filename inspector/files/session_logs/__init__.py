"""Logs of sessions: coding agents, trajectories, traces, and logs of requests."""
