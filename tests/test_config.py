"""mhearts.ini: its defaults, and what is said about its faults."""

import configparser
from dataclasses import fields
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmhearts import config
from pbmhearts.config import SECTIONS, parse_duration, values
from pbmhearts.errors import ConfigError
from pbmhearts.resources import data_path


def load(folder: Path, text: str) -> config.Config:
    """The configuration of a file with that text."""
    path = folder / "mhearts.ini"
    path.write_text(text, encoding="utf-8")
    return config.load(path)


def problems(folder: Path, text: str) -> list[str]:
    """What is wrong with it, without the folder."""
    with pytest.raises(ConfigError) as caught:
        load(folder, text)
    assert str(caught.value) == "\n".join(caught.value.problems)
    return [each.replace(str(folder) + "/", "") for each in caught.value.problems]


def test_an_empty_file_gives_the_defaults(tmp_path: Path) -> None:
    """Every key has a default, so that an empty file starts a server."""
    found = load(tmp_path, "")
    for name, kind in SECTIONS.items():
        assert getattr(found, name) == kind()


def test_the_sample_has_every_key_with_its_default() -> None:
    """mhearts.ini shows exactly the keys there are, in their order, each with the default."""
    sample = data_path("mhearts.ini")
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(sample, encoding="utf-8")
    assert parser.sections() == list(SECTIONS)
    for name, kind in SECTIONS.items():
        assert list(parser[name]) == [key.name for key in fields(kind)]
        assert getattr(config.load(sample), name) == kind()


def test_the_sample_explains_every_key() -> None:
    """Above each key of mhearts.ini stands what the key is for, as the code has it."""
    lines = data_path("mhearts.ini").read_text(encoding="utf-8").splitlines()
    about = {
        f"{name}.{key.name}": key.metadata["about"] for name, kind in SECTIONS.items() for key in fields(kind)
    }
    section, explained = "", {}
    for above, line in zip(["", *lines], lines, strict=False):
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            assert above.startswith("# "), f"nothing above {line!r}"
            explained[f"{section}.{line.partition('=')[0].strip()}"] = above.removeprefix("# ")
    assert explained == about


def test_values_are_read_as_their_kind(tmp_path: Path) -> None:
    """Numbers, durations, yes and no, choices and lists come as such, in any case and with spaces."""
    found = load(
        tmp_path,
        "[server]\naddress = Hearts@Cards.Example\nsubaddress = -\n"
        "[listen]\nprotocol = LMTP\nport = 0\nidle_timeout = 2 m\ntrusted_peers = 10.0.0.1, ::1\n"
        "[database]\nurl = postgresql+psycopg://h%40rt:p%25@db/hearts\nmigrate = No\n"
        "[boards]\nnagtime = 36h\n",
    )
    assert (found.server.address, found.server.subaddress) == ("hearts@cards.example", "-")
    assert (found.listen.protocol, found.listen.port) == ("lmtp", 0)
    assert found.listen.idle_timeout == timedelta(minutes=2)
    assert found.listen.trusted_peers == ("10.0.0.1", "::1")
    assert found.database_url == "postgresql+psycopg://h%40rt:p%25@db/hearts"
    assert found.database.migrate is False
    assert found.boards.nagtime == timedelta(hours=36)


def test_folders_start_beside_the_file(tmp_path: Path) -> None:
    """Relative folders start where the file lies; absolute ones stand."""
    found = load(tmp_path, "[server]\ndata = games\n[delivery]\nmaildir = post\n")
    assert found.data == tmp_path / "games"
    assert found.maildirs == tmp_path / "games" / "post"
    assert found.database_url == f"sqlite:///{tmp_path.resolve() / 'games' / 'pbmhearts.sqlite3'}"
    assert load(tmp_path, "[server]\ndata = /srv/hearts\n").data == Path("/srv/hearts")


