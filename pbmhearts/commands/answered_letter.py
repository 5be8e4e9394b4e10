"""Which letter about no running board a mail answers, with its signature checked."""

from pbmhearts.commands.context import Context
from pbmhearts.errors import Refusal
from pbmhearts.letters import LetterKind, LetterTag
from pbmhearts.storage import Invitation


def answered(context: Context) -> LetterTag:
    """The letter that the mail answers.

    Raises:
        Refusal: it answers none of ours.
    """
    letter = context.mail.letter
    if letter is None:
        raise Refusal("That word answers a letter of ours: send it as a reply to one.")
    if not context.services.codes.is_letter_code(letter):
        raise Refusal("The code in your mail is not that letter's.")
    return letter


def invitation_of(letter: LetterTag, context: Context) -> Invitation:
    """The invitation that a letter was about.

    Raises:
        Refusal: it was about none.
    """
    found = context.repositories.invitations.by_id(letter.number)
    if letter.kind is not LetterKind.INVITE or found is None:
        raise Refusal("That letter was no invitation.")
    return found


def own_invitation(board: str, context: Context, verb: str) -> Invitation:
    """The player's own open invitation: to the board named, or to the only one there is.

    Raises:
        Refusal: there is none, or it is not clear which.
    """
    pending = context.repositories.invitations.pending_of(context.player.id)
    if not board and len(pending) == 1:
        return pending[0]
    for invitation in pending:
        if board == str(invitation.board):
            return invitation
    if not board and pending:
        raise Refusal("Which board? You are asked to several.", verb=verb)
    raise Refusal("You are not asked to that board." if board else "You are asked to no board.", verb=verb)


def own_seat(board: str, context: Context, verb: str) -> Invitation:
    """The player's own seat on the board named, taken or only offered; without a number the one that is offered.

    Raises:
        Refusal: there is none, or it is not clear which.
    """
    taken = context.repositories.invitations.kept_for(context.player.id)
    found = next((invitation for invitation in taken if board == str(invitation.board)), None)
    return found or own_invitation(board, context, verb)


def gathered_board(board: str, context: Context, verb: str) -> int:
    """The number of a board that has not begun: as named, or the one that the mail's letter was about.

    Raises:
        Refusal: there is no such board, or it has begun.
    """
    letter = context.mail.letter
    if not board and letter is not None and letter.kind is LetterKind.ORGANISE:
        board = str(letter.number)
    if not board.isdecimal() or not context.repositories.invitations.of_board(int(board)):
        raise Refusal("There is no such board that waits for players.", verb=verb)
    if context.repositories.boards.load(int(board)) is not None:
        raise Refusal(f"Board {board} has begun already.", verb=verb)
    return int(board)
