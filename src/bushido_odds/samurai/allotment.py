"""Who takes which hits: the owner of the hits allots them over the enemies in base contact.

The hits are known when they are allotted, what armour and Body Strength make of them is not.
https://student2.ru/literatura/300693-srazheniya-s-uchastiem-otryadov/
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import cycle, islice, product
from math import comb, lcm, prod
from typing import TypeAlias

from bushido_odds.dice.joint import JointLaw, Point
from bushido_odds.errors import BushidoOddsError

Allotment: TypeAlias = tuple[Point, ...]
"""For each enemy model, how many hits of each kind it takes."""

MAX_SEARCH = 2_000_000
"""The most combinations that are compared for the allotment that puts most models out."""


class TooManyToAllotError(BushidoOddsError):
    """The best allotment is among more than ``MAX_SEARCH`` combinations."""


def in_order(hits: Point, models: Sequence[int], enemies: int) -> Allotment:
    """Hits dealt one by one to the models of a list, over and over; the first kind goes first.

    Args:
        hits: how many of each kind.
        models: places among the enemies, from 0, in the order in which they take hits.
        enemies: how many enemies there are.
    """
    taken = [[0] * len(hits) for _ in range(enemies)]
    kinds = [kind for kind, number in enumerate(hits) for _ in range(number)]
    for kind, place in zip(kinds, islice(cycle(models), len(kinds)), strict=True):
        taken[place][kind] += 1
    return tuple(map(tuple, taken))


def most_out(
    most: Point, groups: Sequence[int], harm: Callable[[int, Point], JointLaw]
) -> Mapping[Point, Allotment]:
    """For every number of hits, the allotment that puts most models out of action on average.

    Of equal ones that with most wounds, then that with most hits on the earliest models.

    Args:
        most: the highest number of hits of each kind.
        groups: the group of each enemy model.
        harm: the law of (fate, wounds lost) of a model of a group, by the hits on it.

    Raises:
        TooManyToAllotError: the search is too large.

    Cost: for each model but one, every way to part every number of hits in two, that is the product
    of C(n + 2, 2) over the kinds.
    """
    search = prod(comb(number + 2, 2) for number in most) * (len(groups) - 1)
    if search > MAX_SEARCH:
        raise TooManyToAllotError(
            f"the best allotment is among {search:,} combinations, more than {MAX_SEARCH:,}: "
            "let the hits be spread, or give their order"
        )
    points = list(_parts(most))
    values = _values(points, sorted(set(groups)), harm)
    worth = values[groups[-1]]
    best: dict[Point, Allotment] = {point: (point,) for point in points}
    for group in reversed(groups[:-1]):
        own, after, taken = values[group], worth, best
        worth, best = {}, {}
        for point in points:
            worth[point], part = max(
                (own[part] + after[_less(point, part)], part) for part in _parts(point)
            )
            best[point] = (part, *taken[_less(point, part)])
    return best


def _less(point: Point, part: Point) -> Point:
    return tuple(map(int.__sub__, point, part))


def _parts(point: Point) -> Iterator[Point]:
    """Every part of some hits, from none of them to all."""
    return product(*(range(number + 1) for number in point))


def _values(
    points: Sequence[Point], groups: Sequence[int], harm: Callable[[int, Point], JointLaw]
) -> dict[int, dict[Point, int]]:
    """For each group, what hits on one of its models are worth, as one whole number.

    The number puts the chance to be out of action first and the mean of the wounds second, so that
    comparing sums of it compares both.
    """
    worth: dict[tuple[int, Point], tuple[Fraction, Fraction]] = {}
    for group in groups:
        for point in points:
            law = harm(group, point)
            worth[group, point] = (
                law.chance(lambda after: after[0] > 0),
                law.law(lambda after: after[1]).mean,
            )
    out_scale = lcm(*(out.denominator for out, _ in worth.values()))
    wound_scale = lcm(*(wounds.denominator for _, wounds in worth.values()))
    # No sum of wounds over all the models of a fight comes near this many.
    room = wound_scale * 10**6
    return {
        group: {
            point: int(worth[group, point][0] * out_scale) * room
            + int(worth[group, point][1] * wound_scale)
            for point in points
        }
        for group in groups
    }
