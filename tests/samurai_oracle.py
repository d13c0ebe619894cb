"""An independent calculator of the samurai rules: slow, obvious, die by die.

It shares no code with the package.  Every test is resolved by going through the faces of each die;
a turn is a list of tests played one after another; every hit is resolved on its own; the best
allotment of hits is found by trying them all.  Laws are plain dicts ``{outcome: Fraction}``.

What is stated and what is assumed stands in docs/samurai.md.  Models are mappings with the fields
of a document; rules are mappings of the settings, ``DEFAULTS`` where nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

ONE, ZERO = Fraction(1), Fraction(0)
Rules = Mapping[str, Any]
Model = Mapping[str, Any]

DEFAULTS: Rules = {
    "die_faces": "1..10",
    "pass": "roll<=C",
    "cf": "natural_max",
    "ten_always_fails": True,
    "lucky": "exact",
    "zero_auto_fail": True,
    "both_pass": "higher",
    "lucky_vs_lucky": "tie",
    "exchange": "paired",
    "unopposed": "simple",
    "defend_bonus": 0,
    "evasion_tests": "each_attack",
    "armour_effect": "negate",
    "weapon_mod": 0,
    "unarmed_penalty": -3,
    "unarmed_stun": "any_wound",
    "cf_keeps_penalty": True,
    "contributors": "base_contact",
    "opposed_profile": "chosen_by_attacker",
    "ki_cf_needs_attacker_pass": False,
    "ki_lucky_any_loss": True,
    "ki_zero_rolls": True,
    "ki5_auto": "one_of",
    "melee_shot_penalty": -2,
    "return_fire": "opposed",
}

MODEL: Model = {
    "name": "",
    "fs": 0,
    "attacks": 1,
    "body": 0,
    "wounds": 1,
    "spirit": 0,
    "agility": 0,
    "armour": None,
    "armour_strength": 0,
    "weapon_mod": None,
    "modifier": 0,
    "unarmed": False,
    "two_blades": False,
    "in_contact": 1,
    "within_inch": 0,
    "against": None,
    "shooting": 0,
    "shots": 1,
    "strength": None,
    "range": None,
}


def rules(**changes: Any) -> Rules:
    """The default rules with some changed."""
    return {**DEFAULTS, **changes}


def model(**fields: Any) -> Model:
    """A model with some fields given."""
    return {**MODEL, **{k: v for k, v in fields.items() if v is not None}}


def add(law: dict[Any, Fraction], outcome: Any, chance: Fraction) -> None:
    """Add to an outcome's chance."""
    if chance:
        law[outcome] = law.get(outcome, ZERO) + chance


def then(law: Mapping[Any, Fraction], step: Callable[[Any], Mapping[Any, Fraction]]) -> Any:
    """The law after a step that depends on what came before."""
    after: dict[Any, Fraction] = {}
    for before, chance in law.items():
        for outcome, share in step(before).items():
            add(after, outcome, chance * share)
    return after


# --- dice ----------------------------------------------------------------------------------------


def faces(r: Rules) -> list[int]:
    """The faces of the die."""
    low, high = r["die_faces"].split("..")
    return list(range(int(low), int(high) + 1))


def passes(die: int, c: int, r: Rules) -> bool:
    """Whether a die passes a test on a characteristic that is rolled for."""
    if r["ten_always_fails"] and die == max(faces(r)):
        return False
    return die < c if r["pass"] == "roll<C" else die <= c


def never_rolled(c: int, r: Rules) -> bool:
    """Whether a characteristic fails by itself."""
    return c < 0 or (c == 0 and r["zero_auto_fail"])


def grade(die: int, c: int, r: Rules) -> str:
    """``lucky``, ``pass``, ``fail`` or ``catastrophe``."""
    if never_rolled(c, r):
        return "fail"
    good = [face for face in faces(r) if passes(face, c, r)]
    if die in good:
        lucky = min(faces(r)) if r["lucky"] == "natural_1" else max(good)
        return "lucky" if die == lucky else "pass"
    if r["cf"] == "natural_max" and die == max(faces(r)):
        return "catastrophe"
    return "fail"


