"""The games and options that can be played, read from their declarations."""

from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from ninja import Field, Router, Schema

from games.api.games import CACHED, unless_known
from games.api.problems import Problem
from games.live import commands
from games.rules.catalogue import BOTS, GAMES
from games.rules.game import Game
from games.rules.options import Option
from games.schemas.described import document
from games.table.rated import POOLS
from games.untrusted import encode

router = Router()
JSON = "application/json"


class NamedOut(Schema):
    """A value to choose, with its name."""

    key: str
    name: str
    line: str


class ValueOut(Schema):
    value: str
    label: str


class NeedOut(Schema):
    """A condition: the option has no effect unless another option has this value, or does not have
    this value."""

    key: str
    value: str
    equal: bool


class OptionOut(Schema):
    """A house rule.  If `lowest` is given, every whole number up to `highest` is allowed and the
    values are suggestions; numbers follow `prefix`, if there is one."""

    key: str
    label: str
    help: str
    default: str
    values: list[ValueOut]
    lowest: int | None
    highest: int | None
    prefix: str
    unit: str
    pair: bool = Field(description="two values may be joined by a comma")
    needs: NeedOut | None


class PresetOut(NamedOut):
    options: str = Field(description="house rules, as key=value;key=value")
    minutes: int = Field(description="typical length without waiting")


class ActOut(Schema):
    act: str
    arguments: dict[str, Any] = Field(description="JSON Schema; `card` is a code such as Kd")


class CodeOut(Schema):
    code: str
    sentence: str


class RulesOut(Schema):
    """A game and its rules."""

    key: str
    name: str
    credit: str
    unit: str = Field(description="what the length is counted in: battle, round, fight")
    rules_version: int
    seats: str = Field(description="key of the option that sets the number of seats")
    presets: list[PresetOut]
    options: list[OptionOut]
    bots: list[NamedOut] = Field(description="levels")
    tempos: list[NamedOut] = Field(description="how fast they play among people")
    acts: list[ActOut]
    refusals: list[CodeOut]


class PoolOut(Schema):
    """Games that are rated together."""

    key: str
    name: str
    game: str
    presets: list[str]
    bots: bool = Field(description="their games among themselves")


class AllRulesOut(Schema):
    games: list[RulesOut]
    acts: list[ActOut] = Field(description="of every table")
    pools: list[PoolOut]


@router.get(
    "",
    response={200: AllRulesOut, 429: Problem},
    summary="Games, house rules, bots, acts and pools",
    openapi_extra=CACHED,
)
def rules(request: HttpRequest) -> HttpResponse:
    """The rules in the requested language.  The rules change only with a new version of the
    site."""
    text = in_language(translation.get_language() or "en")
    answer = unless_known(request, [text], lambda: HttpResponse(text, content_type=JSON))
    patch_vary_headers(answer, ["Accept-Language", "Cookie"])
    return answer


@router.get(
    "/{game}/schema",
    response={200: dict[str, Any], 404: Problem, 429: Problem},
    summary="Messages of a game, as JSON Schema",
    openapi_extra=CACHED,
)
def schema(request: HttpRequest, game: str) -> HttpResponse:
    """The JSON Schema of everything that a table of this game tells (`Message`), with its view and
    events, and of everything that can be sent there (`Command`)."""
    if game not in GAMES:
        raise Http404
    text = described(game)
    return unless_known(request, [text], lambda: HttpResponse(text, content_type=JSON))


@lru_cache(maxsize=8)
def described(game: str) -> str:
    return encode(document(GAMES[game], commands.schemas()))


@lru_cache(maxsize=8)
def in_language(language: str) -> str:
    with translation.override(language):
        return AllRulesOut(
            games=[game_out(game) for game in GAMES.values()],
            acts=[ActOut(act=name, arguments=taken) for name, taken in commands.schemas().items()],
            pools=[
                PoolOut(
                    key=pool.key,
                    name=_(pool.name),
                    game=pool.game,
                    presets=list(pool.presets),
                    bots=pool.of_bots,
                )
                for pool in POOLS.values()
            ],
        ).model_dump_json()


def game_out(game: Game) -> RulesOut:
    bots = BOTS[game.key]
    return RulesOut(
        key=game.key,
        name=_(game.name),
        credit=_(game.credit),
        unit=game.unit,
        rules_version=game.rules_version,
        seats=game.seats_key,
        presets=[
            PresetOut(
                key=p.key, name=_(p.name), line=_(p.line), options=p.options, minutes=p.minutes
            )
            for p in game.presets
        ],
        options=[option_out(option) for option in game.schema.options],
        bots=[named(key, level) for key, level in bots.levels.items()],
        tempos=[named(key, tempo) for key, tempo in bots.tempos.items()],
        acts=[ActOut(act=name, arguments=taken) for name, taken in bots.acts.schemas().items()],
        refusals=[CodeOut(code=r.name, sentence=_(r.sentence)) for r in game.rejects if r],
    )


def named(key: str, item: Any) -> NamedOut:
    return NamedOut(key=key, name=_(item.name), line=_(item.line))


def option_out(option: Option) -> OptionOut:
    need = option.needs
    return OptionOut(
        key=option.key,
        label=_(option.label),
        help=_(option.description),
        default=option.default,
        values=[ValueOut(value=choice.value, label=_(choice.label)) for choice in option.choices],
        lowest=option.low,
        highest=option.high,
        prefix=option.prefix,
        unit=option.unit,
        pair=option.pair,
        needs=need and NeedOut(key=need.key, value=need.value, equal=need.equal),
    )