def test_all_faults_are_told_together(tmp_path: Path) -> None:
    """Unknown sections and keys and bad values are all named in one error, each with file, section and key."""
    found = problems(
        tmp_path,
        "[servr]\nname = x\n"
        "[server]\naddress = nobody\ncolour = red\n"
        "[listen]\nport = 70000\nprotocol = http\nmax_message = much\n"
        "[database]\nmigrate = maybe\n"
        "[boards]\nnagtime = a week\n",
    )
    assert [each.rpartition(": ")[0] for each in found if "no such" in each] == [
        "mhearts.ini: [servr]",
        "mhearts.ini: [server] colour",
    ]
    assert [each.split(": ")[1] for each in found if "no such" not in each] == [
        "[server] address",
        "[listen] protocol",
        "[listen] port",
        "[listen] max_message",
        "[database] migrate",
        "[boards] nagtime",
    ]
    assert "mhearts.ini: [listen] port: '70000' is not a whole number from 0 to 65535" in found
    assert "mhearts.ini: [boards] nagtime: 'a week' is not a number and s, m, h, d or w, such as 7d" in found


@pytest.mark.parametrize("name", list(SECTIONS))
def test_faults_are_told_in_every_section(tmp_path: Path, name: str) -> None:
    """An unknown key in any section is told, and so is a bad value of every key that can have one."""
    assert problems(tmp_path, f"[{name}]\nno_such_key = 1\n") == [
        f"mhearts.ini: [{name}] no_such_key: no such key"
    ]
    for key in fields(SECTIONS[name]):
        try:
            key.metadata["read"]("\x00 no such value")
        except ValueError:
            (told,) = problems(tmp_path, f"[{name}]\n{key.name} = no such value\n")
            assert told.startswith(f"mhearts.ini: [{name}] {key.name}: ")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("address = x\n", "line 1: there is no [section]"),
        ("[server]\nname = a\nname = b\n", "line 3: [server] name stands there a second time"),
        ("[server]\n[server]\n", "line 2: [server] stands there a second time"),
        ("[server\n", "line 1: there is no [section]"),
        ("[server]\nname = a\n[imap\n", "line 3: it is neither"),
    ],
)
def test_a_file_that_is_no_ini_is_told_in_one_line(tmp_path: Path, text: str, why: str) -> None:
    """What the parser cannot read is a ConfigError of one line that names the file."""
    (told,) = problems(tmp_path, text)
    assert told.startswith("mhearts.ini: ")
    assert why in told
    assert "\n" not in told


def test_every_line_that_is_no_ini_is_told_and_none_is_quoted(tmp_path: Path) -> None:
    """Each with its number; what stands there may be a password."""
    told = problems(tmp_path, "[server]\nsecret1\nname = a\nsecret2\n")
    assert [each.partition(": it is")[0] for each in told] == ["mhearts.ini: line 2", "mhearts.ini: line 4"]
    assert "secret" not in "".join(told)


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    """Some editors write one."""
    (tmp_path / "mhearts.ini").write_bytes(b"\xef\xbb\xbf[server]\r\nname = Cards\r\n")
    assert config.load(tmp_path / "mhearts.ini").server.name == "Cards"


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    """A missing file, a folder, and a file that is not UTF-8 are each a ConfigError that names it."""
    (tmp_path / "latin.ini").write_bytes(b"[server]\nname = M\xfcller\n")
    for path, why in (
        (tmp_path / "missing.ini", "No such file"),
        (tmp_path, "directory"),
        (tmp_path / "latin.ini", "UTF-8"),
    ):
        with pytest.raises(ConfigError, match=why) as caught:
            config.load(path)
        assert caught.value.problems[0].startswith(f"{path}: ")


@pytest.mark.parametrize(
    "address",
    ["", "mhearts", "@x.example", "a+b@x.example", "a b@x.example", "a@-x", "a@x.example\n", "ä@x.example"],
)
def test_the_servers_address_must_be_plain(tmp_path: Path, address: str) -> None:
    """An address that could not carry an extension, or is none, is refused."""
    with pytest.raises(ValueError, match="an address such as"):
        values.address(address)


@given(st.integers(0, 999_999), st.sampled_from(["s", "m", "h", "d", "w"]))
def test_a_duration_is_a_number_and_a_unit(number: int, unit: str) -> None:
    """`30s`, `90m`, `36h`, `7d`, `2w`, in any case, with or without a space."""
    seconds = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}[unit]
    for text in (f"{number}{unit}", f" {number} {unit.upper()} "):
        assert parse_duration(text) == timedelta(seconds=number * seconds)


