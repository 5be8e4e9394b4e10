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
    RemindersConfig,
    ServerConfig,
    WatchConfig,
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
    "RemindersConfig",
    "ServerConfig",
    "WatchConfig",
    "load",
    "parse_duration",
]
