"""`pbmhearts doctor`: what is wrong with the set-up, and what to do about it."""

import sys
from collections.abc import Callable, Iterator

import click
import dns.inet

from pbmhearts.cli.output import json_option, show_json
from pbmhearts.clock import SystemClock, system_tokens
from pbmhearts.config import Config
from pbmhearts.errors import ConfigError
from pbmhearts.operator import doctor as clinic
from pbmhearts.operator.doctor import Finding, Grade
from pbmhearts.operator.watchdog import tell_operator
from pbmhearts.render.layout import printable


@click.command()
@click.option(
    "--nameserver", metavar="ADDRESS[:PORT]", help="Ask this one about the domain, not the system's."
)
@click.option("--send-test", "to", metavar="ADDRESS", help="Also send a letter there, at once.")
@click.option("--mail", is_flag=True, help="Mail what is wrong to [server] operator, at once.")
@json_option
@click.pass_obj
def doctor(
    load: Callable[[], Config], nameserver: str | None, to: str | None, mail: bool, as_json: bool
) -> None:
    """Look the set-up over, and say what to mend. It looks at configuration, database, server, mail's ways
    in and out, and the domain's records, and changes nothing.

    A line each: "ok", "note" for what its operator should know, "wrong" for what must be mended, and how.

    Exit codes: 0 nothing is wrong; 1 something is; 2 it cannot look.

    Example: pbmhearts doctor --send-test me@example.net
    """
    names = _names(nameserver)
    found = list(_findings(load, names, to, mail=mail))
    if as_json:
        show_json(found)
    else:
        for finding in found:
            mend = f"; {finding.mend}" if finding.mend else ""
            click.echo(printable(f"{finding.grade:<5}  {finding.about}: {finding.says}{mend}"))
    sys.exit(any(finding.grade is Grade.WRONG for finding in found))


def _findings(
    load: Callable[[], Config], names: clinic.Names, to: str | None, *, mail: bool
) -> Iterator[Finding]:
    try:
        config = load()
    except ConfigError as error:
        for problem in error.problems:
            yield Finding(
                "configuration",
                Grade.WRONG,
                problem,
                "mend that line; mhearts.ini of the sources shows all keys",
            )
        return
    now = SystemClock().now()
    found = []
    for finding in clinic.examine(config, now, names):
        found.append(finding)
        yield finding
    if mail:
        yield tell_operator(config, found, now, system_tokens)
    if to is not None:
        yield clinic.send_test(config, to, now, system_tokens)


def _names(nameserver: str | None) -> clinic.Names:
    if nameserver is None:
        return clinic.names()
    host, _, port = nameserver.rpartition(":") if nameserver.count(":") == 1 else (nameserver, "", "53")
    if not dns.inet.is_address(host) or port not in map(str, range(1, 65536)):
        raise click.BadParameter("an address, such as 127.0.0.1 or 127.0.0.1:5353", param_hint="--nameserver")
    return clinic.names((host, int(port)))