@given(st.text(max_size=12))
def test_whatever_else_is_no_duration(text: str) -> None:
    """Anything that is not a number and a unit raises ValueError, and nothing else."""
    try:
        parse_duration(text)
    except ValueError:
        return
    assert text.strip()[-1].lower() in "smhdw"
    assert text.strip()[:-1].strip().isdecimal()


def test_a_wish_without_its_means_is_told(tmp_path: Path) -> None:
    """TLS is not demanded without a certificate, nor DMARC without the name of whom to believe."""
    assert problems(tmp_path, "[listen]\nrequire_tls = yes\n[auth]\nrequire_dmarc = yes\n") == [
        "mhearts.ini: [listen] require_tls: there is no tls_certificate to do it with",
        "mhearts.ini: [auth] require_dmarc: authserv_id does not say whom to believe",
    ]


def test_files_start_beside_the_ini(tmp_path: Path) -> None:
    """A certificate, a key and a password file may be named relative to the configuration."""
    text = "[listen]\ntls_certificate = cert.pem\ntls_key = /etc/key.pem\n[imap]\npassword_file = pw\n"
    read = load(tmp_path, text)
    assert read.listen.tls_certificate == str(tmp_path / "cert.pem")
    assert read.listen.tls_key == "/etc/key.pem"
    assert read.imap.password_file == str(tmp_path / "pw")
    assert read.delivery.password_file == ""


def test_the_environment_stands_over_the_file(tmp_path: Path) -> None:
    """PBMHEARTS_SECTION_KEY sets the key, with the same checks; other variables are none of ours."""
    (tmp_path / "mhearts.ini").write_text("[listen]\nport = 25\nhost = ::1\n", encoding="utf-8")
    environment = {
        "PBMHEARTS_LISTEN_PORT": "0",
        "PBMHEARTS_CONFIG": "x",
        "PBMHEARTS_TEST_X": "1",
        "HOME": "/",
    }
    found = config.load(tmp_path / "mhearts.ini", environment)
    assert (found.listen.port, found.listen.host) == (0, "::1")


def test_faults_of_the_environment_are_told_with_those_of_the_file(tmp_path: Path) -> None:
    """By the variable's name."""
    (tmp_path / "mhearts.ini").write_text("[listen]\nhost = ::1\nport = x\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        config.load(
            tmp_path / "mhearts.ini",
            {"PBMHEARTS_LISTEN_PROTOCOL": "http", "PBMHEARTS_SERVER_COLOUR": "red"},
        )
    assert set(caught.value.problems) == {
        "PBMHEARTS_SERVER_COLOUR: no such key",
        "PBMHEARTS_LISTEN_PROTOCOL: 'http' is not one of: smtp, lmtp",
        f"{tmp_path / 'mhearts.ini'}: [listen] port: 'x' is not a whole number from 0 to 65535",
    }


def test_a_url_with_a_password_may_come_from_a_file(tmp_path: Path) -> None:
    """Beside the ini; a file that is not there is a fault, and so are two places that say where."""
    (tmp_path / "url").write_text("postgresql+psycopg://h:secret@db/hearts\n", encoding="utf-8")
    assert load(tmp_path, "[database]\nurl_file = url\n").database_url.endswith("h:secret@db/hearts")
    (missing,) = problems(tmp_path, "[database]\nurl_file = nowhere\n")
    assert missing == "mhearts.ini: [database] url_file: it cannot be read (FileNotFoundError)"
    (two,) = problems(tmp_path, "[database]\nurl = sqlite://\nurl_file = url\n")
    assert "url is set, too" in two


def test_trusted_peers_are_addresses_and_networks(tmp_path: Path) -> None:
    """A name or a slip is told, as it would trust nobody."""
    assert load(tmp_path, "[listen]\ntrusted_peers = 10.0.0.0/8 ::1\n").listen.trusted_peers == (
        "10.0.0.0/8",
        "::1",
    )
    (told,) = problems(tmp_path, "[listen]\ntrusted_peers = localhost\n")
    assert told.endswith("'localhost' is not addresses and networks, such as 127.0.0.1 10.0.0.0/8")
