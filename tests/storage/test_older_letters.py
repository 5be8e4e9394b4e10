"""Letters that waited in a database of an older version."""

import json

import sqlalchemy as sa
from storage_tables import START, opened
from test_storage_migrate import revised

from pbmhearts.storage import BoardNews, BoardReminder, DueBoard, WrittenLetter

BEFORE = "0006"

WRITTEN = {"subject": "Hello", "text": "It is done.\n", "html": ""}
AT = "2026-11-30 09:00:00"


def letter(number: int, kind: str, facts: dict[str, object], **more: object) -> dict[str, object]:
    """A row as the older version wrote it."""
    row: dict[str, object] = {
        "id": number,
        "kind": kind,
        "address": "ann@players.example",
        "board_id": None,
        "message_id": f"<{number}@cards.example>",
        "facts": json.dumps(facts),
        "state": "waiting",
        "at": AT,
        "leased_until": None,
        "attempts": 0,
        "data": None,
        "sent_at": None,
    }
    return row | more


def test_letters_that_wait_are_carried_over_and_go_out(url: str) -> None:
    """Each letter keeps what it says, its bytes and its order; one that may have arrived is still known as such."""
    rows = [
        letter(1, "answer", {}, state="sent", sent_at=AT, attempts=1),
        letter(2, "answer", WRITTEN | {"doubt": True}, data=b"as it was", attempts=1),
        letter(3, "answer", WRITTEN),
        letter(4, "reminder", {"boards": [[101, 2, 7]]}, address="bob@players.example"),
        letter(5, "board", {"note": "", "answer": False, "said": 11}, address="cat@players.example"),
        letter(6, "answer", WRITTEN, state="dead", address="dan@players.example"),
        letter(
            7,
            "answer",
            WRITTEN,
            address="eve@players.example",
            data=b"perhaps sent",
            leased_until="2026-11-30 23:00:00",
        ),
    ]
    database = revised(url, BEFORE)
    with database.write() as connection:
        for row in rows:
            connection.execute(
                sa.text(
                    "INSERT INTO outbox (id, kind, address, board_id, message_id, in_reply_to, reply_to, facts, state,"
                    " created_at, due_at, leased_until, attempts, error, data, sent_at) VALUES (:id, :kind, :address,"
                    " :board_id, :message_id, '', '', :facts, :state, :at, :at, :leased_until, :attempts, '', :data,"
                    " :sent_at)"
                ),
                row,
            )
    database.close()
    with opened(url) as store:
        claimed = store.run(lambda repositories: repositories.outbox.claim(START, START, 40))
        assert [one.id for one in claimed] == [2, 3, 4, 5, 7]
        by_id = {one.id: one for one in claimed}
        assert by_id[2].data == b"as it was"
        assert by_id[3].mail.about == WrittenLetter("Hello", "It is done.\n", "")
        assert by_id[4].mail.about == BoardReminder((DueBoard(101, 2, 7, 7),))
        assert by_id[5].mail.about == BoardNews(said=(11,))
        with store.read() as repositories:
            assert [row.state for row in repositories.outbox.rows()] == [row["state"] for row in rows]
            doubtful = sa.text("SELECT id FROM outbox WHERE doubtful ORDER BY id")
            assert list(repositories._connection.execute(doubtful).scalars()) == [2, 7]
