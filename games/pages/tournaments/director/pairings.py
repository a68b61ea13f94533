"""Acts of a director about pairings: draws, pairings by hand, forbidden pairs, seeds."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.models import Player
from games.pages.tournaments.director.act_form import ActForm, NumbersField, PublicField, numbers_in
from games.pages.tournaments.shortcuts import names
from games.tournaments.models import Round, Stage, Tournament
from games.tournaments.pairing.manual import Warning
from games.tournaments.scoring.record import Kind
from games.tournaments.writer import manual, rounds

NOT_PUBLISHED = gettext_lazy("You have to publish the round after this.")
BYE = "bye"  # begins the line of those without a table


class RedrawForm(ActForm):
    key, label = "redraw", gettext_lazy("Draw the round again")

    def preview(self) -> list[str]:
        return [
            _("Absences, corrected results and forbidden pairs count from now on."),
            _("Without such a change the draw stays as it is."),
            str(NOT_PUBLISHED),
        ]

    def perform(self) -> object:
        number = rounds.next_number(stage_of(self.tournament))
        return rounds.request_draw(self.as_order(), number=number, act="redraw")


class SetForm(ActForm):
    key, label = "set", gettext_lazy("Pair the round by hand")
    pairings = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "translate": "no"}),
        max_length=60_000,
        label=gettext_lazy("Tables and byes"),
        help_text=gettext_lazy(
            "One table per line: the numbers of the entrants, first seat first. "
            "A line that begins with “bye” is for entrants without a table. "
            "Anything after # is ignored."
        ),
    )

    def __init__(self, tournament: Tournament, by: Player, **kwargs: Any) -> None:
        super().__init__(tournament, by, **kwargs)
        self.initial["pairings"] = as_text(rounds.current(stage_of(tournament)))

    def clean_pairings(self) -> str:
        text: str = self.cleaned_data["pairings"]
        self.tables, self.byes = [], []
        for line in text.splitlines():
            content = line.partition("#")[0].strip().lower()
            if content.startswith(BYE):
                self.byes += numbers_in(content.removeprefix(BYE))
            elif content:
                self.tables.append(numbers_in(content))
        return text

    def preview(self) -> list[str]:
        about = manual.preview(tournament=self.tournament.pk, tables=self.tables, byes=self.byes)
        numbers = {number for one in about.warnings for number in one.entrants}
        numbers |= {number for table in about.differing for number in table}
        called = calling(self.tournament, numbers)
        sentences = [warning_words(one, called) for one in about.warnings]
        sentences += [
            _("The program had drawn this table: %(players)s.")
            % {"players": ", ".join(called[number] for number in table)}
            for table in about.differing
        ]
        return [*sentences, str(NOT_PUBLISHED)]

    def perform(self) -> object:
        return manual.set_pairings(self.as_order(), tables=self.tables, byes=self.byes)


class ForbidForm(ActForm):
    key, label = "forbid", gettext_lazy("Never pair two players")
    pair = NumbersField(label=gettext_lazy("Numbers of the two entrants"))

    def clean_pair(self) -> list[int]:
        pair: list[int] = self.cleaned_data["pair"]
        if len(pair) != 2:
            raise forms.ValidationError(_("Give the numbers of two entrants."))
        return pair

    def preview(self) -> list[str]:
        pair = self.cleaned_data["pair"]
        called = calling(self.tournament, pair)
        text = _("From now on, %(first)s and %(second)s are never paired with each other.")
        both = {"first": called[pair[0]], "second": called[pair[1]]}
        return [text % both, _("This cannot be undone.")]

    def perform(self) -> object:
        return manual.forbid(self.as_order(), pair=self.cleaned_data["pair"])


class SeedForm(ActForm):
    key, label = "seed", gettext_lazy("Order the seeds")
    has_preview = False
    order = NumbersField(
        max_length=60_000,
        label=gettext_lazy("Numbers of the entrants, best first"),
        help_text=gettext_lazy("Entrants you leave out follow in random order."),
    )

    @classmethod
    def is_possible(cls, tournament: Tournament) -> bool:
        if tournament.started_ms is not None or not super().is_possible(tournament):
            return False
        seeding: str = stage_of(tournament).settings.get("seeding", "")
        return seeding == "manual"

    def perform(self) -> object:
        return manual.seed(self.as_order(), seeds=self.cleaned_data["order"])


class NoteForm(ActForm):
    key, label = "note", gettext_lazy("Write a note")
    has_preview = False
    text = PublicField(label=gettext_lazy("Note"))

    def perform(self) -> object:
        return manual.note(self.as_order(), text=self.cleaned_data["text"])


def stage_of(tournament: Tournament) -> Stage:
    """The last stage that has begun; before the start, the first stage."""
    return tournament.last_stage() or tournament.stages.get(number=1)


def as_text(drawing: Round | None) -> str:
    """The tables of a round as text for the form, with the names beside the numbers."""
    if drawing is None:
        return ""
    places = drawing.places.select_related("entrant__player", "pairing")
    lines: dict[int, list[tuple[int, str]]] = {}
    for place in places.order_by("pairing__number", "seat"):
        if place.pairing or place.kind == Kind.BYE:
            key = place.pairing.number if place.pairing else 0
            lines.setdefault(key, []).append((place.entrant.number, place.entrant.player.name))
    return "\n".join(
        ("" if key else f"{BYE} ")
        + " ".join(str(number) for number, _name in line)
        + "  # "
        + ", ".join(name for _number, name in line)
        for key, line in lines.items()
    )


def calling(tournament: Tournament, numbers: Iterable[int]) -> dict[int, str]:
    """These entrants (their numbers), each with its name; unknown numbers stand alone."""
    known = names(tournament, numbers)
    return {
        number: f"{known[number].player.name} (#{number})" if number in known else f"#{number}"
        for number in numbers
    }


def warning_words(warning: Warning, called: dict[int, str]) -> str:
    """A warning as a sentence."""
    first, last = called[warning.entrants[0]], called[warning.entrants[-1]]
    values = {"first": first, "second": last, "rounds": ", ".join(map(str, warning.rounds))}
    texts = {
        "met": _("%(first)s and %(second)s have met before, in round %(rounds)s."),
        "forbidden": _("A director keeps %(first)s and %(second)s apart."),
        "bye": _("%(first)s has had a bye or a walk-over before."),
        "seat": _("%(first)s has the same seat for the third time running."),
    }
    return texts[warning.kind] % values
