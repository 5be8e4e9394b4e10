"""Maildirs as a mail client and as a program that plays see them."""

import mailbox
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmhearts.mail.transport.maildir import Maildirs

ANN = "ann@example.org"


def test_mails_are_read_in_order_of_delivery(tmp_path: Path):
    """Names do not matter for the order; LF ends the lines; what was read is not read again."""
    boxes = Maildirs(tmp_path)
    for name in ("9", "10", "b", "a"):
        boxes.put("Ann@Example.org", f"Subject: {name}\r\n\r\nx\r\n".encode(), name)
    assert list(boxes.read(ANN)) == [f"Subject: {name}\n\nx\n".encode() for name in ("9", "10", "b", "a")]
    assert list(boxes.read(ANN)) == []
    boxes.put(ANN, b"new", "c")
    assert list(boxes.read(ANN)) == [b"new"]
    assert [file.read_bytes()[:10] for file in boxes.messages(ANN)][-1] == b"new"
    assert {file.parent.name for file in boxes.messages(ANN)} == {"cur"}


def test_the_same_name_again_replaces_the_mail(tmp_path: Path):
    """A letter delivered twice is there once, in its old place, read or unread as it was."""
    boxes = Maildirs(tmp_path)
    boxes.put(ANN, b"one", "<1@cards>")
    boxes.put(ANN, b"two", "<2@cards>")
    boxes.put(ANN, b"one again", "<1@cards>")
    assert list(boxes.read(ANN)) == [b"one again", b"two"]
    boxes.put(ANN, b"two again", "<2@cards>")
    assert [file.read_bytes() for file in boxes.messages(ANN)] == [b"one again", b"two again"]
    assert list(boxes.read(ANN)) == []


def test_a_reader_that_dies_reads_the_same_mail_again(tmp_path: Path):
    """A mail is marked read only when the next one is asked for."""
    boxes = Maildirs(tmp_path)
    boxes.put(ANN, b"one", "1")
    boxes.put(ANN, b"two", "2")
    reading = boxes.read(ANN)
    next(reading)
    reading.close()
    assert list(boxes.read(ANN)) == [b"one", b"two"]


def test_a_mail_client_can_read_it(tmp_path: Path):
    """The standard library's maildir reader finds the mails and their flags."""
    boxes = Maildirs(tmp_path)
    boxes.put(ANN, b"Subject: one\r\n\r\n", "1")
    boxes.put(ANN, b"Subject: two\r\n\r\n", "2")
    next(reading := boxes.read(ANN))
    next(reading)
    found = {mail["subject"]: mail for mail in mailbox.Maildir(boxes.folder(ANN), create=False)}
    assert found["one"].get_flags() == "S"
    assert found["two"].get_subdir() == "new"


def test_nothing_is_there_before_the_first_mail(tmp_path: Path):
    """Reading makes no folder."""
    boxes = Maildirs(tmp_path / "mail")
    assert list(boxes.read(ANN)) == []
    assert not (tmp_path / "mail").exists()


def test_others_cannot_read_it(tmp_path: Path):
    """Letters show hidden cards: the folders are their owner's alone."""
    boxes = Maildirs(tmp_path)
    boxes.put(ANN, b"x", "1")
    assert (boxes.folder(ANN) / "new").stat().st_mode & 0o077 == 0
    assert boxes.folder(ANN).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(("to", "name"), [("", "1"), (ANN, "")])
def test_a_mail_without_a_name_cannot_be_filed(tmp_path: Path, to: str, name: str):
    """An empty address or name is an error."""
    with pytest.raises(ValueError, match="name"):
        Maildirs(tmp_path).put(to, b"x", name)


@given(address=st.text(st.characters(codec=None), min_size=1, max_size=400))
def test_any_address_is_one_folder_under_the_root(address: str):
    """Slashes, dots, NULs and long addresses never lead out of the root or into another folder."""
    root = Path("/srv/mail")
    folder = Maildirs(root).folder(address)
    assert folder.parent == root
    assert folder.name not in {".", ".."}
    assert not folder.name.startswith(".")
    assert len(folder.name) <= 200
    assert folder.name.isascii()
    assert folder.name.isprintable()


def test_different_addresses_have_different_folders():
    """Long addresses that begin alike, and an escape written out, are kept apart."""
    boxes = Maildirs(Path("/srv/mail"))
    names = ["x" * 300, "x" * 301, "a/b", "a%2fb", "a", "A@x", "a@x"]
    assert len({boxes.folder(name) for name in names}) == len(names) - 1  # case alone is no difference


def test_any_message_id_is_a_file_name(tmp_path: Path):
    """A colon, which maildir gives a meaning, and the like are escaped."""
    boxes = Maildirs(tmp_path)
    for name in ("<a:2,S@x/y>", "a" * 1000, "..", "é"):
        boxes.put(ANN, name.encode(), name)
        boxes.put(ANN, name.encode(), name)
    assert len(list(boxes.read(ANN))) == 4


def test_every_folder_that_is_made_is_its_owners_alone(tmp_path: Path) -> None:
    """Letters show hidden cards, and the folder around them may hold the database."""
    root = tmp_path / "var" / "maildirs"
    Maildirs(root).put("ann@players.example", b"Subject: hello\r\n\r\n", "<1@cards.example>")
    assert {oct(folder.stat().st_mode & 0o777) for folder in (root.parent, root, *root.iterdir())} == {
        "0o700"
    }
