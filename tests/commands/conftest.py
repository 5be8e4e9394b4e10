"""Boards that have begun, for the tests of what players mail."""

from ready_house import lasting, passing, playing

__all__ = ["lasting", "passing", "playing"]
