"""What a special moves a model into: stopped, Prone, or pushed along, by size.

Rules: https://jwarref.netlify.app/Rulebook/Special-Abilities.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import bushido_odds as bo
from bushido_odds.documents.fields import SIZES
from bushido_odds.rules.specials import SPECIALS

COLLISIONS = ("stopped", "knocks_down")


def effects(special: str, behind: str | None, size: str = "medium", **more: Any) -> dict[str, Any]:
    """What the target of a sure hit, or the attacker of a sure defence, suffers.

    Kata makes a single die 1 at least: against no dice at all it cannot fail.
    """
    user = {"attack": 0, "defence": 0, "special": special, "traits": ["Kata"]}
    user["attack" if special.endswith("Attack") else "defence"] = 1
    target = {"attack": 0, "defence": 0, "size": size, "behind": behind, "wounds": 99, **more}
    return dict(bo.solve({"active": user, "opponent": target}).opponent.effects)


def met(special: str, behind: str | None, size: str = "medium", **more: Any) -> list[str]:
    """The collisions that certainly happen."""
    found = effects(special, behind, size, **more)
    assert all(found[name] == Fraction(1) for name in COLLISIONS if name in found)
    return [name for name in COLLISIONS if name in found]


THROWS = ["Slam Attack", "Throw Attack", "Throw Defence"]
SHOVES = ["Push Attack", "Push Defence", "Forceback Attack"]


@pytest.mark.parametrize("special", THROWS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("behind", SIZES)
def test_a_thrown_model_meets_another_by_size(special: str, size: str, behind: str) -> None:
    moved, standing = SIZES.index(size), SIZES.index(behind)
    expected = []
    if standing >= moved:
        expected.append("stopped")  # by a model as large or larger
    if standing <= moved:
        expected.append("knocks_down")  # one as large falls too, a smaller one is pushed along
    assert met(special, behind, size) == expected
    assert effects(special, behind, size)["prone"] == 1


@pytest.mark.parametrize("special", THROWS)
@pytest.mark.parametrize("behind", ["terrain", "edge"])
def test_a_thrown_model_stops_at_terrain_and_at_the_edge(special: str, behind: str) -> None:
    assert met(special, behind) == ["stopped"]


@pytest.mark.parametrize("special", SHOVES)
@pytest.mark.parametrize("behind", [*SIZES, "terrain", "edge"])
def test_a_pushed_model_just_stops(special: str, behind: str) -> None:
    assert met(special, behind) == ["stopped"]
    assert "prone" not in effects(special, behind)


@pytest.mark.parametrize("special", THROWS + SHOVES)
def test_nothing_is_met_where_nothing_stands_behind(special: str) -> None:
    assert met(special, None) == []
    assert effects(special, None)["moved"] == 1


@pytest.mark.parametrize("special", sorted(SPECIALS))
def test_only_what_moves_the_enemy_away_brings_a_collision(special: str) -> None:
    moves = special in (*THROWS, *SHOVES, "Forceback Defence")
    assert bool(met(special, "medium")) == moves


@pytest.mark.parametrize("special", THROWS + SHOVES)
@pytest.mark.parametrize(
    "stays", [{"traits": ["Immovable"]}, {"states": ["held"]}], ids=["Immovable", "held"]
)
def test_who_is_not_moved_meets_nothing(special: str, stays: dict[str, Any]) -> None:
    found = effects(special, "large", **stays)
    assert {"moved", *COLLISIONS}.isdisjoint(found)


def test_who_cannot_fall_still_knocks_others_down() -> None:
    found = effects("Slam Attack", "small", traits=["Immune [Prone]"])
    assert (found["knocks_down"], found["moved"], "prone" in found) == (1, 1, False)


def test_a_collision_is_as_likely_as_the_movement() -> None:
    model = {"attack": 2, "defence": 0, "special": "Throw Attack"}
    enemy = {"attack": 1, "defence": 2, "size": "small", "behind": "small"}
    result = bo.solve({"active": model, "opponent": enemy})
    found = result.opponent.effects
    assert 0 < result.active.attack.success < 1
    assert (
        found["stopped"] == found["knocks_down"] == found["moved"] == result.active.attack.success
    )
    assert result.active.effects == {}


def test_a_mapping_of_the_size_means_the_size() -> None:
    assert met("Slam Attack", {"size": "large"}) == met("Slam Attack", "large")  # type: ignore[arg-type]


def test_movement_says_how_far() -> None:
    """The distance is that of the enemy's special; who is not moved has none."""
    exchange = {"active": "A: 1/0, Slam Attack", "opponent": "B: 0/1"}
    result = bo.solve({"kind": "melee", **exchange})
    assert (result.opponent.moved_by, result.active.moved_by) == ('3"', "")
    assert result.to_dict()["opponent"]["moved_by"] == '3"'
    assert "moved_by" not in result.to_dict()["active"]
    still = bo.solve({"kind": "melee", **exchange, "opponent": "B: 0/1, Immovable"})
    assert still.opponent.moved_by == ""
