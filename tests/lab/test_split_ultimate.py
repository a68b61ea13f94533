"""The decisions of Ultimate War, which has no turns: when a seat decides, what it could choose, and
what follows when a choice is given."""

import pytest

from games.lab.chances.course import course_of_simulated
from games.lab.chances.decisions import decisions_of, looks_of
from games.lab.counting.adapter import find
from games.lab.counting.driver import Start
from games.lab.runs.games import Simulated
from games.lab.runs.spec import read_spec
from games.rules.game import Act
from games.rules.ultimate import call_events as calls
from games.rules.ultimate import choices
from games.rules.ultimate import events as ev
from games.rules.ultimate.choices import Choice
from games.rules.ultimate.policies import LEVELS
from games.rules.ultimate.state import HAND, Zone
from tests.each import each

SHORT = "clock=300000"
GAMES = [  # bots seldom offer another card, and agree to all they ever see
    ("change=on;clock=300000", ["random", "bully", "hoarder", "hunter"], 0),
    ("change=on;clock=300000", ["random", "bully", "hoarder", "hunter"], 1),
    ("change=on;seats=3", ["bully", "hoarder", "hunter"], 6),
]
ULTIMATE = find("ultimate")
KNOWN = ULTIMATE.decisions
NOBODY = -1


def course_of(options, policies, index=0):
    spec = read_spec(game="ultimate", games=100, options=options, seed=4, policies=policies)
    return course_of_simulated(Simulated(spec, index))


@pytest.fixture(scope="module")
def mixed():
    return [course_of(*game) for game in GAMES]


def made(courses):
    """Their decisions, with the course and the seat of each."""
    for course in courses:
        for seat in range(course.o.players):
            for decision in decisions_of(course, seat):
                yield course, seat, decision


def test_every_kind_of_choice_is_met_and_what_was_chosen_was_possible(mixed):
    kinds = set()
    for course, seat, (frame, t, possible, chosen) in made(mixed):
        assert chosen in possible and len({*possible}) == len(possible) > 1
        assert course.game.load(course.states[frame]).now <= t.now
        assert not t.seats[seat].out and not t.multi.open
        kinds.add(chosen.kind)
    assert kinds == {*Choice} - {Choice.ANY, Choice.REFUSE}


@pytest.mark.outer
def test_what_is_given_is_what_happens(mixed):
    """The legality of acts is that of the rules: a refused one would leave the state as it was."""
    rare = (Choice.CHANGE, Choice.AGREE)
    known = [*made(mixed)]
    rares = [one for one in known if one[2].chosen.kind in rare]
    for course, seat, (_frame, t, possible, _chosen) in [*known[::12], *rares]:
        start = course.position_in(t, str(seat + 1)).start
        levels = ULTIMATE.levels(course.seats)
        for choice in possible:
            given = start.choosing(seat, choice)
            after, _notes = ULTIMATE.fresh(course.o, levels, 5, 1, given)
            assert follows(t, after, seat, choice), choice


def follows(before, after, seat, choice):
    """Whether the state after a choice is one that only this choice leads to."""
    challenge, other = after.seats[seat].challenge, before.seats[seat].challenge
    against = choices.challenger_of(before, seat)
    fought = after.fights > before.fights
    if choice.kind == Choice.CHALLENGE:
        return challenge.number > before.challenges and challenge.target == choice.a
    if choice.kind == Choice.WAR:
        return fought and after.seats[choice.a].fought == after.seats[seat].fought == after.fights
    if choice.kind == Choice.OTHER:
        return after.challenges == before.challenges
    if choice.kind == Choice.CHANGE:
        return after.seats[against].challenge.proposal >= 0
    if choice.kind == Choice.REFUSE:
        return not fought and challenge.number == other.number and challenge.proposal < 0
    if choice.kind == Choice.AGREE:
        return fought and challenge.number == 0
    return fought and after.seats[against].challenge.number == 0


