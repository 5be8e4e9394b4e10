"""What of aiosmtpd is overridden or used, though it is not public, is there."""

import asyncio

import pytest
from aiosmtpd.smtp import SMTP

METHODS = ("_handle_client", "_getaddr", "_reset_timeout", "_set_post_data_state", "_timeout_cb")
ATTRIBUTES = (
    "_handler_coroutine",
    "_original_transport",
    "_reader",
    "_timeout_handle",
    "_tls_protocol",
    "_writer",
    "command_size_limits",
)


@pytest.mark.parametrize("name", METHODS)
def test_a_method_that_we_override_or_call_is_there(name: str) -> None:
    """A release of aiosmtpd that renames one would leave ours uncalled."""
    assert callable(getattr(SMTP, name))


async def _connection() -> SMTP:
    """A conversation that nobody has connected to."""
    return SMTP(object(), loop=asyncio.get_running_loop())


def test_the_attributes_that_we_read_are_there() -> None:
    """All but the streams from the start; the streams, which come with the connection, by their names."""
    connection = asyncio.run(_connection())
    later = {"_reader", "_writer"}
    assert all(hasattr(connection, name) for name in ATTRIBUTES if name not in later)
    assert later <= set(SMTP._cb_client_connected.__code__.co_names)
