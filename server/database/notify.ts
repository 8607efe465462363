/**
 * Wakes the other processes on one PostgreSQL when there is work for them, over a connection of its own. A lost notification costs
 * no more than the time until the next poll, so nothing here fails or delays a call.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Logger } from '../core/log.ts';
import { verifying } from './postgres-pool.ts';

const CHANNEL = 'sigill_wake';
const LISTEN = `listen ${CHANNEL}`;
/** Each name is sent at most once in this time. */
const GATHERED_MS = 20;
const CONNECT_TIMEOUT_MS = 3000;
const QUERY_TIMEOUT_MS = 6000;
const END_TIMEOUT_MS = 1000;
/** How often the connection is tested, because a network may drop it silently. */
const PROOF_EVERY_MS = 15_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;

interface Options {
  url: string;
  log: Logger;
  onNotified(name: string): void;
  /** Called when the connection is open, possibly again. Notifications may have been missed before that. */
  onConnected(): void;
}

export interface Notifier {
  notify(name: string): void;
  close(): Promise<void>;
}

export function openNotifier({ onNotified, ...options }: Options): Notifier {
  /** PostgreSQL also delivers notifications to their sender, which recognizes its own by this name. */
  const own = randomBytes(6).toString('hex');
  const waiting = new Set<string>();
  let sent = Number.NEGATIVE_INFINITY;
  let sending: NodeJS.Timeout | undefined;
  const connection = keepListening({
    ...options,
    onPayload(payload) {
      const [sender, name = ''] = payload.split(/ (.*)/);
      if (sender !== own) onNotified(name);
    },
  });

  function send(): void {
    sending = undefined;
    sent = performance.now();
    connection.query(notificationOf(own, waiting));
    waiting.clear();
  }

  return {
    notify(name) {
      waiting.add(name);
      sending ??= setTimeout(send, Math.max(0, sent + GATHERED_MS - performance.now()));
    },
    async close() {
      clearTimeout(sending);
      await connection.close();
    },
  };
}

export async function notifyOnce(url: string, names: string[]): Promise<void> {
  const client = newClient(url);
  // Without the notification, the other processes find the work themselves.
  client.on('error', () => {});
  await client
    .connect()
    .then(() => client.query(notificationOf('-', names)))
    .catch(() => {});
  await close(client);
}

const notificationOf = (sender: string, names: Iterable<string>): string => {
  const calls = Array.from(names, (name) => `pg_notify('${CHANNEL}', ${pg.escapeLiteral(`${sender} ${name}`)})`);
  // A lost notification loses no data, so the commit need not wait for the disk. One query, because a pooler runs it on one connection.
  return `begin; set local synchronous_commit = off; select ${calls.join()}; commit`;
};

interface Listening extends Pick<Options, 'url' | 'log' | 'onConnected'> {
  onPayload(payload: string): void;
}

function keepListening({ url, log, onPayload, onConnected }: Listening) {
  let client: pg.Client | undefined;
  let isListening = false;
  let hasEnded = false;
  let failures = 0;
  let connecting: NodeJS.Timeout | undefined;
  /** Each query waits for the previous one, because the driver warns about a query that is sent before the previous one has ended. */
  let previous: Promise<unknown> = Promise.resolve();

  async function connect(): Promise<void> {
    const opened = newClient(url);
    client = opened;
    const onLost = (error?: Error) => lose(opened, error);
    opened.on('error', onLost).on('end', onLost);
    opened.on('notification', ({ payload = '' }) => onPayload(payload));
    try {
      await opened.connect();
      await opened.query(LISTEN);
    } catch (error) {
      return onLost(error as Error);
    }
    if (client !== opened) return;
    isListening = true;
    previous = Promise.resolve();
    if (failures > 0) log.info('notifications of other processes arrive again');
    failures = 0;
    onConnected();
  }

  /** A connection is replaced once, however it ends. */
  function lose(lost: pg.Client, error?: Error): void {
    if (client !== lost) return;
    client = undefined;
    isListening = false;
    void close(lost);
    if (hasEnded) return;
    if (failures === 0) log.warn({ err: error }, 'notifications of other processes do not arrive');
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS);
    connecting = setTimeout(connect, pause * (0.5 + Math.random() / 2)).unref();
  }

  /** Without a connection, nothing is sent: the other processes will find the work. */
  function query(sql: string): void {
    const asked = client;
    if (!asked || !isListening) return;
    previous = previous.then(() => asked.query(sql)).catch((error: Error) => lose(asked, error));
  }

  const proving = setInterval(query, PROOF_EVERY_MS, LISTEN).unref();
  void connect();
  return {
    query,
    async close() {
      hasEnded = true;
      clearTimeout(connecting);
      clearInterval(proving);
      if (client) await close(client);
    },
  };
}

const newClient = (url: string) =>
  new pg.Client({
    connectionString: verifying(url),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });

/** Closes a connection, by force after a timeout, because a network that drops everything would leave it open for minutes. */
async function close(client: pg.Client): Promise<void> {
  const destroy = setTimeout(() => streamOf(client).destroy(), END_TIMEOUT_MS);
  await client.end().catch(() => {});
  clearTimeout(destroy);
}

const streamOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
