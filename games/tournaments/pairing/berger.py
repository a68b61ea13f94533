"""The round robin of two by Berger's tables (section 5.4, FIDE C.05 annex).

Entrants are named by their seeds from 1; a pairing is (who has seat 1, who has seat 2)."""

Pairing = tuple[int, int]


def schedule(entrants: int, cycles: int = 1) -> list[list[Pairing]]:
    """Every round of the stage, its tables in order.  Who is at none of them is free.

    In a second cycle seats are exchanged; the last two rounds of the first change places, so
    that nobody has the same seat three times in a row (5.4.2)."""
    size = entrants + entrants % 2
    rounds = [_round(number, size, entrants) for number in range(1, size)]
    if cycles == 1:
        return rounds
    return rounds[:-2] + rounds[:-3:-1] + [[(b, a) for a, b in pairings] for pairings in rounds]


def _round(number: int, size: int, entrants: int) -> list[Pairing]:
    """Round `number` of the tables for an even `size`; the last seed may not exist (5.4.1)."""
    pairings = []
    for low in range(1, size):
        high = (number + 1 - low) % (size - 1) or size - 1  # i + j = r + 1 mod (m - 1)
        if high == low:
            pairings.append((low, size) if low <= size // 2 else (size, low))
        elif low < high:
            pairings.append((low, high) if (low + high) % 2 else (high, low))
    return [pairing for pairing in pairings if max(pairing) <= entrants]
