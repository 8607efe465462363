/** A customer's server that receives callbacks, keeps them in memory, and shows them on request. */
import express, { type Router } from 'express';
import type { Clock } from './host.ts';
import { readBody } from './read-body.ts';

const CALLBACKS_KEPT = 1000;
const BODY_LIMIT = 64 * 1024;

interface ReceivedCallback {
  received: string;
  headers: Record<string, string>;
  /** Kept as received, because the signature covers the raw body. */
  raw: string;
  body: unknown;
}

/** Accepts `POST /{name}` and lists what it received as `GET /{name}.json`. */
export function createCallbackReceiver(clock: Clock): Router {
  const receivedByName = new Map<string, ReceivedCallback[]>();
  const router = express.Router();

  router.post('/:name', async (req, res) => {
    const raw = await readBody(req, BODY_LIMIT);
    const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));
    const callback = { received: clock.now().toISOString(), headers, raw, body: parsedOrText(raw) };
    const earlier = receivedByName.get(req.params.name) ?? [];
    receivedByName.set(req.params.name, [...earlier, callback].slice(-CALLBACKS_KEPT));
    res.status(204).end();
  });
  router.get('/:name.json', (req, res) => void res.json({ callbacks: receivedByName.get(req.params.name) ?? [] }));

  return router;
}

function parsedOrText(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}
