"""Boards that have begun, for the tests of what players mail."""

from ready_house import houses, passing, playing

__all__ = ["houses", "passing", "playing"]
