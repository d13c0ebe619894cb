"""Documents, model lines and settings of the samurai rules: what goes in, and what is refused."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

import bushido_odds as bo
from bushido_odds.documents.load import KINDS, document_from
from bushido_odds.documents.samurai import MAKERS
from bushido_odds.documents.samurai_fields import FIGHTER, HIGHEST, RULES
from bushido_odds.documents.samurai_line import parse_samurai_line
from bushido_odds.errors import BushidoOddsError, InputError, InputErrors
from bushido_odds.samurai.readings import FIXED, bearing
from bushido_odds.samurai.rulings import SETTINGS, Topic, changed, settings_from, values_of
from bushido_odds.samurai.settings import DEFAULTS, Settings
from bushido_odds.samurai.vocabulary import all_terms, look_up
from samurai_cases import RULES as RULE_VALUES

FIGHT = {"kind": "samurai_melee", "attacker": "A: FS 6, body 5", "target": "B: FS 5, body 5"}


def faults(document: Any) -> list[str]:
    """Every fault of a document, on one line each."""
    with pytest.raises(InputErrors) as caught:
        document_from(document)
    return [
        ": ".join(part for part in (fault.path, fault.message) if part)
        + (f" | {fault.suggestion}" if fault.suggestion else "")
        for fault in caught.value.errors
    ]


# --- model lines ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "model"),
    [
        ("FS 6", {"fs": 6}),
        ("Ninja: FS 6, 3 attacks, body 6", {"name": "Ninja", "fs": 6, "attacks": 3, "body": 6}),
        ("Oda no Ko: Fighting Skill: 6", {"name": "Oda no Ko", "fs": 6}),
        ("fs: 5, body=4", {"fs": 5, "body": 4}),
        ("x4, in contact 3, within inch 1", {"models": 4, "in_contact": 3, "within_inch": 1}),
        ("4 models, weapon -1, modifier +2", {"models": 4, "weapon_mod": -1, "modifier": 2}),
        ("unarmed, no armour, wounds 2", {"unarmed": True, "wounds": 2}),
        ("two blades, agility 7", {"two_blades": True, "agility": 7}),
        ("armor 5, armour strength 6", {"armour": 5, "armour_strength": 6}),
        ("FS 5, against Guard One", {"fs": 5, "against": "Guard One"}),
        (
            "Самурай: УС 6, «Сила тела» 5, атаки 3, доспех 4, раны 2",
            {"name": "Самурай", "fs": 6, "body": 5, "attacks": 3, "armour": 4, "wounds": 2},
        ),
        ("4 модели, без оружия, без доспеха", {"models": 4, "unarmed": True}),
        (
            "два клинка, Ловкость 7, против Стража",
            {"two_blades": True, "agility": 7, "against": "Стража"},
        ),
    ],
)
def test_model_lines(line: str, model: dict[str, Any]) -> None:
    assert parse_samurai_line(line, FIGHTER) == model


@pytest.mark.parametrize(
    ("line", "message", "advice"),
    [
        ("FS 6, boddy 4", 'unknown word "boddy 4"', 'did you mean "body"?'),
        ("УС 6, сила теела 4", 'unknown word "сила теела 4"', 'did you mean "сила тела"?'),
        ("FS 6, FS 5", 'fs is given twice ("FS 5")', None),
        ("body", '"body" lacks a number', None),
        ("FS 6, qqqqqqq", 'unknown word "qqqqqqq"', None),
        ("FS 6; FS 5", "this is a line of several groups, and one model is wanted here", None),
        ("x" * 5000, "a model line may have 4000 characters, not 5000", None),
    ],
)
def test_faulty_model_lines(line: str, message: str, advice: str | None) -> None:
    with pytest.raises(InputError) as caught:
        parse_samurai_line(line, FIGHTER)
    assert (caught.value.message, caught.value.suggestion) == (message, advice)


@given(st.text(max_size=60))
@effort(max_examples=300, deadline=None)
def test_any_text_is_a_model_or_a_fault(text: str) -> None:
    try:
        found = parse_samurai_line(text, FIGHTER)
    except InputError:
        return
    assert set(found) <= {field.name for field in FIGHTER}


# --- documents -----------------------------------------------------------------------------------


def test_a_document_is_complete_and_means_the_same_again() -> None:
    for document in (
        FIGHT,
        {"kind": "samurai_test", "skill": 6, "modifier": -3, "tests": 2},
        {"kind": "samurai_opposed", "attacker": 6, "target": 4, "rules": {"both_pass": "lower"}},
        {"kind": "samurai_ki", "attacker": 5, "target": 5},
        {
            "kind": "samurai_ki",
            "attacker": "A: spirit 5, FS 6, body 5",
            "target": "B: spirit 4, FS 5, body 5",
        },
        {
            "kind": "samurai_shoot",
            "shooter": "A: shooting 5, strength 5, range 24",
            "target": "B: body 5",
            "friends": ["C: body 4"],
            "distance": '12"',
        },
        {**FIGHT, "attacker": "A: FS 6, body 5; C: 3 models, FS 5, body 4", "reaction": "Defend!"},
        {**FIGHT, "dice": [1, 2, 5, 5]},
    ):
        result = bo.solve(document)
        plain = result.to_dict(exact=True)
        again = bo.solve(plain["input"]).to_dict(exact=True)
        assert again == plain
        assert plain["input"]["kind"] == document["kind"]


def test_every_kind_is_known_to_the_library() -> None:
    assert set(MAKERS) == {kind for kind in KINDS if kind.startswith("samurai")}


@pytest.mark.parametrize(
    ("word", "reaction"),
    [
        ("Fight!", "fight"),
        ("DEFEND", "defend"),
        ("«Защищаться!»", "defend"),
        ("Сражаться!", "fight"),
        ("Уклонение", "evasion"),
        ("none", "none"),
    ],
)
def test_reactions_as_they_are_called_at_the_table(word: str, reaction: str) -> None:
    document = {**FIGHT, "reaction": word, "target": "B: FS 5, body 5, agility 5"}
    assert document_from(document).data["reaction"] == reaction


def test_left_out_reactions() -> None:
    assert document_from(FIGHT).data["reaction"] == "fight"
    assert document_from({**FIGHT, "surprise": True}).data["reaction"] == "none"


def test_counts_of_models_follow_from_each_other() -> None:
    def group(line: str) -> tuple[int, int, int]:
        found = document_from({**FIGHT, "attacker": line}).data["attacker"]
        return found["models"], found["in_contact"], found["within_inch"]

    assert group("FS 5, body 5") == (1, 1, 0)
    assert group("5 models, FS 5, body 5") == (5, 5, 0)
    assert group("5 models, within inch 2, FS 5, body 5") == (5, 3, 2)
    assert group("in contact 2, within inch 1, FS 5, body 5") == (3, 2, 1)


MISSILES = 'strength: "strength" is missing: of its missiles; or give body, for thrown ones'
SQUAD = {
    **FIGHT,
    "attacker": [{"name": "S", "fs": 5, "body": 5}, {"name": "C", "fs": 6, "body": 5}],
}


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ({**FIGHT, "atacker": 1}, ['atacker: unknown key "atacker" | did you mean "attacker"?']),
        (
            {**FIGHT, "attacker": 5},
            ["attacker: keys and values, or a model line, are needed, not 5"],
        ),
        (
            {"kind": "samurai_melee"},
            ['attacker: "attacker" is missing', 'target: "target" is missing'],
        ),
        (
            {**FIGHT, "target": {"fs": 5, "body": 31}},
            [f"target.body: 31 is beyond the limit: 0 to {HIGHEST}"],
        ),
        (
            {**FIGHT, "target": {"fs": 5.5, "body": 3}},
            ["target.fs: a whole number is needed, not 5.5"],
        ),
        (
            {**FIGHT, "target": {"fs": True, "body": 3}},
            ["target.fs: a whole number is needed, not true"],
        ),
        (
            {**SQUAD, "attacker": [{"fs": 5, "body": 5}, {"fs": 4, "body": 4, "modls": 3}]},
            ['attacker[1].modls: unknown key "modls" | did you mean "models"?'],
        ),
        (
            {**SQUAD, "attacker": ["A: FS 5, body 5", "B: FS 5, bdy 4"]},
            ['attacker[1]: unknown word "bdy 4" | did you mean "body"?'],
        ),
        (
            {**FIGHT, "attacker": "A: FS 5, body 5; B: FS 5"},
            ['attacker[1].body: "body" is missing: every hit is a test of Body Strength'],
        ),
        ({**FIGHT, "attacker": []}, ["attacker: 0 models in base contact; 1 to 12 are needed"]),
        ({**FIGHT, "attacker": ["FS 5, body 5"] * 4}, ["attacker: at most 3 items, please"]),
        (
            {**FIGHT, "reaction": "evasio"},
            [
                'reaction: "evasio" is none of: fight, defend, evasion, none'
                ' | did you mean "evasion"?'
            ],
        ),
        (
            {**FIGHT, "reaction": "evasion"},
            ['target.agility: "agility" is missing: Evasion is a test of it'],
        ),
        (
            {**FIGHT, "attacker": "FS 5, body 5, two blades"},
            ['attacker.agility: "agility" is missing: two blades are a test of it'],
        ),
        (
            {**FIGHT, "attacker": "FS 5, body 5, two blades, unarmed, agility 5"},
            ["attacker.two_blades: contradicts unarmed: give one of the two"],
        ),
        (
            {**FIGHT, "target": "body 5"},
            ['target.fs: "fs" is missing: it fights with it'],
        ),
        (
            {**FIGHT, "surprise": True, "reaction": "fight"},
            [
                "reaction: a model that is attacked by surprise declares no reaction in the first "
                'turn | leave it out, or set "surprise: false"'
            ],
        ),
        (
            {**FIGHT, "attacker": "2 models, in contact 2, within inch 1, FS 5, body 5"},
            ["attacker.models: 2 in contact and 1 within 1 inch are more than 2"],
        ),
        (
            {**FIGHT, "attacker": "in contact 0, within inch 1, FS 5, body 5"},
            ["attacker: 0 models in base contact; 1 to 12 are needed"],
        ),
        (
            {**FIGHT, "attacker": "12 models, 3 attacks, two blades, agility 5, FS 5, body 5"},
            ["attacker: 72 attacks are more than 60"],
        ),
        (
            {**FIGHT, "target": SQUAD["attacker"], "attacker": "FS 5, body 5, against CC"},
            ['attacker.against: no enemy group is called "CC" | did you mean "C"?'],
        ),
        (
            {**FIGHT, "attacker_order": [1, 2]},
            ["attacker_order[1]: there is no enemy 2: 1 are in base contact"],
        ),
        (
            {**FIGHT, "rules": {"both_pass": "hihger"}},
            [
                'rules.both_pass: "hihger" is none of: higher, margin, lower, tie'
                ' | did you mean "higher"?'
            ],
        ),
        (
            {**FIGHT, "rules": {"bothpass": "higher"}},
            ['rules.bothpass: unknown key "bothpass" | did you mean "both_pass"?'],
        ),
        (
            {**FIGHT, "rules": {"armour_effect": "bonus:21"}},
            ['rules.armour_effect: "bonus:21" is none of: negate, second_test, bonus:2'],
        ),
        (
            {
                **FIGHT,
                "target": "FS 5, body 5, armour 5",
                "rules": {"armour_effect": "second_test"},
            },
            ['target.armour_strength: "armour_strength" is missing: armour_effect is second_test'],
        ),
        (
            {**FIGHT, "rules": {"unarmed_penalty": 3}},
            ["rules.unarmed_penalty: 3 is beyond the limit: -20 to 0"],
        ),
        ({**SQUAD, "dice": [1]}, ["dice: dice on the table are for one model against one"]),
        (
            {**FIGHT, "dice": [1], "rules": {"exchange": "pool"}},
            ["dice: dice on the table are not for dice that are rolled all at once"],
        ),
        (
            {**FIGHT, "dice": [1], "attacker": "FS 5, body 5, two blades, agility 5"},
            ["dice: dice on the table are not for two blades"],
        ),
        (
            {"kind": "samurai_ki", "attacker": "FS 5, body 5", "target": 5},
            [
                'attacker.spirit: "spirit" is missing: a ki-attack is a test of it',
                'target.fs: "fs" is missing: it fights with it',
                'target.body: "body" is missing: every hit is a test of Body Strength',
            ],
        ),
        (
            {"kind": "samurai_shoot", "shooter": {}, "target": {}, "reaction": "shoot"},
            [
                'shooter.shooting: "shooting" is missing: the shots are tests of it',
                f"shooter.{MISSILES}",
                'target.body: "body" is missing: every hit is a test of Body Strength',
                'target.shooting: "shooting" is missing: it shoots back',
                f"target.{MISSILES}",
                'shooter.body: "body" is missing: it is shot at too',
            ],
        ),
        (
            {
                "kind": "samurai_shoot",
                "shooter": "shooting 5, strength 5",
                "target": "body 5",
                "friends": ["C: armour 4"],
            },
            ['friends[0].body: "body" is missing: a hit on it is a test of Body Strength'],
        ),
        ({"kind": "samurai_test"}, ['skill: "skill" is missing']),
        ({"kind": "samurai_opposed", "attacker": 5}, ['target: "target" is missing']),
        (
            {"kind": "samurai_mele"},
            ['kind: unknown kind "samurai_mele" | did you mean "samurai_melee"?'],
        ),
    ],
)
def test_faults(document: dict[str, Any], expected: list[str]) -> None:
    assert faults(document) == expected


def test_a_fault_has_its_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "fight.yaml"
    file.write_text(
        "kind: samurai_melee\nattacker:\n  - {fs: 5, body: 5}\n  - fs: 5\n    body: 44\n"
        "target: {fs: 5}\n",
        encoding="utf-8",
    )
    with pytest.raises(InputErrors) as caught:
        list(bo.load(file))
    [fault] = caught.value.errors
    assert (fault.file, fault.line, fault.path) == (str(file), 5, "attacker[1].body")


@pytest.mark.parametrize("kind", [*MAKERS])
@given(data=st.data())
@effort(max_examples=40, deadline=None)
def test_anything_is_answered_or_refused(kind: str, data: st.DataObject) -> None:
    """No data, however wrong, raise anything but the family of errors."""
    keys = st.sampled_from(
        ["attacker", "target", "shooter", "skill", "rules", "reaction", "dice", "fs", "body"]
    )
    leaves = st.none() | st.booleans() | st.integers(-99, 99) | st.text(max_size=9) | st.floats()
    values = st.recursive(
        leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4)
    )
    document = {"kind": kind, **data.draw(st.dictionaries(keys, values, max_size=5))}
    try:
        result = bo.solve(document)
    except BushidoOddsError:
        return
    assert result.to_dict()["kind"] in (kind, "samurai_replay")


# --- settings ------------------------------------------------------------------------------------


def test_the_registry_and_the_settings_have_the_same_points() -> None:
    assert [setting.attribute for setting in SETTINGS.values()] != []
    assert {setting.attribute for setting in SETTINGS.values()} == {
        field.name for field in fields(Settings)
    }
    assert [field.name for field in RULES] == list(SETTINGS)
    assert values_of(DEFAULTS) == {key: setting.default for key, setting in SETTINGS.items()}


def test_only_what_differs_is_changed() -> None:
    assert changed(DEFAULTS) == ()
    assert changed(settings_from({"both_pass": "higher", "lucky": "natural_1"})) == ("lucky",)


@given(RULE_VALUES)
def test_every_value_has_a_sentence_in_both_languages(rules: dict[str, Any]) -> None:
    values = values_of(settings_from(rules))
    for key, setting in SETTINGS.items():
        english, russian = setting.sentence(values[key])
        assert english.isascii()
        assert english != russian
        assert "{" not in english + russian


@given(RULE_VALUES)
@effort(max_examples=50, deadline=None)
def test_settings_of_a_document_are_those_it_says(rules: dict[str, Any]) -> None:
    document = document_from({"kind": "samurai_test", "skill": 5, "rules": rules})
    assert document.settings == settings_from(rules)
    assert document.data["rules"] == values_of(settings_from(rules))


@pytest.mark.parametrize(
    ("key", "given_as", "value"),
    [
        ("lucky", "Natural 1", "natural_1"),
        ("pass", "roll<c", "roll<C"),
        ("exchange", "EACH-WAY", "each_way"),
        ("armour_effect", "Bonus: 2", None),
        ("armour_effect", "bonus: 2", "bonus:2"),
        ("armour_effect", "Second Test", "second_test"),
    ],
)
def test_values_in_any_spelling(key: str, given_as: str, value: str | None) -> None:
    document = {"kind": "samurai_test", "skill": 5, "rules": {key: given_as}}
    if value is None:
        assert faults(document)
    else:
        assert document_from(document).data["rules"][key] == value


def test_what_the_text_states_is_no_assumption_until_it_is_changed() -> None:
    def named(settings: Settings) -> dict[str, bool]:
        return {
            reading.name: reading.assumed
            for reading in bearing({Topic.UNARMED}, settings)
            if reading.name
        }

    assert named(DEFAULTS) == {
        "unarmed_penalty = -3": False,
        "unarmed_stun = any_wound": True,
    }
    assert named(settings_from({"unarmed_penalty": -2}))["unarmed_penalty = -2"] is True


def test_every_topic_has_something_to_say() -> None:
    for topic in Topic:
        if topic is not Topic.SURPRISE:
            assert list(bearing({topic}, DEFAULTS)), topic
    assert all(reading.says[0].isascii() for reading in FIXED)


# --- words ---------------------------------------------------------------------------------------


def test_words_are_found_in_either_language() -> None:
    assert look_up("panic")[0].name == ("Panic", "Паника")
    assert look_up("ПАНИ")[0].name == ("Panic", "Паника")
    assert look_up("both pass")[0].name[0] == "both_pass"
    assert look_up("lucky")[0].name[0] == "Lucky Chance"
    with pytest.raises(BushidoOddsError, match='did you mean "Panic"'):
        look_up("panik")
    with pytest.raises(BushidoOddsError):
        look_up("  ")


def test_every_setting_is_a_word_with_each_of_its_values() -> None:
    terms = {term.name[0]: term for term in all_terms() if term.kind == "setting"}
    assert set(terms) == set(SETTINGS)
    for key, setting in SETTINGS.items():
        text = "\n".join(english for english, _ in terms[key].says)
        for choice in setting.choices:
            assert f"{choice}: " in text
        assert ("an assumption" in text) == setting.assumed
