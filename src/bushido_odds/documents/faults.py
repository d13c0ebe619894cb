"""From Pydantic's errors to sentences with a place, for the person who wrote the document."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

from bushido_odds.documents.line_items import items
from bushido_odds.documents.plain_data import excerpt, path_text
from bushido_odds.errors import InputError, InputErrors, nearest
from bushido_odds.rules.notation import UnknownWordError

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError

Path = tuple[str | int, ...]
Place = Callable[[Path], tuple[str | None, int | None]]
"""The file and the line of a path, where there are any."""


def nowhere(path: Path) -> tuple[str | None, int | None]:
    """The place of data that was not read from a file."""
    return None, None


def explain(error: ValidationError, model: type[BaseModel], place: Place) -> InputErrors:
    """Every fault that Pydantic found, each with its file, line and path, in document order."""
    faults = [
        _fault(item, model, place) for item in error.errors(include_url=False, include_context=True)
    ]
    faults.sort(key=lambda fault: fault.line or 0)
    return InputErrors(faults)


def validated(model: type[BaseModel], data: Any, place: Place, keys: str) -> dict[str, Any]:
    """Plain data after a model's validation: complete, and converted as the model says.

    Args:
        model: what the data are to fit.
        data: the data, which may be anything.
        place: the file and line of each path, for errors.
        keys: the first keys that are needed, for data that have none at all.

    Raises:
        InputErrors: everything that is wrong.
    """
    from pydantic import ValidationError

    needed_mapping(data, place, keys)
    try:
        return model.model_validate(data).model_dump()
    except ValidationError as error:
        raise explain(error, model, place) from None


def needed_mapping(data: Any, place: Place, keys: str) -> None:
    """Refuse data that are no document: not keys with values.

    Args:
        data: the data, which may be anything.
        place: the file and line of each path, for errors.
        keys: the first keys that are needed.

    Raises:
        InputErrors: they are something else; of a list, how several documents are written.
    """
    if isinstance(data, Mapping):
        return
    fault = InputError(f"keys and values are needed: {keys} ...")
    if isinstance(data, list):
        fault = InputError(
            "this is a list, not a document",
            suggestion="give documents one a line (JSON Lines), or as YAML with --- between them",
            hint="jq -c '.[]' writes the items of a list one a line",
        )
    raise InputErrors([located(fault, (), place)])


def located(fault: InputError | UnknownWordError, path: Path, place: Place) -> InputError:
    """A fault that knows what is wrong, put where it is wrong."""
    file, line = place(path)
    message = fault.problem if isinstance(fault, UnknownWordError) else fault.message
    return InputError(
        message,
        file=file,
        line=line,
        path=path_text(path),
        suggestion=fault.suggestion,
        hint=fault.hint,
    )


def _fault(item: Mapping[str, Any], model: type[BaseModel], place: Place) -> InputError:
    path: Path = tuple(item["loc"])
    context = item.get("ctx", {})
    raised = context.get("error")
    if isinstance(raised, InputError | UnknownWordError):
        return located(raised, path, place)
    message, suggestion = _sentence(item, model, path, context)
    file, line = place(path)
    return InputError(message, file=file, line=line, path=path_text(path), suggestion=suggestion)


def _sentence(
    item: Mapping[str, Any], model: type[BaseModel], path: Path, context: Mapping[str, Any]
) -> tuple[str, str | None]:
    kind, given = item["type"], _shown(item.get("input"))
    name = str(path[-1]) if path else "the document"
    if kind == "extra_forbidden":
        known = _fields_at(model, path[:-1])
        close = nearest(name, known)
        return (
            f'unknown key "{name}"',
            f'did you mean "{close[0]}"?' if close else f"known: {', '.join(known)}",
        )
    if kind == "missing":
        return f'"{name}" is missing', None
    if kind == "literal_error":
        choices = _choices(context)
        close = nearest(str(item.get("input")), choices)
        return (
            f"{given} is none of: {', '.join(choices)}",
            f'did you mean "{close[0]}"?' if close else None,
        )
    if kind in ("greater_than_equal", "less_than_equal"):
        low, high = _range_at(model, path)
        return f"{given} is beyond the limit: {low} to {high}", None
    if kind == "value_error" and "error" in context:
        return str(context["error"]), None
    if kind == "list_type" and (example := _as_list(item.get("input"), model, path)):
        return f"a list is needed, as in {example}", None
    line = ", or a model line," if str(context.get("class_name")).endswith("Combatant") else ""
    return _WANTED.get(kind, "{given} does not fit here").format(
        given=given, most=context.get("max_length"), line=line
    ), None


_WANTED = {
    "int_type": "a whole number is needed, not {given}",
    "int_from_float": "a whole number is needed, not {given}",
    "bool_type": "true or false is needed, not {given}",
    "string_type": "a text is needed, not {given}",
    "list_type": "a list is needed, not {given}",
    "dict_type": "keys and values are needed, not {given}",
    "model_type": "keys and values{line} are needed, not {given}",
    "string_too_long": "at most {most} characters, please",
    "too_long": "at most {most} items, please",
}


_BARE = re.compile(r"[^\W\d][^\[\]{},:#\"]*")


def _as_list(value: Any, model: type[BaseModel], path: Path) -> str:
    """A text as the list of texts that it should have been; empty where no such list is wanted."""
    wanted = _opened(_type_at(model, path)[0])
    if not isinstance(value, str) or _opened((*get_args(wanted), None)[0]) is not str:
        return ""
    # A word of YAML may stand as it is; in quotation marks it is JSON too.
    parts = [part if _BARE.fullmatch(part) else f'"{part}"' for part in items(value)]
    return excerpt(f"[{', '.join(parts)}]", 100) if parts else ""


def _shown(value: Any) -> str:
    """A value as a person wrote it, cut short."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value[:60]}{"..." if len(value) > 60 else ""}"'
    if isinstance(value, int | float):
        return str(value) if abs(value) < 10**18 else "a huge number"
    return "a list" if isinstance(value, Sequence) else "keys and values"


