"""Match logs: every rule of the scenarios by hand, and properties of any log."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bushido_odds.documents.scenario import score_from
from bushido_odds.errors import InputErrors
from bushido_odds.scenarios.rules import RuleBrokenError
from bushido_odds.scenarios.score import ScoreResult, score

Log = dict[str, Any]

POINTS = [
    {"for": "most scenario points", "turn": 2},
    {"for": "most friendly objectives", "turn": 3},
    {"for": "most scenario points", "turn": "last"},
]


def shrines(**fields: Any) -> Log:
    """A scenario with three Objectives and everything that may be done with them."""
    return {
        "types": ["objectives"],
        "length": "Fixed (4)",
        "objectives": {
            "layout": "centre",
            "alignment": {"near": "friendly", "middle": "neutral", "far": "enemy"},
        },
        "interactions": ["Influence (Simple)", "Prayer (3) (Complex)"],
        "victory_points": POINTS,
        **fields,
    }


def terraces(**fields: Any) -> Log:
    """A scenario with three Zones."""
    return {
        "types": ["zone control"],
        "length": "Fixed (3)",
        "zones": {"low": "friendly", "middle": "neutral", "high": "enemy"},
        "victory_points": [
            {"for": "most scenario points", "turn": 2},
            {"for": "most zones", "turn": 2},
            {"for": "most zones", "turn": "last"},
        ],
        **fields,
    }


def envoys(*points: Log, **fields: Any) -> Log:
    """A scenario of the type VIM."""
    return {
        "types": ["vim"],
        "length": "Fixed (3)",
        "victory_points": list(points)
        or [
            {"for": "vim killed", "turn": 2},
            {"for": "vim standing", "turn": "last"},
            {"name": "Letter", "for": "other"},
        ],
        **fields,
    }


BANDS = {"us": ["Aya 12", "Ren & Jin 9", "Tama 3"], "them": ["Oni 12", "Goblin 4", "Archer 3"]}


def log(scenario: Log, *turns: Log, **fields: Any) -> Log:
    return {"kind": "scenario_score", "scenario": scenario, "turns": list(turns), **fields}


def act(by: str, action: str, objective: str, model: str = "Aya") -> Log:
    return {"by": by, "model": model, "action": action, "objective": objective}


def acts(*actions: Log, **fields: Any) -> Log:
    """A turn with some actions."""
    return {"actions": list(actions), **fields}


def play(document: Log) -> ScoreResult:
    return score(score_from(document).match)


def totals(document: Log) -> list[tuple[int, int]]:
    """The Scenario Points after each turn."""
    return [(t.scenario_points.us, t.scenario_points.them) for t in play(document).turns]


def takers(document: Log) -> list[tuple[str, int] | None]:
    """Who scored each Victory Point, and in which turn."""
    return [t and (t.by.value, t.turn) for t in play(document).scored.values()]


def broken(document: Log) -> tuple[str, str, str | None]:
    """The path, the words and the rule of an illegal entry."""
    with pytest.raises(InputErrors) as caught:
        score_from(document)
    [fault] = caught.value.errors
    rule = fault.hint.split(":")[0].removeprefix("rule ") if fault.hint else None
    if rule is not None:
        assert fault.hint is not None
        assert fault.hint.endswith("(https://jwarref.netlify.app/Rulebook/Scenario-Rules)")
    return fault.path, fault.message, rule


# --- Influence ----------------------------------------------------------------------------------


def objectives(document: Log) -> dict[str, str]:
    return dict(play(document).to_dict()["objectives"])


def test_influence_goes_one_step_at_a_time_and_is_seen_by_the_player_who_acts() -> None:
    ours = log(shrines(), acts(act("us", "influence", "far"), act("us", "influence", "middle")))
    assert objectives(ours) == {"near": "friendly", "middle": "friendly", "far": "neutral"}
    theirs = log(
        shrines(), acts(act("them", "influence", "near"), act("them", "influence", "middle"))
    )
    assert objectives(theirs) == {"near": "neutral", "middle": "enemy", "far": "enemy"}


def test_influence_twice_on_one_objective() -> None:
    twice = acts(act("us", "influence", "far"), act("us", "influence", "far", "Ren"))
    assert objectives(log(shrines(), twice))["far"] == "friendly"


@pytest.mark.parametrize(("side", "objective"), [("us", "near"), ("them", "far")])
def test_influence_on_a_friendly_objective_is_illegal(side: str, objective: str) -> None:
    document = log(shrines(), acts(act(side, "influence", objective)))
    assert broken(document) == (
        "turns[0].actions[0].objective",
        f"{objective} is Friendly to {side} already",
        "Influence",
    )


@pytest.mark.parametrize("action", ["influence", "prayer"])
def test_only_the_interactions_of_the_scenario_may_be_used(action: str) -> None:
    other = {"influence": "Prayer (3)", "prayer": "Influence"}[action]
    document = log(shrines(interactions=[other]), acts(act("us", action, "far")))
    assert broken(document) == (
        "turns[0].actions[0].action",
        f"the scenario has no {action.capitalize()}",
        "Interactions",
    )


def test_an_unknown_objective() -> None:
    with pytest.raises(InputErrors) as caught:
        score_from(log(shrines(), acts(act("us", "prayer", "midle"))))
    [fault] = caught.value.errors
    assert fault.path == "turns[0].actions[0].objective"
    assert fault.suggestion == 'did you mean "middle"?'
    assert (
        objectives(log(shrines(), acts(act("us", "influence", "MIDDLE"))))["middle"] == "friendly"
    )


# --- Prayer -------------------------------------------------------------------------------------


def test_a_prayer_gives_points_by_the_alignment_that_the_player_sees() -> None:
    ours = acts(*(act("us", "prayer", name) for name in ("near", "middle", "far")))
    theirs = acts(*(act("them", "prayer", name, "Oni") for name in ("near", "middle")))
    assert totals(log(shrines(), ours, theirs)) == [(6, 0), (6, 5)]


def test_a_prayer_sees_the_alignment_of_its_moment() -> None:
    before = acts(act("us", "prayer", "far"), act("us", "influence", "far", "Ren"))
    after = acts(act("us", "influence", "far", "Ren"), act("us", "prayer", "far"))
    assert totals(log(shrines(), before)) == [(3, 0)]
    assert totals(log(shrines(), after)) == [(2, 0)]


def test_a_prayer_takes_a_token_of_the_player_for_the_whole_game() -> None:
    pray = act("us", "prayer", "near")
    theirs = act("them", "prayer", "near", "Oni")
    document = log(shrines(), acts(pray), acts(pray, theirs), acts(pray))
    assert play(document).to_dict()["prayer_tokens"] == {"us": 0, "them": 2}
    document["turns"].append(acts(pray))
    assert broken(document) == (
        "turns[3].actions[0]",
        "no Prayer Token is left: us had 3 and spent 3",
        "Prayer Pool",
    )
    # Theirs are counted apart.
    document["turns"][3] = acts(theirs)
    assert play(document).to_dict()["prayer_tokens"] == {"us": 0, "them": 1}


def test_without_prayer_there_are_no_tokens() -> None:
    document = log(shrines(interactions=["Influence"]), {})
    assert play(document).to_dict()["prayer_tokens"] == {"us": 0, "them": 0}


def test_the_sixth_prayer_of_five() -> None:
    prayers = [act("us", "prayer", name, model) for model in ("A", "B") for name in ("near", "far")]
    turns = acts(*prayers, act("us", "prayer", "middle", "A"), act("us", "prayer", "middle", "B"))
    document = log(shrines(interactions=["Prayer (5)"]), turns)
    assert broken(document)[0] == "turns[0].actions[5]"
    assert totals(log(shrines(interactions=["Prayer (6)"]), turns)) == [(12, 0)]


def test_a_model_prays_once_a_turn_at_the_same_objective() -> None:
    pray = act("us", "prayer", "near")
    assert broken(log(shrines(), acts(pray, pray))) == (
        "turns[0].actions[1]",
        "Aya has prayed at near in this turn",
        "Prayer once",
    )
    aya, other = pray, act("us", "prayer", "near", "AYA")
    assert broken(log(shrines(), acts(aya, other)))[2] == "Prayer once"
    # Another model, another Objective, another turn, the other player: all legal.
    legal = log(
        shrines(),
        acts(pray, act("us", "prayer", "near", "Ren"), act("them", "prayer", "near", "Aya")),
        acts(pray),
    )
    assert totals(legal) == [(2, 3), (3, 3)]
    assert totals(log(shrines(), acts(pray, act("us", "prayer", "far")))) == [(4, 0)]


# --- resets -------------------------------------------------------------------------------------


def test_scenario_points_are_reset_in_the_starting_phase() -> None:
    pray = act("us", "prayer", "far")
    document = log(shrines(reset_scenario_points=[2, 3]), acts(pray), acts(pray), acts(pray))
    assert totals(document) == [(3, 0), (3, 0), (3, 0)]
    document = log(shrines(), acts(pray), acts(pray), acts(pray))
    assert totals(document) == [(3, 0), (6, 0), (9, 0)]


def test_a_reset_of_points_comes_after_the_end_phase_before_it() -> None:
    pray = act("us", "prayer", "far")
    points = [{"for": "most scenario points", "turn": turn} for turn in (1, 2, 3)]
    scenario = shrines(reset_scenario_points=[2], victory_points=points)
    theirs = act("them", "prayer", "far", "Oni")
    assert takers(log(scenario, acts(pray), acts(theirs), {})) == [
        ("us", 1),
        ("them", 2),
        ("them", 3),
    ]


def test_alignments_are_reset_in_the_starting_phase() -> None:
    scenario = shrines(reset_alignment=[2])
    everything = dict.fromkeys(("near", "middle", "far"), "neutral")
    assert objectives(log(scenario, {}))["far"] == "enemy"
    assert objectives(log(scenario, {}, {})) == everything
    # Before the actions of the turn: the prayer finds it Neutral.
    assert totals(log(scenario, {}, acts(act("us", "prayer", "far")))) == [(0, 0), (2, 0)]


def test_a_reset_leaves_tokens_and_victory_points_alone() -> None:
    pray = act("us", "prayer", "far")
    document = log(shrines(reset_scenario_points=[3]), acts(pray), {}, {})
    result = play(document)
    assert (result.victory_points.us, result.standing.tokens.us) == (1, 2)


# --- Victory Points -----------------------------------------------------------------------------


def test_most_scenario_points() -> None:
    pray, theirs = act("us", "prayer", "near"), act("them", "prayer", "near", "Oni")
    points = [{"for": "most scenario points", "turn": turn} for turn in (1, 2, 3)]
    scenario = shrines(victory_points=points)
    assert takers(log(scenario, {}, acts(pray), acts(theirs))) == [None, ("us", 2), ("them", 3)]


def test_equal_points_score_for_nobody_and_are_gone() -> None:
    document = log(shrines(), {}, acts(act("us", "influence", "far")))
    assert takers(document) == [None, None, None]
    result = play(log(shrines(), {}, {}, {}, {}))
    assert result.finished
    assert result.winner is None


def test_most_friendly_objectives_counts_those_friendly_to_each() -> None:
    even = log(shrines(), {}, {}, {})
    assert takers(even)[1] is None
    ours = log(shrines(), acts(act("us", "influence", "middle")), {}, {})
    assert takers(ours)[1] == ("us", 3)
    theirs = log(shrines(), acts(act("them", "influence", "middle")), {}, {})
    assert takers(theirs)[1] == ("them", 3)


def test_a_point_of_the_last_turn_is_scored_in_the_last_turn_of_either_length() -> None:
    pray = act("us", "prayer", "near")
    turns: list[Log] = [acts(pray), {}, {}, {}]
    assert takers(log(shrines(), *turns))[2] == ("us", 4)
    variable = shrines(length="Variable (5)")
    turns += [{"length_roll": 3}, {"length_roll": 4}]
    assert takers(log(variable, *turns))[2] == ("us", 6)
    assert takers(log(variable, *turns[:-1]))[2] is None
    turns[-1:] = [{"length_roll": 1}, {}]
    assert takers(log(variable, *turns))[2] == ("us", 7)


@pytest.mark.parametrize(
    ("gone", "killed", "standing"),
    [
        ({}, None, None),
        ({"them": ["Kuro"]}, ("us", 1), ("us", 1)),
        ({"us": ["Aya"]}, ("them", 1), ("them", 1)),
        ({"us": ["Aya"], "them": ["Kuro"]}, None, None),
        ({"them": ["Goblin"]}, None, None),
        ({"them": ["kuro"]}, ("us", 1), ("us", 1)),
    ],
)
def test_vims_killed_and_standing(gone: Log, killed: object, standing: object) -> None:
    scenario = envoys(
        {"for": "vim killed", "turn": 1},
        {"for": "vim standing", "turn": 1},
        {"name": "x", "for": "other"},
    )
    vims = {"us": "Aya", "them": "Kuro"}
    assert takers(log(scenario, {"removed": gone}, vims=vims))[:2] == [killed, standing]


@pytest.mark.parametrize(
    ("gone", "killed", "standing"),
    [({}, None, ("them", 1)), ({"them": ["Kuro"]}, ("us", 1), None)],
)
def test_a_vim_of_one_player_alone(gone: Log, killed: object, standing: object) -> None:
    scenario = envoys(
        {"for": "vim killed", "turn": 1},
        {"for": "vim standing", "turn": 1},
        {"name": "x", "for": "other"},
    )
    assert takers(log(scenario, {"removed": gone}, vims={"them": "Kuro"}))[:2] == [killed, standing]


def test_vims_are_needed_where_the_type_is_vim_and_nowhere_else() -> None:
    assert broken(log(envoys(), {})) == (
        "vims",
        '"vims" is missing: who the VIM of a player is',
        "VIM",
    )
    document = log(shrines(), {}, vims={"us": "Aya"})
    assert broken(document) == ("vims", 'the scenario has no type "vim"', "Types")


def test_the_order_of_scoring() -> None:
    """Influence with its removal, then Scenario Points with theirs, then Zones, VIMs, the rest."""
    scenario = {
        "types": ["objectives", "vim", "zone control"],
        "length": "Fixed (2)",
        "objectives": {"alignment": {"a": "friendly", "b": "friendly", "c": "enemy"}},
        "zones": {"z": "neutral"},
        "decreasing": True,
        "victory_points": [
            {"for": "vim killed", "turn": 1},
            {"for": "most scenario points", "turn": 1},
            {"for": "most friendly objectives", "turn": 1},
        ],
    }
    turn = {
        "removed": {"them": ["Oni"]},
        "zones": {"z": {"them": ["Goblin"]}},
        "decreasing": [{"by": "us", "objective": "a"}, {"by": "them", "objective": "b"}],
    }
    result = play(log(scenario, turn, vims={"them": "Oni"}, warbands=BANDS))
    assert [event.words for event in result.turns[0].events] == [
        "the VIM Oni (them) is removed from play",
        "z: models 0-1, rice 0-4: they control it",
        "z: they gain 2 Scenario Points (Neutral to them)",
        "Most Friendly Objectives, turn 1 (2-1): we score it",
        "they remove b",
        "Most Scenario Points, turn 1 (0-2): they score it",
        "we remove a",
        "VIM killed, turn 1 (1-0): we score it",
    ]


def test_points_that_the_log_alone_can_tell() -> None:
    letter = [{"by": "them", "name": "letter"}]
    vims = {"us": "Aya"}
    assert takers(log(envoys(), {"victory_points": letter}, vims=vims))[2] == ("them", 1)
    at_the_end = envoys(
        *({"name": f"P{n}", "for": "other", "turn": "last"} for n in (1, 2)),
        {"name": "P3", "for": "other", "turn": 2},
    )
    document = log(at_the_end, {}, {"victory_points": [{"by": "us", "name": "P3"}]}, vims=vims)
    assert takers(document) == [None, None, ("us", 2)]
    early = log(at_the_end, {"victory_points": [{"by": "us", "name": "P1"}]}, vims=vims)
    path = "turns[0].victory_points[0].name"
    assert broken(early) == (path, '"P1" is scored at the end of the last turn', "Last Turn")
    early = log(at_the_end, {"victory_points": [{"by": "us", "name": "P3"}]}, vims=vims)
    assert broken(early)[1] == '"P3" is scored at the end of turn 2'
    counted = log(
        envoys(), {"victory_points": [{"by": "us", "name": "VIM killed, turn 2"}]}, vims=vims
    )
    assert (
        broken(counted)[1]
        == 'who takes "VIM killed, turn 2" is counted from the log: leave it out here'
    )
    unknown = log(envoys(), {"victory_points": [{"by": "us", "name": "Leter"}]}, vims=vims)
    assert broken(unknown)[1] == 'no Victory Point is called "Leter"'


def test_at_most_three_victory_points() -> None:
    free = envoys(*({"name": f"P{n}", "for": "other"} for n in (1, 2, 3)))
    claims = [{"by": by, "name": f"P{n}"} for n, by in enumerate(("us", "them", "us"), start=1)]
    vims = {"us": "Aya"}
    document = log(free, {"victory_points": claims}, vims=vims)
    assert str(play(document).victory_points) == "2-1"
    fourth = log(free, {"victory_points": claims}, {"victory_points": claims[:1]}, vims=vims)
    assert broken(fourth) == (
        "turns[1].victory_points[0].name",
        "a fourth Victory Point: all 3 are scored",
        "Three Victory Points",
    )
    mixed = log(
        free, {"victory_points": claims[:2]}, {"victory_points": [claims[2], claims[0]]}, vims=vims
    )
    assert broken(mixed)[:2] == (
        "turns[1].victory_points[1].name",
        "a fourth Victory Point: all 3 are scored",
    )
    at_once = log(free, {"victory_points": [*claims, claims[0]]}, vims=vims)
    assert broken(at_once)[0] == "turns[0].victory_points[3].name"
    twice = log(free, {"victory_points": claims[:1]}, {"victory_points": claims[:1]}, vims=vims)
    assert broken(twice)[1:] == ('"P1" was scored in turn 1', "Three Victory Points")
    twice = log(free, {"victory_points": [claims[0], claims[0]]}, vims=vims)
    assert broken(twice)[1:] == ('"P1" was scored in turn 1', "Three Victory Points")


def test_points_that_the_scenario_itself_gives() -> None:
    gain = {"by": "them", "points": 2, "reason": "Friendly Objectives"}
    document = log(shrines(), {}, {"scenario_points": [gain]})
    assert totals(document) == [(0, 0), (0, 2)]
    assert takers(document)[0] == ("them", 2)


def test_win_draw_and_the_score_so_far() -> None:
    pray, influence = act("us", "prayer", "near"), act("them", "influence", "middle", "Oni")
    won = play(log(shrines(), acts(pray), {}, {}, {}))
    assert (str(won.victory_points), won.winner and won.winner.value) == ("2-0", "us")
    level = play(log(shrines(reset_scenario_points=[4]), acts(pray, influence), {}, {}, {}))
    assert (str(level.victory_points), level.winner) == ("1-1", None)
    so_far = play(log(shrines(), acts(pray), {}))
    assert not so_far.finished
    assert so_far.last_turn is None
    assert so_far.to_dict()["winner"] == "us"
    assert level.to_dict()["winner"] == "draw"
    assert won.last_turn == 4


# --- Decreasing ---------------------------------------------------------------------------------


def remove(by: str, objective: str) -> Log:
    return {"decreasing": [{"by": by, "objective": objective}]}


def decreasing(*turns: Log) -> Log:
    """We score the points of turns 1 and 2; those of turn 3 nobody yet."""
    points = [{"for": "most scenario points", "turn": turn} for turn in (1, 2, 3)]
    return log(shrines(decreasing=True, victory_points=points), *turns)


LAST_THREE = [
    {"for": "most scenario points", "turn": "last"},
    {"name": "P2", "for": "other"},
    {"name": "P3", "for": "other"},
]
OURS = acts(act("us", "prayer", "near"))


def test_who_did_not_score_may_remove_an_objective() -> None:
    document = decreasing(OURS | remove("them", "near"))
    assert objectives(document) == {"near": "removed", "middle": "neutral", "far": "enemy"}
    assert objectives(decreasing(OURS))["near"] == "friendly"  # may: it is not asked of them


def test_who_scored_may_not() -> None:
    path, words, rule = broken(decreasing(OURS | remove("us", "near")))
    assert (path, rule) == ("turns[0].decreasing[0]", "Decreasing")
    assert words.startswith("we may remove no Objective here")


def test_nobody_may_where_nobody_scored() -> None:
    assert broken(decreasing(remove("them", "near")))[2] == "Decreasing"
    assert broken(decreasing(remove("us", "near")))[2] == "Decreasing"


def test_one_removal_for_a_score() -> None:
    two = OURS | {"decreasing": [{"by": "them", "objective": name} for name in ("near", "far")]}
    assert broken(decreasing(two))[0] == "turns[0].decreasing[1]"


def test_no_removal_where_the_scenario_is_not_decreasing() -> None:
    points = [{"for": "most scenario points", "turn": turn} for turn in (1, 2, 3)]
    document = log(shrines(victory_points=points), OURS | remove("them", "near"))
    words = broken(document)[1]
    assert words == "they may remove no Objective here: the scenario is not Decreasing"


def test_a_removed_objective_is_out_of_the_game() -> None:
    gone = OURS | remove("them", "far")
    for action in ("influence", "prayer"):
        document = decreasing(gone, acts(act("us", action, "far")))
        assert broken(document) == (
            "turns[1].actions[0].objective",
            "far was removed in turn 1",
            "Decreasing",
        )
    again = decreasing(gone, remove("them", "far"))
    assert broken(again)[:2] == ("turns[1].decreasing[0].objective", "far was removed in turn 1")
    unknown = decreasing(OURS | remove("them", "fra"))
    assert broken(unknown)[0] == "turns[0].decreasing[0].objective"


def test_a_removal_changes_who_has_most_friendly_objectives() -> None:
    points = [
        {"for": "most scenario points", "turn": 1},
        {"for": "most friendly objectives", "turn": 1},
        {"for": "most friendly objectives", "turn": 2},
    ]
    scenario = shrines(decreasing=True, victory_points=points)
    assert takers(log(scenario, OURS | remove("them", "near"), {})) == [
        ("us", 1),
        None,
        ("them", 2),
    ]
    assert takers(log(scenario, OURS, {})) == [("us", 1), None, None]


def test_after_both_scored_in_one_step_nobody_removes() -> None:
    points = [{"name": f"P{n}", "for": "other", "turn": 1} for n in (1, 2)]
    points.append({"for": "most scenario points", "turn": 2})
    claims = [{"by": "us", "name": "P1"}, {"by": "them", "name": "P2"}]
    scenario = shrines(decreasing=True, victory_points=points)
    for side in ("us", "them"):
        turn = {"victory_points": claims} | remove(side, "far")
        assert broken(log(scenario, turn))[2] == "Decreasing"
    alone = {"victory_points": claims[:1]} | remove("them", "far")
    assert objectives(log(scenario, alone))["far"] == "removed"


# --- Zones --------------------------------------------------------------------------------------


def inside(name: str, us: tuple[str, ...] = (), them: tuple[str, ...] = ()) -> Log:
    return {name: {"us": list(us), "them": list(them)}}


def test_zones_give_points_in_every_end_phase() -> None:
    turn = {"zones": inside("middle", ("Aya", "Tama"), ("Oni",)) | inside("high", (), ("Archer",))}
    assert totals(log(terraces(), turn, turn, warbands=BANDS)) == [(2, 1), (4, 2)]


def test_most_zones() -> None:
    two = {
        "zones": inside("low", ("Aya",))
        | inside("high", ("Tama",))
        | inside("middle", (), ("Oni",))
    }
    one = {"zones": inside("low", ("Aya",)) | inside("middle", (), ("Oni",))}
    assert takers(log(terraces(), {}, two, one, warbands=BANDS)) == [("us", 2), ("us", 2), None]
    assert takers(log(terraces(), two, one, two, warbands=BANDS))[1:] == [None, ("us", 3)]


def test_zones_need_the_rice_of_their_models() -> None:
    document = log(terraces(), {"zones": inside("low", ("Aya",))})
    assert broken(document) == (
        "turns[0].zones.low.us",
        '"warbands.us" is missing: a Zone counts the rice of its models',
        "Zone Control",
    )
    # A warband that is left out and not in any Zone has nobody there.
    alone = log(terraces(), {"zones": inside("low", ("Aya",))}, warbands={"us": BANDS["us"]})
    assert totals(alone) == [(1, 0)]


def test_names_in_zones() -> None:
    document = log(terraces(), {"zones": inside("hihg", ("Aya",))}, warbands=BANDS)
    assert broken(document)[:2] == ("turns[0].zones.hihg", 'no Zone is called "hihg"')
    document = log(terraces(), {"zones": inside("low", ("Aya", "Aja"))}, warbands=BANDS)
    assert broken(document)[:2] == (
        "turns[0].zones.low.us[1]",
        'no model of the warband is called "Aja"',
    )
    document = log(terraces(), {"zones": inside("low") | inside("LOW")}, warbands=BANDS)
    assert broken(document)[1] == "low is named twice"
    two = log(terraces(), {"zones": inside("LOW", ("aya",))}, warbands=BANDS)
    assert totals(two) == [(1, 0)]


# --- models that leave play, and an early end ---------------------------------------------------


def test_a_removed_model_does_nothing_more() -> None:
    gone = {"removed": {"us": ["Aya"]}}
    document = log(shrines(), gone, acts(act("us", "influence", "far")), warbands=BANDS)
    assert broken(document)[:2] == (
        "turns[1].actions[0].model",
        "Aya was removed from play in turn 1",
    )
    # Earlier in the same turn it could.
    before = log(shrines(), gone | acts(act("us", "influence", "far")), warbands=BANDS)
    assert objectives(before)["far"] == "neutral"
    again = log(shrines(), gone, gone, warbands=BANDS)
    assert broken(again)[0] == "turns[1].removed.us[0]"
    in_zone = log(terraces(), gone | {"zones": inside("low", ("Tama", "Aya"))}, warbands=BANDS)
    assert broken(in_zone)[:2] == (
        "turns[0].zones.low.us[1]",
        "Aya was removed from play in turn 1",
    )


def test_names_of_the_warband() -> None:
    document = log(shrines(), acts(act("us", "influence", "far", "Aja")), warbands=BANDS)
    assert broken(document)[:2] == (
        "turns[0].actions[0].model",
        'no model of the warband is called "Aja"',
    )
    document = log(shrines(), {"removed": {"them": ["Ony"]}}, warbands=BANDS)
    assert broken(document)[0] == "turns[0].removed.them[0]"
    document = log(envoys(), {}, warbands=BANDS, vims={"us": "Aja"})
    assert broken(document)[0] == "vims.us"


ALL = {"removed": {"them": ["Oni", "Goblin", "Archer"]}}


def test_the_game_ends_early_when_a_player_has_no_model_left() -> None:
    result = play(log(shrines(), OURS, ALL, warbands=BANDS))
    assert result.finished
    assert result.to_dict()["wiped_out"] == {"us": False, "them": True}
    assert result.last_turn is None
    some = {"removed": {"them": ["Oni", "Goblin"]}}
    assert not play(log(shrines(), OURS, some, warbands=BANDS)).finished
    later = log(shrines(), OURS, some, {"removed": {"them": ["Archer"]}}, warbands=BANDS)
    assert play(later).finished


def test_an_early_end_has_no_last_turn_scoring() -> None:
    # We lead in Scenario Points; the point of turn 2 would be ours, and so would that of the last.
    assert takers(log(shrines(), OURS, ALL, warbands=BANDS)) == [None, None, None]
    assert takers(log(shrines(), OURS, {}, {}, ALL, warbands=BANDS)) == [("us", 2), None, None]
    told = log(shrines(), OURS, {}, {}, {"wiped_out": "them"})
    assert takers(told) == [("us", 2), None, None]
    assert takers(log(shrines(), OURS, {}, {}, {}))[2] == ("us", 4)


def test_what_was_scored_before_an_early_end_stays() -> None:
    pray = act("us", "prayer", "far")
    result = play(log(shrines(), OURS, {}, acts(pray, wiped_out=["us"])))
    assert result.winner is not None
    assert result.winner.value == "us"
    assert result.turns[-1].scenario_points.us == 4  # the prayer of the turn counts


@pytest.mark.parametrize(
    "entry",
    [
        {"scenario_points": [{"by": "us", "points": 1, "reason": "x"}]},
        {"victory_points": [{"by": "us", "name": "x"}]},
        {"decreasing": [{"by": "us", "objective": "near"}]},
        {"zones": {"low": {"us": ["Aya"]}}},
    ],
)
def test_nothing_is_scored_in_the_turn_of_an_early_end(entry: Log) -> None:
    path, _, rule = broken(log(shrines(), entry | {"wiped_out": "us"}))
    assert (path, rule) == (f"turns[0].{next(iter(entry))}", "Last Turn")


def test_the_log_ends_with_the_game() -> None:
    words = "the game was over with turn"
    fixed = log(shrines(), {}, {}, {}, {}, {})
    assert broken(fixed) == ("turns[4]", f"{words} 4", "Fixed")
    variable = log(shrines(length="Variable (3)"), {}, {}, {"length_roll": 4}, {"length_roll": 4})
    assert broken(variable) == ("turns[3]", f"{words} 3", "Variable")
    early = log(shrines(), {"wiped_out": ["us", "them"]}, {})
    assert broken(early) == ("turns[1]", f"{words} 1", "Wiped out")


# --- turns and length rolls ---------------------------------------------------------------------


def test_length_rolls_are_told_where_they_are_rolled_and_nowhere_else() -> None:
    variable = shrines(length="Variable (3)")
    assert broken(log(variable, {}, {}, {})) == (
        "turns[2]",
        '"length_roll" is missing: Variable (3) rolls a D6 in turn 3',
        "Variable",
    )
    assert broken(log(variable, {"length_roll": 4}))[::2] == ("turns[0].length_roll", "Variable")
    assert broken(log(shrines(), {"length_roll": 4}))[::2] == ("turns[0].length_roll", "Fixed")
    rolls = [{"length_roll": 3} for _ in range(3, 7)]
    assert play(log(variable, {}, {}, *rolls, {})).last_turn == 7
    seventh = log(variable, {}, {}, *rolls, {"length_roll": 4})
    assert broken(seventh)[0] == "turns[6].length_roll"
    assert broken(log(variable, {}, {}, *rolls, {}, {}))[0] == "turns[7]"


def test_turns_follow_one_another() -> None:
    assert play(log(shrines(), {"turn": 1}, {"turn": 2}, {})).turns[-1].turn == 3
    document = log(shrines(), {"turn": 1}, {"turn": 3})
    assert broken(document)[:2] == ("turns[1].turn", "turn 2 follows, not 3")


# --- the result ---------------------------------------------------------------------------------


def test_the_json_of_a_score() -> None:
    plain = play(log(shrines(), OURS, name="Saturday")).to_dict()
    assert plain["kind"] == "scenario_score"
    assert plain["name"] == "Saturday"
    assert plain["turns"] == [
        {
            "turn": 1,
            "scenario_points": {"us": 1, "them": 0},
            "victory_points": {"us": 0, "them": 0},
            "events": ["Aya (us) prays at near (Friendly): +1, 2 tokens left"],
        }
    ]
    assert plain["victory_points"] == {"us": 0, "them": 0}
    assert plain["scored"]["Most Scenario Points, turn 2"] == {"by": None, "turn": None}


def test_the_working_says_every_event_with_its_rule() -> None:
    document = score_from(
        log(shrines(reset_alignment=[2], decreasing=True), OURS, remove("them", "far"))
    )
    result = score(document.match, explain=True)
    assert [(step.title, step.lines) for step in result.working] == [
        ("Turn 1: Prayer", ("Aya (us) prays at near (Friendly): +1, 2 tokens left",)),
        ("Turn 2: Reset Alignment", ("all Objectives become Neutral",)),
        ("Turn 2: Scenario Points", ("Most Scenario Points, turn 2 (1-0): we score it",)),
        ("Turn 2: Decreasing", ("they remove far",)),
        ("So far: Winner", ("Victory Points 1-0: we lead",)),
    ]
    assert all(step.rule.endswith("/Rulebook/Scenario-Rules") for step in result.working)
    assert score(document.match).working == ()


def test_every_event_is_told() -> None:
    scenario = shrines(
        types=["objectives", "vim"], length="Variable (6)", reset_scenario_points=[2, 6]
    )
    turns = [
        {"scenario_points": [{"by": "them", "points": 2, "reason": "Gate held"}]},
        acts(act("them", "influence", "near", "Oni"), removed={"us": ["Aya"], "them": ["Imp"]}),
        *({} for _ in range(3)),
        acts(act("them", "prayer", "far", "Oni"), length_roll=3),
        {},
    ]
    result = score(score_from(log(scenario, *turns, vims={"us": "Aya"})).match, explain=True)
    told = [[(e.rule.name, e.words) for e in turn.events] for turn in result.turns]
    assert told == [
        [("Scenario Points", "Gate held (them): +2")],
        [
            ("Reset Scenario Points", "Scenario Points are reset to 0-0"),
            ("Influence", "Oni (them) influences near: Enemy becomes Neutral"),
            ("VIM", "the VIM Aya (us) is removed from play"),
            ("Wiped out", "Imp (them) is removed from play"),
            ("Scenario Points", "Most Scenario Points, turn 2 (0-0): nobody scores it"),
        ],
        [("Alignment", "Most Friendly Objectives, turn 3 (0-1): they score it")],
        [],
        [],
        [
            ("Variable", "length roll 3: another turn follows"),
            ("Reset Scenario Points", "Scenario Points are reset to 0-0"),
            ("Prayer", "Oni (them) prays at far (Friendly): +1, 2 tokens left"),
        ],
        [
            ("Seventh turn", "Variable (6): this is the last turn"),
            ("Scenario Points", "Most Scenario Points, last turn (0-1): they score it"),
        ],
    ]
    assert result.working[-1].title == "In the end: Winner"
    assert result.working[-1].lines == ("Victory Points 0-2: they win",)
    fixed = play(log(shrines(length="Fixed (1)", victory_points=LAST_THREE), {"wiped_out": "us"}))
    assert [(e.rule.name, e.words) for e in fixed.turns[0].events] == [
        ("Fixed", "Fixed (1): this is the last turn"),
        ("Wiped out", "we have no model left: the game is over"),
        ("Last Turn", "no End Phase and no last turn: nothing more is scored"),
    ]


def test_the_verdict_of_a_working() -> None:
    def end(*turns: Log, **fields: Any) -> str:
        document = score_from(log(shrines(length="Fixed (2)", victory_points=LAST_THREE), *turns))
        step = score(document.match, explain=True).working[-1]
        return f"{step.title}: {step.lines[0]}"

    assert end({}) == "So far: Winner: Victory Points 0-0: a draw"
    assert end({}, {}) == "In the end: Winner: Victory Points 0-0: a draw"
    assert end({}, OURS) == "In the end: Winner: Victory Points 1-0: we win"


def test_a_normalised_log_scores_the_same() -> None:
    document = score_from(log(shrines(), OURS, {}, warbands=BANDS))
    again = score_from(document.data)
    assert again.data == document.data
    assert score(again.match) == score(document.match)


# --- any log ------------------------------------------------------------------------------------

MODELS = {"us": ["Aya", "Ren", "Jin", "Tama"], "them": ["Oni", "Goblin", "Archer"]}
NAMES = ["a", "b", "c"]
ALIGNMENTS = ["friendly", "neutral", "enemy"]

sides = st.sampled_from(["us", "them"])


@st.composite
def one_action(draw: st.DrawFn) -> Log:
    by = draw(sides)
    model = draw(st.sampled_from(MODELS[by]))
    return act(
        by, draw(st.sampled_from(["influence", "prayer"])), draw(st.sampled_from(NAMES)), model
    )


@st.composite
def one_turn(draw: st.DrawFn) -> Log:
    turn: Log = {"actions": draw(st.lists(one_action(), max_size=4))}
    if draw(st.booleans()):
        turn["zones"] = {
            name: {
                side: draw(st.lists(st.sampled_from(MODELS[side]), unique=True)) for side in MODELS
            }
            for name in draw(st.lists(st.sampled_from(["y", "z"]), unique=True))
        }
    if draw(st.integers(0, 4)) == 0:
        side = draw(sides)
        turn["removed"] = {side: [draw(st.sampled_from(MODELS[side]))]}
    if draw(st.integers(0, 2)) == 0:
        turn["decreasing"] = [{"by": draw(sides), "objective": draw(st.sampled_from(NAMES))}]
    if draw(st.integers(0, 2)) == 0:
        turn["victory_points"] = [{"by": draw(sides), "name": "Told"}]
    if draw(st.integers(0, 30)) == 0:
        turn["wiped_out"] = [draw(sides)]
    return turn


CONDITIONS = st.sampled_from(
    ["most scenario points", "most friendly objectives", "most zones", "vim killed", "vim standing"]
)


@st.composite
def any_log(draw: st.DrawFn) -> Log:
    length = draw(st.integers(2, 5))
    when = st.one_of(st.integers(1, length), st.just("last"))
    scenario = {
        "types": ["objectives", "vim", "zone control"],
        "length": f"Fixed ({length})",
        "objectives": {"alignment": {name: draw(st.sampled_from(ALIGNMENTS)) for name in NAMES}},
        "zones": {name: draw(st.sampled_from(ALIGNMENTS)) for name in ("y", "z")},
        "interactions": ["Influence", f"Prayer ({draw(st.integers(1, 4))})"],
        "reset_scenario_points": draw(st.lists(st.integers(1, length), unique=True, max_size=1)),
        "reset_alignment": draw(st.lists(st.integers(1, length), unique=True, max_size=1)),
        "decreasing": draw(st.booleans()),
        "victory_points": [
            {"name": "First", "for": draw(CONDITIONS), "turn": draw(when)},
            {"name": "Second", "for": draw(CONDITIONS), "turn": draw(when)},
            {"name": "Told", "for": "other"},
        ],
    }
    turns = draw(st.lists(one_turn(), min_size=1, max_size=length))
    vims = draw(st.sampled_from([{"us": "Aya", "them": "Oni"}, {"them": "Oni"}, {"us": "Jin"}]))
    return log(scenario, *turns, warbands=BANDS, vims=vims)


SWAPPED = {"us": "them", "them": "us", "friendly": "enemy", "enemy": "friendly"}


def mirrored(value: Any) -> Any:
    """A document with the two players exchanged."""
    if isinstance(value, dict):
        return {SWAPPED.get(key, key): mirrored(item) for key, item in value.items()}
    if isinstance(value, list):
        return [mirrored(item) for item in value]
    return SWAPPED.get(value, value) if isinstance(value, str) else value


def legal(document: Log) -> Log:
    """The log without its illegal entries."""
    document = copy.deepcopy(document)
    for _ in range(200):
        try:
            score_from(document)
        except InputErrors as caught:
            [fault] = caught.errors
            where = fault.path.replace("]", "").replace("[", ".").split(".")
            number = int(where[1])
            if len(where) == 2 and "over" in fault.message:
                del document["turns"][number:]
                continue
            assert len(where) > 2, fault
            turn = document["turns"][number]
            if where[2] in ("zones", "removed") or len(where) == 3:
                del turn[where[2]]
            else:
                del turn[where[2]][int(where[3])]
        else:
            return document
    raise AssertionError("the log never becomes legal")


@settings(max_examples=150, deadline=None)
@given(any_log())
def test_the_score_swaps_with_the_players(document: Log) -> None:
    document = legal(document)
    ours, theirs = play(document), play(mirrored(document))
    assert tuple(theirs.victory_points) == tuple(ours.victory_points)[::-1]
    for mine, yours in zip(ours.turns, theirs.turns, strict=True):
        assert tuple(yours.scenario_points) == tuple(mine.scenario_points)[::-1]
        assert tuple(yours.victory_points) == tuple(mine.victory_points)[::-1]
    assert theirs.to_dict()["objectives"] == mirrored(ours.to_dict()["objectives"])
    assert theirs.finished is ours.finished


@settings(max_examples=100, deadline=None)
@given(any_log())
def test_an_illegal_log_is_as_illegal_from_the_other_side(document: Log) -> None:
    def place(log: Log) -> str | None:
        """The turn and the kind of the first illegal entry."""
        try:
            score_from(log)
        except InputErrors as caught:
            [found] = caught.errors
            return found.path.replace("them", "us").split(".us")[0]
        return None

    assert place(mirrored(document)) == place(document)


@settings(max_examples=150, deadline=None)
@given(any_log())
def test_points_are_never_negative_and_victory_points_at_most_three(document: Log) -> None:
    document = legal(document)
    result = play(document)
    before = (0, 0)
    for turn in result.turns:
        assert min(turn.scenario_points) >= 0
        assert turn.victory_points.total <= 3
        after = tuple(turn.victory_points)
        assert after[0] >= before[0]
        assert after[1] >= before[1]
        before = (after[0], after[1])
    assert min(result.standing.tokens) >= 0
    assert play(document) == result
    assert play(copy.deepcopy(document)).to_dict() == result.to_dict()


def test_a_broken_rule_under_a_path() -> None:
    fault = RuleBrokenError("x", "Prayer", ("objective",), "y").under("turns", 2)
    assert (fault.path, fault.problem, fault.suggestion) == (("turns", 2, "objective"), "x", "y")
    assert str(fault) == "x"
    assert fault.rule is not None
    assert fault.rule.name == "Prayer"
