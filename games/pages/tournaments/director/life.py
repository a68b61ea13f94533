"""Acts about the whole tournament."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.pages.tournaments.director.act_form import ActForm
from games.pages.tournaments.director.following import MOST_ROUNDS
from games.tournaments import terms
from games.tournaments.models import Round, Stage, Tournament
from games.tournaments.writer import life, screen
from games.tournaments.writer.entries import BEFORE


class PauseForm(ActForm):
    key, label = "pause", gettext_lazy("Pause")
    tables = forms.BooleanField(required=False, label=gettext_lazy("Also pause running games"))

    def preview(self) -> list[str]:
        tables = tables_of(self.tournament)
        if not self.cleaned_data["tables"]:
            return [
                _("No new round is drawn, and no new game starts."),
                _("Running games continue."),
            ]
        text = ngettext("%(tables)d game is paused.", "%(tables)d games are paused.", tables)
        return [_("No new round is drawn, and no new game starts."), text % {"tables": tables}]

    def perform(self) -> object:
        return life.pause(self.as_order(), tables=self.cleaned_data["tables"])


class ScreenForm(ActForm):
    """The form to change the address of the screen, for the case that the wrong people know the old
    one."""

    key, label = "newscreen", gettext_lazy("New address of the screen")

    def preview(self) -> list[str]:
        return [
            _("The old address stops working at once, and open screens go blank."),
            _("Open the new address on every screen that should go on."),
        ]

    def perform(self) -> None:
        screen.renew(self.as_order())


class RoundsForm(ActForm):
    """The form to change the number of rounds, for the entrants so far (1.9)."""

    key, label, logged = "rounds", gettext_lazy("Change the number of rounds"), "edit"
    rounds = forms.IntegerField(min_value=1, max_value=MOST_ROUNDS, label=gettext_lazy("Rounds"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("reason", _("For as many players as have entered."))

    @classmethod
    def is_possible(cls, tournament: Tournament) -> bool:
        return tournament.state in BEFORE and super().is_possible(tournament)

    def preview(self) -> list[str]:
        rounds = self.cleaned_data["rounds"]
        text = ngettext("%(rounds)d round is played.", "%(rounds)d rounds are played.", rounds)
        return [text % {"rounds": rounds}]

    def perform(self) -> object:
        return life.edit(self.as_order(), changes={"rounds": self.cleaned_data["rounds"]})


class EndStageForm(ActForm):
    """The form to end a stage early, by reducing its number of rounds (1.9)."""

    key, label, logged = "end", gettext_lazy("End the stage early"), "edit"

    def preview(self) -> list[str]:
        done, rounds = rounds_of(self.tournament)
        text = _("The stage ends after round %(drawn)d, not after round %(rounds)d.")
        return [text % {"drawn": done, "rounds": rounds}]

    def perform(self) -> object:
        changes = {"rounds": rounds_of(self.tournament)[0]}
        return life.edit(self.as_order(), changes=changes)


class ReopenForm(ActForm):
    key, label = "reopen", gettext_lazy("Reopen")

    def preview(self) -> list[str]:
        minutes = terms.resolve(self.tournament.terms).hold_min
        text = ngettext(
            "Results can be corrected. It finishes again by itself after %(minutes)d minute.",
            "Results can be corrected. It finishes again by itself after %(minutes)d minutes.",
            minutes,
        )
        return [text % {"minutes": minutes}]

    def perform(self) -> object:
        return life.reopen(self.as_order())


class CancelForm(ActForm):
    key, label = "cancel", gettext_lazy("Cancel the tournament")

    def preview(self) -> list[str]:
        tables = tables_of(self.tournament)
        text = ngettext("%(tables)d table is aborted.", "%(tables)d tables are aborted.", tables)
        return [
            text % {"tables": tables},
            _("There will be no final places. This cannot be undone."),
        ]

    def perform(self) -> object:
        return life.cancel(self.as_order())


def rounds_of(tournament: Tournament) -> tuple[int, int]:
    """The drawn and the planned number of rounds of the running stage; 0 and 0 if no stage is
    running.  The planned number is 0 if the director does not choose it."""
    stage = tournament.last_stage()
    if stage is None or stage.state != Stage.State.RUNNING:
        return 0, 0
    done = stage.rounds.exclude(state=Round.State.UNDONE).count()
    return done, stage.settings.get("rounds") or 0


def tables_of(tournament: Tournament) -> int:
    return tournament.unfinished_tables().count()
