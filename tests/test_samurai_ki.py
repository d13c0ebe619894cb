"""Ki-attacks, and strike or ki?: https://student2.ru/literatura/300693-srazheniya-s-uchastiem-otryadov/."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

import samurai_oracle as oracle
from bushido_odds.samurai.ki import Outcome, ki_law, ki_outcome
from bushido_odds.samurai.result import Comparison, Harmed
from bushido_odds.samurai.settings import DEFAULTS
from bushido_odds.samurai.turn import ki_attack
from samurai_cases import CHARACTERISTICS, RULES, engine_model, fight, models, settings

GOLDEN = {
    (5, 5): (18, 22, 25, 26, 9),
    (6, 4): (18, 34, 24, 15, 9),
    (4, 6): (18, 12, 22, 39, 9),
    (7, 5): (18, 38, 17, 18, 9),
    (3, 3): (18, 13, 45, 15, 9),
    (9, 6): (18, 49, 9, 15, 9),
    (0, 5): (10, 0, 40, 40, 10),
    (5, 0): (19, 36, 45, 0, 0),
}
GOLDEN_LOWER = {
    (5, 5): (18, 22, 25, 26, 9),
    (6, 4): (18, 28, 24, 21, 9),
    (4, 6): (18, 18, 22, 33, 9),
    (7, 5): (18, 30, 17, 26, 9),
    (3, 3): (18, 13, 45, 15, 9),
    (9, 6): (18, 34, 9, 30, 9),
}


def counts(attacker: int, target: int, **rules: Any) -> tuple[Fraction, ...]:
    """The five outcomes, in hundredths of the pairs of a ten-sided die."""
    law = ki_law(attacker, target, settings(rules))
    return tuple(100 * law.probability(outcome) for outcome in Outcome)


@pytest.mark.parametrize(("pair", "expected"), GOLDEN.items())
def test_golden_outcomes(pair: tuple[int, int], expected: tuple[int, ...]) -> None:
    assert counts(*pair) == expected


@pytest.mark.parametrize(("pair", "expected"), GOLDEN_LOWER.items())
def test_golden_outcomes_where_the_lower_roll_wins(
    pair: tuple[int, int], expected: tuple[int, ...]
) -> None:
    assert counts(*pair, both_pass="lower") == expected


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({}, (18, 22, 25, 26, 9)),
        ({"ki_lucky_any_loss": False}, (14, 26, 25, 26, 9)),
        ({"ki_cf_needs_attacker_pass": True}, (13, 22, 30, 26, 9)),
        (
            {"ki_cf_needs_attacker_pass": True, "ki_lucky_any_loss": False},
            (9, 26, 30, 26, 9),
        ),
    ],
)
def test_what_counts_as_panic(rules: dict[str, Any], expected: tuple[int, ...]) -> None:
    assert counts(5, 5, **rules) == expected


@pytest.mark.parametrize(("attacker", "target"), list(product(range(13), repeat=2)))
def test_closed_forms(attacker: int, target: int) -> None:
    a, t = min(attacker, 9), min(target, 9)
    m, n = max(a - 1, 0), max(t - 1, 0)
    la, lt = int(a > 0), int(t > 0)

    def above(own: int, other: int) -> int:
        return sum(min(i - 1, other) for i in range(1, own + 1))

    assert counts(attacker, target) == (
        10 + la * ((9 - t) + n),
        m * (9 - t) + above(m, n),
        (10 - a) * (9 - t) + min(m, n) + la * lt,
        (10 - a) * n + above(n, m),
        lt * ((10 - a) + m),
    )


def test_spirit_moves_neither_panic_nor_the_sure_hit() -> None:
    for pair in product(range(1, 10), repeat=2):
        found = counts(*pair)
        assert (found[0], found[4]) == (18, 9)


@pytest.mark.parametrize(
    ("mine", "theirs", "outcome"),
    [
        (10, 10, Outcome.PANIC),
        (10, 9, Outcome.NOTHING),
        (10, 3, Outcome.TARGET_STRIKES),
        (10, 4, Outcome.TARGET_STRIKES_WITH_HIT),
        (9, 10, Outcome.PANIC),
        (3, 9, Outcome.EVASION),
        (3, 3, Outcome.NOTHING),
        (3, 2, Outcome.EVASION),
        (2, 3, Outcome.TARGET_STRIKES),
        (6, 9, Outcome.PANIC),
        (6, 3, Outcome.PANIC),
        (6, 4, Outcome.NOTHING),
        (3, 4, Outcome.TARGET_STRIKES_WITH_HIT),
    ],
)
def test_the_table_of_outcomes(mine: int, theirs: int, outcome: Outcome) -> None:
    """Spirit 6 against 4: 6 and 4 are lucky, 10 is catastrophic."""
    assert ki_outcome(mine, 6, theirs, 4, DEFAULTS) is outcome


def test_of_two_lucky_rolls_the_higher_spirit_may_win() -> None:
    rules = settings({"lucky_vs_lucky": "higher_characteristic"})
    assert ki_outcome(6, 6, 4, 4, rules) is Outcome.PANIC
    assert ki_outcome(4, 4, 6, 6, rules) is Outcome.TARGET_STRIKES_WITH_HIT


def test_a_target_without_spirit_may_still_panic() -> None:
    assert counts(5, 0, ki_zero_rolls=False) == (10, 40, 50, 0, 0)
    assert counts(0, 0) == (10, 0, 90, 0, 0)


@given(CHARACTERISTICS, CHARACTERISTICS, RULES)
@effort(deadline=None)
def test_outcomes_against_the_oracle(attacker: int, target: int, rules: dict[str, Any]) -> None:
    law = ki_law(attacker, target, settings(rules))
    expected = oracle.ki(attacker, target, oracle.rules(**rules))
    assert {outcome: law[outcome] for outcome in law} == expected


# --- strike or ki? -------------------------------------------------------------------------------


def turn(a: oracle.Model, t: oracle.Model, reaction: str, rules: dict[str, Any]) -> Comparison:
    found = ki_attack(
        a["spirit"], t["spirit"], settings(rules), fight=fight([a], [t], reaction, rules=rules)
    ).turn
    assert found is not None
    return found


def harm(law: dict[tuple[str, int], Fraction]) -> tuple[Any, ...]:
    """The law of the wounds, the chance to be stunned, the chance to be killed."""
    wounds: dict[int, Fraction] = {}
    for (_, lost), chance in law.items():
        wounds[lost] = wounds.get(lost, Fraction(0)) + chance
    fates = [sum((p for (fate, _), p in law.items() if fate == f), Fraction(0)) for f in FATES]
    return wounds, *fates


FATES = ("stunned", "killed")


def figures(model: Harmed) -> tuple[Any, ...]:
    return dict(model.wounds), model.stunned, model.killed


def single(figures: dict[str, dict[int, Fraction]]) -> tuple[Any, ...]:
    return figures["wounds"], *(figures[fate].get(1, Fraction(0)) for fate in FATES)


def expected_turn(
    a: oracle.Model, t: oracle.Model, reaction: str, rules: oracle.Rules
) -> dict[str, tuple[Any, ...]]:
    """Both models' harm with blows, and the attacker's after each outcome of a ki-attack."""
    blows = oracle.melee([a], [t], reaction, r=rules)
    chances = oracle.ki(a["spirit"], t["spirit"], rules)
    wounds: dict[int, Fraction] = {}
    fates = [Fraction(0), Fraction(0)]
    for outcome, chance in chances.items():
        law = ({0: Fraction(1)}, Fraction(0), Fraction(0))
        if outcome >= 4:
            after = oracle.melee([t], [a], "defend", r=rules, automatic=outcome == 5)
            law = single(after["T"])
        for lost, share in law[0].items():
            wounds[lost] = wounds.get(lost, Fraction(0)) + chance * share
        fates = [sofar + chance * share for sofar, share in zip(fates, law[1:], strict=True)]
    return {
        "attacker": single(blows["A"]),
        "target": single(blows["T"]),
        "ki attacker": (wounds, *fates),
    }


@st.composite
def ki_fighters(draw: Any) -> oracle.Model:
    fighter = draw(models(attacks=2))
    return {**fighter, "spirit": draw(CHARACTERISTICS), "within_inch": 0}


@given(ki_fighters(), ki_fighters(), st.sampled_from(["fight", "defend", "evasion", "none"]), RULES)
@effort(max_examples=60, deadline=None)
def test_strike_or_ki_against_the_oracle(
    a: oracle.Model, t: oracle.Model, reaction: str, rules: dict[str, Any]
) -> None:
    if rules.get("exchange") == "pool":  # the oracle rolls every die of the pool at once
        rules = {**rules, "die_faces": "1..10"}
        a, t = {**a, "two_blades": False}, {**t, "two_blades": False}
    found = turn(a, t, reaction, rules)
    expected = expected_turn(a, t, reaction, oracle.rules(**rules))
    assert figures(found.strike.attacker) == expected["attacker"]
    assert figures(found.strike.target) == expected["target"]
    assert figures(found.ki.attacker) == expected["ki attacker"]
    law = oracle.ki(a["spirit"], t["spirit"], oracle.rules(**rules))
    target = found.ki.target
    assert (target.panicked, target.evades) == (law.get(1, 0), law.get(2, 0))
    assert (target.wounds.mean, target.stunned, target.killed) == (0, 0, 0)
    assert target.out_of_action == target.panicked


RONIN = oracle.model(name="Ronin", fs=5, body=5, attacks=2, spirit=7)
ASHIGARU = oracle.model(name="Ashigaru", fs=4, body=4, attacks=2, spirit=4)


def test_one_of_the_attacks_has_hit_or_one_more() -> None:
    """2 attacks of 4 against 5 win with 4 x 5 + 4 + 3 of 100 pairs each, and so does Body."""
    wins = wound = Fraction(27, 100)
    law = ki_law(7, 4, DEFAULTS)
    plain = 1 - (1 - wins * wound) ** 2
    one_of = 1 - (1 - wound) * (1 - wins * wound)
    extra = 1 - (1 - wound) * (1 - wins * wound) ** 2
    for rule, with_hit in (("one_of", one_of), ("extra", extra)):
        found = turn(RONIN, ASHIGARU, "fight", {"ki5_auto": rule})
        assert found.ki.attacker.killed == law[4] * plain + law[5] * with_hit


def test_a_ki_attack_costs_all_blows() -> None:
    assert turn(RONIN, ASHIGARU, "fight", {}).ki.target.killed == 0


def test_a_ki_attacker_defends_with_the_bonus_of_defending() -> None:
    plain = turn(RONIN, ASHIGARU, "fight", {}).ki.attacker.killed
    assert turn(RONIN, ASHIGARU, "fight", {"defend_bonus": 3}).ki.attacker.killed < plain


def test_without_models_there_is_no_turn() -> None:
    result = ki_attack(5, 5, DEFAULTS)
    assert result.turn is None
    assert "turn" not in result.to_dict()
    assert engine_model(RONIN).spirit == 7
