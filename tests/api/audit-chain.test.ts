/** The audit log against an attacker who can write to the database: every change to any entry of a real account is reported. */
import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findTamperedEntry } from '../../server/audit/audit.service.ts';
import type { AuditEntryTable } from '../../server/audit/audit.table.ts';
import type { Database } from '../../server/database/database.ts';
import type { AuditAction, OperationId } from '../../server/generated/operations.gen.ts';
import { operation, operationIds } from '../support/contract/contract.ts';
import { perform, scenarios } from '../support/contract/scenarios.ts';
import { runOperator } from '../support/packages/script.ts';
import { trials } from '../support/runs/trials.ts';
import { verifyEmail } from '../support/server/billing.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

let server: TestServer;
let merchant_id: number;
let chain: AuditEntryTable[];

beforeAll(async () => {
  server = await createTestServer();
  const account = await server.account();
  const world = createWorld(server, account);
  const { bearer, password } = account;
  await world.succeed('user.rotate_service_user', { id: account.key_id }, { bearer });
  await verifyEmail(world, account);
  await world.succeed('invite.create', { email: world.freshEmail() }, { bearer });
  await world.succeed('callback.rotate_secret', {}, { bearer });
  await world.succeed('password.change_password', { password, new_password: 'battery staple' }, { bearer });
  await world.succeed('user.delete', { id: account.key_id }, { bearer });
  const { id } = await world.succeed('user.self', {}, { bearer });
  const user = await server.ctx.db
    .selectFrom('users')
    .select('merchant_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  merchant_id = user.merchant_id;
  chain = await entries(server.ctx.db);
});
afterAll(() => server?.stop());

const entries = (db: Kysely<Database>) =>
  db.selectFrom('audit_entries').selectAll().where('merchant_id', '=', merchant_id).orderBy('sequence').execute();

const named = (db: Kysely<Database> = server.ctx.db) => findTamperedEntry({ db, deps: server.deps }, merchant_id);

async function afterTampering(tamper: (db: Kysely<Database>) => Promise<unknown>): Promise<number | undefined> {
  const taken = new Error('taken back');
  let answer: number | undefined;
  await server.ctx.db
    .transaction()
    .execute(async (trx) => {
      await tamper(trx);
      answer = await named(trx);
      throw taken;
    })
    .catch((error: unknown) => {
      if (error !== taken) throw error;
    });
  return answer;
}

const entry = (db: Kysely<Database>, sequence: number) =>
  db.updateTable('audit_entries').where('merchant_id', '=', merchant_id).where('sequence', '=', sequence);

test('the audit log of a busy account verifies', async () => {
  expect(chain.length).toBeGreaterThanOrEqual(6);
  expect(await named()).toBeUndefined();
});

test('a change to any column of any audit entry is reported', async () => {
  const other: Partial<Record<keyof AuditEntryTable, (value: unknown) => unknown>> = {
    id: (id) => Number(id) + 1,
    created: () => '2026-01-01T00:00:00.000Z',
    action: () => 'merchant.delete',
    actor: () => 'OPERATOR',
    user_id: (id) => (id === null ? 1 : null),
    target_id: (id) => (id === null ? 1 : null),
    request_id: () => 'req_of_another',
    reason: () => 'Another',
    network: () => '192.0.2.0/24',
    browser: () => 'Another',
    system: () => 'Another',
    hash: (hash) => (String(hash).startsWith('A') ? 'B' : 'A') + String(hash).slice(1),
  };
  expect(Object.keys(other).toSorted()).toEqual(
    Object.keys(chain[0]!)
      .filter((column) => column !== 'merchant_id' && column !== 'sequence')
      .toSorted(),
  );
  for (const row of chain) {
    for (const [column, change] of Object.entries(other)) {
      const value = change(row[column as keyof AuditEntryTable]);
      const answer = await afterTampering((db) =>
        entry(db, row.sequence)
          .set({ [column]: value })
          .execute(),
      );
      expect([column, row.sequence, answer]).toEqual([column, row.sequence, row.sequence]);
    }
  }
});

test('audit entries that were removed, inserted, swapped or cut off are reported at the first wrong place', async () => {
  const place = fc.integer({ min: 1, max: chain.length });
  await fc.assert(
    fc.asyncProperty(place, place, async (a, b) => {
      const [first, second] = [Math.min(a, b), Math.max(a, b)];
      const without = (db: Kysely<Database>, from: number, to: number) =>
        db
          .deleteFrom('audit_entries')
          .where('merchant_id', '=', merchant_id)
          .where('sequence', '>=', from)
          .where('sequence', '<=', to)
          .execute();
      expect(await afterTampering((db) => without(db, first, second))).toBe(first);
      // The newest entries are cut off, and the head's sequence is set back to match, but not its hash.
      const head = { audit_sequence: first - 1 };
      const cut = await afterTampering(async (db) => {
        await without(db, first, chain.length);
        await db.updateTable('merchants').set(head).where('id', '=', merchant_id).execute();
      });
      expect(cut).toBe(first);
      if (first === second) return;
      const [one, two] = [chain[first - 1]!, chain[second - 1]!];
      const swapped = await afterTampering(async (db) => {
        await without(db, first, first);
        await without(db, second, second);
        const moved = [
          { ...one, sequence: second },
          { ...two, sequence: first },
        ];
        await db.insertInto('audit_entries').values(moved).execute();
      });
      expect(swapped).toBe(first);
    }),
    trials(8),
  );
});

describe('the audit log', () => {
  /** Calls that need no audit entry. List a new call here, or give it an entry. */
  const silent = new Set<OperationId>([
    // Sessions and their callbacks, which are listed elsewhere.
    'session.create',
    'session.abort',
    'callback.resend',
    'link.start',
    'reader.start',
    'reader.challenge',
    'reader.chip_authentication',
    'reader.submit',
    'reader.fail',
    'reader.abort',
    'demo.create',
    // Parts of signing in or out, and steps that wait for a code, a card or a passkey.
    'bearer.renew',
    'bearer.revoke',
    'password.recover_send_code',
    'password.verify_email_send_code',
    'google.uri',
    'microsoft.uri',
    'stripe.start',
    'bearer.prove',
    'totp.create',
    'passkey.start_sign_up',
    'passkey.start_authentication',
    'passkey.start_registration',
    // A name that only its user sees.
    'passkey.rename',
    // The call here sets the role the user already has. user-role.test.ts changes it and finds its entry.
    'user.change_role',
    // The bill here is already paid. billing.test.ts finds the entry of a bill that is paid by invoice.
    'bill.pay',
  ]);
  const entryOf: Partial<Record<OperationId, string>> = { 'stripe.complete': 'payment_method.create' };

  const changing = operationIds.filter((id) => !operation(id)['x-query'] && !silent.has(id));

  test('is checked for calls that exist', () => {
    expect(operationIds).toEqual(expect.arrayContaining([...silent, ...Object.keys(entryOf)]));
  });

  test.each(changing)('has an entry for %s', async (id) => {
    const fresh = createWorld(server, await server.account());
    const scenario = await scenarios[id](fresh);
    const action = entryOf[id] ?? id;
    const before = await actions(action);
    const answer = await perform(server.call, id, scenario);
    expect([id, answer.status]).toEqual([id, 200]);
    expect([action, (await actions(action)) - before]).toEqual([action, 1]);
  });

  const actions = async (action: string) =>
    (
      await server.ctx.db
        .selectFrom('audit_entries')
        .select('id')
        .where('action', '=', action as AuditAction)
        .execute()
    ).length;
});

test('one operator command checks all accounts, and fails if an entry was changed', async () => {
  const { db } = server.ctx;
  expect(await runOperator(server, 'audit')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^(\d+) audit logs checked, \1 intact\.\n$/),
  });
  await entry(db, 2).set({ action: 'merchant.delete' }).execute();
  const { code, output } = await runOperator(server, 'audit');
  await entry(db, 2).set({ action: chain[1]!.action }).execute();
  expect(code).toBe(1);
  expect(output).toContain(`Account ${merchant_id}: entry 2 was changed or deleted.`);
});
