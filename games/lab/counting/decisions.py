"""The decisions of a game that the lab judges: the choices of a seat, and the choice it made."""

from collections.abc import Mapping, Sequence

from games.rules.events import Event
from games.rules.game import Act, Options, State


class Decisions:
    """The decisions of one game, defined in a subclass for the game's adapter.  Seats count from 0.

    `labels` are the words for choices on a button, by the names of the choices; the name of another
    seat replaces %(name)s.  `note` describes what counts as a choice, unless every act does.  After
    each choice `first` games are played, and up to `most` while the two best choices are near.
    `usual` is the choice that leaves a decision to the bot in the seat, for the games before that
    decision; None: these games begin with the decision anyway."""

    labels: Mapping[str, str]
    note = ""
    first, most = 1_600, 25_600
    usual: Act | None = None

    def are_judged(self, o: Options) -> bool:
        """Whether the decisions of games with these options are judged."""
        return True

    def choices(self, t: State, o: Options, p: int) -> list[Act]:
        """The choices of seat p now: at least two, or none.  Choices may differ from the acts of
        the rules.  If the seat may also do something else, or wait, the last choice stands for all
        of that."""
        raise NotImplementedError

    def word(self, choice: Act) -> str:
        """The name of a choice: `hold`, or `target2` for seat 2."""
        raise NotImplementedError

    def choice_of(self, act: Act) -> Act:
        """The choice that corresponds to an act of the rules."""
        return act

    def which(self, act: Act | None, choices: Sequence[Act]) -> Act:
        """The choice among these that corresponds to an act of the rules, otherwise the last
        choice."""
        if act is not None and (choice := self.choice_of(act)) in choices:
            return choice
        return choices[-1]

    def moment(self, t: State) -> tuple[int, ...]:
        """A key that is different for each decision."""
        raise NotImplementedError

    def calls(self, t: State) -> Mapping[int, str]:
        """The calls of seats in the last window of a simulated game, by seat; events may not show
        them."""
        return {}

    def chosen(
        self, t: State, p: int, called: Mapping[int, str], events: Sequence[Event]
    ) -> Act | None:
        """The choice of seat p in this state, from the calls and the events that followed; None if
        the seat made no choice."""
        raise NotImplementedError

    def move_to(self, t: State, p: int, events: Sequence[Event]) -> None:
        """Change the state, which the replay shows, to the moment at which seat p decides,
        according to the events that followed."""

    def is_certain(self, level: str, choices: Sequence[Act], chosen: Act) -> bool:
        """Whether a bot of this level could not have chosen otherwise, so that the choice has no
        effect."""
        return False