def compare(die: int, c: int, other: int, k: int, r: Rules) -> str:
    """Who wins a comparative test: ``A``, ``T``, ``tie`` or ``none``."""
    a, t = grade(die, c, r), grade(other, k, r)
    a_ok, t_ok = a in ("pass", "lucky"), t in ("pass", "lucky")
    if not a_ok and not t_ok:
        return "none"
    if a_ok != t_ok:
        return "A" if a_ok else "T"
    if a != t:
        return "A" if a == "lucky" else "T"
    if a == "lucky":
        if r["lucky_vs_lucky"] == "tie" or c == k:
            return "tie"
        return "A" if c > k else "T"
    if r["both_pass"] == "tie":
        return "tie"
    mine, theirs = {
        "higher": (die, other),
        "lower": (other, die),
        "margin": (c - die, k - other),
    }[r["both_pass"]]
    return "tie" if mine == theirs else "A" if mine > theirs else "T"


def simple(c: int, r: Rules) -> dict[str, Fraction]:
    """The law of the grade of a simple test."""
    return _simple(c, tuple(sorted(r.items())))


@cache
def _simple(c: int, items: tuple[Any, ...]) -> dict[str, Fraction]:
    r = dict(items)
    law: dict[str, Fraction] = {}
    for die in faces(r):
        add(law, grade(die, c, r), Fraction(1, len(faces(r))))
    return law


def opposed(c: int, k: int, r: Rules) -> dict[str, Fraction]:
    """The law of the winner of a comparative test."""
    return _opposed(c, k, tuple(sorted(r.items())))


@cache
def _opposed(c: int, k: int, items: tuple[Any, ...]) -> dict[str, Fraction]:
    r = dict(items)
    law: dict[str, Fraction] = {}
    for die, other in product(faces(r), repeat=2):
        add(law, compare(die, c, other, k, r), Fraction(1, len(faces(r)) ** 2))
    return law


def passed(c: int, r: Rules) -> Fraction:
    """The chance to pass a simple test."""
    law = simple(c, r)
    return law.get("pass", ZERO) + law.get("lucky", ZERO)


# --- ki ------------------------------------------------------------------------------------------


def ki(c: int, k: int, r: Rules) -> dict[int, Fraction]:
    """The law of the five outcomes of a ki-attack."""
    law: dict[int, Fraction] = {}
    for die, other in product(faces(r), repeat=2):
        add(law, _ki(die, c, other, k, r), Fraction(1, len(faces(r)) ** 2))
    return law


def _ki(die: int, c: int, other: int, k: int, r: Rules) -> int:
    a, t = grade(die, c, r), grade(other, k, r)
    highest = other == max(faces(r)) and r["cf"] == "natural_max"
    if never_rolled(k, r) and r["ki_zero_rolls"] and highest:
        t = "catastrophe"
    a_ok, t_ok = a in ("pass", "lucky"), t in ("pass", "lucky")
    if t == "catastrophe":
        if a_ok or not r["ki_cf_needs_attacker_pass"]:
            return 1
        return 3
    if t == "fail":
        if not a_ok:
            return 3
        return 1 if a == "lucky" and r["ki_lucky_any_loss"] else 2
    if not a_ok:
        return 5 if t == "lucky" else 4
    assert t_ok
    who = compare(die, c, other, k, r)
    if who == "tie":
        return 3
    if who == "A":
        return 1 if a == "lucky" else 2
    return 5 if t == "lucky" else 4


# --- one turn of melee: the tests to hit ---------------------------------------------------------


def skill(m: Model, enemy: Model, shift: int, surprise: bool, r: Rules) -> int:
    """Fighting Skill after everything."""
    value = m["fs"] + m["modifier"] + shift
    if m["unarmed"] and not enemy["unarmed"] and not surprise:
        value += r["unarmed_penalty"]
    return int(value)


