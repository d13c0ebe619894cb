"""Splits: the options by the rules, every payoff one melee run, and what follows by definition."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bushido_odds as bo
import oracle
from bushido_odds.answer import answer
from bushido_odds.errors import BushidoOddsError, InputErrors
from bushido_odds.odds.result import MeleeResult
from bushido_odds.strategy.goals import GOALS

HOTARU = "Hotaru: 3 dice, wounds 6, Combo Attack (1), Push Attack (0), Sidestep Defence (0)"
FARMER = "Kairai Farmer: 2 dice, wounds 5, strength 1, Tough (1), Slow"

Document = dict[str, Any]


def splits(active: Any, opponent: Any, **fields: Any) -> Any:
    document = {"kind": "splits", "active": active, "opponent": opponent, **fields}
    return bo.solve(document)


def exactly(active: Any, opponent: Any, **fields: Any) -> Document:
    plain: Document = splits(active, opponent, **fields).to_dict(exact=True)
    return plain


def options(active: Any, opponent: Any = "B: 1 dice", **fields: Any) -> list[str]:
    """The active side's options, as a player says them."""
    return [str(option) for option in splits(active, opponent, **fields).options["active"]]


# ---- what may be chosen


def test_every_split_of_the_pool() -> None:
    assert options("A: 3 dice") == ["3/0", "2/1", "1/2", "0/3"]
    assert options("A: 1 die") == ["1/0", "0/1"]


def test_every_special_with_its_cost_off_the_dice() -> None:
    assert options(HOTARU) == [
        *("3/0", "2/1", "1/2", "0/3"),
        *("2/0 Combo Attack", "1/1 Combo Attack", "0/2 Combo Attack"),
        *("3/0 Push Attack", "2/1 Push Attack", "1/2 Push Attack", "0/3 Push Attack"),
        *(f"{split} Sidestep Defence" for split in ("3/0", "2/1", "1/2", "0/3")),
    ]


def test_options_in_a_result() -> None:
    plain = exactly("A: 2 dice, Combo Attack (1)", "B: 1 die")
    assert plain["active"]["pool"] == 2
    assert plain["active"]["options"] == [
        {"attack": 2, "defence": 0, "special": None, "cost": 0},
        {"attack": 1, "defence": 1, "special": None, "cost": 0},
        {"attack": 0, "defence": 2, "special": None, "cost": 0},
        {"attack": 1, "defence": 0, "special": "Combo Attack", "cost": 1},
        {"attack": 0, "defence": 1, "special": "Combo Attack", "cost": 1},
    ]


def test_a_special_may_not_empty_the_pool() -> None:
    assert options("A: 2 dice, Combo Attack (2)") == ["2/0", "1/1", "0/2"]
    assert "1/0 Combo Attack" in options("A: 3 dice, Combo Attack (2)")


def test_no_cost_given_is_none_and_said() -> None:
    result = splits("A: 1 die, Combo Attack", "B: 1 die")
    assert [str(option) for option in result.options["active"]][2:] == [
        "1/0 Combo Attack",
        "0/1 Combo Attack",
    ]
    assert "A: no cost given for Combo Attack, 0 assumed" in result.notes


@pytest.mark.parametrize("item", ["Aggressive", "berserk"])
def test_aggressive_keeps_attack_up(item: str) -> None:
    assert options(f"A: 4 dice, {item}, Combo Attack (1)") == [
        *("4/0", "3/1", "2/2"),
        *("3/0 Combo Attack", "2/1 Combo Attack"),
    ]


@pytest.mark.parametrize("item", ["Defensive", "frightened", "held"])
def test_defensive_keeps_defence_up(item: str) -> None:
    assert options(f"A: 3 dice, {item}") == ["1/2", "0/3"]


def test_steadfast_models_split_freely_while_frightened() -> None:
    assert len(options("A: 3 dice, frightened, Steadfast")) == 4


def test_aggressive_and_defensive_cancel() -> None:
    assert len(options("A: 3 dice, Aggressive, Defensive")) == 4
    assert len(options("A: 3 dice, Aggressive, held")) == 4


