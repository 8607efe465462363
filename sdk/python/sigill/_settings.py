"""Refuses options that cannot be intended."""

from __future__ import annotations

import difflib
import math
import re
from typing import Any, Iterable, List, Mapping, Optional


def check_keys(public_key: Optional[str], secret: Optional[str]) -> None:
    """Raises ValueError when a key is missing or cannot be a key of the service. The text never contains the key."""
    given = {"public_key": public_key, "secret": secret}
    missing = [f"{name} (SIGILL_{name.upper()})" for name, key in given.items() if not key]
    if missing:
        raise ValueError(
            f"Missing {' and '.join(missing)}. Pass it to Sigill(public_key=..., secret=...) or set it in the environment."
        )
    if str(public_key).startswith("secret-") or str(secret).startswith("public-"):
        raise ValueError(
            "public_key and secret are swapped: a public key begins with public-key-, a secret with secret-."
        )
    for name, key in given.items():
        if not isinstance(key, str):
            raise TypeError(f"{name} must be a string.")
        if key != key.strip():
            raise ValueError(f"{name} begins or ends with whitespace. Remove it.")
        if not re.fullmatch("[\x21-\x7e]+", key):
            raise ValueError(f"{name} has a character that keys never have. Copy it again.")


def check_base_url(base_url: str) -> None:
    """Raises ValueError for an invalid address, or one with credentials, which would end up in logs."""
    if not isinstance(base_url, str) or not re.fullmatch(r"https?://[^@\s]+", base_url):
        shown = shown_address(str(base_url))
        raise ValueError(
            f"base_url must start with https:// or http:// and must not contain credentials, received {shown}"
        )


def check_values(options: Mapping[str, Any]) -> None:
    """Raises ValueError for a value that an option cannot have."""
    max_retries = options.get("max_retries")
    if max_retries is not None and (type(max_retries) is not int or max_retries < 0):
        raise ValueError(f"max_retries must be a non-negative integer, received {max_retries!r}.")
    timeout = options.get("timeout")
    is_number = isinstance(timeout, (int, float)) and not isinstance(timeout, bool)
    if timeout is not None and not (is_number and math.isfinite(timeout) and timeout > 0):
        raise ValueError(f"timeout must be a positive number of seconds, received {timeout!r}.")
    key = options.get("idempotency_key")
    if key is not None and not (isinstance(key, str) and re.fullmatch("[\x20-\x7e]{1,255}", key)):
        raise ValueError("idempotency_key must be 1 to 255 printable ASCII characters.")


def check_call(options: Mapping[str, Any], known: Iterable[str]) -> None:
    """Raises TypeError for an unknown option of a call, and ValueError for a value that an option cannot have."""
    names: List[str] = list(known)
    for name in options:
        if name not in names:
            near = difflib.get_close_matches(name, names, 1)
            hint = f"Did you mean {near[0]}?" if near else f"The options are {', '.join(names)}."
            raise TypeError(f"Unknown option: {name}. {hint}")
    check_values(options)


def shown_address(base_url: str) -> str:
    """The address without the credentials it may contain."""
    return re.sub("//[^@]*@", "//", base_url)
