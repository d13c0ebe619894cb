"""rank: each special at its best split against the worst reply, and what changes are worth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import bushido_odds as bo
from bushido_odds.answer import answer
from bushido_odds.errors import BushidoOddsError
from bushido_odds.strategy import game
from bushido_odds.strategy.goals import GOALS

KENKO = {
    "name": "Kenko",
    "pool": 4,
    "wounds": 7,
    "strength": 1,
    "traits": ["Kata", "Tough (1)", "Bravery"],
    "specials": ["Combo Attack (1)", "Slam Attack (1)", "Sidestep Defence (0)"],
}
GORO = {
    "name": "Goro",
    "split": "2/1",
    "wounds": 8,
    "strength": 2,
    "traits": ["Brutal (1)", "Armour (2)", "Tough (1)"],
    "specials": ["Combo Attack (0)"],
}

Document = dict[str, Any]


def rank(active: Any, opponent: Any, **fields: Any) -> Any:
    return bo.solve({"kind": "rank", "active": active, "opponent": opponent, **fields})


def exactly(active: Any, opponent: Any, **fields: Any) -> Document:
    plain: Document = rank(active, opponent, **fields).to_dict(exact=True)
    return plain


def best_at_worst(active: Document, opponent: Document, **fields: Any) -> Fraction:
    """The best of all worst payoffs, from a grid of splits."""
    plain = bo.solve({"kind": "splits", "active": active, "opponent": opponent, **fields}).to_dict(
        exact=True
    )
    return Fraction(plain["safest"]["active"]["payoff"])


# ---- specials


@pytest.mark.parametrize("goal", GOALS)
def test_each_special_is_at_its_best_split_against_the_worst_reply(goal: str) -> None:
    """Against a grid of splits that knows this special alone."""
    opponent = {**GORO, "split": None, "pool": 3}
    plain = exactly(KENKO, opponent, goal=goal)
    ranked = {entry["special"]: entry for entry in plain["ranking"]}
    assert set(ranked) == {None, "Combo Attack", "Slam Attack", "Sidestep Defence"}
    for words in (None, *KENKO["specials"]):
        grid = bo.solve(
            {
                "kind": "splits",
                "active": {**KENKO, "specials": [words] if words else []},
                "opponent": opponent,
                "goal": goal,
            }
        )
        name = words.rpartition(" ")[0] if words else None
        entry = ranked[name]
        worst = {
            place: min(row)
            for place, (row, option) in enumerate(
                zip(grid.payoff, grid.options["active"], strict=True)
            )
            if (option.special.name if option.special else None) == name and not option.idle
        }
        best = max(worst.values())
        assert Fraction(entry["payoff"]) == best
        found = next(
            place
            for place, option in enumerate(grid.options["active"])
            if place in worst
            and (option.attack, option.defence) == (entry["attack"], entry["defence"])
        )
        assert worst[found] == best
        replies = [str(option) for option in grid.options["opponent"]]
        assert grid.payoff[found][replies.index(entry["reply"])] == best


def test_the_best_special_comes_first() -> None:
    plain = exactly(KENKO, GORO, goal="kill")
    worths = [Fraction(entry["payoff"]) for entry in plain["ranking"]]
    assert worths == sorted(worths, reverse=True)
    assert plain["ranking"][0]["special"] == "Combo Attack"
    assert plain["ranking"][0]["cost"] == 1
    assert {entry["reply"] for entry in plain["ranking"]} == {"2/1 Combo Attack"}


def test_a_special_that_its_pool_cannot_pay_is_not_ranked() -> None:
    plain = exactly({**KENKO, "pool": 1}, GORO)
    assert [entry["special"] for entry in plain["ranking"] if entry["cost"]] == []
    assert {entry["special"] for entry in plain["ranking"]} == {None, "Sidestep Defence"}


def test_a_special_is_never_ranked_where_it_takes_no_effect() -> None:
    """An attack's special needs a die in Attack, a defence's one in Defence."""
    model = {"pool": 3, "specials": ["Push Attack (0)", "Counterstrike Defence (0)"]}
    for entry in exactly(model, "B: 3 dice", goal="survive")["ranking"]:
        if entry["special"]:
            assert entry["attack" if entry["special"].endswith("Attack") else "defence"] > 0


def test_a_model_without_a_legal_split() -> None:
    with pytest.raises(BushidoOddsError, match="that the rules allow"):
        rank({"pool": 3, "traits": ["Aggressive"]}, "B: 1 die", action="disengage")


# ---- changes


def changes(plain: Document) -> dict[str, Document]:
    return {entry["change"]: entry for entry in plain["changes"]}


ADDED = {
    "Prowess [Melee] (1)": {},
    "Prowess [Attack] (1)": {},
    "Feint (1)": {},
    "Dodge (1)": {},
    "Brutal (1)": {},
    "Parry (1)": {},
    "Armour (1)": {},
    "Tough (1)": {},
    "Pierce (1)": {},
    "Sharp (1)": {},
    "Strong": {},
    "Lightning Reflexes": {},
}


def test_every_change_is_that_of_a_model_so_changed() -> None:
    plain = exactly(KENKO, GORO)
    now = Fraction(plain["ranking"][0]["payoff"])
    found = changes(plain)
    expected = {words: {"traits": [*KENKO["traits"], words]} for words in ADDED}
    expected["+1 die"] = {"pool": 5}
    expected["Strength +1"] = {"strength": 2}
    expected["without Kata"] = {"traits": ["Tough (1)", "Bravery"]}
    expected["without Tough (1)"] = {"traits": ["Kata", "Bravery"]}
    for name, changed in expected.items():
        worth = best_at_worst({**KENKO, **changed}, GORO)
        assert Fraction(found[name]["payoff"]) == worth, name
        assert Fraction(found[name]["difference"]) == worth - now, name
    for name, fields in (
        ("a Charge", {"action": "charge"}),
        ("striking first", {"initiative": "active"}),
        ("striking second", {"initiative": "opponent"}),
    ):
        assert Fraction(found[name]["payoff"]) == best_at_worst(KENKO, GORO, **fields), name


def test_the_most_welcome_change_comes_first() -> None:
    differences = [Fraction(entry["difference"]) for entry in exactly(KENKO, GORO)["changes"]]
    assert differences == sorted(differences, reverse=True)
    assert differences[0] > 0 > differences[-1]


def test_traits_that_are_there_already_add_up_or_are_left_out() -> None:
    found = changes(exactly({"pool": 2, "traits": ["Kata", "Prowess [Melee] (1)"]}, "B: 1 die"))
    assert "Kata" not in found  # has no value to add
    assert "Prowess [Melee] (1)" in found
    assert {name for name in found if name.startswith("without")} == {
        "without Kata",
        "without Prowess [Melee] (1)",
    }


def test_traits_without_effect_are_not_taken_away() -> None:
    assert "without Bravery" not in changes(exactly(KENKO, GORO))


def test_one_die_more_by_a_ki_boost() -> None:
    card = {"melee_pool": 2, "wounds": 3}
    found = changes(exactly(card, "B: 1/1"))["+1 die (Ki boost)"]
    assert Fraction(found["payoff"]) == best_at_worst({**card, "boosts": 1}, {"split": "1/1"})
    capped = changes(exactly({"melee_pool": 1, "boosts": 1}, "B: 1/1"))["+1 die (Ki boost)"]
    assert capped["difference"] == "0"  # twice the base is reached


def test_a_known_split_has_no_die_to_gain() -> None:
    found = changes(exactly("A: 2/1", "B: 1/1"))
    assert not any(name.startswith("+1 die") for name in found)


@pytest.mark.parametrize(
    ("model", "fields"),
    [
        ({"pool": 2, "traits": ["Slow"]}, {}),
        ({"pool": 2, "counters": 1}, {}),
        ({"pool": 2}, {"action": "charge"}),
        ({"pool": 2, "states": ["prone"]}, {"action": "stand up"}),
    ],
    ids=str,
)
def test_no_charge_for_who_cannot(model: Document, fields: Document) -> None:
    assert "a Charge" not in changes(exactly(model, "B: 1 die", **fields))


def test_no_initiative_to_change_where_it_is_given() -> None:
    found = changes(exactly("A: 1 die", "B: 1 die", initiative="active"))
    assert not {"striking first", "striking second"} & set(found)


def test_what_cannot_be_worked_out_is_said() -> None:
    result = rank({"pool": 12}, "B: 1/0, wounds 1")
    assert "+1 die" not in {change.name for change in result.changes}
    assert "Beyond what can be worked out: +1 die" in result.notes


# ---- re-rolls for a goal


def test_ranked_with_rerolls_for_the_goal() -> None:
    active = {"pool": 2, "wounds": 3, "traits": ["Prowess [Melee] (1)"]}
    opponent = {"split": "1/1", "wounds": 3, "traits": ["Dodge (1)"]}
    plain = exactly(active, opponent, rerolls="optimal", goal="kill")
    entry = plain["ranking"][0]
    single = bo.melee(
        {**{k: v for k, v in active.items() if k != "pool"}, "attack": 2, "defence": 0},
        {**{k: v for k, v in opponent.items() if k != "split"}, "attack": 1, "defence": 1},
        rerolls="optimal",
        goal="kill",
    )
    assert (entry["attack"], entry["defence"]) == (2, 0)
    assert Fraction(entry["payoff"]) == single.opponent.out_of_action
    assert plain["rerolls"] == "optimal"


def test_changes_beyond_the_envelope_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit just above the model as it is: one more die is too many, and nothing else is lost."""
    monkeypatch.setattr(game, "MAX_STATES", 40)
    active = {"pool": 1, "wounds": 3, "traits": ["Prowess [Attack] (1)"]}
    result = rank(active, {"split": "0/1", "wounds": 3}, rerolls="optimal")
    assert any(note.startswith("Beyond what can be worked out: +1 die") for note in result.notes)
    assert result.changes


# ---- the result


def test_a_result_fed_back_gives_itself() -> None:
    once = exactly(KENKO, GORO, goal="survive")
    assert bo.solve(once["input"]).to_dict(exact=True) == once


def test_remarks_and_traits_without_effect() -> None:
    plain = exactly(KENKO, "Goro: 2/1, Armour 2")
    assert plain["ignored_traits"] == {"active": ["Bravery"], "opponent": []}
    assert "Goro: wounds not given, 6 assumed" in plain["notes"]


def test_the_working_says_how() -> None:
    document = {"kind": "rank", "active": KENKO, "opponent": GORO}
    result = answer(document, explain=True)
    steps = {step["step"]: step["lines"] for step in result.to_dict()["working"]}
    assert steps["Goal"][0].startswith("trade: ")
    assert steps["Combo Attack"][0].startswith("costs 1; best split ")