def test_disengage_keeps_the_active_models_defence_up_and_no_one_elses() -> None:
    result = splits("A: 4 dice", "B: 2 dice", action="disengage")
    assert [str(option) for option in result.options["active"]] == ["2/2", "1/3", "0/4"]
    assert [str(option) for option in result.options["opponent"]] == ["2/0", "1/1", "0/2"]


def test_an_aggressive_model_disengages_in_one_way_or_none() -> None:
    assert options("Yuji: 4 dice, Aggressive", action="disengage") == ["2/2"]
    with pytest.raises(BushidoOddsError, match="A has no split of 3 dice that the rules allow"):
        splits("A: 3 dice, Aggressive", "B: 1 die", action="disengage")


@pytest.mark.parametrize("state", ["prone", "immobilised"])
def test_states_that_bar_specials(state: str) -> None:
    assert options(f"A: 2 dice, Combo Attack (0), {state}") == ["2/0", "1/1", "0/2"]


def test_who_stands_up_may_use_specials_again() -> None:
    found = options("A: 2 dice, Combo Attack (0), prone", action="stand up")
    assert "2/0 Combo Attack" in found


def test_pools_of_nothing_are_raised_on_both_sides() -> None:
    """-1 against 3 becomes 1 against 5."""
    result = splits("A: -1 dice", {"name": "B", "pool": 3})
    assert result.pools["active"].total == 1
    assert result.pools["opponent"].total == 5
    assert [str(option) for option in result.options["active"]] == ["1/0", "0/1"]
    assert len(result.options["opponent"]) == 6
    assert "+2 both sides raised until each has a die" in str(result.pools["opponent"])


def test_a_known_split_is_not_raised() -> None:
    result = splits("A: 0 dice", "B: 2/1")
    assert result.pools["active"].total == 1
    assert result.pools["opponent"].total == 3
    assert [str(option) for option in result.options["opponent"]] == ["2/1"]


def test_a_known_split_with_its_special() -> None:
    result = splits("A: 2 dice", "B: 1/1, Combo Attack (1)")
    assert [str(option) for option in result.options["opponent"]] == ["1/1 Combo Attack"]


def test_dice_from_the_card() -> None:
    """Melee Pool 3, one boost, exhausted, one enemy assisting, an enemy under a Death Sentence."""
    active = {
        "name": "A",
        "melee_pool": 3,
        "boosts": 1,
        "assisting": 1,
        "states": ["exhausted"],
        "specials": ["Combo Attack (1)"],
    }
    result = splits(active, {"name": "B", "pool": 1, "states": ["death sentence"]})
    assert result.pools["active"].total == 3 + 1 - 1 - 1 + 1
    assert "3/0" in [str(option) for option in result.options["active"]]
    assert "2/0 Combo Attack" in [str(option) for option in result.options["active"]]


def test_dice_from_both_cards_are_raised_together() -> None:
    weak = {"name": "A", "melee_pool": 1, "assisting": 2}
    result = splits(weak, {"name": "B", "melee_pool": 2})
    assert [result.pools[side].total for side in ("active", "opponent")] == [1, 4]


def test_a_charge_brings_its_bonus_to_the_pool() -> None:
    active = {"name": "A", "melee_pool": 3, "traits": ["Charging Bonus [+1 Melee Pool]"]}
    assert splits(active, "B: 1 die").pools["active"].total == 3
    assert splits(active, "B: 1 die", action="charge").pools["active"].total == 4


@pytest.mark.parametrize(
    ("active", "opponent"),
    [("A: -12 dice", "B: 12 dice"), ({"melee_pool": 12, "boosts": 12}, "B: 1 die")],
)
def test_more_dice_than_the_limit(active: Any, opponent: Any) -> None:
    with pytest.raises(BushidoOddsError, match="12 are the most to choose with"):
        splits(active, opponent)


# ---- payoffs


