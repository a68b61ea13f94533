"""The console of directors: creating, announcing, acts with their reasons, what is missing."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.urls import reverse

from games.accounts.models import Player
from games.pages.tournaments import tables
from games.table.clock import now_ms
from games.table.models import Table
from games.tournaments.models import Entrant, Pairing, Round, Tournament
from games.tournaments.writer import automation, entries, life
from games.tournaments.writer.orders import Order
from tests.pages.browsing import address, entered, order, signed_in, text
from tests.tournaments.conftest import NOW, WAR, new_director, new_players
from tests.tournaments.evening import Evening, go_to


@pytest.fixture
def office(director):
    return signed_in(director)


def form_of(client, tournament, name, **values):
    """Send the form of an act, made from the page as it is now; `confirmed` does it."""
    now = Tournament.objects.get(pk=tournament.pk).revision
    return client.post(
        address(tournament, "tournament_console_form", name), {"revision": now} | values
    )


YES = {"confirmed": "yes"}
RULES = {"game": "war", "rule-cap": "20", "size": "2"}
DIRECTORS = (["tournament_console"], ["tournament_edit"], ["tournament_console_form", "cancel"])


def test_the_console_is_not_there_for_others(client, opened):
    player = signed_in(new_players(1)[0])
    for page in DIRECTORS:
        assert client.get(address(opened, *page)).status_code == 404
        assert player.get(address(opened, *page)).status_code == 404
    assert order(player, opened, "checkin").status_code == 404
    assert form_of(player, opened, "cancel", reason="No.", **YES).status_code == 404
    assert "form" not in player.get(reverse("tournament_new")).context
    assert "Console" not in text(player.get(address(opened)))


def test_a_reason_is_public_and_stays(office, opened):
    for page in (
        *(["tournament_console_form", key] for key in ("cancel", "note")),
        ["tournament_edit"],
    ):
        answer = text(office.get(address(opened, *page)))
        assert "Everyone can read this, and it stays. Name nobody." in answer, page


def test_a_director_creates_announces_and_starts(office, director):
    form = office.get(reverse("tournament_new")).context["form"]
    data = entered(form) | RULES | {"name": "Club night"}
    data |= {"when": "at", "starts": "2027-01-15T20:00"}
    answer = office.post(reverse("tournament_new"), data)
    made = Tournament.objects.get()
    assert answer["Location"] == address(made, "tournament_console")
    assert made.stages.get().settings["options"] == "cap=20;pace=auto"
    assert made.terms["starts"] == NOW + 12 * 3_600_000
    for name in ("announce", "open"):
        assert order(office, made, name).status_code == 302
    for player in new_players(6):
        assert form_of(office, made, "enter", who=player.name).status_code == 302
    early = order(office, made, "resume")
    assert early.status_code == 409 and "not possible at this point" in text(early)
    order(office, made, "start")
    assert Tournament.objects.get().state == "running"
    order(office, made, "draw", round=1)
    assert "Round 1 is being drawn." in text(office.get(address(made, "tournament_console")))
    assert order(office, made, "draw", round=1).status_code == 409
    automation.advance(tournament=made.pk, now=now_ms())
    page = text(office.get(address(made, "tournament_console")))
    assert "Begin round 1 now" in page and "Cancel the tournament" in page


def test_a_game_comes_with_its_house_rules(office):
    form = office.get(reverse("tournament_new")).context["form"]
    quick = {"game": "ww3", "preset": "quick", "was": "standard", "size": "4"}
    data = entered(form) | {"name": "Four-handed", "format": "swiss", "rounds": "3"} | quick
    assert office.post(reverse("tournament_new"), data).status_code == 302
    settings = Tournament.objects.get().stages.get().settings
    assert (settings["game"], settings["options"]) == ("ww3", "cap=40")
    where = address(Tournament.objects.get(), "tournament_edit")
    page = office.get(where)
    draft, sketch = entered(page.context["form"]), page.context["sketch"]
    assert (sketch.draft.preset, sketch.size, sketch.format.key) == ("quick", 4, "swiss")
    kept = {"game": "ww3", "rule-cap": "40", "size": "4", "format": "swiss"}
    revision = Tournament.objects.get().revision
    assert office.post(where, draft | kept | {"revision": revision}).status_code == 302
    edited = Tournament.objects.get().stages.get().settings
    assert edited == settings | {"deals": "own"}  # the form of a Swiss shows this default


def test_bad_input_stays_and_the_setting_is_named(office):
    form = office.get(reverse("tournament_new")).context["form"]
    data = entered(form) | RULES | {"name": "Kept", "format": "swiss", "pace": "schedule"}
    page = text(office.get(reverse("tournament_new"), RULES | {"format": "swiss"}))
    assert page.count("C.04.3 valid until 31 January 2026") == 1
    bad = office.post(reverse("tournament_new"), data | {"grace_s": "1", "times": "noon"})
    assert bad.status_code == 400 and 'value="Kept"' in bad.content.decode()
    assert set(bad.context["form"].errors) == {"grace_s", "times"}
    never = office.post(reverse("tournament_new"), data | {"when": "weekly"})
    assert set(never.context["form"].errors) == {"starts"}
    many = office.post(reverse("tournament_new"), data | {"games": "2", "do": "open"})
    assert set(many.context["form"].errors) == {"games"}
    stranger = office.post(reverse("tournament_new"), data | {"invited": "Ada\ndora"})
    assert stranger.context["form"].errors == {
        "invited": ["There is no player with these names: Ada."]
    }
    assert not Tournament.objects.exists()


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


def test_times_are_shown_as_stored_in_utc_and_only_what_differs_is_a_change(office, director):
    terms = {"starts": NOW + 12_345, "times": [NOW, NOW + 3_600_000], "pace": "schedule"}
    terms |= {"invited": [Player.objects.create_user(name).name for name in ("Ada", "Bo")]}
    made = life.create(by=director, name="x", terms=terms, stages=[WAR], now=NOW)
    life.announce(Order(made.code, director, now=NOW))
    where = address(made, "tournament_edit")
    page = office.get(where)
    html = page.content.decode()
    assert re.search(r'name="starts" value="2027-01-15T08:00" [^>]*data-utc', html)
    assert "2027-01-15 08:00\n2027-01-15 09:00</textarea>" in html
    assert html.count("<span data-zone>UTC</span>") == 3
    data = {name: str(value) for name, value in entered(page.context["form"]).items()}
    data = {name: value.replace("\n", "\r\n") for name, value in data.items()}
    data |= {"starts": "2027-01-15T08:00", "opens": "2027-01-15T07:30", "reason": "Late hall."}
    assert office.post(where, data | {"revision": made.revision + 1}).status_code == 302
    assert made.acts.last().args == {"changes": {"opens": NOW - 1_800_000}}


def test_what_another_director_did_meanwhile_is_told(office, director, opened):
    players = new_players(4)
    for player in players:
        entries.enter(Order(opened.code, player, now=NOW), player)
    life.start(Order(opened.code, director, now=NOW))
    seen = Tournament.objects.get().revision
    other = new_director("Otto")
    entries.withdraw(Order(opened.code, other, reason="Ill.", now=NOW), players[0])
    given = {"who": "1", "reason": "Cheats.", "revision": seen} | YES
    stale = form_of(office, opened, "disqualify", **given)
    assert stale.status_code == 409 and "Something has changed since" in text(stale)
    assert "Withdrew" in text(stale)
    assert f'name="revision" value="{seen + 1}"' in stale.content.decode()
    assert form_of(office, opened, "disqualify", **given | {"who": "2"}).status_code == 302
    assert Entrant.objects.get(player=players[1]).status == "disqualified"
    unknown = form_of(office, opened, "disqualify", **given | {"who": "nobody"})
    assert unknown.status_code == 400 and "No player is called “nobody”." in text(unknown)


def test_bots_enter_where_the_tournament_lets_them(office, director, opened):
    assert "Enter bots" not in text(office.get(address(opened, "tournament_console")))
    refused = form_of(office, opened, "bots", number="1", level="general")
    assert refused.status_code == 409
    Tournament.objects.update(terms={"bots": True})
    assert "Enter bots" in text(office.get(address(opened, "tournament_console")))
    for number in ("2", "1"):
        assert form_of(office, opened, "bots", number=number, level="general").status_code == 302
    assert [one.player.level for one in opened.entrants.all()] == ["general"] * 3


def test_an_act_is_shown_with_what_it_changes_before_it_is_done(office, director):
    evening = Evening(director, [WAR], new_players(4))
    while not Table.objects.running().exists():
        evening.come()
        evening.advance()
    console = text(office.get(address(evening.row, "tournament_console")))
    assert "Pause…" in console and "Reopen" not in console
    asked = text(office.get(address(evening.row, "tournament_console_form", "pause")))
    assert "Also pause running games" in asked
    assert form_of(office, evening.row, "pause").status_code == 400
    answer = form_of(office, evening.row, "pause", reason="Fire alarm.", tables="on")
    preview = text(answer)
    assert "2 games are paused." in preview and "Fire alarm." in preview
    assert 'type="hidden" name="tables" value="True"' in answer.content.decode()
    assert evening.row.state == "running"
    assert form_of(office, evening.row, "pause", reason="Fire alarm.", **YES).status_code == 302
    assert evening.row.state == "paused"
    missing = office.get(address(evening.row, "tournament_console_form", "nothing"))
    assert missing.status_code == 404


def test_the_console_shows_who_is_missing_and_what_is_asked(office, director):
    players = new_players(4)
    evening = Evening(director, [WAR], players, review=True)
    evening.away = {players[2].pk}
    evening.advance()
    review = text(office.get(address(evening.row, "tournament_console")))
    assert "Only directors see this draw" in review and "player 3" in review
    assert "Publish round 1" in review and "2 tables, nobody meets again." in review
    order(office, evening.row, "publish", revision=evening.row.revision)
    while not Table.objects.open().exists():
        evening.advance()
        evening.now += 60_000
    evening.come()
    answer = office.get(address(evening.row, "tournament_console"))
    assert "missing: player 3" in text(answer) and "data-awaits" in answer.content.decode()
    assert [row.waiting is not None for row in answer.context["people"]] == [
        *(False, False, True, False)
    ]
    Tournament.objects.update(question="TOO_FEW")
    asked = text(office.get(address(evening.row, "tournament_console")))
    assert "You need to decide:" in asked and "too few players" in asked


def test_tables_that_need_somebody_are_not_cut_off(office, director, monkeypatch):
    players = new_players(6)
    evening = Evening(director, [WAR], players)
    while not Table.objects.open().exists():
        evening.advance()
    last = Pairing.objects.order_by("number").last()
    evening.away = {last.places.get(seat=2).entrant.player_id}
    evening.come()
    monkeypatch.setattr(tables, "SHOWN", 2)  # of three tables
    shown = office.get(address(evening.row, "tournament_console")).context["open_tables"]
    assert [row.pairing for row in shown][0] == last and len(shown) == 2


def test_the_admin_lists_tournaments_and_links_to_the_console(client, opened):
    operator = Player.objects.create_superuser("root")
    Authenticator.objects.create(user=operator, type=Authenticator.Type.TOTP, data={})
    page = signed_in(operator).get(reverse("admin:games_tournament_changelist")).content.decode()
    assert "Club night" in page and address(opened, "tournament_console") in page
    change = reverse("admin:games_tournament_change", args=[opened.pk])
    answer = signed_in(operator).get(change).content.decode()
    assert bytes(opened.secret).hex() not in answer


# Acts about tables -----------------------------------------------------------------------


def test_a_director_sees_what_a_ruling_changes_and_then_rules(office, director):
    evening = Evening(director, [WAR], new_players(4))
    second = go_to(evening, 2, "playing")
    first = Pairing.objects.get(round__number=1, number=1)
    page = office.get(address(evening.row, "tournament_round", 1, 1)).content.decode()
    where = address(evening.row, "tournament_console_form", "rule") + f"?pairing={first.pk}"
    assert where in page
    asked = office.get(where).content.decode()
    names = [place.entrant.player.name for place in first.places.order_by("seat")]
    assert all(name in asked for name in names) and "Restart the game" in asked
    running = office.get(f"{where.partition('=')[0]}={second.pairings.first().pk}").content.decode()
    assert running.count('value="" selected') == running.count("selected") == 2  # no place yet
    places = {"place_1": "1", "place_2": "absent", "reason": "Player 2 had gone."}
    given = {"pairing": str(first.pk)} | places
    preview = text(form_of(office, evening.row, "rule", **given))
    assert f"{names[1]}: did not come instead of place" in preview
    assert "Standings are recalculated: after round 1." in preview
    assert Pairing.objects.get(pk=first.pk).status == "played"
    assert form_of(office, evening.row, "rule", **given, **YES).status_code == 302
    assert Pairing.objects.get(pk=first.pk).status == "ruled"
    log = text(office.get(address(evening.row, "tournament_log")))
    assert "places 1, – instead of" in log and "Player 2 had gone." in log
    bad = form_of(office, evening.row, "rule", **given | {"place_1": "2"})
    assert bad.status_code == 409 and "Rank everyone who came" in text(bad)
    console = text(office.get(address(evening.row, "tournament_console")))
    assert "Round 2, table 1" in console and "Correct a result" in console
    assert "Cards held:" in office.get(address(evening.row, "tournament_console")).content.decode()
    for name, more in (("void", {}), ("restart", {}), ("extend", {"minutes": "5"})):
        number = second.pairings.get(number=1).pk
        acted = form_of(office, evening.row, name, pairing=number, reason="Cards hung.", **more)
        assert acted.status_code == 200 and "This is what it changes:" in text(acted)
        given = {"pairing": number, "reason": "Cards hung."} | more
        assert form_of(office, evening.row, name, **given, **YES).status_code == 302, name
    strange = address(evening.row, "tournament_console_form", "rule")
    assert office.get(strange).status_code == office.get(f"{strange}?pairing=x").status_code == 404


def test_what_the_only_director_decides_about_their_own_table_is_marked(office, director):
    evening = Evening(director, [WAR], [director, *new_players(3)])
    go_to(evening, 1, "playing")
    mine = Pairing.objects.get(places__entrant__player=director)
    given = {"pairing": mine.pk, "place_1": "1", "place_2": "2", "reason": "They left."}
    assert "You play at this table" in text(form_of(office, evening.row, "rule", **given))
    form_of(office, evening.row, "rule", **given, **YES)
    assert "at their own table" in text(office.get(address(evening.row, "tournament_log")))
    page = text(office.get(address(evening.row, "tournament_round", 1, 1)))
    assert "by the only director, who plays here" in page
    other = Pairing.objects.exclude(pk=mine.pk).get()
    Table.objects.filter(tournament_game__pairing=other).update(status="aborted")
    console = text(office.get(address(evening.row, "tournament_console")))
    assert "aborted: restart the game or decide the result" in console


def test_undoing_a_round_says_what_is_lost(office, director):
    evening = Evening(director, [WAR], new_players(4))
    go_to(evening, 1, "playing")
    given = {"reason": "The wrong house rules."}
    preview = text(form_of(office, evening.row, "undo", **given))
    assert "Round 1 is undone" in preview and "2 tables are aborted." in preview
    assert form_of(office, evening.row, "undo", **given, **YES).status_code == 302
    assert not Table.objects.running().exists()
    again = form_of(office, evening.row, "undo", **given)
    assert again.status_code == 409 and "No round of this stage can be undone." in text(again)


def test_a_director_ends_the_stage_after_the_running_round(office, director):
    evening = Evening(director, [WAR], new_players(4))
    console = address(evening.row, "tournament_console")
    assert "End the stage early" not in text(office.get(console))
    go_to(evening, 1, "playing")
    assert "End the stage early" in text(office.get(console))
    given = {"reason": "The hall closes."}
    preview = text(form_of(office, evening.row, "end", **given))
    assert "The stage ends after round 1, not after round 3." in preview
    assert form_of(office, evening.row, "end", **given, **YES).status_code == 302
    assert evening.row.stages.get().settings["rounds"] == 1


def test_only_the_tables_of_this_tournament_are_decided_about(office, director):
    evening = Evening(director, [WAR], new_players(4))
    go_to(evening, 1, "playing")
    other = life.create(by=director, name="Other", stages=[WAR])
    where = address(other, "tournament_console_form", "rule")
    assert office.get(f"{where}?pairing={Pairing.objects.first().pk}").status_code == 404


# Acts about pairings --------------------------------------------------------------------


def confirmed(office, tournament, name, **values):
    """Fill a form in, look at the preview, confirm: both answers."""
    values = {"reason": "For the test."} | values
    preview = form_of(office, tournament, name, **values)
    return preview, form_of(office, tournament, name, confirmed="yes", **values)


def test_a_round_is_paired_by_hand_with_a_preview_and_drawn_again(office, director):
    evening = Evening(director, [WAR], new_players(4), review=True, pace="director")
    t = evening.row
    order(office, t, "draw", round=1)
    automation.advance(tournament=t.pk, now=now_ms())
    one = Round.objects.get()
    first, second = (
        list(pairing.places.order_by("seat").values_list("entrant__number", flat=True))
        for pairing in one.pairings.order_by("number")
    )
    where = reverse("tournament_console_form", args=[t.code, "set"])
    page = office.get(where)
    assert f"{first[0]} {first[1]}  # player {first[0]}, player {first[1]}" in page.content.decode()
    data = {"revision": evening.row.revision, "reason": "They know each other."}
    for bad in ("1 2\n1 3", "1 two", "1 2"):
        refused = office.post(where, data | {"pairings": bad})
        assert refused.status_code in (400, 409) and bad[-1] in refused.content.decode()
    pairings = f"{first[0]} {second[0]}\r\n{second[1]}, {first[1]} # the rest"
    preview, done = confirmed(office, t, "set", pairings=pairings)
    assert "The program had drawn this table: player" in text(preview)
    assert done.status_code == 302 and Round.objects.get().method == "manual"
    _, done = confirmed(office, t, "redraw")
    assert done.status_code == 302
    automation.advance(tournament=t.pk, now=now_ms())
    assert Round.objects.get().method == "dutch"


def test_pairs_seeds_notes_and_absences_have_forms(office, director, opened):
    for player in new_players(3):
        entries.enter(Order(opened.code, player, now=NOW), player)
    preview, done = confirmed(office, opened, "forbid", pair="1 3")
    assert "player 1 (#1) and player 3 (#3) are never paired" in text(preview)
    assert done.status_code == 302
    assert confirmed(office, opened, "forbid", pair="1 3 4")[0].status_code == 400
    assert confirmed(office, opened, "seed", order="3, 1")[1].status_code == 409  # by lot here
    assert form_of(office, opened, "note", text="It is cold.").status_code == 302
    console = text(office.get(address(opened, "tournament_console")))
    assert "Never pair two players" in console and "Order the seeds" not in console
    life.start(Order(opened.code, director, now=NOW))
    confirmed(office, opened, "absent", who="2", rounds="2", kind="full")
    assert Entrant.objects.get(number=2).misses == {"2": "full"}