def _choices(context: Mapping[str, Any]) -> list[str]:
    words = str(context.get("expected", "")).replace(" or ", ", ")
    return [word.strip().strip("'") for word in words.split(",")]


def _opened(kind: Any) -> Any:
    """The model, list or mapping inside annotated and optional types."""
    while get_origin(kind) in (Annotated, Union, UnionType):
        kind = next(part for part in get_args(kind) if part is not type(None))
    return kind


def _type_at(model: type[BaseModel], path: Path) -> tuple[Any, tuple[Any, ...]]:
    """The type at a path, through lists and mappings, and the constraints of its field."""
    from pydantic import BaseModel

    here: Any = model
    constraints: tuple[Any, ...] = ()
    for step in path:
        here = _opened(here)
        if isinstance(here, type) and issubclass(here, BaseModel):
            if step not in here.model_fields:
                return None, ()
            field = here.model_fields[str(step)]
            here, constraints = field.annotation, tuple(field.metadata)
        elif get_origin(here) in (list, dict):
            here, constraints = get_args(here)[-1], ()
        else:
            return None, ()
    return here, constraints


def _fields_at(model: type[BaseModel], path: Path) -> list[str]:
    return list(getattr(_opened(_type_at(model, path)[0]), "model_fields", ()))


def _range_at(model: type[BaseModel], path: Path) -> tuple[Any, Any]:
    kind, constraints = _type_at(model, path)
    low = high = None
    for part in (kind, *get_args(kind)):
        constraints = (*constraints, *getattr(part, "__metadata__", ()))
    for constraint in constraints:
        for bound in (constraint, *getattr(constraint, "metadata", ())):
            low = getattr(bound, "ge", low)
            high = getattr(bound, "le", high)
    return low, high
