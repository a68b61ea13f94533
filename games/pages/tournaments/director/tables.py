"""Acts about one table and its result (6.8, 6.9)."""

from typing import Any

from django import forms
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.accounts.models import Player
from games.pages.tournaments.director.act_form import ActForm
from games.templatetags.tournaments import points
from games.tournaments.models import Pairing, Place, Round, Tournament
from games.tournaments.reading.record import PENDING, settings_of
from games.tournaments.writer import rulings
from games.untrusted import whole_number

MOST_MINUTES = 120
ABSENT = "absent"  # instead of a place


class TableForm(ActForm):
    """The form of an act about the pairing in the address."""

    pairing = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, tournament: Tournament, by: Player, **kwargs: Any) -> None:
        super().__init__(tournament, by, **kwargs)
        self.table = self.find(self.data.get("pairing") or self.initial.get("pairing", ""))
        places = self.table.places.order_by("seat").select_related("entrant__player")
        self.places: list[Place] = list(places)
        where = {"round": self.table.round.number, "table": self.table.number}
        self.about = _("Round %(round)d, table %(table)d") % where

    def find(self, number: str) -> Pairing:
        """The pairing in the address.  Raises Http404."""
        rows = Pairing.objects.filter(round__stage__tournament=self.tournament)
        rows = rows.select_related("round__stage")
        pairing = rows.filter(pk=whole_number(number) or 0).first()
        if pairing is None:
            raise Http404(_("There is no such table."))
        return pairing

    @property
    def subject(self) -> str:
        """The table as a parameter in the addresses of other acts."""
        return f"pairing={self.table.pk}"

    def others(self) -> list[tuple[str, Any]]:
        """The other acts about this table."""
        return [(form.key, form.label) for form in TABLE_FORMS if not isinstance(self, form)]

    # What every new result changes

    def consequences(self) -> list[str]:
        """The consequences of a new result, in words.  Raises Refused."""
        undone = rulings.verify_independent(self.table)
        sentences = [self.own(), self.aborted(), *map(undone_sentence, undone), self.standings()]
        return [sentence for sentence in sentences if sentence]

    def own(self) -> str:
        mine = self.by.pk in {place.entrant.player_id for place in self.places}
        return _("You play at this table: the log will say so.") if mine else ""

    def aborted(self) -> str:
        goes_on = self.table.games.filter(table__status__in=rulings.UNFINISHED)
        return _("The running game is aborted.") if goes_on.exists() else ""

    def standings(self) -> str:
        current = self.table.round
        stored = current.stage.standings.filter(after__gte=current.number).order_by("after")
        numbers = ", ".join(map(str, stored.values_list("after", flat=True)))
        if not numbers:
            return ""
        return _("Standings are recalculated: after round %(rounds)s.") % {"rounds": numbers}


class RuleForm(TableForm):
    key, label = "rule", gettext_lazy("Set the result")

    def __init__(self, tournament: Tournament, by: Player, **kwargs: Any) -> None:
        super().__init__(tournament, by, **kwargs)
        s = settings_of(self.table.round.stage)
        last = s.size if s.duplicate else len(self.places)  # bots have places there too
        numbers = range(1, last + 1)
        choices = [("", "–"), *((n, place_words(n)) for n in numbers), (ABSENT, place_words(None))]
        for place in self.places:
            self.fields[f"place_{place.seat}"] = forms.TypedChoiceField(
                choices=choices,
                coerce=place_of,
                label=place.entrant.player.name,
                initial=(place.place or ABSENT) if self.has_result else None,
            )
        self.fields["reason"] = self.fields.pop("reason")

    @property
    def has_result(self) -> bool:
        return self.table.status not in PENDING

    def chosen(self) -> list[int | None]:
        return [self.cleaned_data[f"place_{place.seat}"] for place in self.places]

    def preview(self) -> list[str]:
        rulings.verify_places(self.table, self.chosen())
        rows = zip(self.places, self.chosen(), strict=True)
        changes = [self.change(place, new) for place, new in rows]
        return [*changes, *self.consequences()]

    def change(self, place: Place, new: int | None) -> str:
        name, after = place.entrant.player.name, place_words(new)
        if not self.has_result or place.place == new:
            return _("%(name)s: %(after)s") % {"name": name, "after": after}
        before = place_words(place.place)
        text = _("%(name)s: %(after)s instead of %(before)s")
        return text % {"name": name, "before": before, "after": after}

    def perform(self) -> object:
        return rulings.rule(self.as_order(), pairing=self.table.pk, places=self.chosen())


