/** The three tamper-evident logs, against an attacker who can write to the database: `operator audit` reports what is missing. */
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../server/database/transaction.ts';
import { logTrustChange } from '../../server/trust/trust-log.service.ts';
import { runOperator } from '../support/packages/script.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';

let server: TestServer;
let merchant_id: number;
const ENTRIES = 4;

beforeAll(async () => {
  server = await createTestServer();
  const { bearer, key_id } = await server.account();
  for (let entry = 0; entry < ENTRIES; entry++)
    await server.call('user.rotate_service_user', { id: key_id }, { bearer });
  ({ merchant_id } = await server.ctx.db.selectFrom('merchants').select('id as merchant_id').executeTakeFirstOrThrow());
  for (let entry = 0; entry < ENTRIES; entry++) {
    await operator('trust', 'reload', '--yes', '--by', 'Alma Vinter');
    await operator('incident', 'open', '--yes', '--en', 'Mail is late.', '--es', 'Los correos tardan.');
  }
});
afterAll(() => server?.stop());

const operator = (...args: string[]) => runOperator(server, ...args);

type Log = 'audit_entries' | 'trust_log' | 'status_notes';
interface Row {
  sequence: number;
}
const rowsOf = (db: Kysely<Record<Log, Row>>, log: Log) => db.selectFrom(log).selectAll().orderBy('sequence').execute();

async function auditWithout(log: Log, isDeleted: (row: Row, rows: Row[]) => boolean) {
  const db = server.ctx.db as unknown as Kysely<Record<Log, Row>>;
  const rows = await rowsOf(db, log);
  const deleted = rows.filter((row) => isDeleted(row, rows));
  expect(deleted.length).toBeGreaterThan(0);
  for (const { sequence } of deleted) await db.deleteFrom(log).where('sequence', '=', sequence).execute();
  const told = await operator('audit');
  await db.insertInto(log).values(deleted).execute();
  return { ...told, newest: rows.at(-1)!.sequence };
}

describe.each<{ log: Log; named: (entry: number) => string }>([
  { log: 'audit_entries', named: (entry) => `Account ${merchant_id}: entry ${entry} was changed or deleted.` },
  { log: 'trust_log', named: (entry) => `Trust: entry ${entry} was changed or deleted.` },
  { log: 'status_notes', named: (entry) => `Incidents: entry ${entry} was changed or deleted.` },
])('$log', ({ log, named }) => {
  test('verifies', async () => {
    expect((await operator('audit')).code).toBe(0);
  });

  test('reports the newest entry when it was deleted', async () => {
    const { code, out, newest } = await auditWithout(log, (row, rows) => row === rows.at(-1));
    expect(out).toContain(named(newest));
    expect(code).toBe(1);
  });

  test('reports an entry in the middle when it was deleted', async () => {
    const { code, out } = await auditWithout(log, (row) => row.sequence === 2);
    expect(out).toContain(named(2));
    expect(code).toBe(1);
  });

  test('reports the first entry when it was deleted', async () => {
    const { code, out } = await auditWithout(log, (row) => row.sequence === 1);
    expect(out).toContain(named(1));
    expect(code).toBe(1);
  });

  test('reports the first entry when all were deleted', async () => {
    const { code, out } = await auditWithout(log, () => true);
    expect(out).toContain(named(1));
    expect(code).toBe(1);
  });
});

test('the number of a deleted log entry is not reused, and the gap stays visible', async () => {
  const { db } = server.ctx;
  const newest = await db.selectFrom('trust_log').selectAll().orderBy('sequence', 'desc').executeTakeFirstOrThrow();
  await db.deleteFrom('trust_log').where('sequence', '=', newest.sequence).execute();
  expect((await operator('trust', 'reload', '--yes')).code).toBe(0);
  const { code, out } = await operator('audit');
  expect(out).toContain(`Trust: entry ${newest.sequence} was changed or deleted.`);
  expect(code).toBe(1);
  await db.insertInto('trust_log').values(newest).execute();
  expect((await operator('audit')).code).toBe(0);
});

test('a log without its head does not pass for a short log', async () => {
  const { db } = server.ctx;
  const heads = await db.selectFrom('hash_chain_heads').selectAll().execute();
  expect(heads.map(({ chain }) => chain).toSorted()).toEqual(['incidents', 'trust']);
  await db.deleteFrom('hash_chain_heads').execute();
  const { code, out } = await operator('audit');
  await db.insertInto('hash_chain_heads').values(heads).execute();
  expect(out).toContain('Trust: the head of the log is missing.');
  expect(out).toContain('Incidents: the head of the log is missing.');
  expect(code).toBe(1);
});

test('several operators can append to one log at once', async () => {
  const reloads = await Promise.all(Array.from({ length: 6 }, () => operator('trust', 'reload', '--yes')));
  const notes = await Promise.all(
    Array.from({ length: 6 }, (_, at) => operator('incident', 'open', '--yes', '--en', `Note ${at}`, '--es', `${at}`)),
  );
  expect([...reloads, ...notes].map(({ code, err }) => [code, err])).toEqual(Array(12).fill([0, expect.any(String)]));
  const { code, out } = await operator('audit');
  expect(out).toContain(`Trust: ${ENTRIES + 7} changes in the log.`);
  expect(out).toContain(`Incidents: ${ENTRIES + 6} notes.`);
  expect(code).toBe(0);
});

describe('a database from before log heads existed', () => {
  test('has heads that were taken from the existing rows, and the command says so', async () => {
    const { db } = server.ctx;
    await db
      .updateTable('hash_chain_heads')
      .set(({ ref }) => ({ found: ref('sequence') }))
      .execute();
    const { code, out } = await operator('audit');
    expect(out).toContain(
      `Trust: the first ${ENTRIES + 7} entries are older than the log's head; if later ones were deleted before it existed, that cannot be detected.`,
    );
    expect(out).toContain(`Incidents: the first ${ENTRIES + 6} entries are older than the log's head`);
    expect(code).toBe(0);
    const { out: deleted } = await auditWithout('trust_log', (row, rows) => row === rows.at(-1));
    expect(deleted).toContain(`Trust: entry ${ENTRIES + 7} was changed or deleted.`);
  });
});

test('a log continues behind everything that a version without heads has appended during an upgrade', async () => {
  const { db } = server.ctx;
  const trust = () => db.selectFrom('hash_chain_heads').selectAll().where('chain', '=', 'trust');
  const before = await trust().executeTakeFirstOrThrow();
  // More entries than the service reads at a time.
  await inTransaction(server.ctx, async (ctx) => {
    for (let entry = 0; entry < 1001; entry++) await logTrustChange(ctx, { action: 'reload', actor: 'Alma Vinter' });
  });
  await db.updateTable('hash_chain_heads').set(before).where('chain', '=', 'trust').execute();
  expect((await operator('trust', 'reload', '--yes')).code).toBe(0);
  expect((await trust().executeTakeFirstOrThrow()).sequence).toBe(before.sequence + 1002);
  expect((await operator('audit')).code).toBe(0);
});
