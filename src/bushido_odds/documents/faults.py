"""From Pydantic's errors to sentences with a place, for the person who wrote the document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bushido_odds.documents.source import path_text
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
    return _WANTED.get(kind, "{given} does not fit here").format(
        given=given, most=context.get("max_length")
    ), None


_WANTED = {
    "int_type": "a whole number is needed, not {given}",
    "int_from_float": "a whole number is needed, not {given}",
    "bool_type": "true or false is needed, not {given}",
    "string_type": "a text is needed, not {given}",
    "list_type": "a list is needed, not {given}",
    "dict_type": "keys and values are needed, not {given}",
    "model_type": "keys and values, or a model line, are needed, not {given}",
    "string_too_long": "at most {most} characters, please",
    "too_long": "at most {most} items, please",
}


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


def _model_at(model: type[BaseModel], path: Path) -> type[BaseModel] | None:
    """The model whose fields stand at a path."""
    from pydantic import BaseModel

    for step in path:
        if not isinstance(step, str) or step not in model.model_fields:
            return None
        kind = model.model_fields[step].annotation
        candidates = [kind, *getattr(kind, "__args__", ())]
        found = [c for c in candidates if isinstance(c, type) and issubclass(c, BaseModel)]
        if not found:
            return None
        model = found[0]
    return model


def _fields_at(model: type[BaseModel], path: Path) -> list[str]:
    here = _model_at(model, path)
    return list(here.model_fields) if here else []


def _range_at(model: type[BaseModel], path: Path) -> tuple[Any, Any]:
    here = _model_at(model, path[:-1])
    low = high = None
    if here is not None and path[-1] in here.model_fields:
        field = here.model_fields[str(path[-1])]
        annotated = [field, *getattr(field.annotation, "__args__", ())]
        for part in annotated:
            for constraint in getattr(part, "metadata", getattr(part, "__metadata__", ())):
                for bound in (constraint, *getattr(constraint, "metadata", ())):
                    low = getattr(bound, "ge", low)
                    high = getattr(bound, "le", high)
    return low, high
