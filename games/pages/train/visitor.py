"""A visitor's progress in the trainer.  It is kept in the session until the visitor has an account,
then with the account."""

from datetime import datetime

from django.http import HttpRequest

from games.accounts.models import Player
from games.lab.training import progress as records
from games.lab.training.places import TrainingPlace, shipped
from games.lab.training.progress import Progress, duel, skill_of

SESSION = "training"


def person_of(request: HttpRequest) -> Player | None:
    """The account of this visitor; None for visitors without one."""
    user = request.user
    return user if isinstance(user, Player) and user.is_person else None


def in_session(request: HttpRequest) -> tuple[Progress, dict[str, str]]:
    """The progress in the session, and the chosen acts by edition of the place."""
    kept = request.session.get(SESSION, {})
    return Progress(*kept.get("progress", ())), kept.get("acts", {})


def progress(request: HttpRequest) -> Progress:
    person = person_of(request)
    stored = records.progress_of(person) if person else None
    return stored or in_session(request)[0]


def answered(request: HttpRequest) -> set[str]:
    """The keys of the places that this visitor has answered."""
    person, acts = person_of(request), in_session(request)[1]
    keys = {key for key, place in shipped().items() if place.edition in acts}
    return keys | (records.answered_by(person) if person else set())


def note(request: HttpRequest, place: TrainingPlace, act: str, now: datetime) -> None:
    """Store a visitor's answer to a place; only the first answer counts."""
    before, acts = in_session(request)
    if person := person_of(request):
        records.begin(person, before, acts, now)
        records.note(person, place, act, now)
        request.session.pop(SESSION, None)
    elif place.edition not in acts:
        right = act == place.best.act
        skill, _place = duel(before.skill, skill_of(place), right)
        request.session[SESSION] = {
            "progress": before.after(right, skill),
            "acts": acts | {place.edition: act},
        }
