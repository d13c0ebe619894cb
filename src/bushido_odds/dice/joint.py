"""Joint laws: several whole numbers that depend on each other, as weights over one total."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm

from bushido_odds.dice.law import Law

Point = tuple[int, ...]


class JointLaw(Mapping[Point, Fraction]):
    """An immutable law on tuples of integers, all of one length, that sums to 1.

    It reads as a mapping from the possible points to their probabilities as fractions.  Weights
    are kept in lowest terms, so two equal laws have equal weights.

    Raises:
        ValueError: no weight at all, or a negative one.
    """

    __slots__ = ("_weights", "total")

    total: int

    def __init__(self, weights: Mapping[Point, int]) -> None:
        kept = {point: weights[point] for point in sorted(weights) if weights[point]}
        if not kept or any(weight < 0 for weight in kept.values()):
            raise ValueError("a joint law needs weights, none of them negative")
        common = gcd(*kept.values())
        self._weights = {point: weight // common for point, weight in kept.items()}
        self.total = sum(self._weights.values())

    @classmethod
    def certain(cls, point: Point) -> JointLaw:
        """The law of a point that cannot vary."""
        return cls({point: 1})

    @classmethod
    def of(cls, chances: Mapping[Point, Fraction]) -> JointLaw:
        """The law with these probabilities; they must sum to 1.

        Raises:
            ValueError: they do not.
        """
        if sum(chances.values()) != 1:
            raise ValueError("the probabilities of a joint law sum to 1")
        total = lcm(*(chance.denominator for chance in chances.values()))
        return cls({point: int(chance * total) for point, chance in chances.items()})

    @classmethod
    def mixture(cls, parts: Iterable[tuple[int, JointLaw]]) -> JointLaw:
        """The law that follows each part with the chance its weight has among all weights."""
        parts = [(weight, law) for weight, law in parts if weight]
        total = lcm(*(law.total for _, law in parts))
        mixed: dict[Point, int] = {}
        for share, law in parts:
            scale = share * (total // law.total)
            for point, weight in law._weights.items():
                mixed[point] = mixed.get(point, 0) + weight * scale
        return cls(mixed)

    def __getitem__(self, point: Point) -> Fraction:
        return Fraction(self._weights[point], self.total)

    def __iter__(self) -> Iterator[Point]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __hash__(self) -> int:
        return hash(tuple(self._weights.items()))

    def __repr__(self) -> str:
        inside = ", ".join(f"{point}: {w}/{self.total}" for point, w in self._weights.items())
        return f"JointLaw({inside})"

    @property
    def weights(self) -> Mapping[Point, int]:
        """The whole-number weights by point, ascending, zeros left out."""
        return self._weights

    def plus(self, other: JointLaw) -> JointLaw:
        """The law of the sum, number by number, of two independent points."""
        weights: dict[Point, int] = {}
        for mine, weight in self._weights.items():
            for theirs, chance in other._weights.items():
                point = tuple(map(int.__add__, mine, theirs))
                weights[point] = weights.get(point, 0) + weight * chance
        return JointLaw(weights)

    def repeated(self, times: int) -> JointLaw:
        """The law of the sum of independent repetitions; with none, of zeros.

        For a trial that adds 1 in at most one place it is the multinomial law.
        """
        law = JointLaw.certain((0,) * len(next(iter(self._weights))))
        for _ in range(times):
            law = law.plus(self)
        return law

    def map(self, function: Callable[[Point], Point]) -> JointLaw:
        """The law of ``function(point)``."""
        weights: dict[Point, int] = {}
        for point, weight in self._weights.items():
            image = function(point)
            weights[image] = weights.get(image, 0) + weight
        return JointLaw(weights)

    def law(self, function: Callable[[Point], int]) -> Law:
        """The law of one number that follows from the point, such as one of its places."""
        weights: dict[int, int] = {}
        for point, weight in self._weights.items():
            value = function(point)
            weights[value] = weights.get(value, 0) + weight
        return Law(weights)

    def chance(self, event: Callable[[Point], bool]) -> Fraction:
        """The probability that the point is one of those an event holds for."""
        return Fraction(sum(w for point, w in self._weights.items() if event(point)), self.total)
