"""A page of a list, which continues with the next pages."""

from __future__ import annotations

from typing import Any, Dict, Generic, Iterator, List, Mapping, Optional, TypeVar

from ._call import CallOptions, Client, Operation

Item = TypeVar("Item")


class Page(Generic[Item]):
    """The first page of a list. Iterating over it also fetches the pages that follow, one at a time."""

    data: Dict[str, Any]
    """The response."""

    def __init__(
        self, client: Client, operation: Operation, params: Mapping[str, Any], options: Optional[CallOptions]
    ) -> None:
        self._client = client
        self._operation = operation
        self._params = params
        self._options = options
        self.data = client.call(operation, params, options)

    @property
    def items(self) -> List[Item]:
        """The items of this page: the only list in the response."""
        return next((value for value in self.data.values() if isinstance(value, list)), [])

    @property
    def next_cursor(self) -> Optional[str]:
        """Where the next page begins. None on the last page."""
        return self.data.get("next_cursor")

    def __iter__(self) -> Iterator[Item]:
        page = self
        while True:
            yield from page.items
            if not page.next_cursor:
                return
            page = Page(self._client, self._operation, {**self._params, "cursor": page.next_cursor}, self._options)

    def __repr__(self) -> str:
        return f"Page({len(self.items)} items, next_cursor={self.next_cursor!r})"
