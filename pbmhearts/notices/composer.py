"""What is owed becomes a letter."""

from datetime import datetime

from pbmhearts.commands.appearance import look_of
from pbmhearts.commands.context import Services
from pbmhearts.games.hearts import Seat
from pbmhearts.letters import Content, Letter
from pbmhearts.notices import board_page, levels
from pbmhearts.render import BoardPage, ReminderPage
from pbmhearts.storage import Debt, Kind, Owed, Repositories


class Writer:
    """Renders letters within one picture of the database; the four of one event share its replay."""

    def __init__(self, repositories: Repositories, services: Services) -> None:
        self._repositories = repositories
        self._services = services
        self._moments: dict[tuple[int, int, int, tuple[int, ...]], board_page.Moment] = {}

    def letter(self, owed: Owed) -> Letter:
        """The letter of a row.

        Raises:
            LookupError: the row names no board, or one that is not there.
        """
        debt = owed.debt
        references: tuple[str, ...] = ()
        match debt.kind:
            case Kind.BOARD:
                page = self._page(debt, owed.created_at)
                content = self._services.renderer.board(page)
                reader = page.userid or f"watcher-{debt.account_id}"
                root = self._services.me.deal_root_id(page.board, page.view.deal, reader)
                references = (root,)
            case Kind.ANSWER:
                content = Content(debt.facts["subject"], debt.facts["text"], debt.facts["html"])
            case Kind.REMINDER:
                content = self._reminder(debt, owed.created_at)
        return Letter(
            to=debt.address,
            content=content,
            message_id=debt.message_id,
            date=owed.created_at,
            in_reply_to=debt.in_reply_to,
            references=references,
            reply_to=debt.reply_to,
            answer=bool(debt.facts.get("answer", debt.kind is Kind.ANSWER)),
            board=debt.board,
        )

    def _page(self, debt: Debt, now: datetime) -> BoardPage:
        if debt.board is None or debt.from_seq is None or debt.to_seq is None:
            raise LookupError("a board's letter names board and actions")
        said = debt.facts.get("said", [])
        heard = tuple(said) if isinstance(said, list) else (said,)
        at = self._moment(debt.board, debt.from_seq, debt.to_seq, heard)
        note = debt.facts.get("note", "")
        if debt.seat is None:
            return self._watcher_page(at, debt.account_id, now, note)
        return self._seat_page(at, Seat(debt.seat), debt.account_id, now, note)

    def _watcher_page(
        self, at: board_page.Moment, account_id: int | None, now: datetime, note: str
    ) -> BoardPage:
        account = self._repositories.accounts.by_id(account_id) if account_id else None
        return board_page.page(at, board_page.Reader(None, "", look_of(account)), self._services, now, note)

    def _seat_page(
        self, at: board_page.Moment, seat: Seat, account_id: int | None, now: datetime, note: str
    ) -> BoardPage:
        """What was owed to a player who sat there; somebody else may sit there by now."""
        account = self._repositories.accounts.by_id(account_id) if account_id else None
        # Only the first letters offer fewer of them, and only to who has not chosen.
        unset = account is not None and not levels.is_chosen(account.preferences, at.board.number)
        reader = board_page.Reader(
            seat, account.userid if account else "", look_of(account), fewer_mails=unset
        )
        return board_page.page(at, reader, self._services, now, note)

    def _moment(self, number: int, told: int, seq: int, said: tuple[int, ...] = ()) -> board_page.Moment:
        key = (number, told, seq, said)
        if key not in self._moments:
            board = self._repositories.boards.load(number)
            if board is None:
                raise LookupError(f"board {number}")
            self._moments[key] = board_page.moment(self._repositories, self._services, board, told, seq, said)
        return self._moments[key]

    def _reminder(self, debt: Debt, now: datetime) -> Content:
        if debt.account_id is None:
            raise LookupError("a reminder names its reader")
        account = self._repositories.accounts.by_id(debt.account_id)
        boards = tuple(
            self._seat_page(
                self._moment(number, told[0] if told else seq, seq), Seat(seat), account.id, now, ""
            )
            for number, seat, seq, *told in debt.facts["boards"]
        )
        page = ReminderPage(
            userid=account.userid,
            boards=boards,
            server=self._services.me.address,
            look=look_of(account),
            now=now,
        )
        return self._services.renderer.reminder(page)
