"""Documents of scenarios: what may be written, and every fault with its file, line and path."""

from __future__ import annotations

import contextlib
import copy
import io
from fractions import Fraction as F
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bushido_odds as bo
from bushido_odds.documents.load import document_from, place_in
from bushido_odds.documents.nested import figure
from bushido_odds.documents.scenario import control_from, length_from, odds_from, score_from
from bushido_odds.documents.source import Source, read
from bushido_odds.errors import InputError, InputErrors
from bushido_odds.scenarios.game import Chances
from bushido_odds.scenarios.rules import LAYOUTS, RULES, SIZES, RuleBrokenError, look_up
from bushido_odds.scenarios.scenario import Interaction, InteractionKind, parse_interaction

CARD = """\
kind: scenario
name: Wells
types: [objectives, zone control]
length: Variable (5)
objectives:
  layout: centre
  alignment: {north: enemy, middle: neutral, south: friendly}
zones: {hill: neutral}
interactions: [Influence (Simple), Prayer (5) (Complex)]
reset_scenario_points: [3]
reset_alignment: [4]
decreasing: true
victory_points:
  - {for: most scenario points, turn: 4}
  - {for: most zones, turn: last}
  - {name: Third, for: other}
"""


def from_text(text: str, kind: str) -> Any:
    [source] = list(read(io.StringIO(text), name="card.yaml"))
    assert isinstance(source, Source), source
    return document_from(source.data, place_in(source), kind)


def faults(text: str, kind: str = "scenario_length") -> list[str]:
    """Every fault of a document as it is printed, without the rule's page."""
    with pytest.raises(InputErrors) as caught:
        from_text(text, kind)
    return [str(fault).split("\n")[0] for fault in caught.value.errors]


def fault(old: str, new: str, text: str = CARD, kind: str = "scenario_length") -> str:
    assert old in text
    [found] = faults(text.replace(old, new, 1), kind)
    return found


# --- a scenario ---------------------------------------------------------------------------------


def test_a_scenario_answers_how_long_it_lasts() -> None:
    document = from_text(CARD, "scenario_length")
    assert str(document.length) == "Variable (5)"
    assert document.data == {
        "kind": "scenario_length",
        "name": "Wells",
        "length": "Variable (5)",
        "turn": 1,
        "length_roll": None,
    }
    assert length_from(document.data).data == document.data


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "Variable (5)",
            "Varable (5)",
            'card.yaml:4: length: "Varable (5)" is no length of a game',
        ),
        ("Variable (5)", "Variable (8)", "card.yaml:4: length: Variable (8): the die is rolled"),
        ("[objectives,", "[objektives,", 'card.yaml:3: types[0]: "objektives" is none of'),
        ("types:", "typs:", 'card.yaml:3: typs: unknown key "typs"'),
        (
            "layout: centre",
            "layout: circle",
            "card.yaml:7: objectives.alignment: a circle layout has 6",
        ),
        ("layout: centre", "layout: ring", 'card.yaml:6: objectives.layout: "ring" is none of'),
        (
            "north: enemy, ",
            "",
            "card.yaml:7: objectives.alignment: a centre layout has 3 Objectives, not 2",
        ),
        ("enemy, m", "foe, m", 'card.yaml:7: objectives.alignment.north: "foe" is none of'),
        (
            "zones: {hill: neutral}\n",
            "",
            'card.yaml:3: types: the type is "zone control", but no zones',
        ),
        (
            "Influence (",
            "Influenze (",
            'card.yaml:9: interactions[0]: no interaction is called "Influenze"',
        ),
        ("(5) (C", "(C", 'card.yaml:9: interactions[1]: "Prayer (Complex)" is not how Prayer'),
        (
            "Influence (Simple)",
            "Influence (2)",
            'card.yaml:9: interactions[0]: "Influence (2)" is not how',
        ),
        ("Prayer (5)", "Prayer (100)", "card.yaml:9: interactions[1]: 100 is beyond the limit"),
        ("Influence (Simple)", "Prayer (5)", "card.yaml:9: interactions: Prayer is named twice"),
        (
            "points: [3]",
            "points: [3, 8]",
            "card.yaml:10: reset_scenario_points[1]: turn 8 is not part",
        ),
        (
            "points: [3]",
            "points: [3, 3]",
            "card.yaml:10: reset_scenario_points: turn 3 is named twice",
        ),
        (
            "points: [3]",
            "points: [0]",
            "card.yaml:10: reset_scenario_points[0]: 0 is beyond the limit: 1 to 20",
        ),
        (
            "ment: [4]",
            "ment: [x]",
            'card.yaml:11: reset_alignment[0]: a whole number is needed, not "x"',
        ),
        ("decreasing: true", "decreasing: 1", "card.yaml:12: decreasing: true or false is needed"),
        (
            "turn: 4",
            "turn: 9",
            "card.yaml:14: victory_points[0].turn: turn 9 is not part of the game",
        ),
        (
            "turn: 4",
            "turn: lats",
            "card.yaml:14: victory_points[0].turn: a turn's number is needed, or: last",
        ),
        (", turn: 4", "", 'card.yaml:14: victory_points[0].turn: "turn" is missing'),
        ("most zones", "most zone", 'card.yaml:15: victory_points[1].for: "most zone" is none of'),
        (
            "most zones",
            "vim killed",
            'card.yaml:15: victory_points[1].for: "vim killed" needs the type "vim"',
        ),
        (
            "name: Third",
            "name: 'Most Zones, last turn'",
            "card.yaml:13: victory_points: two Victory Points",
        ),
        (
            "  - {name: Third, for: other}\n",
            "",
            "card.yaml:13: victory_points: a scenario has 3 Victory Points, not 2",
        ),
        (
            "most scenario",
            "most scenaro",
            'card.yaml:14: victory_points[0].for: "most scenaro points"',
        ),
    ],
)
def test_faults_of_a_scenario(old: str, new: str, words: str) -> None:
    assert fault(old, new).startswith(words)


