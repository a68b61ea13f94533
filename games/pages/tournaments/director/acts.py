"""The pages of a director's act: its form, then a preview of its effects, then the act."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.pages.tournaments.director import life, pairings, people, tables
from games.pages.tournaments.director.act_form import ActForm
from games.pages.tournaments.log import lines_since
from games.pages.tournaments.shortcuts import desk
from games.tournaments.models import Tournament
from games.tournaments.refusals import Refused

ALL: list[type[ActForm]] = [
    *(life.RoundsForm, life.PauseForm, life.EndStageForm, life.ReopenForm, life.CancelForm),
    life.ScreenForm,
    *(people.EnterForm, people.BotsForm, people.ArriveForm, people.LeaveForm, people.ReturnForm),
    *(people.AbsentForm, people.WithdrawForm, people.DisqualifyForm),
    *(pairings.RedrawForm, pairings.SetForm, pairings.ForbidForm),
    *(pairings.SeedForm, pairings.NoteForm),
    *tables.TABLE_FORMS,
    tables.UndoForm,
]
FORMS = {form.key: form for form in ALL}


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, code: str, key: str) -> HttpResponse:
    by, context = desk(request, code)
    tournament: Tournament = context["tournament"]
    if key not in FORMS:
        raise Http404(_("There is no such act."))
    is_sent = request.method == "POST"
    form = FORMS[key](
        tournament, by, data=request.POST if is_sent else None, initial=request.GET.dict()
    )
    context["form"] = form
    if not is_sent:
        return render(request, "tournaments/act.html", context)
    if not form.is_valid():
        return render(request, "tournaments/act.html", context, status=400)
    try:
        changes = form.preview()
        if not changes or "confirmed" in request.POST:
            form.perform()
            return redirect("tournament_console", code=tournament.code)
    except Refused as refused:
        since = lines_since(tournament, form.cleaned_data["revision"])
        context |= {"refused": refused, "since": since}
        form.data = request.POST.copy()
        form.data["revision"] = str(tournament.revision)  # the form now shows what has happened
        return render(request, "tournaments/act.html", context, status=409)
    return render(request, "tournaments/act.html", context | {"changes": changes})
