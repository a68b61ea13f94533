"""The decisions of a game that the lab judges: what a seat could choose, and what it chose."""

from collections.abc import Mapping, Sequence

from games.rules.events import Event
from games.rules.game import Act, Options, State


class Decisions:
    """The decisions of one game; its adapter has a subclass.  Seats count from 0.

    `labels` are the words of choices on a key, by their names; the name of another seat stands for
    %(name)s.  `note` says what counts as a choice, where it is not everything.  After each choice
    `first` games are played on, and up to `most` while the two best are near.  `usual` stands for
    whatever the bot in the seat chooses; None: a decision comes anyway, so nothing has to be given
    for the games before it."""

    labels: Mapping[str, str]
    note = ""
    first, most = 1_600, 25_600
    usual: Act | None = None

    def are_judged(self, o: Options) -> bool:
        """Whether the decisions of games with these options are judged."""
        return True

    def choices(self, t: State, o: Options, p: int) -> list[Act]:
        """What seat p can choose now: at least two, or none.  They need not be acts of the rules.
        If it may do something else as well, or wait, that is the last one."""
        raise NotImplementedError

    def word(self, choice: Act) -> str:
        """A choice in a word, its name: `hold`, or `target2` for seat 2."""
        raise NotImplementedError

    def choice_of(self, act: Act) -> Act:
        """The choice that an act of the rules is."""
        return act

    def which(self, act: Act | None, choices: Sequence[Act]) -> Act:
        """Which of these choices an act of the rules is, or none."""
        if act is not None and (choice := self.choice_of(act)) in choices:
            return choice
        return choices[-1]

    def moment(self, t: State) -> tuple[int, ...]:
        """A key that differs between decisions."""
        raise NotImplementedError

    def calls(self, t: State) -> Mapping[int, str]:
        """What seats have called in the last window of a simulated game, if events do not tell."""
        return {}

    def chosen(
        self, t: State, p: int, called: Mapping[int, str], events: Sequence[Event]
    ) -> Act | None:
        """What seat p chose in this state, from the calls and the events that followed; None:
        nothing."""
        raise NotImplementedError

    def move_to(self, t: State, p: int, events: Sequence[Event]) -> None:
        """Take the state, which the replay shows, to where seat p decides, from the events that
        followed."""

    def is_certain(self, level: str, choices: Sequence[Act], chosen: Act) -> bool:
        """Whether a bot of this level could have chosen nothing else, so that it makes no
        difference."""
        return False
