"""The decisions of a game that the lab judges: the choices of a seat, and the one it made."""

from collections.abc import Mapping, Sequence

from games.rules.events import Event
from games.rules.game import Act, Options, State


class Decisions:
    """The decisions of one game; its adapter has a subclass.  Seats count from 0.

    `labels` are the words of choices on a key, by their names; the name of another seat stands for
    %(name)s.  `note` describes what counts as a choice, unless every act does.  After each choice
    `first` games are played on, and up to `most` while the two best are near.  `usual` stands for
    any choice of the bot in the seat; None: a decision always comes next, so the games before it
    need no given choice."""

    labels: Mapping[str, str]
    note = ""
    first, most = 1_600, 25_600
    usual: Act | None = None

    def are_judged(self, o: Options) -> bool:
        """Whether the decisions of games with these options are judged."""
        return True

    def choices(self, t: State, o: Options, p: int) -> list[Act]:
        """The choices of seat p now: at least two, or none.  They need not be acts of the rules.
        If the seat may also do something else, or wait, the last choice stands for that."""
        raise NotImplementedError

    def word(self, choice: Act) -> str:
        """The name of a choice: `hold`, or `target2` for seat 2."""
        raise NotImplementedError

    def choice_of(self, act: Act) -> Act:
        """The choice that corresponds to an act of the rules."""
        return act

    def which(self, act: Act | None, choices: Sequence[Act]) -> Act:
        """The choice among these that corresponds to an act of the rules, or the last one."""
        if act is not None and (choice := self.choice_of(act)) in choices:
            return choice
        return choices[-1]

    def moment(self, t: State) -> tuple[int, ...]:
        """A key that differs between decisions."""
        raise NotImplementedError

    def calls(self, t: State) -> Mapping[int, str]:
        """The calls of seats in the last window of a simulated game, which events may not show."""
        return {}

    def chosen(
        self, t: State, p: int, called: Mapping[int, str], events: Sequence[Event]
    ) -> Act | None:
        """The choice of seat p in this state, from the calls and the events that followed; None: no
        choice was made."""
        raise NotImplementedError

    def move_to(self, t: State, p: int, events: Sequence[Event]) -> None:
        """Move the state, as the replay shows it, to the moment at which seat p decides, according
        to the events that followed."""

    def is_certain(self, level: str, choices: Sequence[Act], chosen: Act) -> bool:
        """Whether a bot of this level could not have chosen otherwise, so that the choice has no
        effect."""
        return False
