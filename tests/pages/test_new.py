"""The form for a new table: what can be chosen, what is excluded, and why."""

import re

import pytest
from django.urls import reverse

from games.pages.play.draft import Draft
from games.pages.presentation.base import PRESENTATIONS
from games.rules.catalogue import BOTS, GAMES, find
from games.table.models import Table
from tests.each import each

pytestmark = pytest.mark.django_db
NEW = reverse("new")
WAR = find("war")
PRESETS = [(game.key, preset.key) for game in GAMES.values() for preset in game.presets]
USUAL = PRESENTATIONS["war"].usual
CLASSIC = USUAL(WAR.options(""))


def rule(draft, key):
    return next(r for r in [*draft.main_rules(), *draft.more_rules()] if r.option.key == key)


def pick(draft, key, value):
    return next(pick for pick in rule(draft, key).picks if pick.value == value)


@each(GAMES.values(), "client")
def test_it_shows_every_option_of_every_game(client, game):
    text = client.get(NEW, {"game": game.key}).content.decode()
    for option in game.schema.options:
        assert f'name="{option.key}"' in text
    for preset in game.presets:
        assert f'value="{preset.key}"' in text
    for level, (_, name, _) in BOTS[game.key].levels.items():
        assert f'<option value="{level}">{name}, bot</option>' in text


@each(
    [
        (
            "ww3",
            {},
            '<option value="usual" selected>200, with 4 or more players 100</option>',
        ),
        ("ww3", {"cap": "77"}, '<option value="77" selected>77 rounds</option>'),
        ("ultimate", {"stall": "off"}, '<option value="off" selected>never</option>'),
        ("ultimate", {"clock": "540000"}, '<option value="540000" selected>540 s</option>'),
        ("war", {"cap": "77"}, 'type="number" name="cap"'),
    ],
    "client",
)
def test_values_are_listed_where_a_number_says_little(client, game, options, values):
    text = client.get(NEW, {"game": game} | options).content.decode()
    assert values in re.sub(r"\s*\n\s*", "", text)


def test_another_game_begins_with_its_first_preset(client):
    data = {"game": "ultimate", "was_game": "war", "order": "winner", "players": "3", "seat2": "x"}
    text = client.post(NEW, data | {"do": "check"}).content.decode()
    assert '<option value="standard" selected>' in text and 'name="multi_window"' in text
    assert text.count("open for anyone") == 3


def test_an_unknown_game_is_war(client):
    assert 'id="game-war" checked' in client.get(NEW, {"game": "chess"}).content.decode()


def test_alone_the_other_seat_is_kept_by_the_house(client):
    text = client.get(NEW, {"game": "ww3", "seats": "1"}).content.decode()
    assert "<b>The General</b>" in text and 'name="seat2"' not in text
    client.post(NEW, {"do": "open", "game": "ww3", "seats": "1"})
    table = Table.objects.get()
    assert (table.preset, table.status, table.players) == ("solo", "running", 2)
    assert [seat.player.name for seat in table.seats.filter(bot=True)] == ["The General"]


@each([("ww3", "general"), ("ultimate", "bully")], "client")
def test_bots_of_a_game_are_invited_to_it(client, game, levels):
    data = {"do": "open", "game": game, "seats": "3", "seat2": levels, "seat3": levels}
    client.post(NEW, data)
    table = Table.objects.get()
    assert table.status == "running" and table.players == 3
    assert [s.player.level for s in table.seats.filter(bot=True)] == [levels, levels]


def test_leaving_the_solo_preset_leaves_its_one_player(client):
    data = {"game": "ww3", "was_game": "ww3", "preset": "secret", "was": "solo", "seats": "1"}
    assert 'id="players-3" checked' in client.post(NEW, data).content.decode()
    data = {"game": "ww3", "was_game": "ww3", "preset": "secret", "was": "quick", "seats": "5"}
    assert 'id="players-5" checked' in client.post(NEW, data).content.decode()


@each(GAMES.values())
def test_the_usual_length_is_told_for_every_number_of_players(game):
    for choice in game.schema.find(game.seats_key).choices:
        draft = Draft(game, {game.seats_key: choice.value})
        assert draft.usual.length > 10 and 1 <= draft.usual.minutes <= 60


def test_an_address_can_carry_the_choice(client):
    text = client.get(NEW + "?auto=2&faces=3").content.decode()
    assert "Two players, the highest card wins, twos start a war" in text
    assert 'value="own" selected' in text


def test_what_has_no_effect_is_off_and_says_why():
    draft = Draft(WAR, {"mode": "peace", "faces": "3"})
    assert draft.values["faces"] == "none" and rule(draft, "faces").off
    assert "by being lower" in rule(draft, "faces").why
    assert rule(draft, "slap_window").why == "No slap card is played."


def test_a_value_that_clashes_is_not_offered():
    draft = Draft(WAR, {"auto": "2"})
    assert "always starts a war" in pick(draft, "faces", "2").refused
    assert not pick(draft, "faces", "3").refused
    assert rule(draft, "faces").hints[0].startswith("Twos: Never compared")


