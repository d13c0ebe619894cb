"""Alignments, who controls a Zone, and what it gives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bushido_odds.scenarios.alignment import Alignment, Side, Tally
from bushido_odds.scenarios.control import (
    Purchase,
    Warband,
    Zone,
    control,
    control_all,
    parse_purchase,
    worth,
)
from bushido_odds.scenarios.rules import RuleBrokenError

FRIENDLY, NEUTRAL, ENEMY = Alignment.FRIENDLY, Alignment.NEUTRAL, Alignment.ENEMY


def warband(*entries: str) -> Warband:
    return Warband(tuple(map(parse_purchase, entries)))


def held(us: list[str], them: list[str], alignment: Alignment = NEUTRAL, **bands: Warband) -> Tally:
    """Scenario Points of a Zone, from the models in it."""
    ours = bands.get("us", warband("Aya 12", "Ren & Jin 9", "Tama 3"))
    theirs = bands.get("them", warband("Oni 12", "Goblin 4", "Archer 3"))
    zone = Zone("zone", alignment, ours.present(us), theirs.present(them))
    return control(zone, ours, theirs).scenario_points


def test_points_by_alignment() -> None:
    assert [a.points for a in (FRIENDLY, NEUTRAL, ENEMY)] == [1, 2, 3]
    assert worth(FRIENDLY) == Tally(1, 3)
    assert worth(NEUTRAL) == Tally(2, 2)
    assert worth(ENEMY) == Tally(3, 1)


def test_friendly_to_one_is_enemy_to_the_other() -> None:
    assert [a.mirrored for a in (FRIENDLY, NEUTRAL, ENEMY)] == [ENEMY, NEUTRAL, FRIENDLY]
    for alignment in Alignment:
        assert alignment.seen_by(Side.US) is alignment
        assert alignment.seen_by(Side.THEM) is alignment.mirrored
        assert alignment.mirrored.mirrored is alignment


def test_influence_steps_from_enemy_to_neutral_to_friendly() -> None:
    assert [a.influenced for a in (ENEMY, NEUTRAL, FRIENDLY)] == [NEUTRAL, FRIENDLY, None]


@pytest.mark.parametrize(
    ("us", "them", "points"),
    [
        (["Aya", "Tama"], ["Oni"], Tally(2, 0)),  # 2-1 models, 15-12 rice
        (["Aya"], ["Goblin"], Tally(0, 0)),  # more rice, as many models
        (["Tama", "Ren"], ["Oni"], Tally(0, 0)),  # more models, less rice
        (["Aya", "Tama"], ["Oni", "Archer"], Tally(0, 0)),  # both equal
        (["Ren", "Tama"], ["Archer"], Tally(0, 0)),  # more models, the same rice
        (["Tama"], ["Oni", "Goblin"], Tally(0, 2)),
        ([], [], Tally(0, 0)),
        (["Tama"], [], Tally(2, 0)),
    ],
)
def test_control_needs_more_models_and_more_rice(
    us: list[str], them: list[str], points: Tally
) -> None:
    assert held(us, them) == points


def test_x_for_both_counts_only_where_both_are() -> None:
    # Ren & Jin cost 9 for both: each is a model, but one alone brings no rice.
    assert warband("Ren & Jin 9").rice({"Ren"}) == 0
    assert warband("Ren & Jin 9").rice({"Ren", "Jin"}) == 9
    assert warband("A & B & C 9").rice({"A", "C"}) == 0
    assert held(["Ren", "Jin"], ["Goblin"]) == Tally(2, 0)
    assert held(["Ren"], []) == Tally(0, 0)
    assert held(["Ren", "Tama"], ["Archer"]) == Tally(0, 0)
    # Alone it still counts as a model: it keeps them from having more.
    assert held(["Ren"], ["Oni"]) == Tally(0, 0)
    assert held([], ["Oni"]) == Tally(0, 2)


def test_two_cards_of_one_model_are_one_model_with_the_printed_cost() -> None:
    band = warband("Hanso / Great Wolf 16")
    assert band.present(["great wolf"]) == {"Hanso"}
    assert band.rice(band.present(["Great Wolf"])) == 16
    with pytest.raises(RuleBrokenError, match="the same model") as caught:
        band.present(["Hanso", "Great Wolf"])
    assert caught.value.rule is not None
    assert caught.value.rule.name == "Rice Cost"
    assert caught.value.path == (1,)


@pytest.mark.parametrize(
    ("alignment", "us", "them"), [(FRIENDLY, 1, 3), (NEUTRAL, 2, 2), (ENEMY, 3, 1)]
)
def test_a_zone_gives_points_by_the_alignment_that_its_holder_sees(
    alignment: Alignment, us: int, them: int
) -> None:
    assert held(["Aya"], [], alignment) == Tally(us, 0)
    assert held([], ["Oni"], alignment) == Tally(0, them)


names = st.lists(st.sampled_from(["Aya", "Ren", "Jin", "Tama"]), unique=True)


@given(names, names, st.sampled_from(Alignment))
def test_control_swaps_with_the_players(
    us: list[str], them: list[str], alignment: Alignment
) -> None:
    band = warband("Aya 12", "Ren & Jin 9", "Tama 3")
    ours = control(Zone("z", alignment, band.present(us), band.present(them)), band, band)
    theirs = control(
        Zone("z", alignment.mirrored, band.present(them), band.present(us)), band, band
    )
    assert tuple(ours.scenario_points) == tuple(theirs.scenario_points)[::-1]
    side = ours.controlled_by
    assert theirs.controlled_by is (None if side is None else side.other)
    assert ours.scenario_points.us >= 0
    assert ours.scenario_points.them >= 0


@pytest.mark.parametrize(
    ("words", "purchase"),
    [
        ("Aya 12", Purchase((("Aya",),), 12)),
        ("Aya: 12", Purchase((("Aya",),), 12)),
        ("Old  Tama 5", Purchase((("Old Tama",),), 5)),
        ("Goblin 2 4", Purchase((("Goblin 2",),), 4)),
        ("Ren & Jin 9", Purchase((("Ren",), ("Jin",)), 9)),
        ("Hanso/Great Wolf 16", Purchase((("Hanso", "Great Wolf"),), 16)),
        ("Skeleton 0", Purchase((("Skeleton",),), 0)),
    ],
)
def test_notations_of_models_with_their_rice(words: str, purchase: Purchase) -> None:
    assert parse_purchase(words) == purchase
    assert parse_purchase(str(purchase)) == purchase


@pytest.mark.parametrize("words", ["Aya", "12", "Ren & 9", "& Jin 9", "Wolf / 3", "", "Aya -3"])
def test_what_is_no_model_with_its_rice(words: str) -> None:
    with pytest.raises(RuleBrokenError, match="no model with its Rice Cost") as caught:
        parse_purchase(words)
    assert caught.value.suggestion is not None


def test_rice_has_a_limit() -> None:
    assert parse_purchase("Aya 500").rice == 500
    with pytest.raises(RuleBrokenError, match="0 to 500 rice"):
        parse_purchase("Aya 501")


def test_a_warband_has_no_two_models_of_one_name() -> None:
    with pytest.raises(RuleBrokenError, match='two models are called "aya"') as caught:
        warband("Oni 3", "aya 12", "Ren & Aya 9")
    assert caught.value.path == (1,)


def test_an_unknown_model_is_named_with_the_nearest() -> None:
    with pytest.raises(RuleBrokenError) as caught:
        warband("Aya 12", "Tama 3").present(["Aya", "Tamma"])
    assert caught.value.path == (1,)
    assert caught.value.suggestion == 'did you mean "Tama"?'
    with pytest.raises(RuleBrokenError, match="named twice"):
        warband("Aya 12").present(["Aya", "aya"])


def test_the_result_of_several_zones() -> None:
    us, them = warband("Aya 12", "Ren & Jin 9"), warband("Oni 10")
    zones = [
        Zone("gate", FRIENDLY, us.present(["Ren"])),
        Zone("bridge", ENEMY, us.present(["Aya", "Jin"]), them.present(["Oni"])),
    ]
    result = control_all(zones, us, them, name="here", explain=True)
    plain = result.to_dict()
    assert plain["kind"] == "scenario_control"
    assert plain["zones"]["gate"]["controlled_by"] is None
    assert plain["zones"]["bridge"] == {
        "alignment": "enemy",
        "models": {"us": 2, "them": 1},
        "rice": {"us": 12, "them": 10},
        "controlled_by": "us",
        "scenario_points": {"us": 3, "them": 0},
    }
    assert plain["scenario_points"] == {"us": 3, "them": 0}
    assert plain["worth"] == {
        "friendly": {"us": 1, "them": 3},
        "neutral": {"us": 2, "them": 2},
        "enemy": {"us": 3, "them": 1},
    }
    assert [line for step in result.working for line in step.lines] == [
        "gate: models 1-0, rice 0-0: nobody controls it",
        "bridge: models 2-1, rice 12-10: we control it",
        "bridge: we gain 3 Scenario Points (Enemy to us)",
    ]
    assert control_all(zones, us, them).working == ()
    theirs = control_all([Zone("gate", ENEMY, them=them.present(["Oni"]))], us, them, explain=True)
    assert theirs.working[1].lines == ("gate: they gain 1 Scenario Point (Friendly to them)",)
