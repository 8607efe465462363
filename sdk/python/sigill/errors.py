"""Errors of calls. The class of an error says what the caller can do about it."""

from __future__ import annotations

import json
import math
import re
import time
from email.utils import parsedate_to_datetime
from datetime import timezone
from typing import Any, Dict, List, Mapping, Optional, Type

from ._generated_types import ProblemDetailsItem


class SigillError(Exception):
    """A call that failed. `str(error)` is the text of the service."""

    status: int
    """Status of the response, 0 when there was none."""
    code: Optional[str]
    """Stable error code. None when the response did not come from the service but from a proxy in front of it.

    Without a response: `unreachable` (unknown host, no valid certificate), after which a retry does not help;
    `connection_failed`; `connection_lost` and `timeout`, after which the call may have taken effect; and
    `wait_timeout`, when the session that `wait_for` waits for did not end in time. `invalid_answer` is a successful
    response that does not match the contract.
    """
    request_id: Optional[str]
    """Request id, for support."""
    details: List[ProblemDetailsItem]
    """The properties that were refused."""
    url: Optional[str]
    """The address that was called."""
    headers: Mapping[str, str]
    """Headers of the response, with names in lower case."""

    # All details are optional, because an exception that travels between processes is created from its text.
    def __init__(
        self,
        message: str = "",
        *,
        status: int = 0,
        code: Optional[str] = None,
        request_id: Optional[str] = None,
        details: Optional[List[ProblemDetailsItem]] = None,
        url: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.request_id = request_id
        self.details = details or []
        self.url = url
        self.headers = headers or {}

    def __repr__(self) -> str:
        known = {"status": self.status, "code": self.code, "request_id": self.request_id}
        parts = [repr(str(self))] + [f"{name}={value!r}" for name, value in known.items() if value is not None]
        return f"{type(self).__name__}({', '.join(parts)})"

    @property
    def retry_after(self) -> Optional[int]:
        """Seconds until a retry makes sense, when the service says so: `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3)."""
        value = self.headers.get("retry-after")
        if not value:
            return None
        if re.fullmatch("[0-9]{1,9}", value):
            return int(value)
        try:
            date = parsedate_to_datetime(value)
        except (TypeError, ValueError):
            return None
        date = date if date.tzinfo else date.replace(tzinfo=timezone.utc)
        return max(0, math.ceil(date.timestamp() - time.time()))


class BadRequestError(SigillError):
    """400: the request was refused. `details` names the properties."""


class AuthenticationError(SigillError):
    """401: the credentials are missing or wrong."""


class PermissionDeniedError(SigillError):
    """403: the credentials do not permit this call."""


class NotFoundError(SigillError):
    """404: the account has no object with this id."""


class ConflictError(SigillError):
    """409: the call conflicts with the state of the object, or with an earlier call with the same idempotency key."""


class RateLimitError(SigillError):
    """429: too many requests, even after the retries."""


class ServerError(SigillError):
    """5xx: the service failed, even after the retries."""


class APIConnectionError(SigillError):
    """There was no response, even after the retries. `status` is 0; `code` and `__cause__` say why."""


class APITimeoutError(APIConnectionError):
    """There was no response in time, even after the retries, or `wait_for` reached its timeout. `status` is 0."""


_CLASSES: Dict[int, Type[SigillError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}


def error_of(status: int, headers: Mapping[str, str], url: str, body: str) -> SigillError:
    """The error for a response that is not 2xx, from the service or a proxy: a proxy sends no `Problem`."""
    problem = object_of(body) or {}
    text = problem.get("error")
    details = problem.get("details")
    error_class = _CLASSES.get(status, ServerError if status >= 500 else SigillError)
    return error_class(
        text if isinstance(text, str) else f"The service returned status {status}.",
        status=status,
        code=problem.get("code"),
        request_id=headers.get("x-request-id") or problem.get("request_id"),
        details=details if isinstance(details, list) else None,
        url=url,
        headers=headers,
    )


def object_of(body: str) -> Optional[Dict[str, Any]]:
    """The JSON object in a body, or None when it holds anything else."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
