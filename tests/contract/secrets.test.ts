/**
 * Secrets must never be readable at rest, nor identity data after its retention. Searches every file of the data folder (or every
 * value in PostgreSQL) and every line of the log.
 */
// CI only: it searches every byte of the data folder after a long story.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/database.ts';
import { specimenBundle } from '../../server/specimen/specimens.ts';
import { operationIds, requestSchema, type Schema, walk } from '../support/contract/contract.ts';
import { perform, scenarios } from '../support/contract/scenarios.ts';
import { createCaller } from '../support/server/call.ts';
import { bytesAtRest } from '../support/server/database.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { type Account, createWorld, type World } from '../support/server/world.ts';

const log: string[] = [];
const secrets = new Map<string, string>();
let server: TestServer;
let world: World;

const SECRET_FIELD = /^(access_token|refresh_token|token|secret|reader_key|password|new_password|code|challenge)$/;
/** Ignored, because six characters occur in megabytes of sealed data by chance. */
const CHANCE = /^[A-Z0-9]{6}$/;

function collect(operation: string, value: unknown, path = ''): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const at = path ? `${path}.${name}` : name;
    if (
      typeof inner === 'string' &&
      SECRET_FIELD.test(name) &&
      !(operation === 'reader.fail' && name === 'code') &&
      // Not a secret: part of a link's address, which is printed on posters.
      !(operation.startsWith('link.') && name === 'code') &&
      !at.includes('failure')
    ) {
      secrets.set(inner, `${operation} ${at}`);
      if (/^\d+\.[\w-]{43}$/.test(inner)) secrets.set(inner.split('.')[1]!, `half of ${operation} ${at}`);
    } else collect(operation, inner, at);
  }
}

beforeAll(async () => {
  server = await createTestServer({ log: (line) => log.push(line) });
  // The code of a refusal is not a secret.
  const call = createCaller(server.base, (operation, { status, body }) => {
    if (status === 200) collect(operation, body);
  });
  const account: Account = await server.account();
  collect('sign-up', account);
  world = createWorld(server, account, call);
  for (const id of operationIds) {
    const scenario = await scenarios[id](world);
    collect(id, scenario.body);
    if (scenario.caller) collect(id, scenario.caller);
    await perform(call, id, scenario);
    // Refused calls are logged too, but not their bodies.
    await call(id, { ...scenario.body, password: 'canary-password-in-a-refused-call', colour: 'canary-colour' });
  }
  secrets.set('canary-password-in-a-refused-call', 'a refused call');
  secrets.set('canary-colour', 'a refused call');
});
afterAll(() => server?.stop());

describe('secrets', () => {
  test('were seen of every kind', () => {
    const fields = new Set([...secrets.values()].map((place) => place.split('.').at(-1)!.split(' ').at(-1)));
    for (const field of [
      'access_token',
      'refresh_token',
      'token',
      'secret',
      'reader_key',
      'password',
      'challenge',
      'code',
    ])
      expect(fields).toContain(field);
    expect(secrets.size).toBeGreaterThan(100);
  });

  test('are in no file and no row', async () => {
    // Local mode's mailbox stores emails in clear text, including codes, as the recipients' mailboxes would.
    await server.ctx.db.deleteFrom('mails').execute();
    await checkpoint();
    const stored = await bytesAtRest(server);
    expect(stored.includes(world.account.email), 'the search finds what is stored in clear').toBe(true);
    expect(stored.includes(world.account.basic.public_key)).toBe(true);
    const readable = [...secrets]
      .filter(([secret]) => !CHANCE.test(secret) && stored.includes(secret))
      .map(([, place]) => place);
    expect(readable).toEqual([]);
  });

  test('are in no line of the log', () => {
    const lines = log.join('\n');
    expect(lines).toContain('session.create');
    const readable = [...secrets].filter(([secret]) => lines.includes(secret)).map(([, place]) => place);
    expect(readable).toEqual([]);
  });
});

describe('a canary', () => {
  const forms = (canary: string) => [
    canary,
    encodeURIComponent(canary),
    Buffer.from(canary).toString('base64').slice(0, 20),
  ];

  test('in any string of any call is in no line of the log, whether the call succeeds or is refused', async () => {
    const sent: string[] = [];
    const canaryFor = (schema: Schema) => {
      const canary = `canary${sent.length}x${randomBytes(6).toString('hex')}`;
      sent.push(canary);
      return canary.slice(0, schema.maxLength);
    };
    const begun = log.length;
    for (const id of operationIds) {
      const fields = [...walk(requestSchema(id))].filter(({ schema }) => schema.type === 'string');
      for (const { path, schema } of fields) {
        const scenario = await scenarios[id](world);
        const body = structuredClone(scenario.body);
        place(body, path.split('.'), canaryFor(schema));
        await perform(world.call, id, { ...scenario, body });
      }
    }
    for (const at of ['Authorization', 'User-Agent', 'Idempotency-Key', 'Cookie', 'X-Forwarded-For', 'Referer']) {
      const canary = canaryFor({});
      await world.call('session.create', {}, {}, { [at]: at === 'Authorization' ? `Bearer ${canary}` : canary });
    }
    await fetch(`${server.base}/api/v1/user.self?token=${canaryFor({})}`, { method: 'POST' });
    expect(sent.length).toBeGreaterThan(70);
    const lines = log.slice(begun).join('\n');
    expect(lines).toContain('session.create');
    expect(sent.filter((canary) => forms(canary).some((form) => lines.includes(form)))).toEqual([]);
  });

  function place(target: Record<string, unknown>, [name = '', ...rest]: string[], value: string): void {
    if (rest.length === 0) {
      target[name] = value;
      return;
    }
    const inner = { ...(target[name] as Record<string, unknown> | undefined) };
    target[name] = inner;
    place(inner, rest, value);
  }
});