class Turn:
    """One turn of melee; the sides are ``A`` and ``T``."""

    def __init__(
        self,
        a: Iterable[Model],
        t: Iterable[Model],
        reaction: str = "fight",
        surprise: bool = False,
        r: Rules = DEFAULTS,
        automatic: bool = False,
    ) -> None:
        self.groups = {"A": list(a), "T": list(t)}
        self.reaction = "none" if surprise else reaction
        self.surprise, self.r, self.automatic = surprise, r, automatic
        self.shift: dict[tuple[str, int], int] = {}
        self.dice: dict[tuple[str, int], int] = {}

    def strikes(self, side: str) -> bool:
        return side == "A" or self.reaction == "fight"

    def is_simple(self) -> bool:
        return self.surprise or (self.reaction == "none" and self.r["unopposed"] == "simple")

    def attacks(self, side: str, g: int) -> int:
        m = self.groups[side][g]
        models = m["in_contact"]
        if self.r["contributors"] == "one_inch":
            models += m["within_inch"]
        return int(models * m["attacks"])

    def stand(self, side: str, g: int, enemy: Model) -> int:
        """What a group rolls under against an enemy, whether it strikes or only stands there."""
        m = self.groups[side][g]
        if side == "T" and self.reaction == "evasion":
            return int(m["agility"])
        value = skill(m, enemy, self.shift[side, g], self.surprise, self.r)
        if side == "T" and self.reaction in ("defend", "none"):
            value += self.r["defend_bonus"]
        return value

    def chance(self, side: str, g: int, h: int) -> Fraction:
        """The chance of one attack of a group against an enemy group."""
        other = "T" if side == "A" else "A"
        m, enemy = self.groups[side][g], self.groups[other][h]
        value = skill(m, enemy, self.shift[side, g], self.surprise, self.r)
        if self.is_simple():
            return passed(value, self.r)
        return opposed(value, self.stand(other, h, m), self.r).get("A", ZERO)

    def opposing(self, side: str, g: int) -> int:
        """The enemy group that opposes a group's attacks."""
        enemies = self.groups["T" if side == "A" else "A"]
        known = [h for h, enemy in enumerate(enemies) if enemy["in_contact"]]
        named = [h for h in known if enemies[h]["name"] == self.groups[side][g]["against"]]
        if named:
            return named[0]
        best = None
        for h in known:
            chance = self.chance(side, g, h)
            if self.r["opposed_profile"] == "chosen_by_target":
                chance = -chance
            if best is None or chance > best[0]:
                best = (chance, h)
        assert best is not None
        return int(best[1])

    def two_blades(self) -> list[tuple[Fraction, dict[Any, int], dict[Any, int]]]:
        """Every way the tests for two blades may end: its chance, the dice, the shifts."""
        ways: list[tuple[Fraction, dict[Any, int], dict[Any, int]]] = [(ONE, {}, {})]
        for side, groups in self.groups.items():
            for g, m in enumerate(groups):
                n = self.attacks(side, g) if self.strikes(side) else 0
                found = []
                if not (m["two_blades"] and n):
                    found = [(ONE, n, 0)]
                else:
                    for result, chance in simple(m["agility"], self.r).items():
                        if result in ("pass", "lucky"):
                            found.append((chance, 2 * n, 0))
                        elif result == "catastrophe":
                            found.append((chance, 0, -1 if self.r["cf_keeps_penalty"] else 0))
                        else:
                            found.append((chance, n, -1))
                ways = [
                    (p * q, {**dice, (side, g): k}, {**shift, (side, g): s})
                    for p, dice, shift in ways
                    for q, k, s in found
                ]
        return ways

    def hits(self) -> dict[tuple[tuple[Any, int], ...], Fraction]:
        """The joint law of the hits: sorted ((side, group, stuns), number) with none left out."""
        law: dict[Any, Fraction] = {}
        for chance, dice, shift in self.two_blades():
            self.dice, self.shift = dict(dice), shift
            sure: dict[Any, int] = {}
            if self.automatic and self.dice["A", 0]:
                sure["A", 0, False] = 1
                if self.r["ki5_auto"] == "one_of":
                    self.dice["A", 0] -= 1
            for found, share in self._played(sure).items():
                add(law, found, chance * share)
        return law

    def _played(self, sure: Mapping[Any, int]) -> dict[Any, Fraction]:
        law: dict[Any, Fraction] = {tuple(sorted(sure.items())): ONE}
        if self.is_simple():
            for g in range(len(self.groups["A"])):
                for _ in range(self.dice["A", g]):
                    law = then(law, lambda before, g=g: self._simple(before, g))
            return law
        one_evasion = self.reaction == "evasion" and (
            self.r["evasion_tests"] == "one_for_all" or self.r["exchange"] == "pool"
        )
        if one_evasion:
            return self._one_evasion(law)
        if self.r["exchange"] == "pool" and self.reaction != "evasion":
            return self._pool(law)
        for a, t, may_hit in self._schedule():
            law = then(law, lambda before, a=a, t=t, m=may_hit: self._compared(before, a, t, m))
        return law

    def _simple(self, before: Any, g: int) -> dict[Any, Fraction]:
        m = self.groups["A"][g]
        enemy = self.groups["T"][self.opposing("A", g)]
        after: dict[Any, Fraction] = {}
        for result, chance in simple(
            skill(m, enemy, self.shift["A", g], self.surprise, self.r), self.r
        ).items():
            if result in ("pass", "lucky"):
                stuns = self.surprise and m["unarmed"] and result == "lucky"
                add(after, _more(before, ("A", g, stuns)), chance)
            else:
                add(after, before, chance)
        return after

    def _schedule(self) -> list[tuple[int, int, str]]:
        """The comparative tests: the attacker's group, the target's, and who may hit."""
        tests = []
        left = dict(self.dice)
        if self.r["exchange"] == "paired" and self.strikes("T"):
            for g in range(len(self.groups["A"])):
                if not left["A", g]:
                    continue
                chosen = self.opposing("A", g)
                others = [h for h in range(len(self.groups["T"])) if h != chosen]
                for h in [chosen, *others]:
                    while left["A", g] and left["T", h]:
                        tests.append((g, h, "AT"))
                        left["A", g] -= 1
                        left["T", h] -= 1
        for (side, g), n in left.items():
            for _ in range(n):
                opposing = self.opposing(side, g)
                tests.append((g, opposing, "A") if side == "A" else (opposing, g, "T"))
        return tests

    def _compared(self, before: Any, a: int, t: int, may_hit: str) -> dict[Any, Fraction]:
        mine = self.stand("A", a, self.groups["T"][t])
        theirs = self.stand("T", t, self.groups["A"][a])
        after: dict[Any, Fraction] = {}
        for who, chance in opposed(mine, theirs, self.r).items():
            if who in may_hit and who != "tie":
                hit = ("A", a, False) if who == "A" else ("T", t, False)
                add(after, _more(before, hit), chance)
            else:
                add(after, before, chance)
        return after

    def _one_evasion(self, law: Any) -> dict[Any, Fraction]:
        """Every evading group rolls one die; go through all of them together."""
        met = {g: self.opposing("A", g) for g in range(len(self.groups["A"])) if self.dice["A", g]}
        evading = sorted(set(met.values()))
        result: dict[Any, Fraction] = {}
        share = Fraction(1, len(faces(self.r)) ** len(evading))
        for roll in product(faces(self.r), repeat=len(evading)):
            die = dict(zip(evading, roll, strict=True))
            after = law
            for g, h in met.items():
                c = skill(
                    self.groups["A"][g], self.groups["T"][h], self.shift["A", g], False, self.r
                )
                k = self.groups["T"][h]["agility"]

                def step(before: Any, g: int = g, c: int = c, d: int = die[h], k: int = k) -> Any:
                    got: dict[Any, Fraction] = {}
                    for face in faces(self.r):
                        won = compare(face, c, d, k, self.r) == "A"
                        to = _more(before, ("A", g, False)) if won else before
                        add(got, to, Fraction(1, len(faces(self.r))))
                    return got

                for _ in range(self.dice["A", g]):
                    after = then(after, step)
            for outcome, chance in after.items():
                add(result, outcome, chance * share)
        return result

    def _pool(self, law: Any) -> dict[Any, Fraction]:
        """All dice on the table at once, in every way they may fall."""
        pool = []
        for side in "AT":
            for g, m in enumerate(self.groups[side]):
                enemies = self.groups["T" if side == "A" else "A"]
                c = self.stand(side, g, enemies[self.opposing(side, g)])
                scores = self.dice[side, g] > 0 or (
                    self.automatic
                    and side == "A"
                    and self.attacks(side, g) > 0
                    and self._may_strike(g)
                )
                n = self.dice[side, g] if scores else max(1, self._guard(side, g, m))
                pool += [(side, g, c, scores)] * n
        result: dict[Any, Fraction] = {}
        share = Fraction(1, len(faces(self.r)) ** len(pool))
        for roll in product(faces(self.r), repeat=len(pool)):
            [before] = law
            for (side, g, c, scores), die in zip(pool, roll, strict=True):
                if not scores or grade(die, c, self.r) not in ("pass", "lucky"):
                    continue
                enemies = [
                    (other, k)
                    for (whose, _, k, _), other in zip(pool, roll, strict=True)
                    if whose != side
                ]
                if all(compare(die, c, other, k, self.r) == "A" for other, k in enemies):
                    before = _more(before, (side, g, False))
            add(result, before, share)
        return result

    def _guard(self, side: str, g: int, m: Model) -> int:
        return self.attacks(side, g)

    def _may_strike(self, g: int) -> bool:
        # An automatic hit that is one of the attacks may leave none to roll.
        return self.automatic and self.r["ki5_auto"] == "one_of"


