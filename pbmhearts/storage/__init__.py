"""Tables and repositories: the only part that talks to the database.

A repository works within the transaction whose connection it was given, and gives back plain values.
"""

from pbmhearts.storage.accounts import Accounts
from pbmhearts.storage.board_history import BoardHistory
from pbmhearts.storage.board_sides import StoredPlan, Submission, Watcher
from pbmhearts.storage.boards import Boards
from pbmhearts.storage.broadcasts import Broadcast
from pbmhearts.storage.clocks import Limits, SeatClock
from pbmhearts.storage.figures import SlowSeat
from pbmhearts.storage.holds import Addressee, Hold
from pbmhearts.storage.inbox import Inbox, KnownMailError, MailPath, Shunted
from pbmhearts.storage.invited import Invitation
from pbmhearts.storage.oplog import LoggedAct
from pbmhearts.storage.outbox import Outbox, Reminder
from pbmhearts.storage.outgoing import (
    BoardNews,
    BoardReminder,
    BroadcastCopy,
    ClaimedMail,
    DueBoard,
    Erased,
    OutboxKind,
    OutboxRow,
    OutboxState,
    OutgoingMail,
    WrittenLetter,
)
from pbmhearts.storage.owners import Owner
from pbmhearts.storage.passwords import hash_password, is_password
from pbmhearts.storage.proposed import Proposal, ProposalKind
from pbmhearts.storage.ratings import Rating, Result, final_places
from pbmhearts.storage.records import (
    BARRED,
    STAND_IN,
    Account,
    Address,
    Board,
    DealRecord,
    Logged,
    Remark,
    Seated,
    Sitter,
    Terms,
)
from pbmhearts.storage.rows import ActionRow, BoardRows, SeatRow
from pbmhearts.storage.seeks import Seek
from pbmhearts.storage.soundness import damage, revision
from pbmhearts.storage.store import Repositories, Store
from pbmhearts.storage.traces import LetterTrace, MailTrace, Traces
from pbmhearts.storage.writer import Piece

__all__ = [
    "BARRED",
    "STAND_IN",
    "Account",
    "Accounts",
    "ActionRow",
    "Address",
    "Addressee",
    "Board",
    "BoardHistory",
    "BoardNews",
    "BoardReminder",
    "BoardRows",
    "Boards",
    "Broadcast",
    "BroadcastCopy",
    "ClaimedMail",
    "DealRecord",
    "DueBoard",
    "Erased",
    "Hold",
    "Inbox",
    "Invitation",
    "KnownMailError",
    "LetterTrace",
    "Limits",
    "Logged",
    "LoggedAct",
    "MailPath",
    "MailTrace",
    "Outbox",
    "OutboxKind",
    "OutboxRow",
    "OutboxState",
    "OutgoingMail",
    "Owner",
    "Piece",
    "Proposal",
    "ProposalKind",
    "Rating",
    "Remark",
    "Reminder",
    "Repositories",
    "Result",
    "SeatClock",
    "SeatRow",
    "Seated",
    "Seek",
    "Shunted",
    "Sitter",
    "SlowSeat",
    "Store",
    "StoredPlan",
    "Submission",
    "Terms",
    "Traces",
    "Watcher",
    "WrittenLetter",
    "damage",
    "final_places",
    "hash_password",
    "is_password",
    "revision",
]
