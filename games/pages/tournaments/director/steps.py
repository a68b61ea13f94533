"""The next steps of a director, each with a sentence on its effect."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.tournaments.director.act_form import allowed
from games.tournaments.acts import LIVE
from games.tournaments.models import Pairing, Round, Stage, Tournament


class Step(NamedTuple):
    """A next step: an act without a form, or, if `act` is empty, something that happens by itself.
    `until_ms`: when it happens (epoch ms), if that is known."""

    act: str
    label: str
    effect: str = ""
    until_ms: int | None = None


class Scene(NamedTuple):
    """The facts on which the next steps depend."""

    tournament: Tournament
    stage: Stage | None  # the last one that has begun
    round: Round | None  # the one that is not complete
    number: int  # number of that round, or of the next one
    unpublished: Sequence[Pairing]  # its tables before it is published
    unfinished: int  # tables of the round
    entered: int = 0  # entrants before the start
    arrived: int = 0  # entrants who have arrived
    present: int = 0  # players who would be drawn
    plan: str = ""  # for those who would begin, in words

    @property
    def playing(self) -> int:
        """The number of entrants who would play if the tournament began now."""
        return self.arrived if self.tournament.state == "checkin" else self.entered

    @property
    def running(self) -> Stage | None:
        """The stage, if it is running."""
        stage = self.stage
        return stage if stage is not None and stage.state == Stage.State.RUNNING else None


def steps_of(scene: Scene) -> list[Step]:
    """The acts without a form that make sense now, the likeliest first."""
    is_live = scene.tournament.state in LIVE
    steps = running(scene) if is_live else before(scene)
    return [step for step in steps if not step.act or allowed(scene.tournament, step.act)]


def before(scene: Scene) -> list[Step]:
    playing = scene.playing
    text = ngettext("%(players)d player begins.", "%(players)d players begin.", playing)
    starts = scene.plan or text % {"players": playing}
    if missing := scene.entered - playing:
        text = ngettext(
            "%(missing)d has not checked in and is left out.",
            "%(missing)d have not checked in and are left out.",
            missing,
        )
        starts = f"{starts} {text % {'missing': missing}}"
    due = scene.tournament.due_ms
    return [
        Step("announce", _("Announce"), _("Everyone sees it, and its rules stay as they are.")),
        Step("open", _("Open entries"), _("Players can enter."), due),
        Step("checkin", _("Open check-in"), _("Everyone has to say that they are here."), due),
        Step("start", _("Start"), starts, due),
    ]


def running(scene: Scene) -> list[Step]:
    t, current, stage = scene.tournament, scene.round, scene.stage
    steps = [Step("resume", _("Resume"), _("Rounds go on."))]
    if stage is None:
        return steps
    values = {"round": scene.number}
    if current is not None and current.state == Round.State.DRAWN:
        steps.append(
            Step("publish", _("Publish round %(round)d") % values, drawn_words(scene.unpublished))
        )
    if current is not None and current.state == Round.State.PUBLISHED:
        effect = _("The tables open at once.")
        steps.append(Step("begin", _("Begin round %(round)d now") % values, effect, t.due_ms))
    if is_to_be_drawn(scene):
        steps.append(draw_step(scene))
    if current is None and not scene.unfinished and not t.pending_draw:
        if scene.running and scene.running.format.in_waves:
            steps.append(Step("", waiting_words(scene)))  # it ends by itself
        effect = _("The places are final, and everyone sees the podium.")
        due = t.due_ms if stage.state == Stage.State.OVER else None
        steps.append(Step("finish", _("Finish"), effect, due))
    return steps


def is_to_be_drawn(scene: Scene) -> bool:
    """Whether the next round of the stage can be drawn now."""
    if scene.running is None or scene.running.format.in_waves:
        return False
    return scene.round is None and not scene.tournament.pending_draw


def draw_step(scene: Scene) -> Step:
    label = _("Draw round %(round)d") % {"round": scene.number}
    players = ngettext(
        "%(players)d player is here.", "%(players)d players are here.", scene.present
    )
    return Step("draw", label, players % {"players": scene.present}, scene.tournament.due_ms)


def drawn_words(pairings: Sequence[Pairing]) -> str:
    """The draw in words: `2 tables, nobody meets again.`"""
    tables = ngettext("%(tables)d table", "%(tables)d tables", len(pairings)) % {
        "tables": len(pairings)
    }
    if not all("met" in pairing.why for pairing in pairings):
        return f"{tables}."
    again = sum(len(pairing.why["met"]) for pairing in pairings)
    if not again:
        return _("%(tables)s, nobody meets again.") % {"tables": tables}
    text = ngettext(
        "%(tables)s, %(pairs)d pair meets again.", "%(tables)s, %(pairs)d pairs meet again.", again
    )
    return text % {"tables": tables, "pairs": again}


def waiting_words(scene: Scene) -> str:
    """The state of the tournament, in words, while a director has nothing to do."""
    values: dict[str, Any] = {"round": scene.number, "tables": scene.unfinished}
    if scene.tournament.pending_draw:
        return _("Round %(round)d is being drawn.") % {
            "round": scene.tournament.pending_draw["round"]
        }
    if scene.round is not None and scene.unfinished:
        text = ngettext(
            "Round %(round)d: %(tables)d table is playing.",
            "Round %(round)d: %(tables)d tables are playing.",
            scene.unfinished,
        )
        return text % values
    if scene.tournament.state in LIVE:
        return _("Tables open whenever players are free.")
    return _("There is nothing left to do.")