def _more(before: Any, hit: Any) -> Any:
    counts = dict(before)
    counts[hit] = counts.get(hit, 0) + 1
    return tuple(sorted(counts.items()))


# --- from hits to wounds -------------------------------------------------------------------------


def melee_strength(m: Model, r: Rules) -> int:
    """Body Strength with the weapon."""
    if m["unarmed"]:
        return int(m["body"])
    return int(m["body"] + (r["weapon_mod"] if m["weapon_mod"] is None else m["weapon_mod"]))


def missile_strength(m: Model, r: Rules) -> int:
    """Strength of a missile."""
    return melee_strength(m, r) if m["strength"] is None else int(m["strength"])


def wounds(strength: int, enemy: Model, r: Rules) -> Fraction:
    """The chance that one hit wounds, face by face."""
    total = ZERO
    armour = faces(r) if enemy["armour"] is not None else [None]
    for die in armour:
        held = die is not None and grade(die, enemy["armour"], r) in ("pass", "lucky")
        share = Fraction(1, len(armour))
        body = enemy["body"]
        if held and r["armour_effect"] == "negate":
            continue
        if held and r["armour_effect"] == "second_test":
            share *= opposed(strength, enemy["armour_strength"], r).get("A", ZERO)
        elif held:
            body += int(r["armour_effect"].split(":")[1])
        total += share * opposed(strength, body, r).get("A", ZERO)
    return total