def test_a_fourth_victory_point_of_a_scenario() -> None:
    four = CARD + "  - {name: Fourth, for: other}\n"
    assert faults(four) == ["card.yaml:13: victory_points: a scenario has 3 Victory Points, not 4"]


def test_a_scenario_needs_a_type() -> None:
    text = "kind: scenario\nlength: Fixed (6)\ntypes: []\nvictory_points:\n"
    text += "".join(f"- {{name: P{n}, for: other}}\n" for n in range(3))
    assert faults(text) == ["card.yaml:3: types: a scenario has at least one type"]
    twice = text.replace("[]", "[vim, VIM]")
    assert faults(twice) == ['card.yaml:3: types: "vim" is named twice']


def test_what_needs_objectives() -> None:
    text = CARD.replace("[objectives, zone control]", "[zone control]")
    start, end = text.index("objectives:\n"), text.index("zones:")
    assert faults(text[:start] + text[end:]) == [
        f"card.yaml:{line}: {key}: there are no Scenario Objectives for this"
        for line, key in ((6, "interactions"), (8, "reset_alignment"), (9, "decreasing"))
    ]


def test_zones_and_points_for_them_need_their_type() -> None:
    assert [words.split(": ")[1] for words in faults(CARD.replace(", zone control]", "]"))] == [
        "zones",
        "victory_points[1].for",
    ]


def test_every_fault_is_told_at_once() -> None:
    text = CARD.replace("[3]", "[8]").replace("turn: 4", "turn: 9").replace("centre", "circle")
    assert len(faults(text)) == 3


def test_a_broken_rule_is_named_with_its_page() -> None:
    with pytest.raises(InputErrors) as caught:
        from_text(CARD.replace("centre", "circle"), "scenario_length")
    assert str(caught.value) == (
        "card.yaml:7: objectives.alignment: a circle layout has 6 Objectives, not 3\n"
        "  rule Objective layouts: Centre has three Scenario Objectives, Circle has six "
        "(https://jwarref.netlify.app/Rulebook/Scenario-Rules)"
    )


@pytest.mark.parametrize(
    ("words", "interaction"),
    [
        ("Influence (Simple)", Interaction(InteractionKind.INFLUENCE, 0, "Simple")),
        ("influence", Interaction(InteractionKind.INFLUENCE)),
        ("Prayer (5) (Complex)", Interaction(InteractionKind.PRAYER, 5, "Complex")),
        ("PRAYER (complex) (5)", Interaction(InteractionKind.PRAYER, 5, "Complex")),
        ("Prayer(3)", Interaction(InteractionKind.PRAYER, 3)),
    ],
)
def test_notations_of_an_interaction(words: str, interaction: Interaction) -> None:
    assert parse_interaction(words) == interaction
    assert parse_interaction(str(interaction)) == interaction


