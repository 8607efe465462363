"""The client, and the calls that wait."""

from __future__ import annotations

import base64
import os
import random as random_numbers
import re
import time
from typing import Any, Callable, Dict, Mapping, Optional, Union, cast

from . import callbacks
from ._call import CallOptions, Client, Operation, OutOfTime, Settings
from ._generated_calls import ApiKeyCalls, Session
from ._generated_types import ApprovedSession, FailedSession, RejectedSession, UnverifiedSession
from ._settings import check_base_url, check_keys, check_values
from .errors import APITimeoutError

EndedSession = Union[UnverifiedSession, FailedSession, RejectedSession, ApprovedSession]
"""A session that has ended. Its `state` says which properties it has."""

_ENDS = ("FAILED", "ABORTED", "REJECTED", "APPROVED")


class Sessions(Session):
    """Verification sessions, created and read by your backend."""

    def wait_for(
        self, id: int, *, timeout: Optional[float] = None, options: Optional[CallOptions] = None
    ) -> EndedSession:
        """Waits until the session has ended, and returns it.

        The state is polled every 2 seconds at first and more slowly while nothing changes, down to every 30 seconds. A
        callback makes this unnecessary.

        Args:
            id: Id of the session.
            timeout: Longest time to wait, in seconds. Without it, the wait ends with the session: an abandoned session
              fails with `session_expired` at its `expires`, 24 hours after it was created, or 1 hour if a link
              started it.

        Raises:
            APITimeoutError: With the code `wait_timeout` when the session did not end within `timeout`. The session
              stays open.
        """
        check_values({"timeout": timeout})
        client = self._client if timeout is None else self._client.until(time.monotonic() + timeout)
        session = Session(client)
        last = None
        unchanged = 0
        try:
            while True:
                state = session.state(id=id, options=options)["state"]
                if state in _ENDS:
                    return cast(EndedSession, session.get(id=id, options=options))
                unchanged = unchanged + 1 if state == last else 0
                last = state
                client.sleep(min(2 * 1.1**unchanged, 30))
        except OutOfTime:
            now = f" It is {last}." if last else ""
            raise APITimeoutError(f"Session {id} did not end within {timeout:g} s.{now}", code="wait_timeout") from None


class Callbacks:
    """Checks what the service sends to `callback_url`. The module `sigill.callbacks` has the same functions."""

    unwrap = staticmethod(callbacks.unwrap)
    sign = staticmethod(callbacks.sign)


class Sigill(ApiKeyCalls):
    """Every call that an API key may make. Threads may share a client.

    Args:
        public_key: Public key of an API key. The default is the environment variable `SIGILL_PUBLIC_KEY`.
        secret: Secret of the same API key. The default is the environment variable `SIGILL_SECRET`.
        base_url: Address of the service. The default is the environment variable `SIGILL_BASE_URL`.
        timeout: Timeout for one attempt, in seconds.
        max_retries: Number of retries after a connection error or status 429, 500, 502, 503 or 504.
        default_headers: Headers sent with every call, for example those that a proxy requires.
        sleep: Waits between attempts and in `wait_for`. Tests replace it so as not to wait.
        random: Replaces `random.random` in tests. Each wait before a retry is up to a tenth shorter.
    """

    def __init__(
        self,
        *,
        public_key: Optional[str] = None,
        secret: Optional[str] = None,
        base_url: Optional[str] = None,
        timeout: float = 60.0,
        max_retries: int = 4,
        default_headers: Optional[Mapping[str, str]] = None,
        sleep: Callable[[float], None] = time.sleep,
        random: Callable[[], float] = random_numbers.random,
    ) -> None:
        self._options: Dict[str, Any] = {
            "public_key": public_key,
            "secret": secret,
            "base_url": base_url,
            "timeout": timeout,
            "max_retries": max_retries,
            "default_headers": default_headers,
            "sleep": sleep,
            "random": random,
        }
        check_values({"timeout": timeout, "max_retries": max_retries})
        public_key = os.environ.get("SIGILL_PUBLIC_KEY") if public_key is None else public_key
        secret = os.environ.get("SIGILL_SECRET") if secret is None else secret
        check_keys(public_key, secret)
        address = base_url or os.environ.get("SIGILL_BASE_URL") or "https://sigill.example"
        check_base_url(address)
        self._client = Client(
            Settings(
                base_url=address.rstrip("/"),
                address_from="base_url" if base_url else "SIGILL_BASE_URL",
                authorization="Basic " + base64.b64encode(f"{public_key}:{secret}".encode()).decode(),
                timeout=timeout,
                max_retries=max_retries,
                headers=default_headers or {},
                sleep=sleep,
                random=random,
            )
        )
        super().__init__(self._client)
        self.session: Sessions = Sessions(self._client)
        self.callbacks = Callbacks()

    def with_options(self, **options: Any) -> Sigill:
        """A copy of this client with some options changed: `sigill.with_options(max_retries=0)`."""
        return Sigill(**{**self._options, **options})

    def request(self, name: str, params: Optional[Mapping[str, Any]] = None, options: Optional[CallOptions] = None) -> Any:
        """Makes a call that this version of the package does not know, by its name in the API reference: `session.create`."""
        if not re.fullmatch(r"[a-z_]+\.[a-z_]+", name):
            raise ValueError(f"{name} is not the name of a call.")
        return self._client.call(Operation(name), params or {}, options)

    def __repr__(self) -> str:
        return f"Sigill(base_url={self._client.settings.base_url!r})"