def struck(
    enemy: Model, blows: Iterable[tuple[Fraction, bool, bool]], r: Rules
) -> dict[tuple[str, int], Fraction]:
    """The law of (fate, wounds lost) after blows: chance to wound, unarmed, stuns outright.

    Armed blows come first.
    """
    law: dict[tuple[str, int], Fraction] = {("stands", 0): ONE}
    for chance, unarmed, outright in sorted(blows, key=lambda blow: blow[1]):

        def step(before: Any, p: Fraction = chance, u: bool = unarmed, o: bool = outright) -> Any:
            fate, lost = before
            after: dict[Any, Fraction] = {}
            if fate == "killed":
                return {before: ONE}
            if o:
                return {("stunned", lost): ONE}
            add(after, before, 1 - p)
            more = min(enemy["wounds"], lost + 1)
            if not u:
                to = "killed" if more == enemy["wounds"] else fate
            elif r["unarmed_stun"] == "any_wound" or more == enemy["wounds"]:
                to = "stunned"
            else:
                to = fate
            add(after, (to, more), p)
            return after

        law = then(law, step)
    return law


def enemies_of(groups: Iterable[Model]) -> list[Model]:
    """Every model in base contact, one by one."""
    return [m for m in groups for _ in range(m["in_contact"])]


def allotted(
    kinds: list[Any], enemies: list[Model], how: str, order: list[int], law_of: Any
) -> tuple[int, ...]:
    """The enemy that each hit goes to."""
    if order or how == "spread":
        turn = [number - 1 for number in order] or list(range(len(enemies)))
        return tuple(turn[n % len(turn)] for n in range(len(kinds)))
    best = None
    for choice in product(range(len(enemies)), repeat=len(kinds)):
        out = lost = ZERO
        shares = []
        for place, enemy in enumerate(enemies):
            mine = [kind for kind, to in zip(kinds, choice, strict=True) if to == place]
            law = law_of(enemy, mine)
            out += sum((p for (fate, _), p in law.items() if fate != "stands"), ZERO)
            lost += sum((n * p for (_, n), p in law.items()), ZERO)
            shares.append(tuple(mine.count(kind) for kind in sorted(set(kinds))))
        value = (out, lost, tuple(shares))
        if best is None or value > best[0]:
            best = (value, choice)
    assert best is not None
    return best[1]


