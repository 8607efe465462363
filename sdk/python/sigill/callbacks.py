"""Callbacks, signed as Standard Webhooks specifies: HMAC-SHA256 over `id.timestamp.body`."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
import uuid
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, NoReturn, Optional, Protocol, Sequence, Tuple, Union

from ._generated_types import EVENT_ORDERS, EndpointEvent
from .errors import object_of


# During a rotation the header holds two signatures. Anyone can send thousands, so those after the tenth are ignored.
_MOST_SIGNATURES = 10
# No event is this long. A longer body is refused without an explanation.
_EXPLAINED_LENGTH = 16_384


class CallbackVerificationError(Exception):
    """The callback could not be verified as coming from the service. Do not act on it.

    `code` is `missing_header`, `wrong_secret`, `parsed_body`, `truncated`, `reserialized_body`, `old_key` or `clock_skew`.
    """

    code: str

    def __init__(self, message: str = "", code: str = "") -> None:
        super().__init__(message)
        self.code = code

    def __repr__(self) -> str:
        return f"CallbackVerificationError({str(self)!r}, code={self.code!r})"


class Headers(Protocol):
    """The headers of a request as frameworks have them: a mapping, or an object such as `http.server` has."""

    def items(self) -> Iterable[Tuple[str, str]]: ...


class SignedCallback(NamedTuple):
    """A callback as the service would send it."""

    body: bytes
    headers: Dict[str, str]


def unwrap(
    body: Union[bytes, bytearray, memoryview, str],
    headers: Headers,
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> EndpointEvent:
    """Verifies a callback and returns its event.

    The service may add event types: check `type`, and respond with 2xx to types that you do not know.

    Args:
        body: The body exactly as received, before any JSON parser.
        headers: The headers of the request.
        secret: The signing secret (`whsec_...`) from the portal, or a list of secrets during a rotation.
        tolerance: How far the timestamp of the callback may be from now, in seconds.
        now: The current time, in seconds since 1970; tests set it.

    Raises:
        CallbackVerificationError: Its `code` and text say why.
    """
    message_id, timestamp, signatures = _signed_headers(headers)
    secrets = [secret] if isinstance(secret, str) or not secret else list(secret)
    keys = [_key_of(each) for each in secrets]
    content = _bytes_of(body)
    given = signatures.split(" ", _MOST_SIGNATURES)[:_MOST_SIGNATURES]
    if not _matches(keys, given, f"{message_id}.{timestamp}.".encode("latin-1", "replace") + content):
        raise _explained(content, given)
    if not re.fullmatch("[0-9]{1,15}", timestamp):
        _refuse("clock_skew", "The header webhook-timestamp is not a time in seconds since 1970.")
    skew = round((time.time() if now is None else now) - int(timestamp))
    if abs(skew) > tolerance:
        where = "old" if skew > 0 else "in the future"
        _refuse(
            "clock_skew",
            f"The callback is {abs(skew)} s {where}, and at most {tolerance:g} s are allowed. Its signature is valid, so "
            "either this machine's clock is wrong or the callback was replayed.",
        )
    event: EndpointEvent = json.loads(content)
    return event


def sign(
    event: Union[EndpointEvent, Mapping[str, Any], str, bytes], secret: str, *, now: Optional[float] = None
) -> SignedCallback:
    """Signs an event or a raw body as the service does, for tests of a callback receiver."""
    body = _bytes_of(event) if isinstance(event, (str, bytes)) else _compact(event)
    known = object_of(body.decode("utf-8", "replace")) or {}
    message_id = str(known.get("id") or f"msg_{uuid.uuid4().hex}")
    timestamp = str(int(time.time() if now is None else now))
    signature = base64.b64encode(_digest(_key_of(secret), f"{message_id}.{timestamp}.".encode() + body)).decode()
    return SignedCallback(
        body,
        {
            "content-type": "application/json",
            "webhook-id": message_id,
            "webhook-timestamp": timestamp,
            "webhook-signature": f"v1,{signature}",
        },
    )


def _refuse(code: str, message: str) -> NoReturn:
    raise CallbackVerificationError(message, code)


def _signed_headers(headers: Headers) -> List[str]:
    if headers is None or not hasattr(headers, "items"):
        _refuse("missing_header", "No headers were given. Pass the headers of the request as received, as a mapping.")
    given = {str(name).lower(): _first(value) for name, value in headers.items()}
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not given.get(name):
            _refuse(
                "missing_header",
                f"The header {name} is missing. Pass the headers as received, and check whether a proxy drops it.",
            )
    return [given["webhook-id"], given["webhook-timestamp"], given["webhook-signature"]]


def _first(value: object) -> str:
    """The value of a header. Some gateways pass a list of values."""
    return str(value[0] if isinstance(value, (list, tuple)) and value else value)


def _bytes_of(body: object) -> bytes:
    if isinstance(body, str):
        return body.encode("utf-8", "surrogatepass")
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    return _refuse(
        "parsed_body", "The body has already been parsed. Pass the raw body: the signature covers its exact bytes."
    )


def _key_of(secret: object) -> bytes:
    kinds = {"secret-": "the secret of an API key", "public-": "a public key"}
    text = secret if isinstance(secret, str) else ""
    key = _decoded(text[len("whsec_") :]) if text.startswith("whsec_") else None
    if not key:
        given = kinds.get(text[:7], "something else") if secret else "nothing"
        _refuse(
            "wrong_secret",
            f"Callbacks are verified with the signing secret (whsec_ and base64), but {given} was given. Copy it from the "
            "callbacks page of the portal.",
        )
    return key


def _decoded(text: str) -> Optional[bytes]:
    """The bytes of base64, with or without padding."""
    try:
        return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


def _digest(key: bytes, content: bytes) -> bytes:
    return hmac.new(key, content, hashlib.sha256).digest()


def _matches(keys: Iterable[bytes], signatures: Iterable[str], content: bytes) -> bool:
    """Whether any of the signatures is valid. The body is hashed once for each key."""
    expected = [_digest(key, content) for key in keys]
    for signature in signatures:
        given = _decoded(signature[3:]) if signature.startswith("v1,") else None
        if given and any(hmac.compare_digest(given, digest) for digest in expected):
            return True
    return False


def _explained(content: bytes, signatures: Iterable[str]) -> CallbackVerificationError:
    """Explains to the developer why no signature matches.

    Looks at the body only: anyone can send a wrong signature, which must not cost more than a valid one.
    """
    is_explained = len(content) <= _EXPLAINED_LENGTH
    event = object_of(content.decode("utf-8", "replace")) if is_explained else None
    if is_explained and event is None:
        return CallbackVerificationError(
            "The body is empty or incomplete JSON. It was cut off, or has already been read.", "truncated"
        )
    if not any(re.fullmatch("v1,[A-Za-z0-9+/]{43}=", signature) for signature in signatures):
        return CallbackVerificationError(
            "The header webhook-signature contains no complete signature. It was cut off.", "truncated"
        )
    is_as_written = _compact(event) == content and all(_is_in_order(event, order) for order in EVENT_ORDERS)
    if is_explained and not is_as_written:
        return CallbackVerificationError(
            "The body was parsed and serialized again. Pass the raw body: the signature covers its exact bytes.",
            "reserialized_body",
        )
    return CallbackVerificationError(
        "The signature was not made with this secret. Either the secret was rotated or belongs to another account, or the "
        "body was changed.",
        "old_key",
    )


def _compact(value: object) -> bytes:
    """JSON as the service writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _is_in_order(value: Any, names: Sequence[str]) -> bool:
    """Whether the properties are in the order of the contract. Those that are not known here may be anywhere."""
    if not isinstance(value, dict):
        return True
    places = [names.index(name) for name in value if name in names]
    return places == sorted(places) and all(_is_in_order(inner, names) for inner in value.values())