def side_of(model: Document, option: Document) -> Document:
    """A model of a melee document with an option chosen."""
    left = {"pool", "split", "specials", "melee_pool"}
    fields = {key: value for key, value in model.items() if key not in left and value}
    fields.pop("assumed", None)
    for statistic in ("boosts", "assisting", "coordinated", "split_attacks"):
        fields.pop(statistic, None)
    chosen = {key: option[key] for key in ("attack", "defence", "special")}
    return {**fields, **chosen}


def melee_runs(plain: Document) -> list[list[Fraction]]:
    """The goal's figure of every pair of options, each by a melee run of its own."""
    data = plain["input"]
    same = {key: data[key] for key in ("action", "initiative", "rerolls", "goal")}
    table = []
    for mine in plain["active"]["options"]:
        row = []
        for theirs in plain["opponent"]["options"]:
            document = {
                "kind": "melee",
                "active": side_of(data["active"], mine),
                "opponent": side_of(data["opponent"], theirs),
                **same,
            }
            result = bo.solve(document)
            assert isinstance(result, MeleeResult)
            row.append(GOALS[plain["goal"]].figure(result))
        table.append(row)
    return table


def fractions(rows: list[list[str]]) -> list[list[Fraction]]:
    return [[Fraction(value) for value in row] for row in rows]


@pytest.mark.parametrize("goal", GOALS)
def test_every_payoff_is_that_of_one_melee_run(goal: str) -> None:
    plain = exactly(HOTARU, FARMER, goal=goal)
    assert fractions(plain["payoff"]) == melee_runs(plain)


@pytest.mark.parametrize(
    "fields",
    [
        {"action": "charge"},
        {"action": "disengage"},
        {"action": "stand up"},
        {"initiative": "opponent"},
        {"rerolls": "optimal", "goal": "kill"},
    ],
    ids=str,
)
def test_payoffs_of_other_actions_and_policies(fields: Document) -> None:
    active = "A: 2 dice, wounds 4, prone, Counterstrike Defence (0), Prowess [Melee] 1, Rise 4"
    opponent = "B: 2 dice, wounds 3, Dodge 1, Feint 1, Sweep Attack (1), Reach, held"
    plain = exactly(active, opponent, **fields)
    assert fractions(plain["payoff"]) == melee_runs(plain)


def test_payoffs_with_dice_from_the_cards() -> None:
    active = {"name": "A", "melee_pool": 3, "assisting": 1, "states": ["stunned"], "wounds": 3}
    opponent = {"name": "B", "melee_pool": 2, "wounds": 4, "traits": ["Kata"]}
    plain = exactly(active, opponent, goal="wounds")
    assert len(plain["payoff"]) == 2
    assert fractions(plain["payoff"]) == melee_runs(plain)


# ---- what follows from them


def assert_follows(plain: Document) -> None:
    """Best replies, the safest options and the equilibrium, each by its definition."""
    payoff = fractions(plain["payoff"])
    rows, columns = range(len(payoff)), range(len(payoff[0]))
    for j in columns:
        best = plain["best_reply"]["active"][j]
        assert payoff[best][j] == max(payoff[i][j] for i in rows)
    for i in rows:
        best = plain["best_reply"]["opponent"][i]
        assert payoff[i][best] == min(payoff[i])
    worst = [min(row) for row in payoff]
    safest = plain["safest"]["active"]
    assert worst[safest["option"]] == max(worst) == Fraction(safest["payoff"])
    highest = [max(payoff[i][j] for i in rows) for j in columns]
    safest = plain["safest"]["opponent"]
    assert highest[safest["option"]] == min(highest) == Fraction(safest["payoff"])
    balance = plain["equilibrium"]
    value = Fraction(balance["value"])
    mine, theirs = ([Fraction(w) for w in balance[side]] for side in ("active", "opponent"))
    for mix, length in ((mine, len(rows)), (theirs, len(columns))):
        assert len(mix) == length
        assert sum(mix) == 1
        assert min(mix) >= 0
    assert max(sum(w * payoff[i][j] for j, w in enumerate(theirs)) for i in rows) == value
    assert min(sum(w * payoff[i][j] for i, w in enumerate(mine)) for j in columns) == value
    assert max(worst) <= value <= min(highest)


