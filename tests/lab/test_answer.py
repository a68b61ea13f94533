"""What the lab says it found: golden sentences, and their numbers compared with the counts."""

import re
from statistics import mean

import pytest

from games.lab.counting.accumulator import Sums
from games.lab.runs import answer
from games.lab.runs.answer import Asked
from games.lab.runs.comparison import Side
from games.lab.runs.engine import play_plainly
from games.lab.runs.figures import Named
from games.lab.runs.gallery import GALLERY
from games.lab.runs.spec import read_spec
from tests.depth import share
from tests.each import each
from tests.lab.answers import GOLDEN, all_answers, sides

NUMBER = r"([\d,.]*\d)"
LASTS = re.compile(
    rf"A game takes {NUMBER} \w+ on average, give or take {NUMBER}.* half are over after "
    rf"{NUMBER}(?: \w+)?, nine in ten after {NUMBER}\."
)
WINS = re.compile(
    rf"Seat (\d)(?: \(\w+\))? wins {NUMBER}% of these games, give or take {NUMBER}: (.*)\."
)
DEALT = re.compile(
    rf"^With .*,? seat 1 wins {NUMBER}% of (?:these|the) games, give or take {NUMBER}\."
)
RATIO = re.compile(rf"“(.+?)” is (.+) “(.+?)”: {NUMBER} \w+ (?:instead of|not) {NUMBER}")
TIMES = {  # what a ratio is called, and about what it is
    "a third shorter than": 0.667,
    "a third as long as": 0.333,
    "a third longer than": 1.333,
    "three times as long as": 3,
    "four times as long as": 4,
}


def value(text: str) -> float:
    return float(text.replace(",", ""))


def digits(text: str) -> int:
    return len(text.partition(".")[2])


def lengths(sums: Sums) -> list[int]:
    return [length for length, count in enumerate(sums.lengths) for _ in range(count)]


def test_the_answers_of_all_questions_are_those_that_were_read_aloud():
    """If you change a sentence, run `python -m tests.lab.answers`, and read what it wrote aloud."""
    assert all_answers() == GOLDEN.read_text()


@each(share(GALLERY))
def test_every_number_of_a_run_is_the_one_that_was_counted(key):
    for _name, (spec, sums) in sides(key):
        text = " ".join(answer.of_run(spec, sums))
        average, margin, half, most = LASTS.search(text).groups()
        games = sorted(lengths(sums))
        assert round(mean(games), digits(average)) == value(average)
        assert games[(len(games) - 1) // 2] == value(half)
        assert games[-(-9 * len(games) // 10) - 1] == value(most)
        assert 0 < value(margin) < 0.1 * value(average)
        if told := DEALT.search(text):
            share, margin = told.groups()
            assert spec.hands and round(100 * sums.wins[0] / sums.games, digits(share)) == value(
                share
            )
        elif told := WINS.search(text):
            seat, share, margin, judged = told.groups()
            counted = 100 * sums.wins[int(seat) - 1] / sums.games
            assert round(counted, digits(share)) == value(share)
            fair = 100 * sum(sums.wins) / sums.games / len(spec.policies)
            assert ("better" in judged) == (counted > fair)
            assert abs(counted - fair) > value(margin) / 2
        else:
            assert f"No seat is better off, as far as {sums.games:,} games can show." in text


@each(GALLERY)
def test_every_number_of_a_comparison_is_the_one_that_was_counted(key):
    named = {name: side.sums for name, side in sides(key)}
    text = " ".join(answer.of_sides(sides(key), GALLERY[key].asked))
    if told := RATIO.search(text):
        one, called, other, a, b = told.groups()
        means = [mean(lengths(named[name])) for name in (one, other)]
        assert [round(each, digits(a)) for each in means] == [value(a), value(b)]
        assert means[0] / means[1] == pytest.approx(TIMES[called], rel=0.13)
    for percent, name in re.findall(rf"{NUMBER}% (?:of the games )?with “(.+?)”", text):
        sums = named[name]
        won = (sums.wins[0], sums.ends[1])  # by seat 1, with all cards
        assert value(percent) in [round(100 * each / sums.games, digits(percent)) for each in won]


def found(key):
    """The answer of a question, and the counts by name."""
    return (
        answer.of_sides(sides(key), GALLERY[key].asked)[0],
        {name: side.sums for name, side in sides(key)},
    )


def test_rare_games_are_those_that_were_counted():
    text, named = found("shortest")
    many, most = re.search(rf"One game in {NUMBER} .* one in {NUMBER} takes no more", text).groups()
    counts = named["The last card stands"].lengths
    assert value(many) == round(10**6 / counts[26]) and value(most) == round(
        10**6 / sum(counts[:27])
    )
    text, named = found("longest")
    most, name = re.search(rf"games took {NUMBER} battles, with “(.+)”", text).groups()
    longest = {name: max(lengths(sums)) for name, sums in named.items()}
    assert longest[name] == value(most) == max(longest.values())


def test_games_that_never_end_and_seats_are_those_that_were_counted():
    text, named = found("endless")
    share, name = re.search(rf"{NUMBER}% of the games would never end with “(.+?)”", text).groups()
    never = {name: sums.ends[7] for name, sums in named.items()}
    assert round(100 * never[name] / 10**5, digits(share)) == value(share)
    assert all(
        (f"“{name}”" in text.partition(". ")[2]) == (not count) for name, count in never.items()
    )
    text, named = found("first")
    for name, sums in named.items():
        told = re.search(rf"With “{name}” (?:no seat|seat (\d) wins most often: {NUMBER}%)", text)
        if seat := told[1]:
            counted = 100 * sums.wins[int(seat) - 1] / sums.games
            assert round(counted, digits(told[2])) == value(told[2])


def side(options="", games=60, wanted=60, seed=5, policies=()):
    spec = read_spec(game="war", games=wanted, options=options, seed=seed, policies=policies)
    return Side(spec, play_plainly(spec, 0, games))


def test_too_few_games_give_no_answer_or_none_that_is_sure():
    assert answer.of_run(*side(games=1, wanted=1)) == []
    two = [Named("One", side()), Named("Other", side(seed=6))]
    assert answer.of_sides(two) == ["120 games show no difference in length."]
    assert answer.of_sides(two, Asked.WINS) == ["120 games show no difference in who wins."]
    assert answer.of_sides(two[:1]) == []


def test_what_is_still_counting_says_so():
    begun, *found = answer.of_run(*side(games=20, wanted=2_000))
    assert begun == "So far, after 20 of 2,000 games:" and len(found) == 2
    two = [Named("War", side()), Named("Peace", side("mode=peace", games=20, wanted=2_000))]
    assert answer.of_sides(two)[0] == "So far, after 80 of 2,060 games:"


def test_of_two_runs_the_shorter_one_is_named_first():
    two = [Named("Automatic", side("auto=2")), Named("War", side())]
    for order in (two, two[::-1]):
        assert answer.of_sides(order)[0].startswith("“Automatic” is ")


def test_a_run_from_a_place_begins_with_who_wins():
    names = ["Ben", "Anna"]
    spec, sums = side()
    first, *_ = answer.of_run(spec._replace(start="x"), sums, names)
    leader = names[sums.wins[1] > sums.wins[0]]
    assert first.startswith(f"{leader} wins most often from here: ")
