"""The example of docs/protocol.md is what a game says."""

import json
import re

from games.kit import messages
from games.kit.match import Match, Rules
from games.rules.catalogue import GAMES
from tests.live.described import fits
from warsite.local.processes import ROOT

PAGE = (ROOT / "docs" / "protocol.md").read_text()
COMMAND = {"id": "6f1c1d3e-0000-4000-8000-000000000001", "act": "decline", "card": "2c"}


def said():
    """The view, the words of the question, an act, its answer, and the answer to the same act once
    more under another id."""
    rules = Rules.of(GAMES["ww3"], "seats=2;cap=10")
    match = Match.numbered(rules, seed=1, number=1, seat=0, levels={1: "general"})
    state = messages.state(match, ["Ann", "General"], "ABCD2345", 0)
    while (state["view"]["asks"] or {}).get("acts") != ["fight", "decline"]:
        match.step()
        state = messages.state(match, ["Ann", "General"], "ABCD2345", 0)
    fits(state)
    command = COMMAND | {"card": state["view"]["asks"]["declines"][0]}
    fits(command, "Command")
    assert not match.act("decline", {"card": command["card"]}).refusal
    done = messages.ack(command["id"], match.shown)
    why = match.act("decline", {"card": command["card"]}).refusal
    refused = messages.reject(f"{command['id'][:-1]}2", why.name, why.sentence, match.shown)
    return [state["view"], state["words"]["view"]["asks"], command, done, refused]


def test_the_example_is_a_real_view_an_act_and_a_refusal():
    section = PAGE.split("### An example\n")[1].split("\n## ")[0]
    shown = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", section, re.S)]
    assert shown == said()
    for message in shown[3:]:
        fits(message)
