"""The transport under the generated calls: one POST with retries, a timeout per attempt and typed errors."""

from __future__ import annotations

import copy
import http.client
import json
import logging
import math
import re
import socket
import ssl
import time
import urllib.request
import uuid
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, Mapping, NamedTuple, Optional, Set, Tuple, Type, TypedDict
from urllib.error import URLError

from ._settings import check_call
from ._version import AGENT
from .errors import APIConnectionError, APITimeoutError, SigillError, error_of, object_of

_log = logging.getLogger("sigill")

RETRY_DELAY = 2.0
"""Seconds before the first retry. Each of the next three waits is twice as long as the one before."""

MOST_WAIT = 60.0
"""When the service asks for a longer wait than this, in seconds, there is no retry and the caller gets the error."""


class CallOptions(TypedDict, total=False):
    """Options for one call."""

    idempotency_key: str
    """Calls with the same key take effect once. Calls that change something generate one and send it with every attempt."""
    timeout: float
    """Timeout for one attempt, in seconds."""
    max_retries: int
    """Number of retries after a connection error or status 429, 500, 502, 503 or 504."""
    headers: Mapping[str, str]
    """Further headers."""


class NotGiven:
    """The type of a parameter that was left out, where None means something else."""

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven()


class Operation(NamedTuple):
    """A call of the contract."""

    name: str
    reads: bool = False
    """It changes nothing, and is sent without an idempotency key."""
    answer: Tuple[str, ...] = ()
    """Properties that every response of it has."""
    nullable: Tuple[str, ...] = ()
    """Parameters that may be None, which has a meaning of its own. For all others, None is the same as leaving them out."""

    def body(self, params: Mapping[str, Any]) -> str:
        """The parameters that were given, as JSON."""
        given = {
            name: value
            for name, value in params.items()
            if not isinstance(value, NotGiven) and (value is not None or name in self.nullable)
        }
        return json.dumps(given, allow_nan=False)


class Settings(NamedTuple):
    """What all calls of a client have in common."""

    base_url: str
    address_from: str
    """Where the address was configured; named in the error when nothing can be reached there."""
    authorization: str
    timeout: float
    max_retries: int
    headers: Mapping[str, str]
    sleep: Callable[[float], None]
    random: Callable[[], float]

    def __repr__(self) -> str:
        return f"Settings(base_url={self.base_url!r})"


class OutOfTime(Exception):
    """The deadline of a wait has passed."""


