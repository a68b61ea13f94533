"""The base form of all acts."""

import re
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.table.clock import now_ms
from games.tournaments import acts, terms
from games.tournaments.acts import LONGEST_REASON, RULES, Role, State
from games.tournaments.models import Tournament
from games.tournaments.writer.orders import Order
from games.untrusted import whole_number


class PublicField(forms.CharField):
    """A field for a text that goes into the public log, where it stays even after the accounts of
    the people in it are deleted."""

    def __init__(self, **kwargs: Any) -> None:
        words = _("Everyone can read this, and it stays. Name nobody.")
        super().__init__(max_length=LONGEST_REASON, help_text=words, **kwargs)


class NumbersField(forms.CharField):
    """A field for whole numbers; any characters may separate them."""

    def __init__(self, max_length: int = 2000, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, **kwargs)

    def to_python(self, value: Any) -> Any:
        return value if isinstance(value, list) else numbers_in(super().to_python(value) or "")


def numbers_in(text: str) -> list[int]:
    """The whole numbers in a text.  Raises ValidationError for words."""
    words = re.split(r"[\s,;:]+", text.strip(" ,;:\n\r\t"))
    numbers = [whole_number(word, 0, 999_999) for word in words if word]
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        raise forms.ValidationError(_("Give numbers of entrants, such as: 3 7."))
    return known


class ActForm(forms.Form):
    """The form of an act.  The act is performed after its preview has been shown with the form; an
    act without a preview is performed at once."""

    key: ClassVar[str]  # key of the act
    logged: ClassVar[str] = ""  # its name in the log, if it is another
    about: Any = ""  # the round or table
    has_preview = True
    label: ClassVar[Any]  # label of its button

    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)  # the page's (9.5)
    reason = PublicField(label=_("Reason"))

    def __init__(self, tournament: Tournament, by: Player, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.tournament, self.by = tournament, by
        self.initial["revision"] = tournament.revision
        rule = RULES[self.logged or self.key]
        reason = self.fields.pop("reason")
        if rule.reason or self.logged:
            reason.required = bool(self.logged) or State(tournament.state) in rule.reason
            self.fields["reason"] = reason  # the last field

    @classmethod
    def is_possible(cls, tournament: Tournament) -> bool:
        """Whether the console offers the act now."""
        return allowed(tournament, cls.logged or cls.key)

    def as_order(self) -> Order:
        """The director's order, with the revision of the page, which may be stale."""
        data = self.cleaned_data
        return Order(self.tournament.pk, self.by, data.get("reason", ""), data["revision"])

    def preview(self) -> list[str]:
        """The changes that the act would make, one sentence for each.  Raises Refused."""
        return []

    def perform(self) -> object:
        """Do the act.  Raises Refused."""
        raise NotImplementedError


def allowed(tournament: Tournament, key: str) -> bool:
    """Whether a director may do this act in the tournament's state."""
    checkin = terms.resolve(tournament.terms).checkin_min is not None
    try:
        acts.verify(
            key,
            State(tournament.state),
            Role.DIRECTOR,
            "any",
            has_checkin=checkin,
            since_ms=now_ms() - tournament.state_ms,
        )
    except acts.Refused:
        return False
    return checkin or key != "checkin"