def test_a_clash_stays_chosen_and_says_why():
    draft = Draft(WAR, {"auto": "3", "faces": "3"})
    assert draft.problem and draft.words == "" and draft.usual is None
    assert "Never compared" in rule(draft, "faces").why
    assert "Never compared" in rule(draft, "auto").why


def test_remarks_are_given_for_odd_but_allowed_choices():
    draft = Draft(WAR, {"mode": "peace", "auto": "2"})
    assert any("best card" in hint for hint in rule(draft, "mode").hints)


def test_two_slap_ranks_are_two_fields():
    draft = Draft(WAR, {"slap": "6", "slap_2": "5"})
    assert draft.values["slap"] == "5,6"
    assert [p.value for p in rule(draft, "slap").seconds if p.chosen] == ["6"]


def test_nonsense_is_the_default():
    data = {"auto": "zz", "cap": "-1", "pace": "auto:1", "players": "9", "slap_2": "5"}
    assert Draft(WAR, data).canonical == ""


@each(PRESETS)
def test_a_preset_is_recognised(game, preset):
    assert Draft.of_preset(find(game), preset).preset == preset


def test_changing_the_preset_changes_the_rules(client):
    data = {"preset": "arsenal", "was": "classic", "do": "check", "players": "2"}
    text = client.post(NEW, data, headers={"X-Fragment": "draft"}).content.decode()
    assert "<html" not in text and "slap fives" in text
    assert 'value="arsenal" selected' in text


def test_a_game_is_not_longer_than_its_limit():
    assert USUAL(WAR.options("cap=100")).length == 100
    assert USUAL(WAR.options("auto=2")).length < CLASSIC.length
    assert USUAL(WAR.options("pace=auto:3000")).minutes > CLASSIC.minutes


def test_it_opens_a_table_that_waits(client, alice):
    client.force_login(alice)
    data = {"do": "open", "players": "3", "auto": "2", "seat2": "general", "private": "on"}
    answer = client.post(NEW, data)
    table = Table.objects.get()
    assert answer.url == reverse("table", args=[table.code])
    assert (table.options, table.private, table.substitute) == ("auto=2;players=3", True, False)
    assert (table.status, table.opened_by, table.seats.count()) == ("open", alice, 2)


def test_with_bots_alone_it_begins_at_once(client):
    data = {"do": "open", "players": "2", "seat2": "recruit", "substitute": "on"}
    client.post(NEW, data)
    table = Table.objects.get()
    assert table.status == "running" and table.substitute


def test_the_chat_is_chosen_when_the_table_opens(client, alice):
    client.force_login(alice)
    client.post(NEW, {"do": "open", "players": "2", "was": "own", "chat": "quick"})
    table = Table.objects.get()
    assert (table.chat, table.guest_text) == ("quick", False)
    text = client.get(reverse("table", args=[table.code])).content.decode()
    assert "data-chat-text" in text
    Table.objects.update(chat="off")
    text = client.get(reverse("table", args=[table.code])).content.decode()
    assert "data-chat" not in text


def test_the_form_keeps_the_speed_of_the_bots(client, alice):
    page = client.post("/new/", {"game": "ultimate", "was_game": "ultimate", "tempo": "storm"})
    assert '<option value="storm" selected>' in page.content.decode()
    client.force_login(alice)
    client.post(
        "/new/", {"game": "ultimate", "was_game": "ultimate", "tempo": "storm", "do": "open"}
    )
    assert Table.objects.get().tempo == "storm"


def test_a_clash_is_not_opened(client):
    answer = client.post(NEW, {"do": "open", "auto": "3", "faces": "3"})
    assert answer.status_code == 200 and "Never compared" in answer.content.decode()
    assert not Table.objects.exists()


def test_an_unknown_bot_is_an_open_seat(client):
    client.post(NEW, {"do": "open", "seat2": "emperor"})
    assert Table.objects.get().seats.count() == 1


def test_a_forged_form_is_refused(client):
    client.handler.enforce_csrf_checks = True
    assert client.post(NEW, {"do": "open"}).status_code == 403


def test_a_rated_table_that_cannot_be_says_why(client):
    answer = client.post(NEW, {"do": "open", "game": "war", "rated": "on"})
    assert "luck alone" in answer.content.decode() and not Table.objects.exists()


@each(
    [
        ("ww3", {"seats": "4"}, "reach the limit", "over after 188 rounds"),
        ("ultimate", {"seats": "3"}, "reach the limit", "preset=full"),
        ("ultimate", {"seats": "4"}, "reach the limit", "over after 783 fights"),
        ("ww3", {"seats": "2"}, "Half of the simulated games", ""),
        ("war", {"players": "3"}, "Half of the simulated games", ""),
    ],
    "client",
)
def test_the_form_says_when_games_are_mostly_stopped(client, game, choice, said, more):
    text = client.get("/new/", {"game": game} | choice).content.decode()
    assert said in text and more in text
    assert ("reach the limit" in text) == (said == "reach the limit")


def test_another_number_of_players_is_still_the_preset():
    assert Draft(find("ww3"), {"seats": "5", "cap": "40"}).preset == "quick"
    assert Draft(find("ww3"), {"seats": "1"}).preset == "solo"
    assert Draft(find("ww3"), {"seats": "5", "cap": "50"}).preset == "own"