describe('identity data', () => {
  const MARKERS = ['Vinterglans', 'VINTERGLANS', 'Alma Sigrid', 'ALMA<SIGRID', 'UT900412X', '1990-04-12', '900412'];

  test('is unreadable while it is kept, and gone from every byte 24 hours later', async () => {
    const own = await createTestServer({ log: (line) => log.push(line) });
    const mine = createWorld(own, await own.account());
    const { basic } = mine.account;
    const { id } = await mine.ended('genuine', {
      reference: 'purge-marker',
      callback_url: `${own.base}/_local/callbacks/purge`,
    });
    const before = await mine.succeed('session.get', { id }, { basic });
    expect(before).toMatchObject({ state: 'APPROVED', surname: 'VINTERGLANS' });
    const { document_number, portrait } = before as { document_number: string; portrait: string };
    const markers = [
      ...MARKERS,
      document_number,
      portrait.slice(100, 160),
      Buffer.from(portrait, 'base64').subarray(100, 140),
      documentBytes(own),
    ];

    // Sealed data can only be recognized by its own bytes, which are therefore read before the deletion.
    const sealed = await own.ctx.db
      .selectFrom('session_sealed')
      .select('sealed')
      .where('session_id', '=', id)
      .execute();
    const key = await own.ctx.db
      .selectFrom('session_keys')
      .select('wrapped_key')
      .where('session_id', '=', id)
      .executeTakeFirstOrThrow();
    const ciphertexts = [...sealed.map((row) => row.sealed), key.wrapped_key].map((bytes) =>
      Buffer.from(bytes).subarray(20, 52),
    );
    expect(ciphertexts.length).toBeGreaterThanOrEqual(3);
    const kept = await bytesAtRest(own);
    expect(ciphertexts.every((bytes) => kept.includes(bytes))).toBe(true);
    expect(markers.filter((marker) => kept.includes(marker)).map(String)).toEqual([]);
    expect(
      markers.filter((marker) => typeof marker === 'string' && marker.length > 6 && log.join('\n').includes(marker)),
    ).toEqual([]);

    await own.advance('PT23H59M');
    expect(await mine.call('session.get', { id }, { basic })).toMatchObject({
      status: 200,
      body: { surname: 'VINTERGLANS' },
    });
    await own.advance('PT1M');
    await eventually(async () => {
      const rows = await own.ctx.db
        .selectFrom('session_keys')
        .select('session_id')
        .where('session_id', '=', id)
        .execute();
      const { body } = await mine.call('session.get', { id }, { basic });
      return rows.length === 0 && 'redacted' in body;
    }, 'the purge');
    const after = (await mine.call('session.get', { id }, { basic })).body;
    expect(after).toMatchObject({ id, state: 'APPROVED', reference: 'purge-marker' });
    for (const field of [
      'given_names',
      'surname',
      'portrait',
      'document_number',
      'date_of_birth',
      'mrz',
      'user_ip',
      'user_agent',
    ])
      expect(after).not.toHaveProperty(field);

    // The write-ahead log is emptied right after the rows are deleted.
    await eventually(async () => {
      const rest = await bytesAtRest(own);
      return ciphertexts.every((bytes) => !rest.includes(bytes));
    }, 'the sealed bytes to be gone from every file');
    const rest = await bytesAtRest(own);
    expect(rest.includes('purge-marker'), 'the session itself is kept').toBe(true);
    expect(markers.filter((marker) => rest.includes(marker)).map(String)).toEqual([]);
    await own.stop();
  });

  test('is gone immediately after session.redact', async () => {
    const { id } = await world.ended('genuine-rsa-pss');
    const sealed = await server.ctx.db
      .selectFrom('session_sealed')
      .select('sealed')
      .where('session_id', '=', id)
      .execute();
    const ciphertexts = sealed.map((row) => Buffer.from(row.sealed).subarray(20, 52));
    expect(ciphertexts.length).toBeGreaterThan(0);
    await world.succeed('session.redact', { id }, { basic: world.account.basic });
    // The purge empties the write-ahead log. session.redact wakes it, and so does moving the clock.
    await server.advance('PT0S');
    const rest = await eventually(async () => {
      const bytes = await bytesAtRest(server);
      return ciphertexts.every((part) => !bytes.includes(part)) && bytes;
    }, 'the sealed bytes to be gone from every file');
    for (const marker of ['Månstråle', 'MAANSTRAALE', 'UT781103X']) expect(rest.includes(marker)).toBe(false);
  });

  test('of one session cannot be decrypted as that of another', async () => {
    const [first, second] = [await world.ended('genuine'), await world.ended('id-card')];
    const { db } = server.ctx;
    const rows = await db.selectFrom('session_sealed').selectAll().where('session_id', '=', first.id).execute();
    for (const { kind, sealed } of rows)
      await db
        .updateTable('session_sealed')
        .set({ sealed })
        .where('session_id', '=', second.id)
        .where('kind', '=', kind)
        .execute();
    const answer = await world.call('session.get', { id: second.id }, { basic: world.account.basic });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('VINTERGLANS');
    expect(await world.call('session.get', { id: first.id }, { basic: world.account.basic })).toMatchObject({
      status: 200,
      body: { surname: 'VINTERGLANS' },
    });
  });
});

const documentBytes = ({ deps }: TestServer): Buffer =>
  Buffer.from(specimenBundle('genuine', deps.clock.now()).files.dg1, 'base64').subarray(10, 60);

async function checkpoint(): Promise<void> {
  if (server.deps.config.database_url) return;
  const database = openDatabase({ file: join(server.folder, 'sigill.db') });
  await database.checkpoint();
  await database.close();
}