@pytest.mark.outer
def test_games_in_which_the_bot_chooses_the_same_are_the_same():
    """A Hunter leaves nothing to chance, except whether it offers another card."""
    course = course_of(SHORT, ["hunter", "bully", "bully", "random"])
    playouts, kinds = course.playouts(), set()
    for _frame, t, _choices, chosen in [*decisions_of(course, 0)][::3]:
        start = course.position_in(t, "1").start
        before, after = (start.choosing(0, choice) for choice in (KNOWN.usual, chosen))
        assert playouts.tally(before, 0, 3) == playouts.tally(after, 0, 3)
        kinds.add(chosen.kind)
    assert {Choice.OTHER, Choice.ACCEPT} <= kinds


def test_only_some_bots_ever_challenge():
    for level in LEVELS:
        course = course_of(SHORT, [level])
        heard = course.events
        challenged = any(isinstance(event, calls.Challenge) for event in heard)
        assert challenged == (level in choices.CHALLENGERS), level


def test_what_a_bot_does_for_certain_is_not_judged(mixed):
    course = mixed[0]
    chosen = [decision.chosen for decision in decisions_of(course, 3)]
    others = [choice for choice in chosen if choice.kind == Choice.OTHER]
    judged = {level: ats(course, 3, level) for level in ("hunter", "bully")}
    assert others and len(judged["bully"]) == len(chosen)
    assert len(judged["hunter"]) <= len(chosen) - len(others) + wars(course, 3)


def ats(course, seat, level):
    return [at for at, _start in looks_of(course, seat, level) if "!" in at]


def wars(course, seat):
    """The decisions in which a war was possible."""
    kinds = [{act.kind for act in each.choices} for each in decisions_of(course, seat)]
    return sum(Choice.WAR in found for found in kinds)


def test_the_looks_say_who_acts_before_and_after_a_choice(mixed):
    looks = looks_of(mixed[0], 1, "bully")
    assert looks[0][0] == mixed[0].recording.text_of(0) and looks[-1][1].state.end
    for at, start in looks[1:-1]:
        given = bool(at.replace("!", "?").partition("?")[1])
        assert start.choice[0] == 1 and (start.choice[1] == Choice.ANY) != given
        again = Start.unpacked(mixed[0].game.table, start.packed())
        assert again.packed() == start.packed()


def test_acts_that_are_handed_in_for_a_pulse_are_not_judged():
    course = course_of("clock=300000;pace=pulse", ["bully"])
    assert not [*made([course])] and not KNOWN.are_judged(course.o)
    assert [at for at, _ in looks_of(course, 0, "hunter")] == [
        course.recording.text_of(0),
        course.recording.text_of(len(course.frames) - 1),
    ]


def asked(t, *, number=3):
    """Seat 1 has challenged seat 2."""
    t.players = 3
    challenge = t.seats[0].challenge
    challenge.number, challenge.target, challenge.zone = number, 1, HAND
    return t


@each(
    [
        (1, calls.Accept(9, 3, 0, 5, 1, 7, silent=True), Choice.ACCEPT),
        (0, calls.Accept(9, 3, 0, 5, 1, 7, silent=False), None),
        (0, calls.Disagree(9, 3, NOBODY, 20), Choice.REFUSE),
        (1, calls.Disagree(9, 3, NOBODY, 20), None),
        (2, ev.Confront(9, 2, Zone.HAND, 5, 0, 7), Choice.OTHER),
        (0, ev.Confront(9, 2, Zone.HAND, 5, 0, 7), None),
        (2, ev.Resign(9, 2, 4), None),
    ]
)
def test_who_has_done_what_in_an_event(seat, event, kind):
    """Silence is an answer."""
    t = asked(ULTIMATE.table())
    choice = choices.chosen(t, seat, {}, [ev.Muster(5), event])
    assert (choice and choice.kind) == kind
    choices.move_to(t, seat, [event])
    assert t.now == (0 if kind is None else 9)


def test_an_act_that_was_not_possible_yet_is_something_else():
    possible = [Act(Choice.CHALLENGE, 2), Act(Choice.OTHER)]
    assert KNOWN.which(None, possible) == possible[-1]
    assert KNOWN.which(Act(9, 1), possible) == possible[-1]  # a war
    assert KNOWN.which(Act(4, 52, 2, 53, 1), possible) == possible[0]
    assert [KNOWN.word(choice) for choice in possible] == ["challenge3", "other"]
