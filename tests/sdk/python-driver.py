"""The driver of the Python client: what it reads and prints is described in tests/support/contract/foreign-client.ts."""

import json
import sys
import traceback

import sigill
from sigill import CallbackVerificationError, Sigill, SigillError

SECONDS = {"timeout_ms": "timeout", "tolerance_seconds": "tolerance"}


def in_seconds(options):
    """Options as the client takes them."""
    return {
        SECONDS.get(name, name): value / 1000 if name.endswith("_ms") else value for name, value in options.items()
    }


def answer(request, waits):
    options = in_seconds(request.get("client", {}))
    random = options.pop("random", 0)

    def client():
        return Sigill(**options, sleep=lambda delay: waits.append(delay * 1000), random=lambda: random)

    do = request["do"]
    if do == "show":
        return repr(client()) + str(client()) + repr(client().session) + repr(vars(client().session))
    if do == "wait_for":
        timeout = {"timeout": request["timeout_ms"] / 1000} if "timeout_ms" in request else {}
        return client().session.wait_for(request["id"], **timeout)
    if do == "unwrap":
        secrets = request["secrets"]
        more = in_seconds({name: request[name] for name in ("now", "tolerance_seconds") if name in request})
        body = request["body"].encode()
        return sigill.callbacks.unwrap(body, request["headers"], secrets[0] if len(secrets) == 1 else secrets, **more)
    resource, method = request["operation"].split(".")
    call_options = {"options": in_seconds(request["options"])} if "options" in request else {}
    result = getattr(getattr(client(), resource), method)(**request.get("params", {}), **call_options)
    if do == "list":
        return list(result)
    return result.data if isinstance(result, sigill.Page) else result


def described(error):
    known = {"class": type(error).__name__, "message": str(error)}
    for name in ("status", "code", "request_id", "retry_after", "details"):
        value = getattr(error, name, None)
        if value is not None and value != []:
            known[name] = value
    known["shown"] = "".join(traceback.format_exception(type(error), error, None)) + repr(error) + repr(vars(error))
    return known


for line in sys.stdin:
    waits = []
    try:
        told = {"result": answer(json.loads(line), waits)}
    except (SigillError, CallbackVerificationError, TypeError, ValueError) as error:
        told = {"error": described(error)}
    print(json.dumps({**told, "waits_ms": waits}), flush=True)
