"""Finding out who gave a command: by password, by turn code, by a seat address, or by answering one of our letters."""

import re
from collections.abc import Iterator
from datetime import datetime

from pbmhearts.cards import move_line
from pbmhearts.commands import limits
from pbmhearts.commands.actors import Actor, Identified, PasswordPair, Via, seat_of_code
from pbmhearts.commands.numbered import board_of
from pbmhearts.commands.spec import SHORTEST_PASSWORD, Scope
from pbmhearts.errors import Refusal, WrongPasswordError
from pbmhearts.intake import departed, several_boards
from pbmhearts.intake.command import Command
from pbmhearts.letters import BoardTag, InboundMail, LetterKind
from pbmhearts.mail.codes import Codes
from pbmhearts.storage import Account, Board, Repositories

TOO_MANY_PASSWORDS = (
    "Your mail holds more than two passwords, and no more are tried in one; send the rest by itself."
)

_NOT_TOGETHER = "Userid and password do not go together."

CODE = re.compile(r"[A-Za-z2-7]{8}")
"""What looks like a turn code."""
_BOARD = re.compile(r"#?(\d{1,9})")


class UncheckedPasswordError(Exception):
    """A word that looked like a turn code is none, so that it has to be checked as a password first."""


class Identifier:
    """Finds out who gave a command, within one transaction.

    Args:
        verified: the password pairs that have been found right, outside the transaction.
        left: those that were not tried, as there were too many.
        yet: False as long as no passwords have been looked at: then one raises UncheckedPasswordError.
    """

    def __init__(
        self,
        repositories: Repositories,
        codes: Codes,
        mail: InboundMail,
        verified: frozenset[PasswordPair],
        left: frozenset[PasswordPair],
        now: datetime,
        *,
        yet: bool = True,
    ) -> None:
        self._now = now
        self._yet = yet
        self._repositories = repositories
        self._codes = codes
        self._mail = mail
        self._verified = verified
        self._left = left

    def identify(self, command: Command) -> Identified:
        """Who gave the command, as far as its verb asks.

        Explicit credentials win: wrong ones are refused, however the mail was addressed.

        Raises:
            Refusal: nobody who may, in words that name no credential.
        """
        match command.spec.scope:
            case Scope.OPEN:
                return Identified(self._by_line(command) or self._by_private_board(command), command.words)
            case Scope.ACCOUNT:
                return self._account(command)
            case Scope.PENDING:
                return self._pending(command)
            case Scope.ANSWER:
                return self._player(command) if self._is_of_running(command) else self._pending(command)
            case Scope.BOARD:
                return self._player(command)

    def password_pairs(self, command: Command) -> Iterator[PasswordPair]:
        """The pairs that `identify` will want to have been checked; none for a userid that is being guessed at."""
        of_board = command.spec.scope in {Scope.BOARD, Scope.PENDING, Scope.ANSWER}
        words = command.words[1:] if of_board else command.words
        if command.spec.scope is Scope.OPEN:
            words = command.by or ()
        if (
            len(words) > 1
            and len(words[1]) >= SHORTEST_PASSWORD
            and not (of_board and self._is_code(command.words[0], words[1]))
        ):
            account = self._repositories.accounts.by_userid(words[0])
            if account and account.password_hash and not self._guarded(account):
                yield account.password_hash, words[1]

    def _is_code(self, number: str, word: str) -> bool:
        """Whether a word in a password's place is a turn code of that board, so that no password is needed."""
        named = _BOARD.fullmatch(number)
        if named is None or not CODE.fullmatch(word):
            return False
        board = self._repositories.boards.load(int(named[1]))
        return board is not None and seat_of_code(self._codes, board, word) is not None

    def _account(self, command: Command) -> Identified:
        title = command.spec.title
        if command.reply:
            return Identified(self._by_letter() or self._from_mail(None, title), command.words)
        if len(command.words) < 2:
            raise Refusal("Userid and password are missing.", verb=title)
        account = self._by_password(command.words[0], command.words[1], title)
        return Identified(Actor(account, Via.PASSWORD), command.words[2:])

    def _pending(self, command: Command) -> Identified:
        """Board, userid, password; or an answer to the letter that told of the board."""
        title = command.spec.title
        if command.reply:
            return Identified(self._by_letter() or self._organiser(title), command.words)
        if len(command.words) < 3 or not _BOARD.fullmatch(command.words[0]):
            raise Refusal("Board, userid and password are needed.", verb=title)
        account = self._by_password(command.words[1], command.words[2], title)
        return Identified(Actor(account, Via.PASSWORD), (command.words[0], *command.words[3:]))

    def _is_of_running(self, command: Command) -> bool:
        """Whether the command is about a board that has begun: by its number, or by the letter it answers."""
        if command.reply:
            return self._mail.letter is None
        named = _BOARD.fullmatch(command.words[0]) if command.words else None
        return named is not None and self._repositories.boards.load(int(named[1])) is not None

    def _organiser(self, title: str) -> Actor:
        """Whoever got the letter that a board lacks somebody, which the mail answers."""
        letter = self._mail.letter
        if letter and letter.kind is LetterKind.ORGANISE and self._codes.is_letter_code(letter):
            host = self._repositories.invitations.organiser(letter.number)
            if host is not None:
                return Actor(self._repositories.accounts.by_id(host), Via.LETTER)
        raise Refusal(
            "I cannot tell from your mail who you are.", hint="Give userid and password.", verb=title
        )

    def _by_line(self, command: Command) -> Actor | None:
        """Whoever a line `by userid password` of the body names."""
        if command.by is None:
            return None
        return Actor(self._by_password(*command.by, command.spec.title), Via.PASSWORD)

    def _by_private_board(self, command: Command) -> Actor | None:
        """The player who answers the letter of a private board, which is shown to nobody else."""
        number = self._mail.board
        if not command.reply or number is None or not self._repositories.boards.is_private(number):
            return None
        try:
            return self._from_mail(None, command.spec.title)
        except Refusal:
            return None  # as anybody may ask, the verb says what it does not show

    def _by_letter(self) -> Actor | None:
        """Whoever got the letter about an account that the mail answers."""
        letter = self._mail.letter
        if letter is None or letter.kind not in {LetterKind.ACCOUNT, LetterKind.BOARDS}:
            return None
        if not self._codes.is_letter_code(letter):
            return None
        account = self._repositories.accounts.by_id(letter.number)
        return None if account.status == "deleted" else Actor(account, Via.LETTER)

    def _reader_of_several(self, title: str) -> Account:
        """Whoever got the letter about several boards that the mail answers, from an address of that player's."""
        actor = self._by_letter()
        if actor and self._mail.header_from in self._repositories.accounts.confirmed(actor.account.id):
            return actor.account
        raise Refusal(
            "A letter about several boards is answered from the address that it came to.",
            hint="Give your userid and password.",
            verb=title,
        )

    def _by_password(self, userid: str, password: str, title: str) -> Account:
        if not self._yet:
            raise UncheckedPasswordError
        account = self._repositories.accounts.by_userid(userid)
        if account is None or account.status == "deleted":
            raise Refusal(_NOT_TOGETHER, verb=title)
        if self._guarded(account):
            raise Refusal("Too many wrong passwords came for that userid: none is tried for an hour.")
        if (account.password_hash, password) in self._left:
            raise Refusal(TOO_MANY_PASSWORDS, verb=title)
        if (account.password_hash, password) not in self._verified:
            # The same sentence as for nobody's userid, so that nobody learns which userids there are.
            raise WrongPasswordError(account.id, _NOT_TOGETHER, verb=title)
        return account

    def replier(self) -> Actor | None:
        """Whose letter about a board the mail answers, whatever it says; None if nothing in it proves that."""
        try:
            return self._from_mail(None, "")
        except Refusal:
            return None

    def may_try(self, account: Account) -> bool:
        """Whether words of the player's comments may be tried as the password."""
        return limits.may_try(self._repositories, account.id, self._now)

    def _guarded(self, account: Account) -> bool:
        return limits.guesses(self._repositories, account.id, self._now) >= limits.MOST_GUESSES

    def _player(self, command: Command) -> Identified:
        title = command.spec.title
        if command.reply and self._mail.letter and self._mail.letter.kind is LetterKind.BOARDS:
            return several_boards.player(self._repositories, self._reader_of_several(title), command)
        if command.reply:
            return Identified(self._from_mail(None, title), command.words)
        named = _BOARD.fullmatch(command.words[0]) if command.words else None
        if named is None:
            raise Refusal("Which board? Its number comes first.", verb=title)
        board = self._board(int(named[1]))
        words = command.words[1:]
        is_code = bool(words and CODE.fullmatch(words[0]))
        actor = self._by_code(board, words[0]) if is_code else None
        if actor is not None:
            return Identified(actor, words[1:])
        if words and self._repositories.accounts.by_userid(words[0]):
            return self._by_userid(board, words, title)
        if is_code:
            departed.refuse_who_left(self._repositories, self._mail, board.number)
        if self._names(board.number) and (not words or move_line(" ".join(words))):
            # Other words are credentials that went wrong: what the mail carries does not stand in for them.
            return Identified(self._from_mail(board.number, title), words)
        if len(words) < 2 or move_line(" ".join(words)):
            raise Refusal("Userid and password, or a turn code, are missing.", verb=title)
        raise Refusal(_NOT_TOGETHER, verb=title)

    def _by_userid(self, board: Board, words: tuple[str, ...], title: str) -> Identified:
        if len(words) < 2:
            raise Refusal("The password, or a turn code, is missing.", verb=title)
        account = self._repositories.accounts.by_userid(words[0])
        seat = None if account is None else board.seat_of(account.id)
        if CODE.fullmatch(words[1]):
            actor = self._by_code(board, words[1])
            if actor is not None and account is not None and actor.account.id == account.id:
                return Identified(actor, words[2:])
            departed.refuse_who_left(self._repositories, self._mail, board.number)
        account = self._by_password(words[0], words[1], title)
        if seat is None:
            departed.refuse_forfeited(self._repositories, board, account.id)
            raise Refusal(f"{account.userid} does not play on board {board.number}.", verb=title)
        return Identified(Actor(account, Via.PASSWORD, board.number, seat), words[2:])

    def _board(self, number: int) -> Board:
        return board_of(self._repositories, number)

    def _by_code(self, board: Board, code: str) -> Actor | None:
        found = seat_of_code(self._codes, board, code)
        if found is None:
            return None
        seat, move = found
        account_id = board.seats[seat].account_id
        if account_id is None:
            return None
        account = self._repositories.accounts.by_id(account_id)
        return Actor(account, Via.CODE, board.number, seat, move)

    def _names(self, board: int) -> bool:
        """Whether the mail itself carries a credential for this board."""
        tags = (self._mail.tag, self._mail.seat, *self._mail.references)
        return any(tag is not None and tag.board == board and tag.code for tag in tags)

    def _from_mail(self, board: int | None, title: str) -> Actor:
        """By what the mail carries: a code in the Subject's tag, in our Message-IDs, or a seat address."""
        tag = self._mail.tag
        if tag and tag.code and board in {None, tag.board}:
            actor = self._by_code(self._board(tag.board), tag.code)
            if actor is None:
                departed.refuse_who_left(self._repositories, self._mail, tag.board)
                raise Refusal("The code in your mail's Subject is none of that board's.", verb=title)
            return actor
        wanted = board if board is not None or tag is None else tag.board
        for reference in self._mail.references:
            actor = self._by_reference(reference, wanted)
            if actor is not None:
                return actor
        if self._mail.seat and wanted in {None, self._mail.seat.board}:
            return self._by_seat_address(self._mail.seat, title)
        departed.refuse_who_left(self._repositories, self._mail, wanted or self._mail.board)
        raise Refusal(
            "I cannot tell from your mail who you are.",
            hint="Reply to the board's newest mail, or give your userid and password.",
            verb=title,
        )

    def _by_reference(self, reference: BoardTag, wanted: int | None) -> Actor | None:
        board = self._repositories.boards.load(reference.board)
        if board is None or wanted not in {None, board.number}:
            return None
        return self._by_code(board, reference.code)

    def _by_seat_address(self, tag: BoardTag, title: str) -> Actor:
        if not self._mail.authenticated:
            raise Refusal(
                "Nobody vouches for the From of your mail, so it counts for nothing here.",
                hint="Give your userid and password, or reply so that the letter's Message-ID comes along.",
                verb=title,
            )
        board = self._board(tag.board)
        for seated in board.seats:
            if seated.account_id and self._codes.is_seat_token(
                tag.code, board.number, seated.seat, seated.sitting
            ):
                account = self._repositories.accounts.by_id(seated.account_id)
                if self._mail.header_from in self._repositories.accounts.confirmed(account.id):
                    return Actor(account, Via.SEAT_ADDRESS, board.number, seated.seat)
        departed.refuse_who_left(self._repositories, self._mail, tag.board)
        raise Refusal(
            "That address serves only the player it was given to, from an address of that player's.",
            hint="Give your userid and password.",
            verb=title,
        )
