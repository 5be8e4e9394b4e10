"""A mail bomber's day: how many letters reach victims and strangers.

A thousand mails of each kind, from changing addresses, within a day: challenges that invite victims, sign-ups in
victims' names, forgotten passwords, wrong passwords, plain nonsense. The table says how many letters each kind of
reader got; `--json` prints the same as one object.
"""

import argparse
import collections
import email.policy
import json
import sys
import tempfile
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from house import SERVER, House, open_house

EACH = 1000
VICTIMS = [f"victim{number}@victims.example" for number in range(20)]


def _throw(house: House, sender: str, subject: str, number: int) -> None:
    message = EmailMessage(policy=email.policy.SMTP)
    message["From"] = sender
    message["To"] = SERVER
    message["Subject"] = subject
    message["Message-ID"] = f"<{number}@bomber.example>"
    message.set_content("")
    house.raw(bytes(message), envelope_from=sender)


def _day(house: House, each: int) -> None:
    step = timedelta(days=1) / (5 * each + 1)
    number = 0
    for turn in range(each):
        victim = VICTIMS[turn % len(VICTIMS)]
        stranger = f"x{turn}@bomber.example"
        mails = (
            ("mallory@players.example", f"mhearts challenge ann bob cat {victim}"),
            (victim, f"signup name{turn} passwort"),
            (stranger, "forgot ann"),
            (stranger, f"mhearts showas bob wrong{turn}"),
            (victim, f"nonsense {turn}"),
        )
        for sender, subject in mails:
            number += 1
            house.wait(step)
            _throw(house, sender, subject, number)


def _counted(house: House) -> dict[str, object]:
    house.deliver()
    letters: collections.Counter[str] = collections.Counter()
    worst: collections.Counter[str] = collections.Counter()
    for box in house.app.config.maildirs.iterdir():
        count = sum(1 for part in ("new", "cur") for _ in (box / part).iterdir())
        kind = box.name.partition("@")[2].partition(".")[0]
        name = box.name if kind == "players" else kind
        letters[name] += count
        worst[name] = max(worst[name], count)
    return {name: {"letters": letters[name], "most to one": worst[name]} for name in sorted(letters)}


def main() -> None:
    """Throw, count, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--each", type=int, default=EACH, help="mails of each kind")
    options = parser.parse_args()
    players = "confirm_addresses = yes\nchallenges = ask"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        with open_house(path, players="confirm_addresses = no") as house:
            house.sign_up("mallory", "ann", "bob", "cat")
            for who in ("mallory", "ann", "bob", "cat"):
                house.letters(who)
        with open_house(path, players=players) as house:
            _day(house, options.each)
            result = _counted(house)
    if options.json:
        print(json.dumps(result))
        return
    print(f"{5 * options.each} mails in a day; letters that came of it:")
    for name, counts in result.items():
        print(f"  {name:28} {counts['letters']:6}   most to one address: {counts['most to one']}")


if __name__ == "__main__":
    main()