@pytest.mark.parametrize(
    ("words", "rule", "suggestion"),
    [
        ("Prayer", "Prayer Pool", 'as in "Prayer (5) (Simple)"'),
        ("Prayer (5) (5)", "Prayer Pool", 'as in "Prayer (5) (Simple)"'),
        ("Prayer (x)", "Prayer Pool", 'as in "Prayer (5) (Simple)"'),
        ("Influence (Simple) (Complex)", "Influence", 'as in "Influence (Simple)"'),
        ("Influence (3)", "Influence", 'as in "Influence (Simple)"'),
        ("Prayr (5)", "Interactions", 'did you mean "Prayer"?'),
        ("", "Interactions", "known: Influence, Prayer"),
        ("Prayer (0)", None, None),
        ("Prayer (99999999999)", None, None),
    ],
)
def test_what_is_no_interaction(words: str, rule: str | None, suggestion: str | None) -> None:
    with pytest.raises(RuleBrokenError) as caught:
        parse_interaction(words)
    assert (caught.value.rule and caught.value.rule.name) == rule
    assert caught.value.suggestion == suggestion


def test_layouts_and_sizes_of_objectives() -> None:
    assert LAYOUTS == {"centre": 3, "circle": 6}
    assert SIZES == {"small": 30, "large": 50}
    for size in SIZES:
        assert from_text(CARD.replace("centre", f"centre\n  size: {size}"), "scenario_length")
    huge = fault("layout: centre", "size: huge")
    assert huge.startswith('card.yaml:6: objectives.size: "huge" is none of: small, large')
    # Without a layout there may be any number of them.
    two = CARD.replace("  layout: centre\n", "").replace("north: enemy, ", "")
    assert from_text(two, "scenario_length")


# --- Zones --------------------------------------------------------------------------------------

ZONES = """\
kind: scenario_control
warbands:
  us: [Aya 12, Ren & Jin 9]
  them: [Oni 10]
zones:
  gate: {alignment: friendly, us: [Ren]}
  bridge: {us: [Aya, Jin], them: [Oni]}
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Aya 12", "Aya", 'card.yaml:3: warbands.us[0]: "Aya" is no model with its Rice Cost'),
        (
            "[Oni 10]",
            "[Oni 10, oni 3]",
            'card.yaml:4: warbands.them[0]: two models are called "Oni"',
        ),
        ("friendly", "frendly", 'card.yaml:6: zones.gate.alignment: "frendly" is none of'),
        (
            "[Ren]",
            "[Wren]",
            'card.yaml:6: zones.gate.us[0]: no model of the warband is called "Wren"',
        ),
        ("[Aya, Jin]", "[Aya, aya]", 'card.yaml:7: zones.bridge.us[1]: "aya" is named twice'),
        ("them: [Oni]}", "then: [Oni]}", 'card.yaml:7: zones.bridge.then: unknown key "then"'),
        ("[Ren]", "Ren", "card.yaml:6: zones.gate.us: a list is needed, as in [Ren]"),
    ],
)
def test_faults_of_zones(old: str, new: str, words: str) -> None:
    assert fault(old, new, ZONES, "scenario_control").startswith(words)


def test_zones_without_a_warband() -> None:
    text = ZONES.replace("  us: [Aya 12, Ren & Jin 9]\n", "")
    assert faults(text, "scenario_control")[0].startswith("card.yaml:5: zones.gate.us[0]: no model")


def test_zones_answered() -> None:
    plain = bo.solve(control_from({"warbands": {"us": ["Aya 3"]}, "zones": {"z": {"us": ["aya"]}}}))
    assert plain.to_dict()["zones"]["z"]["controlled_by"] == "us"


# --- a match log --------------------------------------------------------------------------------

LOG = (
    "kind: scenario_score\nscenario:\n"
    + "".join(f"  {line}\n" for line in CARD.splitlines())
    + """\
warbands: {us: [Aya 12, Ren 3], them: [Oni 10]}
turns:
  - actions:
      - {by: us, model: Aya, action: prayer, objective: south}
  - actions:
      - {by: them, model: Oni, action: influence, objective: middle}
    removed: {us: [Aya]}
    scenario_points: [{by: them, points: 2, reason: the hill}]
