"""mhearts.ini: read once into frozen dataclasses; every fault is found and reported together."""

from pbmhearts.config.reading import load
from pbmhearts.config.sections import (
    SECTIONS,
    AuthConfig,
    BackupConfig,
    BoardsConfig,
    Config,
    DatabaseConfig,
    DeliveryConfig,
    ImapConfig,
    ListenConfig,
    LogConfig,
    PlayersConfig,
    ServerConfig,
)
from pbmhearts.config.values import parse_duration

__all__ = [
    "SECTIONS",
    "AuthConfig",
    "BackupConfig",
    "BoardsConfig",
    "Config",
    "DatabaseConfig",
    "DeliveryConfig",
    "ImapConfig",
    "ListenConfig",
    "LogConfig",
    "PlayersConfig",
    "ServerConfig",
    "load",
    "parse_duration",
]
