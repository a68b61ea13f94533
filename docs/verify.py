#!/usr/bin/env python3
"""Check the deal of a finished game.  Needs only Python 3.9.  Read it before you run it.

    python3 verify.py GAME.json          the file from "Download JSON" of a finished game
    python3 verify.py < GAME.json

What the server promised, and what this script checks:

1. Before the deal the server showed the SHA-256 of a secret.  Now the secret is in the file.
2. Every seat added 16 bytes of its own.  The key of the game is
       HMAC-SHA256(secret, "<table code>|<bytes of seat 1 in hex>|<seat 2>...")
   so the server could not choose it alone, and could not change it afterwards.
3. The deck is shuffled by Fisher-Yates from the last card down.  Draw i is the first 8 bytes of
   HMAC-SHA256(key, "deal|<i>"); draws that would favour low numbers are discarded.
4. War: cards are turned from the top of the piles, and the winner takes the cards on the table,
   in the order of the option `order`.  If it is random, the packet is shuffled with SplitMix64,
   seeded with the first 8 bytes of HMAC-SHA256(key, "<number of the move>").

For World War III and Ultimate War it checks points 1 to 3 and nothing else: their moves, packets
and results are checked only by the server, on the page of the game, and by `warsite verify`, which
has all the rules of the site.  Of War it does not check who won a battle, slaps, times and the
result.  What was changed there would pass.

The deal of the day (World War III, solo) has one secret for everybody, so that all get the same
cards.  Its SHA-256 was shown on the page of the day the day before, and the secret is in files
that you download when the day is over (UTC).  The key is HMAC-SHA256(secret, "ww3|<date>").  The
first days had no secret: their key is the SHA-256 of the text "ww3|solo|<date>".

A game with `branch` in its file goes on from a place of another game.  Of it only points 1 and 2
are checked here, of its beginning the file of that game.

In a game with `by_hand` in its file somebody has said who has which cards, `?` for any; `~` marks
the hands that are shuffled, with the key HMAC-SHA256(key, "hand|<seat>").

All tables of a round of duplicate have one secret as well: the key is HMAC-SHA256(secret, deal),
and `deal` in the file names tournament, stage, round and draw.

Exit code 0: the checks passed.  1: one failed.  2: the file cannot be read or checked yet.
"""

import hashlib
import hmac
import json
import sys

RANKS, SUITS = "23456789TJQKA", "cdhs"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
JOKERS = ["X1", "X2", "X3", "X4"]
SECOND = [card[0] + card[1].upper() for card in PACK] + ["X5", "X6", "X7", "X8"]
HAND = 5  # cards in a hand of World War III
CARDS_EACH = {2: 18, 3: 14, 4: 22, 5: 18, 6: 16}  # by number of players
MASK = 2**64 - 1


class VerificationFailed(Exception):
    """The file does not match what the server promised."""


class TooEarly(Exception):
    """The secret is not in the file yet."""


def keyed(key, message):
    """The first 8 bytes of a keyed hash, as a number."""
    return int.from_bytes(hmac.new(key, message.encode(), hashlib.sha256).digest()[:8], "big")


def key_of(game):
    """Check the commitment and return the key of the game."""
    fair = game["fairness"]
    if "day" in fair and "commitment" not in fair:
        return hashlib.sha256(f"{game['game']}|solo|{fair['day']}".encode()).digest()
    if fair["secret"] is None:
        raise TooEarly(f"The secret of {fair['day']} is shown when that day is over (UTC).")
    secret = bytes.fromhex(fair["secret"])
    if hashlib.sha256(secret).hexdigest() != fair["commitment"]:
        raise VerificationFailed("the secret does not match the hash shown before the deal")
    if "day" in fair or "deal" in fair:
        message = fair.get("deal") or f"{game['game']}|{fair['day']}"
        return hmac.new(secret, message.encode(), hashlib.sha256).digest()
    parts = [game["code"]] + [bytes.fromhex(part).hex() for part in fair["entropies"]]
    return hmac.new(secret, "|".join(parts).encode(), hashlib.sha256).digest()


def shuffled_deck(key, pack):
    deck, used = list(pack), 0
    for last in range(len(deck) - 1, 0, -1):
        size = last + 1
        limit = 2**64 - 2**64 % size
        draw = limit
        while draw >= limit:
            draw = keyed(key, f"deal|{used}")
            used += 1
        deck[last], deck[draw % size] = deck[draw % size], deck[last]
    return deck


def deal(deck, players, leftover):
    """One card at a time, seat 1 first: the piles, top first, and the centre."""
    each = 52 // players
    piles = [deck[seat : each * players : players] for seat in range(players)]
    rest = deck[each * players :]
    if leftover == "seats":
        for seat, card in enumerate(rest):
            piles[seat].append(card)
    return piles, rest if leftover == "center" else []


def deal_text(piles, center):
    rows = [f"{seat}:" + "".join(pile) for seat, pile in enumerate(piles, 1)]
    return "/".join(rows + (["c:" + "".join(center)] if center else []))


def deal_by_hand(key, text):
    """The deal of hands like `1~:AcAdAhAs/2~:????...`: unknown cards first, then the shuffles."""
    hands = [row.split(":") for row in text.split("/")]
    hands = [(seat, [row[i : i + 2] for i in range(0, len(row), 2)]) for seat, row in hands]
    named = {card for _, cards in hands for card in cards}
    rest = iter(shuffled_deck(key, [card for card in PACK if card not in named]))
    piles = []
    for seat, cards in hands:
        cards = [next(rest) if card == "??" else card for card in cards]
        if seat.endswith("~"):
            message = f"hand|{seat[:-1]}".encode()
            cards = shuffled_deck(hmac.new(key, message, hashlib.sha256).digest(), cards)
        piles.append(cards)
    return piles