@pytest.mark.parametrize("goal", GOALS)
def test_the_answers_follow_from_the_payoffs(goal: str) -> None:
    assert_follows(exactly(HOTARU, FARMER, goal=goal))
    assert_follows(exactly(FARMER, HOTARU, goal=goal))


models = st.builds(
    lambda dice, wounds, traits, specials: {
        "pool": dice,
        "wounds": wounds,
        "traits": traits,
        "specials": specials,
    },
    st.integers(1, 3),
    st.integers(1, 6),
    st.lists(
        st.sampled_from(["Kata", "Parry (1)", "Dodge (1)", "Aggressive", "Tough (1)", "Reach"]),
        max_size=2,
        unique=True,
    ),
    st.lists(
        st.sampled_from(["Combo Attack (1)", "Push Defence (0)", "Counterstrike Defence (1)"]),
        max_size=2,
        unique=True,
    ),
)


@settings(max_examples=20, deadline=None)
@given(models, models, st.sampled_from([*GOALS]))
def test_any_game_of_splits(active: Document, opponent: Document, goal: str) -> None:
    assert_follows(exactly(active, opponent, goal=goal))


def test_a_game_with_one_option_a_side_is_that_exchange() -> None:
    plain = exactly("A: 2/1, wounds 4", "B: 1/1, wounds 4")
    kill = bo.melee("A: 2/1, wounds 4", "B: 1/1, wounds 4")
    assert plain["payoff"] == [[str(GOALS["trade"].figure(kill))]]
    assert plain["equilibrium"] == {
        "value": plain["payoff"][0][0],
        "active": ["1"],
        "opponent": ["1"],
        "several": False,
    }


def test_where_nothing_matters_every_answer_is_equal() -> None:
    """Two models without a way to hurt each other."""
    plain = exactly("A: 1 die, Entangling", "B: 1 die, Entangling", goal="trade")
    assert {value for row in plain["payoff"] for value in row} == {"0"}
    assert plain["equilibrium"]["several"] is True


def test_specials_that_never_take_effect_do_not_muddle_the_answer() -> None:
    """0/2 with an attack's special is 0/2 again: neither mixed nor a second answer."""
    plain = exactly("A: 2 dice, Push Attack (0), Combo Attack (0)", "B: 2 dice")
    idle = [
        place
        for place, option in enumerate(plain["active"]["options"])
        if option["special"] and not option["attack"]
    ]
    assert len(idle) == 2
    assert all(plain["equilibrium"]["active"][place] == "0" for place in idle)
    assert_follows(plain)


# ---- symmetry


@pytest.mark.parametrize("goal", ["trade", "wounds"])
@pytest.mark.parametrize(
    "model",
    ["3 dice, wounds 4", "2 dice, wounds 5, Combo Attack (1), Counterstrike Defence (0)"],
)
def test_of_equal_models_without_rerolls_the_active_one_is_never_worse(
    model: str, goal: str
) -> None:
    """It strikes first and wins the last tie-break; each pair of options shows it."""
    plain = exactly(f"A: {model}", f"B: {model}", goal=goal)
    payoff = fractions(plain["payoff"])
    size = range(len(payoff))
    assert all(payoff[i][j] >= -payoff[j][i] for i in size for j in size)
    assert Fraction(plain["equilibrium"]["value"]) > 0


def full_tie(attacker: Document, defender: Document) -> Fraction:
    """The chance that Attack and Defence are equal, and all surviving dice of both models too."""
    pools = (attacker["attack"], attacker["defence"], defender["defence"], defender["attack"])
    if not pools[0]:
        return Fraction(0)
    chance = Fraction(0)
    for (one, p), (two, q), (three, r), (four, s) in product(
        *(oracle.rolls(dice).items() for dice in pools)
    ):
        attack, own, defence, other = map(oracle.pool_value, (one, two, three, four))
        if attack[0] == defence[0] and attack[1] + own[1] == defence[1] + other[1]:
            chance += p * q * r * s
    return chance


