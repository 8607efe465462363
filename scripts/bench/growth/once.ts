/**
 * Measures single operations on many rows, such as an export or a purge: the CPU time per row, and how long other callers wait
 * meanwhile.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Cell, say } from '../measure.ts';
import { bearer, createApi } from '../service.ts';
import { DUE_SESSIONS } from './fill.ts';
import type { Installation } from './installation.ts';

/** `begin` starts the measurement again, after a preparation. @returns how many rows it read or changed. */
type Once = (installation: Installation, begin: () => Promise<void>) => Promise<number>;

/** Measured in this order: the last one deletes the account. */
const ONCE: Record<string, Once> = {
  'session.export, all of it': async ({ server, access_token }) => {
    const response = await fetch(`${server.base}/api/v1/session.export`, {
      method: 'POST',
      headers: { authorization: bearer(access_token), 'content-type': 'application/json' },
      body: JSON.stringify({ format: 'csv' }),
    });
    let lines = 0;
    for await (const chunk of response.body!) lines += chunk.filter((byte: number) => byte === LINE_FEED).length;
    return lines;
  },
  'audit.list, every page': async ({ server, access_token }) => {
    const api = createApi(server.base);
    let rows = 0;
    for (let cursor: string | undefined, isFirst = true; cursor || isFirst; isFirst = false) {
      const page = { limit: 100, ...(cursor && { cursor }) };
      const { entries, next_cursor } = await api('audit.list', page, { authorization: bearer(access_token) });
      rows += entries.length;
      cursor = next_cursor;
    }
    return rows;
  },
  'purge of identity data': async ({ db }, begin) => {
    const unredacted = await db.selectFrom('session_keys').select('session_id').limit(DUE_SESSIONS).execute();
    const ids = unredacted.map(({ session_id }) => session_id);
    const update = db.updateTable('sessions').set({ identity_data_until: '2020-01-01T00:00:00.000Z' });
    await update.where('id', 'in', ids).execute();
    const left = db.selectFrom('session_keys').select(sql<number>`count(*)`.as('count')).where('session_id', 'in', ids);
    const count = async () => (await left.executeTakeFirstOrThrow()).count;
    const all = await count();
    // The worker pauses for up to half a minute, which is not measured.
    while ((await count()) === all) await pause(POLL_MS);
    await begin();
    while ((await count()) > 0) await pause(POLL_MS);
    return all;
  },
  'merchant.delete': async ({ server, access_token, db, merchant_id }) => {
    const { count } = await db
      .selectFrom('sessions')
      .select(sql<number>`count(*)`.as('count'))
      .where('merchant_id', '=', merchant_id)
      .executeTakeFirstOrThrow();
    // The call requires a password that was typed recently.
    await db.updateTable('credentials').set({ proven: new Date().toISOString() }).execute();
    await createApi(server.base)('merchant.delete', {}, { authorization: bearer(access_token) });
    const left = db.selectFrom('callbacks').select('id').where('merchant_id', '=', merchant_id).limit(1);
    while (await left.executeTakeFirst()) await pause(POLL_MS);
    return count;
  },
};

const POLL_MS = 20;
const LINE_FEED = 10;

export const ONCE_HEADS = (sizes: number[]): string =>
  ['once', ...sizes.flatMap((size) => [`${size}: rows`, 'CPU µs a row', 'longest wait, ms'])].join('|');

export async function measureOnce(installations: Installation[]): Promise<Cell[][]> {
  const measured: Cell[][] = [];
  for (const [name, once] of Object.entries(ONCE)) {
    say(`${name} …`);
    const cells: Cell[] = [];
    for (const installation of installations) {
      const { server } = installation;
      let before = await server.usage();
      const probe = startProbe(server.base);
      const begin = async () => {
        before = await server.usage();
      };
      // A failed operation does not hide the results of the others.
      const rows = await once(installation, begin).catch((error: unknown) => say(`${name} failed: ${error}`));
      const { cpu_us } = await server.usage();
      const longest = await probe.longest();
      cells.push(...(rows ? [rows, (cpu_us - before.cpu_us) / rows, longest] : ['failed', '', longest]));
    }
    measured.push([name, ...cells]);
  }
  return measured;
}

function startProbe(base: string) {
  let [longest, is_done] = [0, false];
  const running = (async () => {
    while (!is_done) {
      const started = performance.now();
      await (await fetch(`${base}/readyz`)).arrayBuffer();
      longest = Math.max(longest, performance.now() - started);
      await pause(POLL_MS);
    }
  })();
  return {
    async longest(): Promise<number> {
      is_done = true;
      await running;
      return Math.round(longest);
    },
  };
}
