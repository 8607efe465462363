# The main story of an integrator with a Python backend: a session, its reader, the verdict, the callbacks. It prints the session for
# the test, which plays the phone, and at the end what it has seen.
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from sigill import CallbackVerificationError, NotFoundError, Sigill

sigill = Sigill()
secret = sigill.callback.secret()["secret"]
events = []
received = []
refused = {}


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            events.append(sigill.callbacks.unwrap(body, self.headers, secret))
            received.append((body, self.headers))
            self.send_response(204)
        except CallbackVerificationError as error:
            events.append({"refused": error.code})
            self.send_response(400)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()

session = sigill.session.create(reference="order-1042", callback_url=f"http://127.0.0.1:{server.server_port}/")
print(json.dumps({"token": session["token"]}), flush=True)

ended = sigill.session.wait_for(session["id"], timeout=120)
person = [ended["given_names"], ended["surname"]] if ended["state"] == "APPROVED" else ended
listed = [[item["id"] == session["id"], item["state"]] for item in sigill.session.list(reference="order-1042")]
try:
    sigill.session.get(id=1)
except NotFoundError as error:
    missing = [error.status, error.code]


def attempt(name, body, headers, given):
    try:
        refused[name] = sigill.callbacks.unwrap(body, headers, given)["data"]["state"]
    except CallbackVerificationError as error:
        refused[name] = error.code


input()
body, headers = received[0]
other = "whsec_" + "A" * 43 + "="
attempt("good", body, headers, [other, secret])
attempt("changed", body.replace(b"INITIATED", b"APPROVED"), headers, secret)
attempt("other secret", body, headers, other)
attempt("no headers", body, {}, secret)
attempt("parsed", json.loads(body), headers, secret)
attempt("serialized again", json.dumps(json.loads(body), sort_keys=True), headers, secret)
try:
    sigill.callbacks.unwrap(body, headers, secret, now=int(headers["webhook-timestamp"]) + 301)
except CallbackVerificationError as error:
    refused["old"] = error.code

print(
    json.dumps(
        {
            "state": ended["state"],
            "person": person,
            "listed": listed,
            "missing": missing,
            "events": [event.get("refused") or event["data"]["state"] for event in events],
            "refused": refused,
            "secrets": [word in repr([sigill, sigill.session]) for word in (secret, os.environ["SIGILL_SECRET"])],
        }
    )
)
