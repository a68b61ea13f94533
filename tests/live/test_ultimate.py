"""Ultimate War over a socket: bad input, late clicks, and one answer for every command."""

import random
import threading
from collections import Counter
from uuid import uuid4

import pytest

from games.accounts.models import Player
from games.table.models import Move, Table
from games.table.replay.rebuild import rebuild
from games.table.writer import play
from games.table.writer.orders import Order
from tests.live.client import Client

RULES = "seats=3;cooldown=250;change=on;multi=on"
COMMANDS = 60  # of each player under load
PACE_S = 0.06


@pytest.fixture
def dealt(alice, bob, charlie) -> Table:
    table = play.open_table(by=alice, game="ultimate", options=RULES)
    for player in (bob, charlie):
        play.sit(Order(table, player))
    for player in (alice, bob, charlie):
        play.ready(Order(table, player), entropy=bytes(16))
    table.refresh_from_db()
    return table


def seat(c: Client, number: int) -> dict:
    return c.state["view"]["seats"][number - 1]


BAD = [
    ("confront", {}),
    ("confront", {"src": "stack", "seat": 2}),
    ("confront", {"src": "stack", "seat": 2, "card": "1x"}),
    ("confront", {"src": "stack", "seat": 99, "card": "Kd"}),
    ("confront", {"src": "field", "seat": 2, "card": "Kd"}),
    ("confront", {"src": ["stack"], "seat": 2, "card": "Kd"}),
    ("confront", {"src": "stack", "seat": "2", "card": "Kd"}),
    ("confront", {"src": "stack", "seat": True, "card": "Kd"}),
    ("confront", {"src": "stack", "seat": 1.0, "card": "Kd"}),
    ("challenge", {"src": "hand", "seat": 2, "zone": "field", "options": ["Kd"]}),
    ("challenge", {"src": "hand", "seat": 2, "zone": "hand", "options": "Kd"}),
    ("challenge", {"src": "hand", "seat": 2, "zone": "hand", "options": ["Kd", "Kd"]}),
    ("challenge", {"src": "hand", "seat": 2, "zone": "hand", "options": [None]}),
    ("challenge", {"src": "hand", "seat": 2, "zone": "hand", "options": [{}] * 400}),
    ("accept", {}),
    ("accept", {"challenge": 0}),
    ("accept", {"challenge": -1}),
    ("accept", {"challenge": 10**30}),
    ("consent", {"challenge": 1, "yes": "yes"}),
    ("multi", {"src": "stack", "force": "all"}),
    ("join", {}),
    ("draw", {"card": "Ks"}),
    ("deploy", {"to": 3}),
    ("stop", {"end": "agreed"}),
    ("flip", {}),
    ("auto", {"on": "maybe"}),
    ("slap", {"reveal": 1, "rt": 1}),
    ("__class__", {}),
    ("DRAW", {}),
]


def test_what_means_nothing_is_refused_in_words(base, dealt, alice):
    with Client(base, dealt.code, alice) as c:
        c.hello()
        before = c.state["v"]
        for act, args in BAD:
            verdict = c.do(act, **args)
            assert verdict["code"] in ("BAD_PARAM", "UNKNOWN_ACT", "NOT_ALLOWED"), (act, args)
            assert verdict["text"].endswith(".")
        assert c.do("deploy")["v"] == before + 1


def test_acts_that_are_not_possible_now_say_why(base, dealt, alice):
    with Client(base, dealt.code, alice) as c:
        c.hello()
        expected = {
            "HAND_EMPTY": ("play", {}),
            "NO_SOURCE": ("confront", {"src": "hand", "seat": 2, "card": "Kd"}),
            "TARGET_GONE": ("confront", {"src": "stack", "seat": 2, "card": "Kd"}),
            "BAD_PARAM": ("confront", {"src": "stack", "seat": 1, "card": "Kd"}),
            "OPTION_NEEDED": (
                "challenge",
                {"src": "stack", "seat": 2, "zone": "stack", "options": []},
            ),
            "NO_CHALLENGE": ("accept", {"challenge": 7}),
            "TOO_SOON": ("war", {"seat": 2}),
            "WRONG_PHASE": ("join", {"src": "stack"}),
        }
        told = {code: c.do(act, **args) for code, (act, args) in expected.items()}
        assert {code: verdict.get("code") for code, verdict in told.items()} == {
            code: code for code in expected
        }
        assert told["TARGET_GONE"]["text"] == "Too late: that card is gone."


