"""How a sentence about a player is said to this player: an English grammar of its own, so that the
declared sentences are not compared with themselves."""

import re

# The verbs of sentences about a player; in the past they stay as they are.
VERBS = {"is": "are", "has": "have", "must": "must", "cannot": "cannot", "does": "do"}
VERBS |= {"laid": "laid", "lost": "lost", "withdrew": "withdrew", "passes": "pass"}
VERBS |= {
    f"{verb}s": verb
    for verb in (
        *("accept", "agree", "ask", "beat", "call", "challenge", "choose", "declare", "decline"),
        *("draw", "field", "fight", "give", "hold", "join", "lay", "lead", "lose", "make"),
        *("offer", "resign", "share", "sit", "slap", "strike", "take", "win"),
    )
}
CARDS = r"\w+ \{..\}"
BEGINS = r"^((?:Round \d+: |War: |Everyone could beat the card: )?)"


def said_to(name: str, text: str) -> str:
    """
    >>> said_to("Ann", "Ann beats Bob and takes 2 cards.")
    'You beat Bob and take 2 cards.'
    >>> said_to("Bob", "Ann {Kd}, Bob {7c}.")
    'You {7c}, Ann {Kd}.'
    """
    if re.fullmatch(rf"{CARDS}(?:, {CARDS})*\.", text):
        rows = text[:-1].split(", ")
        rows.sort(key=lambda row: not row.startswith(f"{name} "))
        return re.sub(rf"\b{name}\b", "You", ", ".join(rows)) + "."
    if together := re.fullmatch(r"([^:.]+) (are tied|share the win)(.*)", text):
        seats = re.split(", | and ", together[1])
        if name not in seats:
            return text
        others = [seat for seat in seats if seat != name]
        listed = " and ".join([", ".join(others[:-1]), others[-1]]) if others[1:] else others[0]
        comma = "," if together[2] == "are tied" else ""
        return f"You {together[2]} with {listed}{comma}{together[3]}"
    if subject := re.match(rf"{BEGINS}{name} (?!and )(\w+)", text):
        you = "you" if subject[1] else "You"
        rest = text[subject.end() :].replace("from their", "from your")
        rest = re.sub(r"\band (\w+s)\b(?= (?:the war|a card|\d))", second_verb, rest)
        text = f"{subject[1]}{you} {VERBS[subject[2]]}{rest}"
    text = re.sub(rf"^{name}'s ", "Your ", text)
    text = re.sub(rf"\b{name}'s ", "your ", text)
    return re.sub(rf"\b{name}\b", "you", text)


def second_verb(found: re.Match[str]) -> str:
    return f"and {VERBS[found[1]]}"
