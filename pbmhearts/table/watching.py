"""Those who watch: letters at the end of each trick, hand and board, and whenever somebody speaks."""

from pbmhearts.commands.context import Context
from pbmhearts.games import hearts
from pbmhearts.letters import LetterKind, LetterTag
from pbmhearts.notices import tell
from pbmhearts.storage import Board, BoardNews, OutgoingMail, Watcher

_TOLD_OF = (hearts.TrickTaken, hearts.RestTaken, hearts.DealScored, hearts.MatchFinished)


def begin(board: Board, context: Context) -> None:
    """Let those who follow any of the four watch their new board."""
    watchers, blocks = context.repositories.watchers, context.repositories.blocks
    if not watchers.may_watch(board.number):
        return
    for seated in board.seats:
        followers = watchers.followers(seated.account_id) if seated.account_id else ()
        for follower in followers:
            plays = board.seat_of(follower) is not None
            if not plays and seated.account_id and not blocks.is_blocked(seated.account_id, follower):
                watchers.add(board.number, follower, 0)


def tell_watchers(
    board: Board, context: Context, *, said: int | None = None, but: frozenset[int] = frozenset()
) -> None:
    """Enqueue the board for each of its watchers who has something to hear of.

    Args:
        said: the id of a remark that was made to all.
        but: the accounts that want to hear nothing of it.
    """
    for watcher in context.repositories.watchers.of(board.number):
        if watcher.account_id in but:
            continue
        if said is not None or _has_news(board, watcher, context):
            _enqueue(board, watcher, context, said)


def _has_news(board: Board, watcher: Watcher, context: Context) -> bool:
    if board.ended_at is not None:
        return True
    events = board.events(watcher.told_seq)
    if watcher.told_seq < board.seq - len(board.news):
        _, events = context.repositories.boards.story(board.number, watcher.told_seq, board.seq)
    # Who has been told of a card that was taken back must know.
    told_otherwise = isinstance(events[0], hearts.TakenBack) if events else False
    return told_otherwise or any(isinstance(event, _TOLD_OF) for event in events)


def _enqueue(board: Board, watcher: Watcher, context: Context, said: int | None) -> None:
    services, account_id = context.services, watcher.account_id
    addresses = context.addresses(account_id)
    if not addresses:
        return
    tag = LetterTag(
        LetterKind.ACCOUNT, account_id, services.codes.letter_code(LetterKind.ACCOUNT, account_id)
    )
    for address in addresses:
        context.outgoing.append(
            OutgoingMail(
                about=BoardNews(said=() if said is None else (said,)),
                address=address,
                message_id=services.me.letter_message_id(tag, tell.unique(context)),
                account_id=account_id,
                board=board.number,
                from_seq=watcher.told_seq,
                to_seq=board.seq,
                reply_to=services.me.letter_address(tag),
                not_before=tell.not_before(context, board),
            )
        )
    context.repositories.watchers.told(board.number, account_id, board.seq)
