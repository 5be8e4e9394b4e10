"""The one answer to a mail: rendered with its commands, and enqueued for whoever may read it."""

from collections.abc import Sequence
from dataclasses import replace

from pbmhearts.commands import limits
from pbmhearts.commands.actors import Actor
from pbmhearts.commands.appearance import look_of
from pbmhearts.commands.context import Context
from pbmhearts.commands.registry import Registry
from pbmhearts.errors import Refusal
from pbmhearts.intake.identify import Identifier
from pbmhearts.letters import Content, LetterKind, LetterTag
from pbmhearts.notices import tell
from pbmhearts.render import AnswerPage, Outcome, OutcomeState
from pbmhearts.storage import Account, OutgoingMail, WrittenLetter
from pbmhearts.table import moves


def refused(read: str, refusal: Refusal, registry: Registry) -> Outcome:
    """What a refused command comes to."""
    spec = registry.by_title(refusal.verb) if refusal.verb else None
    return Outcome(
        command=read,
        state=OutcomeState.REFUSED,
        why=refusal.why,
        hint=refusal.hint,
        usage="; or ".join(spec.usage[:2]) if spec else "",
        legal=refusal.legal,
        needed=refusal.needed,
    )


def unread(read: str, refusal: Refusal, identifier: Identifier, context: Context) -> Outcome:
    """What a mail without a command comes to; its writer sees what may be played, and can answer the answer."""
    outcome = refused(read, refusal, context.services.registry)
    actor = identifier.replier() if context.mail.letter is None else None
    own = actor and context.mail.header_from in context.repositories.accounts.confirmed(actor.account.id)
    if actor is None or actor.board is None or actor.seat is None or not own:
        return outcome
    board = context.board(actor.board)
    context.replier = actor
    if outcome.usage and refusal.verb.endswith("move"):
        legal, needed = moves.offered(board, actor.seat)
        return replace(outcome, legal=legal, needed=needed)
    return outcome


def summary(outcomes: Sequence[Outcome]) -> str:
    """`done`, or `refused` if anything was."""
    done = all(outcome.state is OutcomeState.DONE for outcome in outcomes)
    return (OutcomeState.DONE if done else OutcomeState.REFUSED).value


def enqueue(context: Context, outcomes: Sequence[Outcome]) -> None:
    """Enqueue an answer to the sender, unless the letters that are enqueued already say all there is to say.

    What is about a player goes only to that player's confirmed addresses; any other From hears whether it was
    done, and no more.
    """
    writer = context.mail.header_from
    if context.quiet and all(outcome.state is OutcomeState.DONE for outcome in outcomes):
        return
    told = any(mail.address == writer for mail in context.outgoing)
    if told and all(outcome.state is OutcomeState.DONE and not outcome.text for outcome in outcomes):
        return
    strangers = [
        actor
        for actor in context.actors
        if writer not in context.repositories.accounts.confirmed(actor.account.id)
    ]
    if not strangers:
        only = context.actors[0] if len(context.actors) == 1 else None
        _answer(context, outcomes, [writer], only if context.actors else context.replier)
        return
    actor = strangers[-1]
    own = context.repositories.accounts.reachable(actor.account.id)
    if any(outcome.text or outcome.state is not OutcomeState.DONE for outcome in outcomes):
        _answer(context, _without_others(outcomes, actor, context), list(own), actor)
    done = summary(outcomes) == OutcomeState.DONE.value
    text = context.services.renderer.text(
        "replies/elsewhere.txt", done=done, played=not context.outdated, known=bool(own)
    )
    outcome = Outcome(outcomes[0].command, OutcomeState.DONE if done else OutcomeState.REFUSED, text=text)
    _answer(context, [outcome], [writer], None)


def _without_others(outcomes: Sequence[Outcome], reader: Actor, context: Context) -> Sequence[Outcome]:
    """The outcomes for one of several players in a mail: why another's move was refused may tell of a hand."""
    # A refusal is always of the last one who was identified, as nothing is tried after it.
    if context.actors[-1].account.id == reader.account.id:
        return outcomes
    return [replace(outcome, why="", hint="", legal=()) for outcome in outcomes]


def _answer(
    context: Context, outcomes: Sequence[Outcome], addresses: Sequence[str], actor: Actor | None
) -> None:
    account = actor.account if actor else next(iter(context.sender()), None)
    page = AnswerPage(
        # Not "Re: <command>": a reply to the answer would be that command again.
        subject=f"your mail: {outcomes[0].command}" if outcomes[0].command else "your mail",
        outcomes=tuple(outcomes),
        server=context.services.me.address,
        look=look_of(account),
        read=outcomes[0].command,
        userid=account.userid if account else "",
    )
    content = context.services.renderer.answer(page)
    for address in addresses:
        if address and _may_write(context, address):
            context.outgoing.append(_outgoing(context, content, address, account, actor))


def _may_write(context: Context, address: str) -> bool:
    """Players' own addresses always; a stranger's only so often, as anybody can write any From."""
    if context.repositories.accounts.by_address(address):
        return True
    players = context.services.config.players
    return limits.may_write_to_stranger(context.repositories, players, address, context.now)


def _outgoing(
    context: Context, content: Content, address: str, account: Account | None, actor: Actor | None
) -> OutgoingMail:
    services = context.services
    message_id, reply_to, board = services.me.message_id(tell.unique(context)), "", None
    if actor is not None and actor.board is not None and actor.seat is not None:
        # A reply to the answer must find the board again, as a reply to the board's own letter does.
        stored = context.board(actor.board)
        board = stored.number
        sitting = stored.seats[actor.seat].sitting
        code = services.codes.turn_code(board, actor.seat, stored.state.move, sitting)
        message_id = services.me.board_message_id(board, code, tell.unique(context))
        reply_to = services.me.seat_address(board, services.codes.seat_token(board, actor.seat, sitting))
    elif (asked := context.mail.letter) is not None and _is_asking(asked, context):
        # So must one that asks for another answer to an invitation.
        message_id = services.me.letter_message_id(asked, tell.unique(context))
        reply_to = services.me.letter_address(asked)
    return OutgoingMail(
        about=WrittenLetter(content.subject, content.text, content.html),
        address=address,
        message_id=message_id,
        account_id=account.id if account else None,
        board=board,
        in_reply_to=context.mail.message_id,
        reply_to=reply_to,
    )


def _is_asking(letter: LetterTag, context: Context) -> bool:
    """Whether a letter asks who plays: to mail any word to one that asks about an address is to say yes to it."""
    asks = letter.kind in {LetterKind.INVITE, LetterKind.ORGANISE}
    return asks and context.services.codes.is_letter_code(letter)


def count_guess(context: Context, account_id: int) -> None:
    """Count a wrong password; when no more are tried, the player is told, once."""
    if limits.guessed(context.repositories, account_id, context.now):
        account = context.repositories.accounts.by_id(account_id)
        subject = "Wrong passwords came for your userid"
        tell.person(context, account, "replies/guesses.txt", subject, {"most": limits.MOST_GUESSES})


def apologise(context: Context) -> None:
    """Tell the sender that we failed, and that the mail is kept."""
    text = context.services.renderer.text("replies/apology.txt")
    outcome = Outcome("your mail", OutcomeState.NOT_TRIED, text=text)
    _answer(context, [outcome], [context.mail.header_from], None)