"""
)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "objective: south",
            "objective: soth",
            "card.yaml:22: turns[0].actions[0].objective: no Scenario",
        ),
        (
            "action: prayer",
            "action: pray",
            'card.yaml:22: turns[0].actions[0].action: "pray" is none of',
        ),
        ("by: us, ", "", 'card.yaml:22: turns[0].actions[0].by: "by" is missing'),
        ("by: us", "by: me", 'card.yaml:22: turns[0].actions[0].by: "me" is none of: us, them'),
        ("model: Oni", "model: Ony", "card.yaml:24: turns[1].actions[0].model: no model of the"),
        ("removed:", "removd:", 'card.yaml:25: turns[1].removd: unknown key "removd"'),
        (
            "points: 2",
            "points: -2",
            "card.yaml:26: turns[1].scenario_points[0].points: -2 is beyond the limit: 1 to 999",
        ),
        ("turn: 4", "turn: 9", "card.yaml:16: scenario.victory_points[0].turn: turn 9 is not"),
        (
            "action: influence",
            "action: influence, x: 1",
            "card.yaml:24: turns[1].actions[0].x: unknown key",
        ),
        (
            "  - actions:",
            "  - 5\n  - actions:",
            "card.yaml:21: turns[0]: keys and values are needed, not 5",
        ),
    ],
)
def test_faults_of_a_log(old: str, new: str, words: str) -> None:
    assert fault(old, new, LOG, "scenario_score").startswith(words)


ENTRIES = {
    "actions": {"by": "us", "model": "Aya", "action": "prayer", "objective": "south"},
    "scenario_points": {"by": "us", "points": 1, "reason": "x"},
    "victory_points": {"by": "us", "name": "Third"},
    "decreasing": {"by": "us", "objective": "south"},
}


@pytest.mark.parametrize(
    ("kind", "key"), [(kind, key) for kind, entry in ENTRIES.items() for key in entry]
)
def test_what_an_entry_needs(kind: str, key: str) -> None:
    entry = {name: value for name, value in ENTRIES[kind].items() if name != key}
    [log] = [source.data for source in read(io.StringIO(LOG)) if isinstance(source, Source)]
    assert isinstance(log, dict)
    with pytest.raises(InputErrors) as caught:
        score_from({**log, "turns": [{kind: [entry]}]})
    assert [str(fault) for fault in caught.value.errors] == [
        f'turns[0].{kind}[0].{key}: "{key}" is missing'
    ]


@pytest.mark.parametrize("roll", [0, 7])
def test_a_length_roll_is_a_die(roll: int) -> None:
    text = LOG.replace("  - actions:", f"  - length_roll: {roll}\n    actions:", 1)
    assert faults(text, "scenario_score") == [
        f"card.yaml:21: turns[0].length_roll: {roll} is beyond the limit: 1 to 6"
    ]
    assert faults(f"length: Variable (5)\nlength_roll: {roll}") == [
        f"card.yaml:2: length_roll: {roll} is beyond the limit: 1 to 6"
    ]


def test_a_log_without_a_scenario() -> None:
    assert faults("turns: []", "scenario_score") == ['card.yaml:1: scenario: "scenario" is missing']


def test_data_that_are_no_mapping() -> None:
    for kind in ("scenario_length", "scenario_score", "scenario_odds", "scenario_control"):
        assert "keys and values are needed" in faults("just words", kind)[0]
        assert "this is a list, not a document" in faults("[1, 2]", kind)[0]


# --- a game in hand -----------------------------------------------------------------------------

ODDS = """\
kind: scenario_odds
length: Variable (5)
turn: 5
score: {us: 1}
wiped_out: {them: 1/10}
open:
  - {name: Shrine, us: 1/3, them: 0.25}
  - name: Envoy
    when: each turn
    us:
      document:
        active: "A: 3/0, wounds 2"
        opponent: "B: 1/1, wounds 1"
      figure: outcome.opponent_out
