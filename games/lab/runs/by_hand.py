"""Runs whose games begin with a deal by hand (`games.rules.hands`)."""

from collections.abc import Mapping, Sequence

from django.utils import translation
from django.utils.translation import gettext as _

from games.lab.counting.adapter import ADAPTERS, BadRun
from games.lab.runs.spec import RunSpec, read_spec
from games.rules.game import Options
from games.rules.hands import BadHands, Hand, read_hands

GAMES = 1_000_000  # a tenth of a percentage point


def dealable() -> list[str]:
    """The games whose cards can be dealt by hand."""
    return [key for key in ADAPTERS if ADAPTERS[key].by_hand]


def hands_in(texts: Sequence[str], ordered: Sequence[bool], o: Options) -> list[Hand]:
    """The hands in these texts, one for each seat; missing texts are empty.  Raises BadRun."""
    if len(texts) > o.players:
        words = _("These rules have %(seats)s seats, so there are at most as many hands.")
        raise BadRun("BAD_HAND", words % {"seats": o.players})
    missing = o.players - len(texts)
    try:
        written = [*texts, *[""] * missing]
        return read_hands(written, [*ordered, *[False] * missing], translation)
    except BadHands as bad:
        raise BadRun("BAD_HAND", bad.reason.translate(translation)) from None


def read_deal(
    *,
    game: str,
    hands: Sequence[str],
    ordered: Sequence[bool],
    options: str | Mapping[str, str] = "",
    games: object = GAMES,
    seed: object = 1,
    policies: Sequence[str] = (),
) -> RunSpec:
    """The specification of a run with a deal by hand, from checked parameters.  Raises BadRun."""
    spec = read_spec(game=game, games=games, seed=seed, options=options, policies=policies)
    return dealt_by_hand(spec, hands, ordered)


def dealt_by_hand(spec: RunSpec, hands: Sequence[str], ordered: Sequence[bool]) -> RunSpec:
    """The specification of a run, with its deal replaced by a deal by hand.  Raises BadRun."""
    by_hand = spec.adapter.by_hand
    if by_hand is None:
        words = _("The cards of %(game)s cannot be dealt by hand.")
        raise BadRun("BAD_HAND", words % {"game": _(spec.rules.name)})
    start = by_hand.start_of(spec.o, hands_in(hands, ordered, spec.o))
    return spec._replace(start=start.text)
