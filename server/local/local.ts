/** What local mode adds under /_local/: the mailbox, the movable clock, a callback receiver and the sign-in providers. Never loaded in production. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Router } from 'express';
import type { Kysely } from 'kysely';
import type { Config } from '../core/config.ts';
import { ApiError } from '../core/errors.ts';
import type { Database } from '../database/database.ts';
import { readBody } from '../http/body.ts';
import { parseJsonBody } from '../http/json.ts';
import { createSignInProvider } from '../stand-ins/sign-in-provider/sign-in-provider.ts';
import type { MovableClock } from './movable-clock.ts';
import { mailboxPage, startPage } from './pages.ts';

const MAILS_SHOWN = 200;
const CALLBACKS_KEPT = 1000;
const BODY_LIMIT = 64 * 1024;

interface ReceivedCallback {
  received: string;
  headers: Record<string, string>;
  /** The body as it came, for the signature, and parsed. */
  raw: string;
  body: unknown;
}

export function createLocalRouter({
  db,
  config,
  clock,
  onClockMoved,
}: {
  db: Kysely<Database>;
  config: Config;
  clock: MovableClock;
  onClockMoved: () => void;
}): Router {
  const router = express.Router();
  const received = new Map<string, ReceivedCallback[]>();

  const mails = (to: string | undefined) => {
    const query = db
      .selectFrom('mails')
      .select(['id', 'recipient', 'subject', 'text', 'html', 'created'])
      .where('state', '=', 'KEPT')
      .orderBy('created', 'desc')
      .limit(MAILS_SHOWN);
    return (to ? query.where('recipient', '=', to) : query).execute();
  };

  const start = (problem?: string) => startPage({ now: clock.now(), cards: !config.stripe, problem });
  router.get('/', (_req, res) => void res.type('html').send(start()));
  router.get(
    '/mailbox',
    async (req, res) =>
      void res.type('html').send(mailboxPage(await mails(queryText(req.query['to'])), queryText(req.query['to']))),
  );
  router.get('/mailbox/:id', async (req, res, next) => {
    const id = Number(req.params.id);
    if (!Number.isSafeInteger(id)) return next();
    const mail = await db
      .selectFrom('mails')
      .select('html')
      .where('state', '=', 'KEPT')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!mail) return next();
    // Styles stand in each element of a mail; what else a mail program would not load is not loaded here.
    res.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'");
    res.type('html').send(mail.html);
  });
  router.get('/mailbox.json', async (req, res) => {
    const rows = await mails(queryText(req.query['to']));
    res.json({ mails: rows.map(({ recipient, ...mail }) => ({ ...mail, to: recipient })) });
  });

  router.get('/clock', (_req, res) => void res.json({ now: clock.now().toISOString() }));
  router.post('/clock', async (req, res) => {
    const form = req.is('application/x-www-form-urlencoded');
    const { advance } = form ? await formBody(req) : ((await jsonBody(req)) as { advance?: unknown });
    try {
      const now = await clock.advance(typeof advance === 'string' ? advance : '');
      onClockMoved();
      if (form) res.redirect(303, '/_local/');
      else res.json({ now: now.toISOString() });
    } catch (error) {
      if (!form || !(error instanceof ApiError)) throw error;
      res.status(error.status).type('html').send(start(error.message));
    }
  });

  router.post('/callbacks/:name', async (req, res) => {
    const raw = (await readBody(req, BODY_LIMIT)).toString('utf8');
    const list = received.get(req.params.name) ?? [];
    const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));
    list.push({ received: clock.now().toISOString(), headers, raw, body: parsedOrText(raw) });
    received.set(req.params.name, list.slice(-CALLBACKS_KEPT));
    res.status(204).end();
  });
  router.get('/callbacks/:name.json', (req, res) => void res.json({ callbacks: received.get(req.params.name) ?? [] }));

  router.use('/google', createSignInProvider('google', config));
  router.use('/microsoft', createSignInProvider('microsoft', config));

  router.use((_req: IncomingMessage, res: ServerResponse) => problem(res, 404, 'Nothing is here', 'not_found'));
  router.use(((error: unknown, _req: IncomingMessage, res: ServerResponse, _next: unknown) => {
    if (error instanceof ApiError) problem(res, error.status, error.message, error.code);
    else problem(res, 500, error instanceof Error ? error.message : 'unknown', 'internal_error');
  }) as never);
  return router;
}

/** A receiver takes what comes: a body that is not JSON is kept as text. */
function parsedOrText(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

const queryText = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);
const formBody = async (req: IncomingMessage): Promise<{ advance?: string }> =>
  Object.fromEntries(new URLSearchParams((await readBody(req, BODY_LIMIT)).toString('utf8')));
const jsonBody = async (req: IncomingMessage) => parseJsonBody(await readBody(req, BODY_LIMIT));

function problem(res: ServerResponse, status: number, error: string, code: string): void {
  res.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify({ error, code }));
}
