"""Beggar-my-neighbour: a small game that the site does not know, made of all a game is made of.
`CONTRIBUTING.md` points here."""

from games.rules.catalogue import Entry

ENTRY = Entry(
    game="tests.toy.game:game",
    bots="tests.toy.policies:BOTS",
    lab="tests.toy.lab:ADAPTER",
    presentation="tests.toy.presentation:presentation",
)
