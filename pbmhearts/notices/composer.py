"""Rows of the outbox become letters."""

from dataclasses import replace
from datetime import datetime

from pbmhearts.commands.appearance import look_of
from pbmhearts.commands.context import Services
from pbmhearts.games.hearts import Seat
from pbmhearts.letters import Content, Letter
from pbmhearts.notices import board_page, broadcasts, levels
from pbmhearts.render import BoardPage, ReminderPage
from pbmhearts.storage import (
    Account,
    BoardHistory,
    BoardNews,
    BoardReminder,
    BroadcastCopy,
    ClaimedMail,
    Erased,
    OutgoingMail,
    Repositories,
    WrittenLetter,
)


class Composer:
    """Makes letters from one picture of the database; the readers of one event share what is read for it."""

    def __init__(self, repositories: Repositories, services: Services) -> None:
        self._repositories = repositories
        self._services = services
        self._histories: dict[int, BoardHistory] = {}
        self._moments: dict[tuple[int, int, int, tuple[int, ...]], board_page.Moment] = {}

    def letter(self, claimed: ClaimedMail) -> Letter:
        """The letter of a row.

        Raises:
            LookupError: the row names no board, or one that is not there.
        """
        mail = claimed.mail
        references: tuple[str, ...] = ()
        answer = False
        match mail.about:
            case BoardNews() as news:
                page = self._page(mail, news, claimed.created_at)
                answer = news.answer
                content = self._services.renderer.board(page)
                reader = page.userid or f"watcher-{mail.account_id}"
                root = self._services.me.deal_root_id(page.board, page.view.deal, reader)
                references = (root,)
            case WrittenLetter(subject, text, html, answer):
                content = Content(subject, text, html)
            case BoardReminder() as reminder:
                content = self._reminder(mail, reminder, claimed.created_at)
            case BroadcastCopy(number):
                content = self._broadcast(mail, number)
            case Erased():
                raise LookupError("the words of this letter are erased")
        return Letter(
            to=mail.address,
            content=content,
            message_id=mail.message_id,
            date=claimed.created_at,
            in_reply_to=mail.in_reply_to,
            references=references,
            reply_to=mail.reply_to,
            answer=answer,
            board=mail.board,
        )

    def _page(self, mail: OutgoingMail, news: BoardNews, now: datetime) -> BoardPage:
        if mail.board is None or mail.from_seq is None or mail.to_seq is None:
            raise LookupError("a board's letter names board and actions")
        at = self._moment(mail.board, mail.from_seq, mail.to_seq, news.said)
        if mail.seat is None:
            page = self._watcher_page(at, mail.account_id, now, news.note)
        else:
            page = self._seat_page(at, Seat(mail.seat), mail.account_id, now, news.note)
        return replace(page, whole=news.whole, heard=bool(news.said and page.comments))

    def _watcher_page(
        self, at: board_page.Moment, account_id: int | None, now: datetime, note: str
    ) -> BoardPage:
        account = self._account(account_id, at.board.number)
        reader = board_page.Reader(None, "", look_of(account), unheard=self._unheard(at, account_id))
        return board_page.page(at, reader, self._services, now, note)

    def _seat_page(
        self, at: board_page.Moment, seat: Seat, account_id: int | None, now: datetime, note: str
    ) -> BoardPage:
        """The page of a player who sat there when the letter was enqueued; somebody else may sit there by now."""
        account = self._account(account_id, at.board.number)
        # A player who has not chosen a level is offered fewer letters.
        unset = account is not None and not levels.is_chosen(account.preferences, at.board.number)
        reader = board_page.Reader(
            seat,
            account.userid if account else "",
            look_of(account),
            fewer_mails=unset,
            unheard=self._unheard(at, account_id),
        )
        return board_page.page(at, reader, self._services, now, note)

    def _unheard(self, at: board_page.Moment, account_id: int | None) -> frozenset[int]:
        """Whose words are kept from a reader; asked only where something was said."""
        speakers = {remark.account_id for remark in at.comments} - {account_id}
        if account_id is None or not speakers:
            return frozenset()
        return self._repositories.blocks.unheard(at.board.number, account_id, speakers)

    def _moment(self, number: int, told: int, seq: int, said: tuple[int, ...] = ()) -> board_page.Moment:
        key = (number, told, seq, said)
        if key not in self._moments:
            history = self._history(number)
            self._moments[key] = board_page.moment(
                self._repositories, self._services, history, told, seq, said
            )
        return self._moments[key]

    def _history(self, number: int) -> BoardHistory:
        if number not in self._histories:
            self._histories[number] = self._repositories.histories.of(number)
        return self._histories[number]

    def _account(self, account_id: int | None, number: int) -> Account | None:
        """A reader's account, which most times came with the board."""
        if account_id is None:
            return None
        return self._history(number).players.get(account_id) or self._repositories.accounts.by_id(account_id)

    def _reminder(self, mail: OutgoingMail, reminder: BoardReminder, now: datetime) -> Content:
        if mail.account_id is None:
            raise LookupError("a reminder names its reader")
        account = self._repositories.accounts.by_id(mail.account_id)
        boards = tuple(
            self._seat_page(
                self._moment(due.board, due.from_seq, due.to_seq), Seat(due.seat), account.id, now, ""
            )
            for due in reminder.boards
        )
        page = ReminderPage(
            userid=account.userid,
            boards=boards,
            server=self._services.me.address,
            look=look_of(account),
            now=now,
        )
        return self._services.renderer.reminder(page)

    def _broadcast(self, mail: OutgoingMail, number: int) -> Content:
        broadcast = self._repositories.broadcasts.by_id(number)
        if broadcast is None or mail.account_id is None:
            raise LookupError("a copy of a broadcast names it and its reader")
        accounts = self._repositories.accounts
        sender = accounts.by_id(broadcast.sender_id) if broadcast.sender_id is not None else None
        return broadcasts.content(broadcast, accounts.by_id(mail.account_id), sender, self._services)
