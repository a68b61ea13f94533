"""Deals by hand: the cards of each seat, as people write them.  Cards that nobody names are dealt
at random.

    4 aces, 22 others   the four aces and any 22 cards
    AS 10H kd           these three cards
                        (nothing) the cards left over, shared with other empty hands"""

import re
from collections.abc import Iterator, Sequence
from itertools import cycle, groupby
from typing import NamedTuple

from games.rules import fairness
from games.rules.cards import (
    PACK,
    RANK_PLURALS,
    RANK_WORDS,
    RANKS,
    UNKNOWN,
    card,
    codes,
    name,
    parse,
    parts,
)
from games.rules.phrases import ENGLISH, Language, Phrase
from games.rules.phrases import gettext_noop as _

MOST_TEXT = 300  # characters of a hand
_SIGNS = str.maketrans("cdhs", "♣♦♥♠")
_LETTERS = str.maketrans("♣♦♥♠", "CDHS")
_SUITS = str.maketrans("♣♦♥♠♧♢♡♤", "cdhscdhs")
_CARD = r"(?:10|[2-9tjqka])[cdhs]"
_CARDS = re.compile(f"(?:{_CARD})+")
_JOKER = re.compile(r"jokers?|x[1-8]")
_NUMBERS = _("one two three four five six seven eight nine ten")  # in this order
_ARTICLES = _("a an")
_ALL = _("all")
_OTHERS = _("any card cards more other others random")
_JOINTS = _("and the")


class Hand(NamedTuple):
    """The cards of a seat, top first; UNKNOWN is any card.  `shuffled`: the cards get a new order
    in every game."""

    cards: tuple[int, ...]
    shuffled: bool = True

    @property
    def is_known(self) -> bool:
        """Whether at least one card of the hand is known."""
        return any(card != UNKNOWN for card in self.cards)

    @property
    def written(self) -> str:
        """The hand as `read_hands` reads it, in plain letters."""
        return self.words(ENGLISH).translate(_LETTERS)

    def words(self, lang: Language) -> str:
        """The parts of the hand in words that people can read and type."""
        words: list[str] = []
        for is_unknown, group in groupby(self.cards, lambda card: card == UNKNOWN):
            row = list(group)
            if is_unknown:
                text = lang.ngettext("{count} other", "{count} others", len(row))
                words.append(text.format(count=len(row)))
            else:
                words += _words_of(row, self.shuffled, lang)
        return ", ".join(words)


class BadHands(ValueError):
    """Hands that cannot be dealt; `reason` is a sentence."""

    def __init__(self, text: str, **values: object) -> None:
        self.reason = Phrase(text, **values)
        super().__init__(str(self.reason))


class _Some(NamedTuple):
    """A part of a hand: a number of cards of one rank, a number of any cards, or one card."""

    many: int
    rank: int = UNKNOWN
    card: int = UNKNOWN


def read_hands(
    texts: Sequence[str], ordered: Sequence[bool], lang: Language = ENGLISH
) -> list[Hand]:
    """The hands in these texts, one for each seat; empty texts share the rest of the pack.
    `ordered`, for each seat: the cards are written from the top, and not shuffled.

    Raises:
        BadHands: the hands cannot be dealt from one pack.
    """
    rows = [list(_parts(text, lang)) for text in texts]
    hands = _chosen(rows)
    rest = len(PACK) - sum(map(len, hands))
    if rest < 0:
        total = len(PACK) - rest
        raise BadHands(_("These are {total} cards. A pack has {all}."), total=total, all=len(PACK))
    empty = [hand for hand, row in zip(hands, rows, strict=True) if not row]
    if rest and not empty:
        text = _("Cards left over: {rest}. Deal them too, or leave one hand empty.")
        raise BadHands(text, rest=rest)
    for hand, _number in zip(cycle(empty), range(rest), strict=False):
        hand.append(UNKNOWN)
    for seat, hand in enumerate(hands, 1):
        if not hand:
            raise BadHands(_("Seat {seat} has no cards."), seat=seat)
    return [_hand(cards, not fixed) for cards, fixed in zip(hands, ordered, strict=True)]


def sentences(hands: Sequence[Hand], lang: Language = ENGLISH) -> list[str]:
    """A sentence about each hand."""
    shuffled = _("Seat {seat}: {hand}, shuffled.")
    ordered = _("Seat {seat}: {hand}, in this order from the top.")
    return [
        lang.gettext(shuffled if hand.shuffled else ordered).format(
            seat=seat, hand=hand.words(lang)
        )
        for seat, hand in enumerate(hands, 1)
    ]


def stored(hands: Sequence[Hand]) -> str:
    """The hands as text: `1:<cards>/2~:<cards>`, top first, with `~` if the cards are shuffled."""
    rows = enumerate(hands, 1)
    return "/".join(f"{n}{'~' * hand.shuffled}:{codes(hand.cards)}" for n, hand in rows)


def decoded(text: str) -> list[Hand]:
    """The hands in a text that `stored` made."""
    rows = parts(text, parse) if text else {}
    return [Hand(tuple(cards), seat.endswith("~")) for seat, cards in rows.items()]


