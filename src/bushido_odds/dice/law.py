"""Probability laws on the integers, kept as whole-number weights over one total."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm


class Law(Mapping[int, Fraction]):
    """An immutable law on the integers: ``weights[k] / total`` is the probability of ``k``.

    It reads as a mapping from the possible values, ascending, to their probabilities as
    fractions; values of probability 0 are not in it.  The weights may sum to less than the
    total: such a law describes something that need not happen (the Success Level of an attack
    that may fail), and ``mass`` is the probability that it does.

    Raises:
        ValueError: a negative weight, or a total that is not positive or below the weights' sum.
    """

    __slots__ = ("_mass", "_weights", "total")

    total: int

    def __init__(self, weights: Mapping[int, int], total: int | None = None) -> None:
        kept = {k: weight for k in sorted(weights) if (weight := weights[k])}
        if kept and min(kept.values()) < 0:
            raise ValueError("a weight may not be negative")
        mass = sum(kept.values())
        self._weights = kept
        self._mass = mass
        self.total = mass if total is None else total
        if self.total <= 0 or mass > self.total:
            raise ValueError("the total must be positive and cover every weight")

    @classmethod
    def certain(cls, value: int) -> Law:
        """The law of a value that cannot vary."""
        return cls({value: 1})

    @classmethod
    def uniform(cls, values: Iterable[int]) -> Law:
        """The law of a fair choice among ``values`` (a die, say); repeats count."""
        weights: dict[int, int] = {}
        for value in values:
            weights[value] = weights.get(value, 0) + 1
        return cls(weights)

    def __getitem__(self, value: int) -> Fraction:
        return Fraction(self._weights[value], self.total)

    def __iter__(self) -> Iterator[int]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __contains__(self, value: object) -> bool:
        return value in self._weights

    def __hash__(self) -> int:
        return hash(tuple((k, self[k]) for k in self))

    def __repr__(self) -> str:
        inside = ", ".join(f"{k}: {w}/{self.total}" for k, w in self._weights.items())
        return f"Law({inside})"

    @property
    def weights(self) -> Mapping[int, int]:
        """The whole-number weights by value, ascending, zeros left out."""
        return self._weights

    @property
    def mass(self) -> Fraction:
        """The probability that there is a value at all: 1 for an ordinary law."""
        return Fraction(self._mass, self.total)

    @property
    def mean(self) -> Fraction:
        """The sum of value times probability; what never happens adds 0."""
        return Fraction(sum(k * w for k, w in self._weights.items()), self.total)

    @property
    def median(self) -> int:
        """The lower median: the smallest value whose cumulative probability reaches 1/2.

        Raises:
            ValueError: the law's mass is below 1/2, so there is none.
        """
        seen = 0
        for value, weight in self._weights.items():
            seen += weight
            if 2 * seen >= self.total:
                return value
        raise ValueError("a law of mass below 1/2 has no median")

    @property
    def mode(self) -> int:
        """The most likely value, the smallest of several."""
        return max(self._weights, key=lambda k: (self._weights[k], -k))

    def probability(self, value: int) -> Fraction:
        """The probability of ``value``, 0 where it cannot happen."""
        return Fraction(self._weights.get(value, 0), self.total)

    def at_least(self, value: int) -> Fraction:
        """The probability of ``value`` or more."""
        return Fraction(sum(w for k, w in self._weights.items() if k >= value), self.total)

    def map(self, function: Callable[[int], int]) -> Law:
        """The law of ``function(value)``."""
        weights: dict[int, int] = {}
        for value, weight in self._weights.items():
            image = function(value)
            weights[image] = weights.get(image, 0) + weight
        return Law(weights, self.total)

    def convolve(self, other: Law) -> Law:
        """The law of the sum of two independent values."""
        weights: dict[int, int] = {}
        for a, wa in self._weights.items():
            for b, wb in other._weights.items():
                weights[a + b] = weights.get(a + b, 0) + wa * wb
        return Law(weights, self.total * other.total)

    def mix(self, other: Law, chance: Fraction) -> Law:
        """This law with probability ``chance``, the other with the rest."""
        total = lcm(self.total, other.total)
        mine = total // self.total * chance.numerator
        theirs = total // other.total * (chance.denominator - chance.numerator)
        weights: dict[int, int] = {k: w * mine for k, w in self._weights.items()}
        for value, weight in other._weights.items():
            weights[value] = weights.get(value, 0) + weight * theirs
        return Law(weights, total * chance.denominator)