@pytest.mark.parametrize(("wounds", "at_level_0"), [(3, Fraction(1, 36)), (4, Fraction(0))])
def test_equal_models_that_strike_back_differ_by_the_active_players_ties_alone(
    wounds: int, at_level_0: Fraction
) -> None:
    """With Last Stand nobody's attack is lost, so who strikes first does not matter for `trade`.

    What an option is worth against another and the other way round then adds up to the chance of a
    tie that only the active player's tie-break decides, in either attack, times the chance that a
    hit at level 0 kills.  Where it cannot (4 wounds) the game is symmetric and worth exactly 0.
    """
    model = f"2 dice, wounds {wounds}, Last Stand"
    plain = exactly(f"A: {model}", f"B: {model}")
    payoff, options = fractions(plain["payoff"]), plain["active"]["options"]
    for i, mine in enumerate(options):
        for j, theirs in enumerate(options):
            ties = full_tie(mine, theirs) + full_tie(theirs, mine)
            assert payoff[i][j] + payoff[j][i] == ties * at_level_0
    value = Fraction(plain["equilibrium"]["value"])
    assert (value > 0) if at_level_0 else (value == 0)
    assert any(cell for row in payoff for cell in row)


def test_where_level_0_hurts_nobody_equal_models_are_even_for_wounds() -> None:
    """99 wounds: nobody falls, so no attack is lost; Tough takes what a hit at level 0 deals."""
    model = "3 dice, wounds 99, Tough 3"
    plain = exactly(f"A: {model}", f"B: {model}", goal="wounds")
    payoff = fractions(plain["payoff"])
    size = range(len(payoff))
    assert all(payoff[i][j] == -payoff[j][i] for i in size for j in size)
    assert any(value for row in payoff for value in row)
    assert Fraction(plain["equilibrium"]["value"]) == 0


# ---- a read of the opponent


def test_against_one_option() -> None:
    plain = exactly(HOTARU, FARMER, against="1/1")
    column = [Fraction(row[1]) for row in plain["payoff"]]
    assert plain["against"]["weights"] == ["0", "1", "0"]
    assert [Fraction(value) for value in plain["against"]["payoff"]] == column
    assert plain["against"]["best"] == plain["best_reply"]["active"][1]


def test_against_uniform() -> None:
    plain = exactly(HOTARU, FARMER, against="Uniform")
    means = [sum(map(Fraction, row), Fraction(0)) / 3 for row in plain["payoff"]]
    assert [Fraction(value) for value in plain["against"]["payoff"]] == means
    assert plain["against"]["best"] == means.index(max(means))
    assert plain["against"]["weights"] == ["1/3"] * 3


@pytest.mark.parametrize(
    "weights", [{"2/0": 1, "0/2": 3}, {"2/0": 0.25, " 0 / 2 ": 0.75}, {"2/0": 10, "0/2": 30.0}]
)
def test_against_weights(weights: dict[str, float]) -> None:
    plain = exactly(HOTARU, FARMER, against=weights)
    assert plain["against"]["weights"] == ["1/4", "0", "3/4"]


@pytest.mark.parametrize("words", ["2/0 Combo Attack", "2/0 combo", "2/0  COMBO attack"])
def test_against_an_option_with_a_special(words: str) -> None:
    plain = exactly(FARMER, HOTARU, against=words)
    place = plain["against"]["weights"].index("1")
    assert plain["opponent"]["options"][place]["special"] == "Combo Attack"


@pytest.mark.parametrize(
    ("against", "what"),
    [
        ("4/0", '"4/0" is none of the opponent\'s options'),
        ("all in attack", '"all in attack" is none of the opponent\'s options'),
        ("2/0 Slam", "they are: uniform, 2/0, 1/1, 0/2"),
        ({"2/0": 0}, "the weights add up to nothing"),
        ({"2/0": float("inf")}, "a weight must be finite"),
        ({"2/0": -1}, "against"),
        ({}, "against"),
    ],
    ids=str,
)
def test_a_read_that_says_nothing(against: Any, what: str) -> None:
    with pytest.raises(InputErrors) as refused:
        splits(HOTARU, FARMER, against=against)
    assert what in str(refused.value)


