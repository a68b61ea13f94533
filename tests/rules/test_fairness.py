"""The verifiable deal (rules sheet 0.2): hashes that anyone can recompute."""

import hashlib
import hmac
from collections import Counter

from games.rules import fairness
from games.rules.cards import PACK

SECRET = bytes(range(32))
KEY = fairness.key(SECRET, "K7QX2M9P", [b"\x01" * 16, b"\x02" * 16])


def test_the_commitment_is_the_hash_of_the_secret():
    assert fairness.commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_the_key_hangs_on_the_secret_the_table_and_every_entropy():
    message = "K7QX2M9P|" + "01" * 16 + "|" + "02" * 16
    assert hmac.new(SECRET, message.encode(), "sha256").digest() == KEY
    assert fairness.key(SECRET, "K7QX2M9P", [b"\x02" * 16, b"\x01" * 16]) != KEY
    assert fairness.key(SECRET, "K7QX2M9Q", [b"\x01" * 16, b"\x02" * 16]) != KEY
    assert fairness.key(SECRET[1:], "K7QX2M9P", [b"\x01" * 16, b"\x02" * 16]) != KEY


def test_the_word_of_a_move():
    digest = hmac.new(KEY, b"12", "sha256").digest()
    assert fairness.word(KEY, 12) == int.from_bytes(digest[:8], "big")


def test_the_shuffle_is_a_permutation_fixed_by_the_key():
    deck = fairness.shuffle(KEY, PACK)
    assert sorted(deck) == list(range(52))
    assert deck == fairness.shuffle(KEY, PACK)
    assert deck != fairness.shuffle(KEY[::-1], PACK)
    assert PACK[:14] == [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 1]


def test_the_shuffle_step_by_step():
    draws = [
        int.from_bytes(hmac.new(KEY, f"deal|{i}".encode(), "sha256").digest()[:8], "big")
        for i in range(2)
    ]
    deck = ["a", "b", "c"]
    other = draws[0] % 3
    deck[2], deck[other] = deck[other], deck[2]
    other = draws[1] % 2
    deck[1], deck[other] = deck[other], deck[1]
    assert fairness.shuffle(KEY, ["a", "b", "c"]) == deck


def test_every_order_comes_up_equally_often():
    counts = Counter(tuple(fairness.shuffle(n.to_bytes(4, "big"), [1, 2, 3])) for n in range(6000))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())
