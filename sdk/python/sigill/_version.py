"""The version of the package, which is sent to the service."""

VERSION = "0.1.0"

AGENT = "sigill-python/" + VERSION
