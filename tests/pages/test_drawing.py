"""Cards, piles, card shares and words as the template tags draw them."""

import re

from django.template import Context, Template

from games.rules.catalogue import find
from games.table.replay import moves_log
from games.templatetags import cards, front, words
from tests.each import each


def render(source, **context):
    return Template("{% load cards %}" + source).render(Context(context))


@each(
    [
        ("Kd", "king of diamonds"),
        ("Th", "10 of hearts"),
        ("2s", "2 of spades"),
        ("Ac", "ace of clubs"),
    ]
)
def test_a_card_says_its_name(code, name):
    html = render("{% card code %}", code=code)
    assert f'aria-label="{name}"' in html
    assert f"#f-{code}" in html and f"#m-{code}" in html


def test_only_full_courts_fetch_a_picture():
    assert "Kd.svg" in render('{% card "Kd" %}')
    assert "Kd.svg" not in render('{% card "Kd" face="mini" %}')
    assert "<image" not in render('{% card "7d" %}')


def test_a_hidden_card_tells_nothing():
    html = render('{% card "??" %}')
    assert "data-suit" not in html and 'aria-label="face-down card"' in html


def test_a_pile_shows_thickness_and_number():
    assert "<b>17</b>" in render("{% pile 17 %}") and "p2" in render("{% pile 17 %}")
    assert "p3" in render("{% pile 31 %}")
    assert 'aria-label="1 card, face down"' in render("{% pile 1 %}")
    assert "empty" in render("{% pile 0 %}")


def test_a_fan_counts_what_is_hidden_and_names_what_is_not():
    assert 'aria-label="3 face-down cards"' in render("{% fan 3 %}")
    html = render("{% fan codes %}", codes=["6h", "??"])
    assert 'aria-label="6 of hearts, 1 face-down card"' in html and "fan open" in html
    assert render("{% fan codes %}", codes=[]) == ""


def test_cards_in_text_become_chips_and_markup_is_escaped():
    html = cards.chips("<b>Eve</b> {Kd} beats {4s}. {Zz} {kd}")
    assert html.count('class="cc"') == 2
    assert "&lt;b&gt;Eve&lt;/b&gt;" in html and "{Zz} {kd}" in html
    assert "king of diamonds" in html and "4 of spades" in html


def test_no_line_begins_with_the_stop_after_a_card():
    html = cards.chips("{Kd}, {4s} <i>)")
    assert html.startswith('<span class="nb"><span class="cc"') and "</span>,</span>" in html
    assert html.count('class="nb"') == 1 and "&lt;i&gt;)" in html


def test_a_seat_has_its_sign():
    html = render('{% counter 3 "l" %}')
    assert 'data-seat="3"' in html and "#u-3" in html and 'class="ctr l"' in html


def test_the_front_names_everybody_and_puts_the_pot_between_two():
    html = render("{% front counts 16 names %}", counts=[19, 17], names=["Alice", "Bob"])
    assert 'aria-label="Cards held: Alice 19, Pot 16, Bob 17"' in html
    assert re.findall(r'fr-(\d)" x="(\d+)" y="0" width="(\d+)"', html) == [
        ("1", "0", "19"),
        ("0", "19", "16"),
        ("2", "35", "17"),
    ]


def test_three_have_the_pot_last_and_an_empty_pot_is_left_out():
    seats = [seat for seat, _, _ in front.parts([17, 16, 15], 4, ["A", "B", "C"], "Pot")]
    assert seats == [1, 2, 3, 0]
    assert len(front.parts([26, 26], 0, ["A", "B"], "Pot")) == 2


def test_names_in_the_front_are_escaped():
    html = render("{% front counts 0 names %}", counts=[26, 26], names=["<i>", '"Bob"'])
    assert "<i>" not in html and "&lt;i&gt; 26" in html and "&quot;Bob&quot;" in html


def test_the_chart_stacks_the_seats():
    html = front.front_chart([[26, 26], [39, 13], [52, 0]], ["Alice", "Bob"])
    paths = re.findall('<path class="fr-(.)" d="([^"]*)"', html)
    assert paths == [  # the lower one over the higher one
        ("2", "M0.0 0.0L50.0 0.0L100.0 0.0L100 100L0 100z"),
        ("1", "M0.0 50.0L50.0 25.0L100.0 0.0L100 100L0 100z"),
    ]
    assert "Alice between 26 and 52, now 52" in html


def test_a_chart_of_one_point_or_none_is_no_error():
    # Cards on the table are in no pile, and leave no stripe above the others.
    assert 'class="fr-2" d="M0.0 0.0L100.0 0.0L' in front.front_chart([[25, 25], [38, 12]])
    assert "<path" in front.front_chart([[26, 26]])
    assert front.front_chart([]) == ""


@each([(None, ""), (0, "0 s"), (41_999, "41 s"), (60_000, "1 min"), (252_000, "4 min 12 s")])
def test_durations_are_said_in_words(ms, said):
    assert words.duration(ms) == said
    assert words.duration(3_780_000) == "1 h 3 min"


def test_numbers_of_things_are_said_in_words():
    assert [words.counted(find("war"), count) for count in (1, 270)] == ["1 battle", "270 battles"]
    assert [words.war_count(count) for count in (0, 1)] == ["0 wars", "1 war"]


def test_seats_get_their_names():
    names = ["Alice", "Bob", "Cleo"]
    assert moves_log.named("<2> takes 10 cards", names) == "Bob takes 10 cards"
    assert (
        moves_log.named("<1>, <2> and <3> share the win", names)
        == "Alice, Bob and Cleo share the win"
    )
    assert moves_log.named("18 cards in seat 1's pile", names) == "18 cards in seat 1's pile"
    assert moves_log.named("<4> wins", names) == "Seat 4 wins"


@each(
    [
        ("1", "all", "Alice wins after 270 battles: all cards taken"),
        ("2", "cap", "Bob wins after 270 battles: most cards at the battle limit"),
        (
            "=1+2",
            "cap",
            "Alice and Bob share the win after 270 battles: most cards at the battle limit",
        ),
        (
            "=1+2",
            "deadlock",
            "Drawn between Alice and Bob after 270 battles: tied on the last cards",
        ),
        ("*", "", "Not finished after 270 battles"),
    ]
)
def test_results_are_said_in_words(result, end, said):
    assert words.outcome(find("war"), result, ["Alice", "Bob"], end, 270) == said
