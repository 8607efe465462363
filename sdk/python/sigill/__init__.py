"""Verifies a person's identity from the chip of a passport or ID card. For backends."""

from . import _generated_types, callbacks
from ._call import CallOptions
from ._generated_types import *
from ._page import Page
from ._sigill import EndedSession, Sigill
from ._version import VERSION as __version__
from .callbacks import CallbackVerificationError
from .errors import (
    APIConnectionError,
    APITimeoutError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    SigillError,
)

__all__ = [
    "APIConnectionError",
    "APITimeoutError",
    "AuthenticationError",
    "BadRequestError",
    "CallOptions",
    "CallbackVerificationError",
    "ConflictError",
    "EndedSession",
    "NotFoundError",
    "Page",
    "PermissionDeniedError",
    "RateLimitError",
    "ServerError",
    "Sigill",
    "SigillError",
    "__version__",
    "callbacks",
]
__all__ += _generated_types.__all__
