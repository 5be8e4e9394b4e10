"""Acting on boards in play."""

import click

from pbmhearts.cli.acting import NUMBER, Load, by_option, perform
from pbmhearts.operator import table_acts


@click.command()
@click.argument("number", type=NUMBER)
@click.option(
    "--count",
    type=click.IntRange(1, 52),
    default=1,
    show_default=True,
    help="How many people's cards or passes.",
)
@by_option
@click.pass_obj
def undo(load: Load, number: int, count: int, who: str) -> None:
    """Take back the last card or pass. It is the last card that a player chose, with what bots have played
    since.

    Only within the hand that is being played. All players are told; of a pass only who passed.

    Example: pbmhearts boards undo 101 --count 2
    """
    perform(load, who, "boards undo", lambda context: table_acts.undo(number, count, context))


@click.command()
@click.argument("number", type=NUMBER)
@click.option("--because", "why", default="", help="Why; the players read it.")
@by_option
@click.pass_obj
def end(load: Load, number: int, why: str, who: str) -> None:
    """End a board without a result. No rating changes.

    Example: pbmhearts boards end 101 --because "two of the players have moved away"
    """
    perform(load, who, "boards end", lambda context: table_acts.end(number, why, context))


@click.command("move-for")
@click.argument("number", type=NUMBER)
@click.argument("player", metavar="SEAT|USERID")
@click.argument("cards", nargs=-1, required=True)
@by_option
@click.pass_obj
def move_for(load: Load, number: int, player: str, cards: tuple[str, ...], who: str) -> None:
    """Pass or play for a player who cannot. The table is told who chose.

    Example: pbmhearts boards move-for 101 bob 7c
    """
    perform(load, who, "boards move-for", lambda context: table_acts.move_for(number, player, cards, context))
