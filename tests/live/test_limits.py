"""Limits on messages, and measured latency."""

from games.live.following import Latency
from games.live.limits import BURST, MESSAGES_PER_S, PATIENCE, Allowance


def test_a_burst_is_heard_and_then_a_steady_stream():
    allowance = Allowance(0.0)
    assert all(allowance.take(0.0) for _ in range(int(BURST)))
    assert not allowance.take(0.0)
    heard = sum(allowance.take(i / 100) for i in range(1, 1001))
    assert abs(heard - 10 * MESSAGES_PER_S) <= 1


def test_patience_ends():
    allowance = Allowance(0.0)
    for _ in range(int(BURST) + PATIENCE):
        allowance.take(0.0)
    assert not allowance.exhausted
    allowance.take(0.0)
    assert allowance.exhausted


def test_who_slows_down_is_forgiven():
    allowance = Allowance(0.0)
    for _ in range(int(BURST) + PATIENCE):
        allowance.take(0.0)
    assert allowance.take(2.0)
    assert allowance.refused == 0


def test_the_smallest_round_trip_of_half_a_minute_counts():
    latency = Latency()
    for sent, took in ((0.0, 0.080), (10.0, 0.020), (35.0, 0.050)):
        latency.answer(latency.probe(sent), sent + took)
    assert latency.smallest_ms(36.0) == 20
    assert latency.smallest_ms(41.0) == 50
    assert latency.smallest_ms(90.0) is None


def test_an_answer_to_a_race_limits_the_round_trip_for_ten_minutes():
    latency = Latency()
    for sent in (0.0, 100.0, 700.0):
        latency.answer(latency.probe(sent), sent + 0.6)
    assert latency.smallest_ms(1.0) == 600
    latency.limit(150, 1.0)
    assert latency.smallest_ms(101.0) == 150
    assert latency.smallest_ms(701.0) == 600


def test_only_what_was_asked_counts_and_only_once():
    latency = Latency()
    nonce = latency.probe(0.0)
    latency.answer("0" * 16, 0.001)
    assert latency.smallest_ms(1.0) is None
    latency.answer(nonce, 0.5)
    latency.answer(nonce, 0.001)
    assert latency.smallest_ms(1.0) == 500


def test_unanswered_probes_are_forgotten():
    latency = Latency()
    first = latency.probe(0.0)
    for i in range(10):
        latency.probe(i + 1.0)
    latency.answer(first, 11.0)
    assert latency.smallest_ms(11.0) is None and len(latency.pending) == 4