def test_a_name_that_two_specials_share_must_be_said_in_full() -> None:
    both = "B: 2 dice, Push Attack (0), Push Defence (0)"
    with pytest.raises(InputErrors, match="none of the opponent's options"):
        splits("A: 1 die", both, against="1/1 push")
    plain = exactly("A: 1 die", both, against="1/1 push defence")
    place = plain["against"]["weights"].index("1")
    assert plain["opponent"]["options"][place]["special"] == "Push Defence"


# ---- documents


def test_a_result_fed_back_gives_itself() -> None:
    once = exactly(HOTARU, FARMER, goal="survive", against={"1/1": 2, "0/2": 1})
    assert bo.solve(once["input"]).to_dict(exact=True) == once


def test_decimals_are_the_fractions() -> None:
    result = splits(HOTARU, FARMER)
    plain, exact = result.to_dict(), result.to_dict(exact=True)
    assert plain["payoff"] == [[float(Fraction(v)) for v in row] for row in exact["payoff"]]
    assert plain["equilibrium"]["value"] == float(Fraction(exact["equilibrium"]["value"]))


@pytest.mark.parametrize(
    ("model", "what"),
    [
        ({"name": "A"}, '"pool" is missing'),
        ({"pool": 2, "split": "1/1"}, "contradicts pool: give one of the two"),
        ({"pool": 2, "melee_pool": 2}, "contradicts pool: give one of the two"),
        ({"pool": 2, "boosts": 1}, "changes a melee_pool, and none is given"),
        ({"split": "1/1", "specials": ["Combo Attack", "Push Attack"]}, "one special at most"),
        ({"pool": 2, "specials": ["Combo Attack (1)", "Combo Attack (0)"]}, "is given twice"),
        ({"pool": 2, "wounds": 5, "max_wounds": 4}, "4 is fewer than the 5 wounds left"),
        ({"pool": 2, "counters": 1, "states": ["exhausted"]}, "is not Exhausted"),
        ({"pool": 13}, "pool"),
        ({"pool": 2, "attack": 1}, "attack"),
        ({"pool": 2, "traits": ["Prowes [Melee]"]}, "Prowess [Melee]"),
    ],
    ids=str,
)
def test_documents_that_say_too_little_or_too_much(model: Document, what: str) -> None:
    with pytest.raises(InputErrors) as refused:
        splits(model, "B: 1 die")
    assert what in str(refused.value)
    assert str(refused.value).startswith("active")


def test_a_charge_needs_its_counters() -> None:
    with pytest.raises(InputErrors, match="a charge action needs 2 Activation Counters"):
        splits({"pool": 2, "counters": 1}, "B: 1 die", action="charge")


def test_what_a_reader_should_know() -> None:
    result = splits(
        "A: 2 dice, Prowess [Melee] 1, Camouflage (2)", "B: 2/0, wounds 3, held, Tough (-1)"
    )
    assert "A: wounds not given, 6 assumed" in result.notes
    assert "A: Prowess [Melee] raises the sum of both expected results" in result.notes
    assert "A negative Tough adds wounds only to a Damage Roll that gave one" in result.notes
    assert any(note.startswith("B: 2/0 breaks Defensive") for note in result.notes)
    assert result.to_dict()["ignored_traits"]["active"] == ["Camouflage (2)"]
    played = splits("A: 2 dice, Prowess [Melee] 1", "B: 1 die", rerolls="optimal")
    assert not any("expected results" in note for note in played.notes)


def test_the_working_says_where_dice_and_options_come_from() -> None:
    document = {"kind": "splits", "active": {"name": "A", "melee_pool": 2, "boosts": 1}}
    result = answer({**document, "opponent": "B: 1 die"}, explain=True)
    titles = {step["step"]: step["lines"] for step in result.to_dict()["working"]}
    assert titles["Dice"] == ["A: 2 base, +1 Ki boosts = 3.", "B: 1 finished dice."]
    assert titles["Options"][0] == "A: 3/0, 2/1, 1/2, 0/3."
    assert "B wants the opposite" in titles["Goal"][0]