class SplitMix64:
    """Random numbers below n without bias (Lemire 2019)."""

    def __init__(self, word):
        self.word = word

    def below(self, n):
        while True:
            self.word = (self.word + 0x9E3779B97F4A7C15) & MASK
            z = self.word
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
            wide = ((z ^ (z >> 31)) >> 32) * n
            if wide & 0xFFFFFFFF >= 2**32 % n:
                return wide >> 32

    def shuffle(self, cards):
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]


class Table:
    """Piles (top first), the cards each seat has played, and the centre."""

    def __init__(self, piles, center, order):
        self.piles, self.center, self.order = piles, center, order
        self.played = [[] for _ in piles]
        self.packets = 0

    def turn(self, seat, card, where):
        pile = self.piles[seat - 1]
        if not pile or pile[0] != card:
            top = pile[0] if pile else "nothing"
            raise VerificationFailed(
                f"{where}: seat {seat} turns {card}, but the top of the pile is {top}"
            )
        self.played[seat - 1].append(pile.pop(0))

    def take(self, winner, cards, random, where):
        """Check that the packet is in the order given by the option and the key."""
        first = {"seat": 1, "loser": winner + 1}.get(self.order, winner) - 1
        players = len(self.piles)
        packet = []
        for i in range(players):
            packet += self.played[(first + i) % players]
        packet += self.center
        if self.order == "random":
            random.shuffle(packet)
        elif self.order in ("high", "low"):
            sign = -1 if self.order == "high" else 1
            packet.sort(key=lambda card: (sign * RANKS.index(card[0]), SUITS.index(card[1])))
        if packet != cards:
            should, found = "".join(packet), "".join(cards)
            raise VerificationFailed(f"{where}: the packet should be {should}, but is {found}")
        self.piles[winner - 1] += packet
        self.played, self.center = [[] for _ in self.piles], []
        self.packets += 1

    def follow(self, event, random, where):
        """Move the cards as the event says; other events do not matter here."""
        kind, number = event["ev"], event.get("seat")
        if kind == "flip":
            for seat, card in enumerate(event["cards"], 1):
                if card is not None:
                    self.turn(seat, card, where)
        elif kind == "lay":
            for card in event["down"] + ([event["up"]] if event["up"] else []):
                self.turn(number, card, where)
        elif kind == "false_slap":
            for card in event["burned"]:
                self.turn(number, card, where)
        elif kind == "resign" and event["cards"]:
            if len(self.piles[number - 1]) != event["cards"]:
                raise VerificationFailed(f"{where}: the cards of seat {number} are counted wrong")
            self.center, self.piles[number - 1] = self.center + self.piles[number - 1], []
        elif kind == "take":
            self.take(number, event["cards"], random, where)


def deal_ww3(deck, players):
    """One card at a time, seat 1 first; each player's first five are their hand."""
    dealt = CARDS_EACH[players] * players
    piles = [deck[seat:dealt:players] for seat in range(players)]
    rows = [
        f"{seat}:{''.join(pile[:HAND])}+{''.join(pile[HAND:])}"
        for seat, pile in enumerate(piles, 1)
    ]
    return "/".join([*rows, "c:" + "".join(deck[dealt:]), "l:1"])


def check_deal(found, game):
    if found != game["deal"]:
        raise VerificationFailed("the key gives a different deal: " + found)


def verify(game):
    """Return how many packets were checked.  Raises VerificationFailed."""
    options = dict(pair.split("=") for pair in game["options"].split(";") if pair)
    key, players = key_of(game), game["players"]
    if game.get("branch"):
        return 0
    if game["game"] == "ww3":
        pack = PACK + JOKERS + (SECOND if players > 3 else [])
        check_deal(deal_ww3(shuffled_deck(key, pack), players), game)
        return 0
    piles, center = deal(shuffled_deck(key, PACK), players, options.get("leftover", "center"))
    if game.get("by_hand"):
        piles, center = deal_by_hand(key, game["by_hand"]), []
    check_deal(deal_text(piles, center), game)
    if game["game"] == "ultimate":
        return 0
    table = Table(piles, center, options.get("order", "random"))
    for number, move in enumerate(game["moves"], 1):
        if move["n"] != number:
            raise VerificationFailed(f"move {number} is missing")
        random = SplitMix64(keyed(key, str(number)))
        for event in move.get("events", []):
            table.follow(event, random, f"move {number}")
    return table.packets


def main(arguments):
    try:
        if arguments:
            with open(arguments[0], encoding="utf-8") as file:
                game = json.load(file)
        else:
            game = json.load(sys.stdin)
        packets = verify(game)
    except VerificationFailed as failure:
        print(f"VERIFICATION FAILED: {failure}")
        return 1
    except TooEarly as early:
        print(f"{early} Download the file again then.", file=sys.stderr)
        return 2
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        print(f"This file cannot be read: {error!r}", file=sys.stderr)
        return 2
    promise = "commitment" if "commitment" in game["fairness"] else "date"
    if game.get("branch"):
        print(f"Game {game['code']}: the key matches the commitment.")
        print(f"NOT checked here: its moves, and its beginning, in game {game['branch']['of']}.")
        return 0
    print(f"Game {game['code']}: the key matches the {promise}, and the deal matches the key.")
    if game["game"] == "war":
        print(f"All {packets} packets are in the order the key gives.")
        print("NOT checked here: who won each battle, slaps, times, the result.")
    else:
        print("NOT checked here: moves, packets, the result.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
