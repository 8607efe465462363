import { facts } from '../../content/facts';

/** Receivers of callbacks, as in the integration guide and in the documentation of our packages. */
export const receivers = [
  {
    label: 'Express',
    code: `import express from 'express';
import { Sigill } from '${facts.sdk_package}';

const sigill = new Sigill();
const secret = process.env.SIGILL_CALLBACK_SECRET!;

express()
  .post('/sigill', express.raw({ type: '*/*' }), async (request, response) => {
    try {
      const event = await sigill.callbacks.unwrap(request.body, request.headers, secret);
      if (event.type === 'session.state_changed') console.log(event.data.state, event.data.reference);
      response.sendStatus(204);
    } catch (error) {
      console.error(error);
      response.sendStatus(400);
    }
  })
  .listen(8080);`,
  },
  {
    label: 'Flask',
    code: `import os

from flask import Flask, request

from sigill import CallbackVerificationError, callbacks

app = Flask(__name__)


@app.post("/sigill")
def sigill_callback():
    try:
        event = callbacks.unwrap(request.get_data(), request.headers, os.environ["SIGILL_CALLBACK_SECRET"])
    except CallbackVerificationError as error:
        return str(error), 400
    if event["type"] == "session.state_changed":
        print(event["data"]["id"], event["data"]["state"])
    return "", 204`,
  },
  {
    label: 'Go',
    code: `http.HandleFunc("/sigill", func(w http.ResponseWriter, r *http.Request) {
  body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
  if err != nil {
    http.Error(w, "The body is too large.", http.StatusRequestEntityTooLarge)
    return
  }
  event, err := sigill.Unwrap(body, r.Header, os.Getenv("SIGILL_CALLBACK_SECRET"))
  if err != nil {
    log.Print(err)
    http.Error(w, "The callback could not be verified.", http.StatusBadRequest)
    return
  }
  if event.Type == "session.state_changed" {
    log.Println(event.Data.ID, event.Data.State)
  }
  w.WriteHeader(http.StatusNoContent)
})`,
  },
];