def test_of_two_who_strike_one_card_one_gets_it(base, dealt, alice, bob, charlie):
    """The other player keeps the card, unseen, and may strike again at once."""
    with (
        Client(base, dealt.code, alice) as a,
        Client(base, dealt.code, bob) as b,
        Client(base, dealt.code, charlie) as c,
    ):
        for client in (a, b, c):
            client.hello()
        a.do("deploy")
        for client in (b, c):
            client.see(lambda m: m["view"]["seats"][0]["field"])
        card = seat(b, 1)["field"][0]["card"]
        ids = {client: str(uuid4()) for client in (b, c)}
        for client, name in ids.items():
            client.say({"id": name, "act": "confront", "src": "stack", "seat": 1, "card": card})
        verdicts = {
            client: client.until(lambda m, name=name: name in (m.get("ack"), m.get("reject")))
            for client, name in ids.items()
        }
        late = [client for client, verdict in verdicts.items() if "reject" in verdict]
        assert len(late) == 1
        assert verdicts[late[0]]["code"] == "TARGET_GONE"
        loser = 2 if late[0] is b else 3
        struck = next(verdict["v"] for verdict in verdicts.values() if "ack" in verdict)
        late[0].see(lambda m: m["v"] >= struck)
        assert seat(late[0], loser)["stack"] == 17
        strikes = [
            row
            for move in Move.objects.filter(table=dealt)
            for row in move.events
            if row["ev"] == "confront"
        ]
        assert len(strikes) == 1
        laid = a.do("deploy")["v"]
        again = late[0].see(lambda m: m["v"] >= laid and m["view"]["seats"][0]["field"])
        card = again["view"]["seats"][0]["field"][0]["card"]
        assert "ack" in late[0].do("confront", src="stack", seat=1, card=card)


def pester(base: str, code: str, player: Player, seed: int, heard: dict[str, list]) -> None:
    """Anything, legal and illegal, as fast as allowed."""
    luck = random.Random(seed)
    with Client(base, code, player) as c:
        c.hello()
        for _ in range(COMMANDS):
            name = str(uuid4())
            heard[name] = []
            c.say({"id": name, **anything(c, luck)})
            if luck.random() < 0.15:
                c.say({"id": name, **anything(c, luck)})  # the same id once more
            while c.socket is not None:
                try:
                    c.hear(PACE_S)
                except TimeoutError:
                    break
        c.until(lambda m: "beat" in m)
        for message in c.told:
            name = message.get("ack") or message.get("reject")
            if name:
                heard[name].append((message.get("code", ""), message["v"]))


def anything(c: Client, luck: random.Random) -> dict:
    view = c.state["view"]
    open_cards = [(each["seat"], row["card"]) for each in view["seats"] for row in each["field"]]
    cards = [card for _, card in open_cards] or ["Kd"]
    src = luck.choice(["stack", "hand", *cards])
    number, zone = luck.randrange(1, 4), luck.choice(["stack", "hand"])
    kinds = [
        *({"act": act} for act in ("draw", "play", "deploy", "deploy")),
        *(
            {"act": "confront", "src": "stack", "seat": who, "card": card}
            for who, card in open_cards
        ),
        {"act": "confront", "src": src, "seat": number, "card": luck.choice(cards)},
        {"act": "challenge", "src": src, "seat": number, "zone": zone, "options": cards[:1]},
        {"act": luck.choice(["accept", "change"]), "challenge": luck.randrange(1, 9), "src": src},
        {"act": "accept", "challenge": luck.randrange(1, 30)},
        {"act": "war", "seat": number},
        {"act": luck.choice(["pass", "join"]), **({"src": src} if luck.random() < 0.5 else {})},
        luck.choice([{"act": act, **args} for act, args in BAD]),
    ]
    return luck.choice(kinds)


@pytest.mark.outer
def test_under_hostile_load_every_command_has_one_verdict(base, dealt, alice, bob, charlie):
    heard: dict[str, list] = {}
    threads = [
        threading.Thread(target=pester, args=(base, dealt.code, player, seed, heard))
        for seed, player in enumerate((alice, bob, charlie))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(heard) == 3 * COMMANDS
    assert all(answers for answers in heard.values())
    # An id sent twice is answered twice, with the same answer; otherwise once.
    assert all(len({code for code, _ in answers}) == 1 for answers in heard.values())
    codes = Counter(answers[0][0] for answers in heard.values())
    assert codes[""] > 15
    assert codes["BAD_PARAM"] + codes["UNKNOWN_ACT"] > 3
    assert not codes["TRY_AGAIN"]
    dealt.refresh_from_db()
    state = rebuild(dealt, list(dealt.seats.order_by("number")))
    assert state.to_bytes() == bytes(dealt.state)
    acks = {v for answers in heard.values() for code, v in answers[:1] if not code}
    assert len(acks) == codes[""]
