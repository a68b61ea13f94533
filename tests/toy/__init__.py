"""Beggar-my-neighbour: a small complete game that is not part of the site.  `CONTRIBUTING.md`
points here."""

from games.rules.catalogue import Entry

ENTRY = Entry(
    game="tests.toy.game:game",
    bots="tests.toy.policies:BOTS",
    lab="tests.toy.lab:ADAPTER",
    presentation="tests.toy.presentation:presentation",
)
