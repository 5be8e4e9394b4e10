"""Tables and repositories: the only part that talks to the database.

A repository works within the transaction whose connection it was given, and gives back plain values.
"""

from pbmhearts.storage.accounts import Accounts
from pbmhearts.storage.boards import Boards
from pbmhearts.storage.bounces import Addressee, Hold
from pbmhearts.storage.inbox import Inbox, Shunted
from pbmhearts.storage.invitations import Invitation
from pbmhearts.storage.outbox import Debt, Kind, Outbox, OutboxRow, Owed
from pbmhearts.storage.passwords import hash_password, is_password
from pbmhearts.storage.plans import StoredPlan, Submission
from pbmhearts.storage.proposals import Proposal, ProposalKind
from pbmhearts.storage.records import Account, Address, Board, DealRecord, Overdue, Remark, Seated, Sitter
from pbmhearts.storage.rows import ActionRow, BoardRows, SeatRow
from pbmhearts.storage.seeks import Seek
from pbmhearts.storage.store import Repositories, Store
from pbmhearts.storage.watchers import Watcher

__all__ = [
    "Account",
    "Accounts",
    "ActionRow",
    "Address",
    "Addressee",
    "Board",
    "BoardRows",
    "Boards",
    "DealRecord",
    "Debt",
    "Hold",
    "Inbox",
    "Invitation",
    "Kind",
    "Outbox",
    "OutboxRow",
    "Overdue",
    "Owed",
    "Proposal",
    "ProposalKind",
    "Remark",
    "Repositories",
    "SeatRow",
    "Seated",
    "Seek",
    "Shunted",
    "Sitter",
    "Store",
    "StoredPlan",
    "Submission",
    "Watcher",
    "hash_password",
    "is_password",
]
