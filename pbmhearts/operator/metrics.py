"""What a monitoring system watches, in Prometheus' text format."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from pbmhearts.storage import Repositories


def exposition(repositories: Repositories, now: datetime) -> str:
    """All metrics as they are now."""
    registry = CollectorRegistry()
    registry.register(_Collected(tuple(_metrics(repositories, now))))
    return generate_latest(registry).decode("utf-8")


class _Collected(Collector):
    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        """What was given."""
        return self._metrics


def _metrics(repositories: Repositories, now: datetime) -> Iterator[Metric]:
    figures, uptime = repositories.figures, repositories.uptime
    mails = CounterMetricFamily("pbmhearts_mails_in", "Mails dealt with, by outcome.", labels=["outcome"])
    for outcome, count in figures.mails_in().items():
        mails.add_metric([outcome], count)
    yield mails
    yield _by_state("pbmhearts_letters", "Letters, by state; sent ones for 30 days.", figures.letters())
    oldest = figures.oldest_waiting()
    age = now - oldest if oldest else timedelta(0)
    yield GaugeMetricFamily(
        "pbmhearts_queue_age_seconds", "For how long the oldest letter has waited.", age.total_seconds()
    )
    yield CounterMetricFamily("pbmhearts_moves", "Passes and plays of players and bots.", figures.moves())
    yield _by_state("pbmhearts_boards", "Boards, by state.", figures.boards())
    yield _moment("pbmhearts_server_seen", "When the server last was there.", uptime.last_beat())
    yield _moment("pbmhearts_reminders_run", "When reminders last ran.", uptime.last_reminders())


def _by_state(name: str, about: str, counts: Mapping[str, int]) -> Metric:
    gauge = GaugeMetricFamily(name, about, labels=["state"])
    for state, count in counts.items():
        gauge.add_metric([state], count)
    return gauge


def _moment(name: str, about: str, at: datetime | None) -> Metric:
    return GaugeMetricFamily(f"{name}_timestamp_seconds", about, at.timestamp() if at else 0)
