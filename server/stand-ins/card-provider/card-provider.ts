/**
 * Local mode's card provider. It implements Stripe's protocol: an API for the `stripe` package on its own port, a `Stripe.js`
 * with hosted card fields under /_local/stripe, and signed webhooks. It knows only Stripe's test cards.
 */
import { mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, type Log, type PageLayout, plainPage } from '../host.ts';
import { BodyTooLarge, readBody } from '../read-body.ts';
import { type Api, type ApiAnswer, createApi } from './api.ts';
import { createHostedPages } from './hosted-pages.ts';
import { newId } from './ids.ts';
import { openStore } from './store.ts';
import { createWebhooks } from './webhooks.ts';

const HOST = '127.0.0.1';
const BODY_LIMIT = 256 * 1024;
const SLOW_MS = 300;

/** A disturbance affects one call that changes something. */
export type Disturbance =
  /** The connection breaks before the call is executed. */
  | 'lose_request'
  /** The call is executed but its response never arrives. */
  | 'lose_answer'
  /** The provider responds with 500 without executing the call. */
  | 'fail'
  | 'slow';

export interface CardProviderOptions {
  clock: Clock;
  folder: string;
  /** The application's origin, under which `router` is mounted at /_local/stripe. */
  public_url: string;
  webhook_url: string;
  webhook_secret: string;
  log: Log;
  page?: PageLayout;
}

export type CardProvider = Awaited<ReturnType<typeof startCardProvider>>;

export async function startCardProvider(options: CardProviderOptions) {
  const { clock, folder, public_url, webhook_url, webhook_secret, log, page = plainPage } = options;
  mkdirSync(folder, { recursive: true });
  const store = openStore(join(folder, 'card-provider.db'));
  const keys = {
    publishable_key: store.setting('publishable_key', newId.publishable_key),
    secret_key: store.setting('secret_key', newId.secret_key),
  };
  const webhooks = createWebhooks({ store, clock, url: webhook_url, secret: webhook_secret, log });
  const api = createApi({ store, clock, keys, public_url, wake: webhooks.wake });
  const disturbances: Disturbance[] = [];

  const server = createServer((req, res) => {
    const disturbance = req.method === 'GET' ? undefined : disturbances.shift();
    void serve(api, req, res, disturbance).catch((error: unknown) => {
      log.error({ err: error }, 'card provider failed');
      send(res, broken());
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, HOST, resolve));
  webhooks.wake();

  return {
    host: HOST,
    port: (server.address() as AddressInfo).port,
    ...keys,
    router: createHostedPages({ api, store, clock, public_url, page, wake: webhooks.wake }),
    /** Applies each disturbance to one of the next calls that change something. */
    disturb: (...next: Disturbance[]) => void disturbances.push(...next),
    async close(): Promise<void> {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await webhooks.close();
      store.close();
    },
  };
}

async function serve(api: Api, req: IncomingMessage, res: ServerResponse, disturbance?: Disturbance): Promise<void> {
  if (disturbance === 'lose_request') return void req.socket.destroy();
  let body: string;
  try {
    body = await readBody(req, BODY_LIMIT);
  } catch (error) {
    if (error instanceof BodyTooLarge) res.writeHead(413).end();
    else res.destroy();
    return;
  }
  if (disturbance === 'fail') return send(res, broken());
  const answer = await api(
    { method: req.method ?? 'GET', url: req.url ?? '/', headers: req.headers, body },
    disturbance === 'slow' ? { meanwhile: () => wait(SLOW_MS) } : {},
  );
  if (disturbance === 'lose_answer') req.socket.destroy();
  else send(res, answer);
}

function send(res: ServerResponse, { status, headers, body }: ApiAnswer): void {
  if (!res.headersSent) res.writeHead(status, headers).end(body);
}

const broken = (): ApiAnswer => ({
  status: 500,
  headers: { 'Content-Type': 'application/json', 'Request-Id': newId.request() },
  body: JSON.stringify({ error: { type: 'api_error', message: 'An unknown error occurred' } }),
});