class VoidForm(TableForm):
    key, label = "void", gettext_lazy("Declare it void")

    def preview(self) -> list[str]:
        s = settings_of(self.table.round.stage)
        if s.format.is_knockout:
            effect = _("Nobody advances from this table.")
        else:
            text = _(
                "Everyone gets %(points)s. It does not count as a meeting: "
                "they may be paired again."
            )
            effect = text % {"points": points(s.half)}
        return [effect, *self.consequences()]

    def perform(self) -> object:
        return rulings.void(self.as_order(), pairing=self.table.pk)


class RestartForm(TableForm):
    key, label = "restart", gettext_lazy("Restart the game")

    def preview(self) -> list[str]:
        sentences = [_("A new game is dealt to the same players in the same seats.")]
        if self.table.status not in PENDING:
            text = _("The result so far is dropped: %(status)s.")
            sentences.append(text % {"status": self.table.get_status_display()})
        return [*sentences, *self.consequences()]

    def perform(self) -> object:
        return rulings.restart(self.as_order(), pairing=self.table.pk)


class ExtendForm(TableForm):
    key, label, logged = "extend", gettext_lazy("Give more time"), "note"

    minutes = forms.IntegerField(
        min_value=1, max_value=MOST_MINUTES, initial=5, label=gettext_lazy("Minutes")
    )

    def preview(self) -> list[str]:
        minutes = self.cleaned_data["minutes"]
        text = ngettext(
            "The game may take %(minutes)d minute longer.",
            "The game may take %(minutes)d minutes longer.",
            minutes,
        )
        return [text % {"minutes": minutes}, *filter(None, [self.own()])]

    def perform(self) -> object:
        return rulings.extend(
            self.as_order(), pairing=self.table.pk, minutes=self.cleaned_data["minutes"]
        )


TABLE_FORMS: list[type[TableForm]] = [RuleForm, VoidForm, RestartForm, ExtendForm]


class UndoForm(ActForm):
    """The form to undo the last round (9.2)."""

    key, label = "undo", gettext_lazy("Undo the last round")

    def preview(self) -> list[str]:
        last = rulings.last_round(self.tournament.last_stage())
        if last is None:
            return []
        tables = (
            last.pairings.filter(games__table__status__in=rulings.UNFINISHED).distinct().count()
        )
        results = last.pairings.exclude(status__in=PENDING).count()
        aborted = ngettext("%(tables)d table is aborted.", "%(tables)d tables are aborted.", tables)
        dropped = ngettext(
            "%(results)d result no longer counts, but stays visible.",
            "%(results)d results no longer count, but stay visible.",
            results,
        )
        return [
            undone_sentence(last),
            *([aborted % {"tables": tables}] if tables else []),
            *([dropped % {"results": results}] if results else []),
            _("Players who missed it will be paired again."),
        ]

    def perform(self) -> object:
        return rulings.undo(self.as_order())


def undone_sentence(undone: Round) -> str:
    return _("Round %(number)d is undone until you draw it again.") % {"number": undone.number}


def place_of(choice: str) -> int | None:
    return None if choice == ABSENT else int(choice)


def place_words(place: int | None) -> str:
    return _("did not come") if place is None else _("place %(place)d") % {"place": place}
