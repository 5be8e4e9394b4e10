"""`mhearts invite`: ask somebody else for a seat that is not taken."""

from dataclasses import dataclass

from pbmhearts.commands.answered_letter import gathered_board
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.storage import Account, Invitation
from pbmhearts.table import invitations

_TITLE = "mhearts invite"
_FREE = ("declined", "expired")


@dataclass(frozen=True, slots=True)
class Invite:
    """Whom, and to which board."""

    board: str
    other: str


def parse(words: Words) -> Invite:
    """The board's number and whom to ask; in a reply only whom."""
    refuse_unless(1 <= len(words.words) <= 2, "A board and one to invite are needed.", verb=_TITLE)
    board = words.words[0].lstrip("#") if len(words.words) == 2 else ""
    return Invite(board, words.words[-1])


def handle(invite: Invite, context: Context) -> Reply:
    """Ask somebody else: for a seat that was given back, else for one that nobody has answered for yet."""
    number = gathered_board(invite.board, context, _TITLE)
    host = context.player
    kept = context.repositories.invitations.of_board(number)
    _check_host(number, host, kept, context)
    someone = invitations.guest(invite.other, context, _TITLE)
    sits = {invitation.account_id for invitation in kept if invitation.state in {"asked", "accepted"}}
    refuse_unless(
        someone.account is None or someone.account.id not in sits,
        f"{someone.name} is asked to this board already.",
        verb=_TITLE,
    )
    seat = next((one for one in kept if one.state in _FREE), None) or next(
        (one for one in kept if one.state == "asked"), None
    )
    refuse_unless(seat, "No seat of that board is free.", verb=_TITLE)
    invitations.check_free(someone, host, context, _TITLE)
    if seat is not None:
        invitations.invite(number, {seat.seat: someone}, host, context)
    if invitations.start_if_complete(number, context):
        return Reply()
    return Reply(invitations.text_of(number, context))


def _check_host(number: int, host: Account, kept: tuple[Invitation, ...], context: Context) -> None:
    comes = any(one.account_id == host.id and one.state == "accepted" for one in kept)
    refuse_unless(
        comes or context.repositories.invitations.organiser(number) == host.id,
        "Only whoever wants the board, or has a seat on it, may invite.",
        verb=_TITLE,
    )


SPEC = Spec(
    name="invite",
    game=True,
    scope=Scope.PENDING,
    usage=("mhearts invite board userid password other",),
    summary="ask somebody else for a free seat",
    help="""Asks somebody else - a userid, `bot` or an e-mail address - for a seat of
a board that has not begun: one that was given back, else one that
nobody has said yes for yet. Or reply `invite` and the name to the letter
that told you of the free seat.""",
    example="mhearts invite 101 ann secret eve",
    parse=parse,
    handle=handle,
    in_reply=True,
)