class _EveryStatus(urllib.request.HTTPErrorProcessor):
    """Returns responses of every status, and so follows no redirect: that would turn the POST into a GET."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response

    https_response = http_response


class Client:
    """Calls the service."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._deadline = math.inf
        self._opener = urllib.request.build_opener(_EveryStatus)
        self._told: Set[str] = set()

    def until(self, deadline: float) -> Client:
        """A client whose calls and waits raise OutOfTime at this time of the monotonic clock."""
        client = copy.copy(self)
        client._deadline = deadline
        return client

    def call(self, operation: Operation, params: Mapping[str, Any], options: Optional[CallOptions] = None) -> Any:
        """Makes a call, and returns the response."""
        given: Mapping[str, Any] = options or {}
        check_call(given, CallOptions.__annotations__)
        body = operation.body(params)
        headers = self._headers(operation, given)
        max_retries = given.get("max_retries", self.settings.max_retries)
        for retry in range(max_retries + 1):
            if retry:
                headers["x-retry-count"] = str(retry)
            try:
                timeout = min(given.get("timeout", self.settings.timeout), self._left())
                return self._attempt(operation, body.encode(), headers, timeout)
            except SigillError as error:
                self._left()
                delay = self._delay(error, retry)
                if retry == max_retries or delay is None:
                    raise
                request = f", request {error.request_id}" if error.request_id else ""
                what = f"{error.status}{request}." if error.status else str(error)
                _log.warning("%s: %s Retrying in %g s.", operation.name, what, delay)
            self.sleep(delay)
        raise AssertionError("The last attempt returns or raises.")

    def sleep(self, delay: float) -> None:
        """Waits, but not beyond the deadline."""
        self.settings.sleep(min(delay, self._left()))

    def _left(self) -> float:
        """Seconds until the deadline."""
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise OutOfTime
        return left

    def _headers(self, operation: Operation, options: Mapping[str, Any]) -> Dict[str, str]:
        given = {**self.settings.headers, **options.get("headers", {})}
        headers = {"user-agent": AGENT, **{name.lower(): value for name, value in given.items()}}
        headers["content-type"] = "application/json"
        headers["x-client-version"] = AGENT
        if not operation.reads:
            own = options.get("idempotency_key") or headers.get("idempotency-key")
            headers["idempotency-key"] = own or str(uuid.uuid4())
        return headers

    def _delay(self, error: SigillError, retry: int) -> Optional[float]:
        """Seconds until the next attempt. None when a retry does not help, or the service asks for a wait that is too long."""
        if not _is_retryable(error):
            return None
        asked = error.retry_after
        if asked is not None:
            return float(asked) if asked <= MOST_WAIT else None
        usual: float = RETRY_DELAY * 2 ** min(retry, 3)
        # Up to a tenth shorter, so that clients do not all return at once.
        return round(usual * (1 - self.settings.random() / 10), 3)

    def _attempt(self, operation: Operation, body: bytes, headers: Mapping[str, str], timeout: float) -> Any:
        url = f"{self.settings.base_url}/api/v1/{operation.name}"
        authorized = {**headers, "authorization": self.settings.authorization}
        request = urllib.request.Request(url, body, authorized, method="POST")
        started = time.monotonic()
        response = None
        try:
            response = self._opener.open(request, timeout=timeout)
            with response:
                text = _read(response, started + timeout).decode("utf-8", "replace")
        except (OSError, http.client.HTTPException, UnicodeError) as cause:
            raise self._no_response(cause, response is not None, url, timeout) from cause
        received = {name.lower(): value for name, value in response.headers.items()}
        request_id = received.get("x-request-id")
        took = (time.monotonic() - started) * 1000
        _log.debug("%s: %d in %d ms, request %s", operation.name, response.status, took, request_id)
        self._tell_deprecation(operation.name, received)
        if not 200 <= response.status < 300:
            raise error_of(response.status, received, url, text)
        data = object_of(text)
        lacking = "JSON object" if data is None else next((name for name in operation.answer if name not in data), None)
        if lacking:
            raise SigillError(
                f"The response to {operation.name} has no {lacking}.",
                status=response.status,
                code="invalid_answer",
                request_id=request_id,
                url=url,
                headers=received,
            )
        return data

    def _no_response(self, cause: Exception, has_begun: bool, url: str, timeout: float) -> APIConnectionError:
        reason = cause.reason if isinstance(cause, URLError) else cause
        host = self.settings.base_url
        error_class: Type[APIConnectionError] = APIConnectionError
        if isinstance(reason, socket.timeout):
            error_class, code, text = APITimeoutError, "timeout", f"No response from {host} in {timeout:g} s."
        elif has_begun:
            code, text = "connection_lost", f"Lost the connection to {host}."
        else:
            # Would be the same in 30 seconds: an unknown host (the resolver has already retried), no TLS, an invalid certificate.
            is_lasting = isinstance(reason, (socket.gaierror, ssl.SSLError, UnicodeError))
            is_cut = isinstance(reason, (ssl.SSLEOFError, ssl.SSLZeroReturnError))
            code = "unreachable" if is_lasting and not is_cut else "connection_failed"
            text = f"Could not reach {host} ({reason}). Is {self.settings.address_from} right?"
        return error_class(text, code=code, url=url)

    def _tell_deprecation(self, name: str, headers: Mapping[str, str]) -> None:
        """Logs once that the service has deprecated a call (RFC 9745, RFC 8594)."""
        since = re.fullmatch("@(-?[0-9]{1,12})", headers.get("deprecation", ""))
        if not since or name in self._told:
            return
        self._told.add(name)
        day = datetime.fromtimestamp(int(since[1]), timezone.utc).date()
        try:
            end = f" and works at least until {parsedate_to_datetime(headers['sunset']).date()}"
        except (KeyError, TypeError, ValueError):
            end = ""
        page = re.search('<([^<>]+)>; rel="deprecation', headers.get("link", ""))
        see = f" See {page[1]}" if page else ""
        _log.warning("%s has been deprecated since %s%s.%s", name, day, end, see)


def _is_retryable(error: SigillError) -> bool:
    """Whether another attempt may help. The header `X-Should-Retry` overrides the status."""
    said = error.headers.get("x-should-retry")
    if said:
        return said == "true"
    return error.status in (429, 500, 502, 503, 504) if error.status else error.code != "unreachable"


def _read(response: http.client.HTTPResponse, deadline: float) -> bytes:
    """The body. The timeout of a socket applies to each read, and a slow body may take many."""
    length = response.length
    body = b""
    while length is None or len(body) < length:
        part = response.read1(65536)
        if not part:
            break
        body += part
        if time.monotonic() > deadline:
            raise socket.timeout()
    if length is not None and len(body) < length:
        raise http.client.IncompleteRead(body, length - len(body))
    return body
