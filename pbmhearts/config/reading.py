"""Reading the ini, and what the environment sets over it."""

import configparser
from collections.abc import Mapping
from dataclasses import Field, dataclass, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pbmhearts.config.sections import SECTIONS, Config
from pbmhearts.errors import ConfigError

PREFIX = "PBMHEARTS_"
"""What begins the names of the environment's variables: `PBMHEARTS_LISTEN_PORT` is `port` of `[listen]`."""

_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class _Given:
    """A key's text, and where it stands."""

    where: str
    text: str


def load(path: Path, environment: Mapping[str, str] = _NOTHING) -> Config:
    """Read the ini at `path`; a missing key has its default.

    Args:
        environment: variables named as `PREFIX` says stand in for keys of the file.

    Raises:
        ConfigError: the file cannot be read, or it or the environment holds unknown sections or keys or bad
            values; all are named.
    """
    parser = configparser.ConfigParser(interpolation=None)
    try:
        with path.open(encoding="utf-8-sig") as file:  # some editors begin a file with a mark
            parser.read_file(file)
    except OSError as error:
        raise ConfigError((f"{path}: {error.strerror}",)) from error
    except UnicodeDecodeError as error:
        raise ConfigError((f"{path}: it is not UTF-8",)) from error
    except configparser.Error as error:
        raise ConfigError(tuple(f"{path}: {fault}" for fault in _faults(error))) from error
    problems = [f"{path}: [{name}]: no such section" for name in parser.sections() if name not in SECTIONS]
    parts: dict[str, Any] = {}
    for name, kind in SECTIONS.items():
        given = _of_file(path, parser, name) | _of_environment(environment, name)
        parts[name] = _section(path, given, kind, problems)
    if parts["listen"].require_tls and not parts["listen"].tls_certificate:
        problems.append(f"{path}: [listen] require_tls: there is no tls_certificate to do it with")
    if parts["auth"].require_dmarc and not parts["auth"].authserv_id:
        problems.append(f"{path}: [auth] require_dmarc: authserv_id does not say whom to believe")
    if parts["database"].url_file:
        parts["database"] = _with_url(path, parts["database"], problems)
    if problems:
        raise ConfigError(tuple(problems))
    return Config(path=path, **parts)


def _faults(error: configparser.Error) -> list[str]:
    """What is wrong with lines that are no ini; the lines themselves may hold what is nobody's business."""
    match error:
        case configparser.MissingSectionHeaderError(lineno=number):
            return [f"line {number}: there is no [section] above it"]
        case configparser.ParsingError(errors=errors):
            return [f"line {number}: it is neither [section] nor key = value" for number, _ in errors]
        case configparser.DuplicateSectionError(section=section, lineno=number):
            return [f"line {number}: [{section}] stands there a second time"]
        case configparser.DuplicateOptionError(section=section, option=option, lineno=number):
            return [f"line {number}: [{section}] {option} stands there a second time"]
        case _:
            return [str(error).splitlines()[0]]


def _of_file(path: Path, parser: configparser.ConfigParser, section: str) -> dict[str, _Given]:
    if not parser.has_section(section):
        return {}
    return {key: _Given(f"{path}: [{section}] {key}", text.strip()) for key, text in parser[section].items()}


def _of_environment(environment: Mapping[str, str], section: str) -> dict[str, _Given]:
    prefix = f"{PREFIX}{section.upper()}_"
    return {
        name.removeprefix(prefix).lower(): _Given(name, text.strip())
        for name, text in environment.items()
        if name.startswith(prefix)
    }


def _section(path: Path, given: dict[str, _Given], kind: type[Any], problems: list[str]) -> Any:
    values: dict[str, Any] = {}
    for key in fields(kind):
        if key.name in given:
            found = given.pop(key.name)
            try:
                values[key.name] = _value(path, key, found.text)
            except ValueError as error:
                problems.append(f"{found.where}: {found.text!r} is not {error}")
    problems.extend(f"{found.where}: no such key" for found in given.values())
    return kind(**values)


def _value(path: Path, key: "Field[Any]", text: str) -> Any:
    value = key.metadata["read"](text)
    return str(path.parent / value) if value and key.metadata["file"] else value


def _with_url(path: Path, database: Any, problems: list[str]) -> Any:
    where = f"{path}: [database] url_file"
    if database.url:
        problems.append(f"{where}: url is set, too; one of them says where")
        return database
    try:
        url = Path(database.url_file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        problems.append(f"{where}: it cannot be read ({type(error).__name__})")
        return database
    return replace(database, url=url)