def melee(
    a: list[Model],
    t: list[Model],
    reaction: str = "fight",
    surprise: bool = False,
    r: Rules = DEFAULTS,
    allots: Mapping[str, str] | None = None,
    orders: Mapping[str, list[int]] | None = None,
    automatic: bool = False,
) -> dict[str, Any]:
    """Everything about one turn: laws of hits, wounds, models stunned, killed and out, by side.

    ``joint`` is the law of (every attacker out, every target out).
    """
    turn = Turn(a, t, reaction, surprise, r, automatic)
    result: dict[str, Any] = {
        side: {"hits": {}, "wounds": {}, "stunned": {}, "killed": {}, "out": {}} for side in "AT"
    }
    result["joint"] = {}

    def blow(kind: Any, enemy: Model) -> tuple[Fraction, bool, bool]:
        side, g, outright = kind
        m = turn.groups[side][g]
        chance = ZERO if outright else wounds(melee_strength(m, r), enemy, r)
        return chance, m["unarmed"], outright

    for hits, chance in turn.hits().items():
        out = {}
        for side, other in (("A", "T"), ("T", "A")):
            kinds = [kind for kind, n in hits for _ in range(n) if kind[0] == other]
            add(result[other]["hits"], len(kinds), chance)
            enemies = enemies_of(turn.groups[side])
            law_of = lambda enemy, mine: struck(enemy, [blow(k, enemy) for k in mine], r)  # noqa: E731
            to = allotted(
                kinds,
                enemies,
                (allots or {}).get(other, "kill"),
                (orders or {}).get(other, []),
                law_of,
            )
            total: dict[Any, Fraction] = {(0, 0, 0, 0): ONE}
            for place, enemy in enumerate(enemies):
                mine = [kind for kind, where in zip(kinds, to, strict=True) if where == place]
                law = law_of(enemy, mine)

                def step(before: Any, law: Any = law) -> Any:
                    after: dict[Any, Fraction] = {}
                    for (fate, lost), p in law.items():
                        more = (lost, fate == "stunned", fate == "killed", fate != "stands")
                        add(after, tuple(x + int(y) for x, y in zip(before, more, strict=True)), p)
                    return after

                total = then(total, step)
            for figures, p in total.items():
                for name, value in zip(
                    ("wounds", "stunned", "killed", "out"), figures, strict=True
                ):
                    add(result[side][name], value, chance * p)
            out[side] = sum((p for x, p in total.items() if x[3] == len(enemies)), ZERO)
        for a_out, t_out in product((False, True), repeat=2):
            share = (out["A"] if a_out else 1 - out["A"]) * (out["T"] if t_out else 1 - out["T"])
            add(result["joint"], (a_out, t_out), chance * share)
    return result


