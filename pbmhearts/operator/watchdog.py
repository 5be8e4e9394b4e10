"""The server looks itself over, and tells its operator what has changed.

Its letters go out at once and need no database; a small file keeps what was told, so that a restart tells nothing
twice and forgets no fault that is well again.
"""

import contextlib
import json
import logging
import textwrap
import urllib.request
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from itertools import groupby

from pbmhearts.clock import Clock, Tokens
from pbmhearts.config import Config
from pbmhearts.files import replacing
from pbmhearts.mail.transport.batch import SendOutcome
from pbmhearts.operator import direct
from pbmhearts.operator.doctor import Finding, Grade
from pbmhearts.operator.doctor.finding import ok, wrong

_log = logging.getLogger(__name__)

_AGAIN = timedelta(minutes=10)
"""A fault that was met for the first time is looked at again after this, before it is told."""

_DAILY = timedelta(days=1)
_SKEW = timedelta(minutes=2)
_PING_SECONDS = 10.0
_WAY_OUT = frozenset({"smarthost", "signing", "queue", "backlog", "port 25"})
"""Findings that make the usual way out a doubtful one."""


@dataclass(slots=True)
class _Fault:
    """Something that is wrong.

    Attributes:
        rounds: how many rounds have met it, one after the other.
        told: when the operator was last told, in seconds since 1970; 0 before that.
    """

    about: str
    says: str = ""
    mend: str = ""
    rounds: int = 0
    told: float = 0.0


_Told = _Fault | Finding


class Watchdog:
    """Looks, remembers, and tells.

    Args:
        look: what the doctor finds.
    """

    def __init__(
        self, config: Config, look: Callable[[], Iterable[Finding]], clock: Clock, tokens: Tokens
    ) -> None:
        self._config = config
        self._look = look
        self._clock = clock
        self._tokens = tokens
        self._file = config.data / "watch.json"
        self._faults = self._remembered()

    def round(self) -> float:
        """Look once, and tell what is to be told.

        Returns:
            After how many seconds to look again.
        """
        now = self._clock.now()
        bad = [each for each in self._look() if each.grade is Grade.WRONG]
        bad += [] if bad else self._ping(now)
        well = self._compare(bad)
        due = [fault for fault in self._faults.values() if fault.rounds > 1 and _may_tell(fault, now)]
        if (due or well) and self._tell(due, well, now):
            for fault in due:
                fault.told = now.timestamp()
        elif well:  # told the next time
            self._faults |= {fault.about: fault for fault in well}
        self._remember()
        every = self._config.watch.every or _AGAIN
        is_new = any(fault.rounds == 1 for fault in self._faults.values())
        return min(every, _AGAIN if is_new else every).total_seconds()

    def _compare(self, bad: Sequence[Finding]) -> list[_Fault]:
        """Bring what is known of faults up to date; those that were told and are well again."""
        before, self._faults = self._faults, {}
        for about, group in groupby(sorted(bad, key=_about), _about):
            # The words may change from round to round, as a count of letters does; what they are about does not.
            findings = list(group)
            fault = before.pop(about, None) or _Fault(about)
            fault.says = "; ".join(each.says for each in findings)
            fault.mend = "; ".join(dict.fromkeys(each.mend for each in findings if each.mend))
            fault.rounds += 1
            self._faults[about] = fault
            _log.warning("found about=%s says=%s", about, fault.says)
        return [fault for fault in before.values() if fault.told]

    def _tell(self, faults: Sequence[_Fault], well: Sequence[_Fault], now: datetime) -> bool:
        """Mail the operator, by the second way where the first fails or is in doubt; whether that went."""
        to, name = self._config.server.operator, self._config.server.name
        if not to:
            return True
        subject = f"{name}: {_named(faults)}" if faults else f"{name} is well again: {_named(well)}"
        text = _letter_text(self._config, faults, [fault.about for fault in well])
        ways = [self._config, *direct.by_second_way(self._config)]
        if _WAY_OUT & self._faults.keys():
            ways.reverse()
        for way in ways:
            result = direct.send(way, to, subject, text, now, self._tokens)
            if result.outcome is SendOutcome.SENT:
                return True
            _log.error("the operator cannot be told why=%s", f"{result.code or ''} {result.text}".strip())
        return False

    def _ping(self, now: datetime) -> list[Finding]:
        """Tell who waits for it that all is well; what its clock says of ours."""
        url = self._config.watch.ping
        if not url:
            return []
        try:
            with urllib.request.urlopen(url, timeout=_PING_SECONDS) as answer:  # noqa: S310 - http(s), says the ini
                there = parsedate_to_datetime(answer.headers["Date"]).astimezone(UTC)
        except (OSError, TypeError, ValueError) as error:
            _log.warning("ping failed why=%s", type(error).__name__)
            return []
        if abs(there - now) <= _SKEW:
            return []
        says = f"it says {now:%Y-%m-%d %H:%M} UTC, elsewhere it is {there:%Y-%m-%d %H:%M}"
        return [wrong("clock", says, "set it, and keep it right: timedatectl set-ntp true")]

    def _remembered(self) -> dict[str, _Fault]:
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
            return {each["about"]: _Fault(**each) for each in kept}
        except (OSError, ValueError, TypeError, KeyError):
            return {}

    def _remember(self) -> None:
        with contextlib.suppress(OSError), replacing(self._file) as file:  # a full disk is told all the same
            file.write_text(json.dumps([asdict(each) for each in self._faults.values()]), encoding="utf-8")


def tell_operator(config: Config, found: Sequence[Finding], now: datetime, tokens: Tokens) -> Finding:
    """Mail the operator what is wrong, if anything is; what became of the letter."""
    bad = [each for each in found if each.grade is Grade.WRONG]
    to = config.server.operator
    if not to:
        return wrong("letter", "there is nobody to mail to", "set [server] operator to your own address")
    if not bad:
        return ok("letter", "none: nothing is wrong")
    text = _letter_text(config, bad)
    result = direct.send(config, to, f"{config.server.name}: {_named(bad)}", text, now, tokens)
    told = f"{result.code or ''} {result.text}".strip()
    if result.outcome is SendOutcome.SENT:
        return ok("letter", f"on its way to {to}: {told}")
    return wrong("letter", f"it did not go out to {to}: {told}", "see what is said of the smarthost above")


def _letter_text(config: Config, faults: Sequence[_Told], well: Sequence[str] = ()) -> str:
    """What the operator reads: each fault with what to do about it, and what is well again."""
    parts = [f"What is wrong with {config.server.address}:"] if faults else []
    for fault in faults:
        mend = f"\n{textwrap.fill(f'To mend it: {fault.mend}', 72)}" if fault.mend else ""
        parts.append(textwrap.fill(f"{fault.about}: {fault.says}", 72) + mend)
    if well:
        parts.append(f"Well again: {', '.join(well)}.")
    return "\n\n".join((*parts, "`pbmhearts doctor` tells how it is now.\n"))


def _about(finding: Finding) -> str:
    return finding.about


def _may_tell(fault: _Fault, now: datetime) -> bool:
    return now.timestamp() - fault.told >= _DAILY.total_seconds()


def _named(faults: Sequence[_Told]) -> str:
    return ", ".join(dict.fromkeys(fault.about for fault in faults))
