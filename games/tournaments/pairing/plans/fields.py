"""Arithmetic with q elements 0 ... q-1: the finite field, or the integers modulo q if none."""

from collections.abc import Callable
from typing import NamedTuple


class Arithmetic(NamedTuple):
    """Sum and product of two elements."""

    plus: Callable[[int, int], int]
    times: Callable[[int, int], int]


def arithmetic(q: int) -> Arithmetic:
    """The field of q elements if q is a prime power, else the integers modulo q, in which some
    differences have no inverse."""
    prime, degree = prime_power(q)
    if degree == 1:
        return Arithmetic(lambda a, b: (a + b) % q, lambda a, b: a * b % q)
    powers = _powers(prime, degree)
    logs = {element: exponent for exponent, element in enumerate(powers)}

    def times(a: int, b: int) -> int:
        return powers[(logs[a] + logs[b]) % (q - 1)] if a and b else 0

    return Arithmetic(lambda a, b: _plus(a, b, prime), times)


def prime_power(q: int) -> tuple[int, int]:
    """Prime and exponent; (q, 1) also if q is no power of a prime."""
    prime = next((p for p in range(2, q) if q % p == 0), q)
    degree = 1
    while prime**degree < q:
        degree += 1
    return (prime, degree) if prime**degree == q else (q, 1)


def _powers(prime: int, degree: int) -> list[int]:
    """The q - 1 powers of x, as polynomials with coefficients modulo the prime, written as numbers
    to that base.  Modulo the first polynomial for which they are all there is but 0, x has a
    field."""
    q = prime**degree
    for modulus in range(q):  # x to the degree, as a polynomial of a lower one
        powers = [1]
        while len(powers) < q - 1:
            powers.append(_times_x(powers[-1], modulus, prime, q))
        if len({*powers} - {0}) == q - 1:
            return powers
    raise AssertionError(f"every finite field has a generator: {q}")


def _times_x(a: int, modulus: int, prime: int, q: int) -> int:
    carry, rest = divmod(a * prime, q)
    for _ in range(carry):
        rest = _plus(rest, modulus, prime)
    return rest


def _plus(a: int, b: int, prime: int) -> int:
    """Add digit by digit, without carrying."""
    total, place = 0, 1
    while a or b:
        total += (a % prime + b % prime) % prime * place
        a, b, place = a // prime, b // prime, place * prime
    return total