"""


@pytest.mark.parametrize(
    ("written", "chance"),
    [
        ("0", F(0)),
        ("1", F(1)),
        ("0.1", F(1, 10)),
        ("1e-3", F(1, 1000)),
        ("1/3", F(1, 3)),
        ("'1/3'", F(1, 3)),
        ("' 2 / 6 '", F(1, 3)),
        ("'0.125'", F(1, 8)),
        ("25 %", F(1, 4)),
        ("12.5%", F(1, 8)),
        ("33.333333333333333333 %", F("33.333333333333333333") / 100),
    ],
)
def test_notations_of_a_chance(written: str, chance: F) -> None:
    text = ODDS.replace("us: 1/3, them: 0.25", f"us: {written}")
    document = from_text(text, "scenario_odds")
    assert document.game.open[0].chances == Chances(chance)
    assert document.data["open"][0]["us"] == str(chance)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "us: 1/3",
            "us: 1/0",
            'card.yaml:7: open[0].us: a chance is needed, as in 0.25, "1/4" or "25 %"',
        ),
        ("us: 1/3", "us: third", "card.yaml:7: open[0].us: a chance is needed"),
        ("us: 1/3", "us: true", "card.yaml:7: open[0].us: a chance is needed"),
        ("us: 1/3", "us: [1, 3]", "card.yaml:7: open[0].us: a chance is needed"),
        (
            "us: 1/3",
            "us: -0.5",
            "card.yaml:7: open[0].us: -0.5 is beyond the limit: a chance is 0 to 1",
        ),
        ("us: 1/3", "us: 4/3", "card.yaml:7: open[0].us: 4/3 is beyond the limit"),
        (
            "us: 1/3",
            "us: 4/5",
            "card.yaml:7: open[0]: the chances of both players, 4/5 and 1/4, come",
        ),
        (
            "them: 1/10",
            "them: 1/10, us: 0.95",
            "card.yaml:5: wiped_out: the chances of both players",
        ),
        (
            "each turn",
            "eech turn",
            "card.yaml:9: open[1].when: a turn's number is needed, or: last, each turn",
        ),
        ("each turn", "3", "card.yaml:9: open[1].when: turn 3 is over: the turn in hand is 5"),
        ("each turn", "21", "card.yaml:9: open[1].when: 21 is beyond the limit: turn 1 to 20"),
        ("each turn", "9", "card.yaml:9: open[1].when: turn 9 is not part of the game"),
        (
            "score: {us: 1}",
            "score: {us: 1, them: 1}",
            "card.yaml:6: open: 2 Victory Points scored and 2 open",
        ),
        (
            "score: {us: 1}",
            "score: {us: 4}",
            "card.yaml:4: score.us: 4 is beyond the limit: 0 to 3",
        ),
        (
            "turn: 5",
            "turn: 5\nlength_roll: 7",
            "card.yaml:4: length_roll: 7 is beyond the limit: 1 to 6",
        ),
        (
            "turn: 5",
            "turn: 4\nlength_roll: 2",
            "card.yaml:4: length_roll: Variable (5) has no length roll in",
        ),
        ("name: Shrine, ", "", 'card.yaml:7: open[0].name: "name" is missing'),
        ("3/0, wounds", "3/0, wonds", "card.yaml:12: open[1].us.document.active: unknown"),
        (
            "opponent_out",
            "oponent_out",
            "card.yaml:14: open[1].us.figure: the result has no chance called",
        ),
        (
            "      figure: outcome.opponent_out\n",
            "",
            'card.yaml:10: open[1].us.figure: "figure" is missing',
        ),
        (
            "      document:\n",
            "      document:\n        kind: mele\n",
            'card.yaml:12: open[1].us.document.kind: unknown kind "mele"; did you',
        ),
    ],
)
def test_faults_of_a_game(old: str, new: str, words: str) -> None:
    assert fault(old, new, ODDS, "scenario_odds").startswith(words)


def test_the_longest_game() -> None:
    document = from_text(
        "length: Fixed (20)\nturn: 20\nopen: [{name: A, when: 20}]", "scenario_odds"
    )
    assert document.game.open[0].when == 20


def test_a_nested_document_is_answered_first() -> None:
    document = from_text(ODDS, "scenario_odds")
    melee = bo.melee("A: 3/0, wounds 2", "B: 1/1, wounds 1")
    assert document.game.open[1].chances == Chances(melee.outcome.opponent_out)
    assert document.data["open"][1]["us"] == str(melee.outcome.opponent_out)
    assert document.notes[0] == f"open[1].us: {melee.outcome.opponent_out}, outcome.opponent_out"
    again = odds_from(document.data)
    assert again.data == document.data
    assert again.game == document.game
    assert bo.solve(again).to_dict()["win"] == bo.solve(document).to_dict()["win"]


def test_a_fault_of_a_nested_document_as_a_whole() -> None:
    [found] = faults("length: Fixed (6)\nopen:\n- {name: A, us: {document: 5}}", "scenario_odds")
    assert found.startswith("card.yaml:3: open[0].us.document: keys and values are needed")


def test_notes_of_a_nested_document_come_along() -> None:
    text = ODDS.replace(", wounds 1", "").replace(
        "      document:\n", "      document:\n        name: Duel\n"
    )
    notes = from_text(text, "scenario_odds").notes
    assert notes[0].endswith(', outcome.opponent_out of "Duel"')
    assert any("wounds not given" in note for note in notes[1:])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("outcome.oponent_out", 'no chance called "outcome.oponent_out"'),
        ("active.wounds_dealt.mean", 'no chance called "active.wounds_dealt.mean"'),
        ("active.name", 'no chance called "active.name"'),
        ("outcome", 'no chance called "outcome"'),
        ("input.active.attack", "no chance called"),
        (None, '"figure" is missing'),
        (5, 'no chance called "5"'),
    ],
)
def test_what_is_no_chance_of_a_result(words: object, message: str) -> None:
    result = bo.melee({"name": "1/2", "attack": 2, "defence": 1}, "B: 1/1")
    with pytest.raises(InputError, match=message) as caught:
        figure(result, words)
    # Either the nearest figure is named, or an example of one.
    assert (caught.value.suggestion is None) == (words in (None, 5))
    assert (caught.value.hint is None) == (words not in (None, 5))


def test_figures_of_a_result() -> None:
    result = bo.melee("A: 2/1", "B: 1/1")
    assert figure(result, "outcome.active_out") == result.outcome.active_out
    assert (
        figure(result, "opponent.hp_lost.distribution.2") == result.opponent.hp_lost.distribution[2]
    )


# --- every kind of document ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ({"kind": "scenario_length", "length": "Fixed (6)"}, "scenario_length"),
        ({"kind": "scenario_odds", "length": "Fixed (6)"}, "scenario_odds"),
        ({"kind": "scenario_control", "warbands": {}, "zones": {}}, "scenario_control"),
    ],
)
def test_any_document_of_a_scenario_is_solved(data: dict[str, Any], kind: str) -> None:
    plain = bo.solve(data).to_dict(exact=True)
    assert plain["kind"] == kind
    assert bo.solve(plain["input"]).to_dict(exact=True) == plain


def test_a_log_is_solved() -> None:
    document = from_text(LOG, "scenario_score")
    plain = bo.solve(document).to_dict()
    assert plain["kind"] == "scenario_score"
    assert bo.solve(plain["input"]).to_dict() == plain
    assert score_from(plain["input"]).match == document.match


JUNK = st.sampled_from(
    [
        *(None, True, 0, -1, 7, 10**30, 0.5, 1e300, "", "x", "us", "last", "1/3", "Aya 12"),
        *([], {}, [1], {"us": 1}, {"document": {}}),
        {"document": {"kind": "scenario_odds", "length": "Fixed (6)"}},
    ]
)
WHOLE = [source.data for text in (CARD, ZONES, LOG, ODDS) for source in read(io.StringIO(text))]


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of everything in a document."""
    inside = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data if isinstance(data, list) else ())
    )
    return [path, *(place for key, value in inside for place in places(value, (*path, key)))]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_document_is_answered_or_refused(data: st.DataObject) -> None:
    document = copy.deepcopy(data.draw(st.sampled_from(WHOLE)))
    for _ in range(data.draw(st.integers(1, 2))):
        *path, last = data.draw(st.sampled_from(places(document)[1:]))
        here = document
        for step in path:
            here = here[step]
        if data.draw(st.booleans()):
            here[last] = copy.deepcopy(data.draw(JUNK))
        else:
            del here[last]
    with contextlib.suppress(InputErrors):
        assert bo.solve(document).to_dict(exact=True)["kind"]


def test_looking_up_a_name() -> None:
    assert look_up("NORTH", ["north", "south"], "Zone") == "north"
    with pytest.raises(RuleBrokenError) as caught:
        look_up("xyz", ["north", "south"], "Zone")
    assert caught.value.suggestion == "known: north, south"
    with pytest.raises(RuleBrokenError) as caught:
        look_up("xyz", [], "Zone")
    assert caught.value.suggestion is None


def test_every_rule_has_its_public_page() -> None:
    assert {rule.source for rule in RULES.values()} == {
        "https://jwarref.netlify.app/Rulebook/Scenario-Rules"
    }
