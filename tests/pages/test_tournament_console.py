"""The console of directors: creating, announcing, acts with their reasons, what is missing."""

import pytest
from django.urls import reverse

from games.accounts.models import Player
from games.table.models import Table
from games.tournaments.models import Entrant, Tournament
from games.tournaments.writer import entries, life
from tests.pages.test_tournaments import address, signed_in, text
from tests.tournaments.conftest import NOW, WAR, new_director, new_players
from tests.tournaments.test_rounds import Evening


@pytest.fixture
def office(director):
    return signed_in(director)


def order(client, tournament, name, **values):
    return client.post(address(tournament, "tournament_console_act"), {"do": name} | values)


DIRECTORS = ("tournament_console", "tournament_edit")


def test_the_console_is_not_there_for_others(client, opened):
    player = signed_in(new_players(1)[0])
    for page in DIRECTORS:
        assert client.get(address(opened, page)).status_code == 404
        assert player.get(address(opened, page)).status_code == 404
    assert order(player, opened, "cancel", reason="No.").status_code == 404
    assert player.get(reverse("tournament_new")).status_code == 404
    assert "Console" not in text(player.get(address(opened)))


def entered(form):
    """The form as a browser would send it, with its defaults."""
    return {
        field.html_name: field.value() for field in form if field.value() not in (None, "", False)
    }


def test_a_director_creates_announces_and_starts(office, director):
    form = office.get(reverse("tournament_new")).context["form"]
    data = entered(form) | {"name": "Club night", "starts": "2027-01-15T20:00", "options": "cap=20"}
    answer = office.post(reverse("tournament_new"), data)
    made = Tournament.objects.get()
    assert answer["Location"] == address(made, "tournament_console")
    assert made.stages.get().settings["options"] == "cap=20;pace=auto"
    assert made.terms["starts"] == NOW + 12 * 3_600_000
    for name in ("announce", "open"):
        assert order(office, made, name).status_code == 302
    for player in new_players(6):
        assert order(office, made, "enter", who=player.name).status_code == 302
    early = order(office, made, "resume")
    assert early.status_code == 409 and "not possible at this point" in text(early)
    order(office, made, "start")
    assert Tournament.objects.get().state == "running"
    order(office, made, "draw")
    page = text(office.get(address(made, "tournament_console")))
    assert "Begin the round now" in page and "Cancel the tournament" in page


def test_bad_input_stays_and_the_setting_is_named(office):
    form = office.get(reverse("tournament_new")).context["form"]
    data = entered(form) | {"name": "Kept", "game": "ultimate", "preset": "ultimate.standard"}
    few = office.post(reverse("tournament_new"), data | {"size": "2"})
    assert few.status_code == 400 and set(few.context["form"].errors) == {"size"}
    bad = office.post(reverse("tournament_new"), data | {"grace_s": "1", "times": "noon"})
    assert bad.status_code == 400 and 'value="Kept"' in bad.content.decode()
    assert set(bad.context["form"].errors) == {"grace_s", "times"}
    strange = office.post(reverse("tournament_new"), data | {"options": "speed=9"})
    assert set(strange.context["form"].errors) == {"options"}


def test_after_the_announcement_a_change_needs_a_reason(office, opened):
    where = address(opened, "tournament_edit")
    form = office.get(where).context["form"]
    assert "game" not in form.fields
    data = entered(form) | {"rounds": "4", "revision": opened.revision}
    refused = office.post(where, data)
    assert refused.status_code == 400 and "Give a reason" in text(refused)
    assert office.post(where, data | {"reason": "More time."}).status_code == 302
    assert opened.stages.get().settings["rounds"] == 4
    assert opened.acts.last().args == {"changes": {"rounds": 4}}


def test_what_another_director_did_meanwhile_is_told(office, director, opened):
    players = new_players(4)
    for player in players:
        entries.enter(tournament=opened.code, player=player, now=NOW)
    life.start(tournament=opened.code, by=director, now=NOW)
    seen = Tournament.objects.get().revision
    other = new_director("Otto")
    entries.withdraw(tournament=opened.code, player=players[0], by=other, reason="Ill.", now=NOW)
    given = {"who": "1", "reason": "Cheats.", "revision": seen}
    stale = order(office, opened, "disqualify", **given)
    assert stale.status_code == 409 and "Something has changed since" in text(stale)
    assert "Withdrew" in text(stale)
    assert order(office, opened, "disqualify", **given | {"who": "2"}).status_code == 302
    assert Entrant.objects.get(player=players[1]).status == "disqualified"
    unknown = order(office, opened, "disqualify", **given | {"who": "nobody"})
    assert "No player is called “nobody”." in text(unknown)


def test_the_console_shows_who_is_missing_and_what_is_asked(office, director):
    players = new_players(4)
    evening = Evening(director, [WAR], players, review=True)
    evening.away = {players[2].pk}
    evening.advance()
    review = text(office.get(address(evening.row, "tournament_console")))
    assert "Only directors see this draw" in review and "player 3" in review
    order(office, evening.row, "publish", revision=evening.row.revision)
    while not Table.objects.open().exists():
        evening.advance()
        evening.now += 60_000
    evening.come()
    page = text(office.get(address(evening.row, "tournament_console")))
    assert "missing: player 3" in page
    Tournament.objects.update(question="TOO_FEW")
    asked = text(office.get(address(evening.row, "tournament_console")))
    assert "This waits for your decision:" in asked and "Too few players" in asked


def test_the_admin_lists_tournaments_and_links_to_the_console(client, opened):
    operator = Player.objects.create_superuser("root")
    page = signed_in(operator).get(reverse("admin:games_tournament_changelist")).content.decode()
    assert "Club night" in page and address(opened, "tournament_console") in page
    change = reverse("admin:games_tournament_change", args=[opened.pk])
    answer = signed_in(operator).get(change).content.decode()
    assert bytes(opened.secret).hex() not in answer
