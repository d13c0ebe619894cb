"""One document among many: its data, where they stand, and its answer or what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bushido_odds.answer import answer
from bushido_odds.documents.faults import Place, located
from bushido_odds.documents.load import Document, document_from
from bushido_odds.errors import BushidoOddsError, InputError, InputErrors


@dataclass(frozen=True, slots=True)
class Entry:
    """One document that is to be answered: its data, where they stand, and a variant's name."""

    data: Any
    place: Place
    label: str | None = None

    def document(self) -> Document:
        """The document that the data stand for.

        Raises:
            InputErrors: all that is wrong with it.
        """
        try:
            return document_from(self.data, self.place)
        except InputError as fault:
            raise InputErrors([fault]) from None

    def result(self, document: Document | None = None) -> Any:
        """The answer.

        Args:
            document: the document, where it has been read.

        Raises:
            InputErrors: all that is wrong with it; that it asks for more than can be worked out.
        """
        document = document or self.document()
        try:
            return answer(document)
        except BushidoOddsError as error:
            raise InputErrors([located(InputError(str(error)), (), self.place)]) from None