# --- shooting ------------------------------------------------------------------------------------


def shoot(
    shooter: Model,
    target: Model,
    reaction: str = "none",
    distance: float | None = None,
    into_melee: bool = False,
    friends: Iterable[Model] = (),
    r: Rules = DEFAULTS,
) -> dict[str, Any]:
    """The laws of (fate, wounds) of the target, the shooter and every friend, and of the hits."""
    friends = list(friends)
    into_melee = into_melee or bool(friends)
    c = shooter["shooting"] + shooter["modifier"] + (r["melee_shot_penalty"] if into_melee else 0)
    k = target["agility"] if reaction == "evasion" else target["shooting"] + target["modifier"]

    def near(m: Model) -> bool:
        return distance is None or m["range"] is None or distance <= m["range"]

    shots = shooter["shots"] if near(shooter) else 0
    back = target["shots"] if reaction == "shoot" and near(target) else 0
    side = len(faces(r))
    start = (0, 0, (0,) * len(friends))

    def fallen(state: Any, die: int, won: bool, hit_back: bool) -> dict[Any, Fraction]:
        on, against, own = state
        after: dict[Any, Fraction] = {}
        if hit_back:
            against += 1
        if won:
            return {(on + 1, against, own): ONE}
        if into_melee and friends and grade(die, c, r) == "catastrophe":
            for f in range(len(friends)):
                more = tuple(n + (g == f) for g, n in enumerate(own))
                add(after, (on, against, more), Fraction(1, len(friends)))
            return after
        return {(on, against, own): ONE}

    def alone(state: Any) -> dict[Any, Fraction]:
        after: dict[Any, Fraction] = {}
        for die in faces(r):
            won = grade(die, c, r) in ("pass", "lucky")
            for to, p in fallen(state, die, won, False).items():
                add(after, to, p / side)
        return after

    def met(state: Any, others: Iterable[int], hits_back: bool) -> dict[Any, Fraction]:
        after: dict[Any, Fraction] = {}
        others = list(others)
        for die, other in product(faces(r), others):
            who = compare(die, c, other, k, r)
            for to, p in fallen(state, die, who == "A", hits_back and who == "T").items():
                add(after, to, p / (side * len(others)))
        return after

    def answered(state: Any) -> dict[Any, Fraction]:
        on, against, own = state
        p = passed(k, r)
        return {(on, against + 1, own): p, (on, against, own): 1 - p}

    law: dict[Any, Fraction] = {}
    if reaction == "evasion" and r["evasion_tests"] == "one_for_all":
        for roll in faces(r):
            part: dict[Any, Fraction] = {start: ONE}
            for _ in range(shots):
                part = then(part, lambda state, roll=roll: met(state, [roll], False))
            for to, p in part.items():
                add(law, to, p / side)
    else:
        law = {start: ONE}
        both = min(shots, back) if r["return_fire"] == "opposed" else 0
        for n in range(shots):
            if reaction == "evasion":
                law = then(law, lambda state: met(state, faces(r), False))
            elif n < both:
                law = then(law, lambda state: met(state, faces(r), True))
            else:
                law = then(law, alone)
        for _ in range(back - both):
            law = then(law, answered)

    def after_hits(m: Model, strength: int, number: Callable[[Any], int]) -> dict[Any, Fraction]:
        found: dict[Any, Fraction] = {}
        for state, p in law.items():
            blows = [(wounds(strength, m, r), False, False)] * number(state)
            for outcome, q in struck(m, blows, r).items():
                add(found, outcome, p * q)
        return found

    strength = missile_strength(shooter, r)
    hits: dict[int, Fraction] = {}
    for state, p in law.items():
        add(hits, state[0], p)
    return {
        "hits": hits,
        "target": after_hits(target, strength, lambda s: s[0]),
        "shooter": after_hits(shooter, missile_strength(target, r), lambda s: s[1]),
        "friends": [
            after_hits(friend, strength, lambda s, f=f: s[2][f]) for f, friend in enumerate(friends)
        ],
    }
