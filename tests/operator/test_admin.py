"""The operator's looks at boards."""

import pytest
from house import FOUR, House
from ready_house import BOARD, houses, play_out, playing

from pbmhearts.errors import PbmheartsError
from pbmhearts.games import hearts
from pbmhearts.operator import board_views as admin

__all__ = ["houses", "playing"]


def facts(house: House, userid: str) -> dict[str, object]:
    """Board 101 for `--json`, as that reader may see it."""
    with house.app.store.read() as repositories:
        return admin.board_facts(admin.board_page(repositories, house.app.services, BOARD, userid))


def test_a_board_in_a_line(playing: House) -> None:
    """Players, scores, and for whom it waits."""
    me, _ = playing.turn(BOARD)
    with playing.app.store.read() as repositories:
        (line,) = admin.board_lines(repositories)
    assert (line.number, line.players, line.waiting, line.over) == (BOARD, FOUR, (me,), False)
    assert line.totals == (0, 0, 0, 0)


def test_only_boards_that_are_over_or_not(playing: House) -> None:
    """A board moves from one list to the other when it ends."""
    with playing.app.store.read() as repositories:
        assert not admin.board_lines(repositories, over=True)
        assert len(admin.board_lines(repositories, over=False)) == 1
    play_out(playing, BOARD)
    with playing.app.store.read() as repositories:
        (line,) = admin.board_lines(repositories, over=True)
        assert not admin.board_lines(repositories, over=False)
    assert line.over
    assert line.waiting == ()
    assert max(line.totals) >= 100


def test_anybodys_view_holds_no_hand(playing: House) -> None:
    """Without a userid: what everybody may see."""
    seen = facts(playing, "")
    assert (seen["hand"], seen["legal"], seen["code"]) == ([], [], "")
    assert seen["players"] == list(FOUR)


def test_a_players_view_holds_that_hand_only(playing: House) -> None:
    """As the player's letter: hand, legal cards and code."""
    me, legal = playing.turn(BOARD)
    seen = facts(playing, me.upper())
    state = playing.board(BOARD).state
    hand = hearts.view(state, hearts.Seat(FOUR.index(me))).hand
    assert seen["hand"] == [str(card) for card in hand]
    assert seen["legal"] == legal
    assert seen["code"] == playing.app.services.codes.turn_code(BOARD, FOUR.index(me), state.move)


@pytest.mark.parametrize("userid", ["nobody", "eve"])
def test_who_does_not_sit_there_has_no_view(playing: House, userid: str) -> None:
    """Neither an unknown name nor a player of other boards."""
    playing.sign_up("eve")
    with pytest.raises(PbmheartsError, match="does not play on board 101"):
        facts(playing, userid)


def test_no_such_board(playing: House) -> None:
    """One sentence that names it."""
    with playing.app.store.read() as repositories, pytest.raises(PbmheartsError, match="no board 999"):
        admin.stored_board(repositories, 999)


def test_a_seat_does_in_place_of_a_userid(playing: House) -> None:
    """1 to 4, as the letters number them."""
    with playing.app.store.read() as repositories:
        by_seat = admin.board_page(repositories, playing.app.services, BOARD, "2")
        by_name = admin.board_page(repositories, playing.app.services, BOARD, "bob")
    assert by_seat == by_name
    assert by_seat.userid == "bob"


def test_an_earlier_move_is_shown_as_it_was(playing: House) -> None:
    """The hand that the player held then, and which move it is; a move that has not been is told."""
    at = playing.board(BOARD).state.move
    me = playing.play_one(BOARD)
    with playing.app.store.read() as repositories:
        then = admin.board_page(repositories, playing.app.services, BOARD, me, at)
        now = admin.board_page(repositories, playing.app.services, BOARD, me)
        assert len(then.view.hand) == len(now.view.hand) + 1
        assert f"as it stood at move {at}" in then.note
        with pytest.raises(PbmheartsError, match="has not been at move 99; it is at move"):
            admin.board_page(repositories, playing.app.services, BOARD, me, 99)


def test_all_hands_are_what_each_holds(playing: House) -> None:
    """Together the cards that have not been played, at any move."""
    playing.play_one(BOARD)
    with playing.app.store.read() as repositories:
        now = admin.hands(repositories, BOARD)
        passing = admin.hands(repositories, BOARD, 1)
    assert sum(map(len, now)) == 52 - 2
    assert [len(hand) for hand in passing] == [13, 13, 13, 13]
    assert len({card for hand in passing for card in hand}) == 52


def test_a_replay_keeps_what_was_passed_until_the_end(playing: House) -> None:
    """Of a board in play only the open cards; of one that is over, hands and passes too; one deal by number."""
    playing.play_one(BOARD)
    with playing.app.store.read() as repositories:
        (deal,) = [admin.deal_facts(each) for each in admin.replayed(repositories, BOARD)]
    assert (deal["hands"], deal["passes"], deal["points"]) == ([], {}, [])
    assert len(deal["tricks"][0]["plays"]) == 2
    play_out(playing, BOARD)
    with playing.app.store.read() as repositories:
        (deal,) = [admin.deal_facts(each) for each in admin.replayed(repositories, BOARD, 1)]
        with pytest.raises(PbmheartsError, match="board 101 has had"):
            admin.replayed(repositories, BOARD, 99)
    assert [len(hand) for hand in deal["hands"]] == [13, 13, 13, 13]
    assert [len(cards) for cards in deal["passes"].values()] == [3, 3, 3, 3]
    assert sum(deal["points"]) in {26, 78}