def deal(hands: Sequence[Hand], key: bytes) -> str:
    """The text of the deal by this key, `1:<cards>/2:<cards>`: first the unnamed cards are drawn,
    then the hands without a fixed order are shuffled."""
    named = {card for hand in hands for card in hand.cards}
    rest = iter(fairness.shuffle(key, [card for card in PACK if card not in named]))
    rows = []
    for seat, hand in enumerate(hands, 1):
        cards = [next(rest) if card == UNKNOWN else card for card in hand.cards]
        if hand.shuffled:
            cards = fairness.shuffle(fairness.hand_key(key, seat), cards)
        rows.append(f"{seat}:{codes(cards)}")
    return "/".join(rows)


def _hand(cards: Sequence[int], shuffled: bool) -> Hand:
    """The hand with these cards, which are sorted if the hand is shuffled: equal hands are stored
    equally, however their cards were typed."""
    return Hand(tuple(sorted(cards, reverse=True) if shuffled else cards), shuffled)


def _chosen(rows: Sequence[Sequence[_Some]]) -> list[list[int]]:
    """The cards of each row; "four aces" means aces that no row names.  Raises BadHands if a card
    is named twice, or a rank does not have enough cards."""
    named = [part.card for row in rows for part in row if part.card != UNKNOWN]
    for one in named:
        if named.count(one) > 1:
            raise BadHands(_("The card {card} is there twice."), card=name(one))
    free = [one for one in PACK if one not in named]
    return [[one for part in row for one in _drawn(part, free)] for row in rows]


def _drawn(part: _Some, free: list[int]) -> list[int]:
    """Remove the cards of a part from the free ones, and return them.  Raises BadHands if there are
    not enough."""
    if part.card != UNKNOWN or part.rank == UNKNOWN:
        return [part.card] * part.many
    cards = [one for one in free if _rank(one) == part.rank][: part.many]
    if len(cards) < part.many:
        text = _("There are only four {ranks} in a pack.")
        raise BadHands(text, ranks=Phrase(RANK_PLURALS[part.rank]))
    for one in cards:
        free.remove(one)
    return cards


def _rank(one: int) -> int:
    """The rank of a card.  Unlike `cards.rank`, this can also be called where rules are
    compiled."""
    return one // 4


def _words(text: str, lang: Language) -> list[str]:
    """The words of a text in English and in another language."""
    return text.split() + lang.gettext(text).casefold().split()


def _ranks(lang: Language) -> dict[str, tuple[int, int]]:
    """The words for ranks, each with the rank, and the number of cards that the word means without
    a number: 1 for "ace", 4 for "aces"."""
    words: dict[str, tuple[int, int]] = {}
    for language in (ENGLISH, lang):
        for number in range(len(RANKS)):
            words[language.gettext(RANK_WORDS[number]).casefold()] = number, 1
            words[language.gettext(RANK_PLURALS[number]).casefold()] = number, 4
    return words


def _number(word: str, lang: Language) -> int | None:
    if word.isascii() and word.isdecimal() and len(word) <= 2:
        return int(word)
    if word in _words(_ALL, lang):
        return 4
    if word in _words(_ARTICLES, lang):
        return 1
    for words in (_NUMBERS.split(), lang.gettext(_NUMBERS).casefold().split()):
        if word in words:
            return words.index(word) + 1
    return None


def _parts(text: str, lang: Language) -> Iterator[_Some]:
    """The parts of a hand.  Raises BadHands if the text is not a hand."""
    if len(text) > MOST_TEXT:
        raise BadHands(_("A hand has at most {most} characters."), most=MOST_TEXT)
    plain = re.sub(r"[,;:+&./]", " ", text.translate(_SUITS).casefold())
    joints, others, ranks = _words(_JOINTS, lang), _words(_OTHERS, lang), _ranks(lang)
    words = [word for word in plain.split() if word not in joints]
    at = 0
    while at < len(words):
        word, count = words[at], _number(words[at], lang)
        following = words[at + 1] if at + 1 < len(words) else ""
        if _CARDS.fullmatch(word):
            for code in re.findall(_CARD, word):
                short = code.replace("10", "t")
                yield _Some(1, card=card(short[0].upper() + short[1]))
        elif _JOKER.fullmatch(word) or count and _JOKER.fullmatch(following):
            raise BadHands(_("There are no jokers in this game."))
        elif count and following in ranks:
            yield _Some(count, ranks[following][0])
            at += 1
        elif count and following in others:
            yield _Some(count)
            while at + 1 < len(words) and words[at + 1] in others:
                at += 1
        elif word in ranks and count is None:
            yield _Some(ranks[word][1], ranks[word][0])
        else:
            text = _("“{word}” is no card. Write cards like AS or 10H, “4 aces”, or “22 others”.")
            raise BadHands(text, word=word[:20])
        at += 1


def _words_of(cards: Sequence[int], is_grouped: bool, lang: Language) -> list[str]:
    """The cards in words; `is_grouped` writes four cards of a rank as one part, for hands in which
    order does not matter."""
    words: list[str] = []
    for number, group in groupby(cards, _rank):
        row = list(group)
        if is_grouped and len(row) == 4:
            words.append(f"4 {lang.gettext(RANK_PLURALS[number])}")
        else:
            words.append(" ".join(map(sign, row)))
    return words


def sign(number: int) -> str:
    """A card as people write it: `10♥`."""
    code = name(number)
    return code[0].replace("T", "10") + code[1].translate(_SIGNS)
