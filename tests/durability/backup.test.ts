/** A backup of a service under load is restored elsewhere, with everything that was acknowledged before it began; and what is wrong with a backup is found. */
// CI only: it starts a PostgreSQL with its programs, and seven services.
// SQLite only: it starts a PostgreSQL of its own.
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../server/database/database.ts';
import type { ServerProcess } from '../support/process/server-process.ts';
import {
  type BackupWorld,
  createBackupWorld,
  ENGINES,
  type Environment,
  operator,
  operatorProcess,
  type Used,
  useService,
} from '../support/server/backup-world.ts';
import { createCaller, expectSuccess } from '../support/server/call.ts';

const CLIENTS = 4;
const ENOUGH = 60;
const OPENED = 20;

const sqliteOf = ({ DATA_DIR = '' }: Environment) => join(DATA_DIR, 'sigill.db');

async function inDatabase<T>(environment: Environment, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase({ url: environment['DATABASE_URL'], file: sqliteOf(environment) });
  return work(db).finally(close);
}

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
const flipped = (bytes: Buffer) => Buffer.from(bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 1));

describe.each(ENGINES)('on $engine', ({ engine, reason }) => {
  if (reason) {
    test(`is left out: ${reason}`, ({ skip }) => skip(reason));
    return;
  }

  let world: BackupWorld;
  let source: Environment;
  let service: ServerProcess;
  let used: Used;
  let complete: string;
  let restored: Environment;
  const before: { id: number; token: string }[] = [];

  beforeAll(async () => {
    world = await createBackupWorld(engine);
    source = await world.place();
    service = await world.service(source);
    used = await useService(service);
    complete = join(world.folder, 'complete');
  });
  afterAll(() => world?.remove());

  test('a backup under load restores with everything acknowledged before it began', async () => {
    const call = createCaller(service.base);
    const acknowledged: typeof before = [];
    let ends = false;
    const load = Array.from({ length: CLIENTS }, async () => {
      while (!ends) {
        // Specimen sessions are free, so the limits of a new account do not end the load.
        const created = await call('session.create', { specimen: true }, { basic: used.basic });
        const body = expectSuccess('session.create', created);
        acknowledged.push({ id: body.id, token: body.token });
      }
    });
    await expect.poll(() => acknowledged.length, { interval: 10 }).toBeGreaterThan(ENOUGH);
    before.push(...acknowledged);
    const taken = await operatorProcess(source, ['backup', '--to', complete]);
    ends = true;
    await Promise.all(load);
    expect(taken).toMatchObject({ code: 0, err: '' });
    expect(acknowledged.length).toBeGreaterThan(before.length);
    expect(readdirSync(world.folder)).not.toContain('complete.partial');
    for (const path of ['', ...readdirSync(complete, { recursive: true, encoding: 'utf8' })]) {
      const { mode } = statSync(join(complete, path));
      expect([path, (mode & 0o777).toString(8)]).toEqual([
        path,
        statSync(join(complete, path)).isFile() ? '600' : '700',
      ]);
    }
    // `delete_by` is the earliest end of retention in the backup.
    expect(manifestOf(complete)).toMatchObject({ delete_by: used.person.identity_data_until });

    restored = await world.place();
    const ended = await operatorProcess(restored, ['restore', complete]);
    expect(ended).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/ is restored to .*\n1 accounts, /) });
    expect((await operator(restored, 'verify')).output).toMatch(/^Everything is intact\.$/m);

    const there = await world.service(restored);
    const callThere = createCaller(there.base);
    const found = await Promise.all(before.map(({ id }) => callThere('session.state', { id }, { basic: used.basic })));
    expect(found.map(({ status }) => status)).toEqual(before.map(() => 200));
    const tokens = before.slice(-OPENED).map(({ token }) => callThere('reader.open', { token }));
    expect((await Promise.all(tokens)).map(({ status }) => status)).toEqual(tokens.map(() => 200));
    const { body: person } = await callThere('session.get', { id: used.session_id }, { basic: used.basic });
    expect(person).toEqual(used.person);
    await there.end();
  });

  test('verify decrypts something of each kind, of a backup as of an installation', async () => {
    const { code, out } = await operator(source, 'verify', complete);
    expect(code).toBe(0);
    for (const kind of [
      'session keys',
      'callback signing secrets',
      'previous callback signing secrets',
      'unconfirmed authenticator app secrets',
      'notes on sessions',
      'proof signing keys',
      'responses stored under idempotency keys',
    ])
      expect(out).toMatch(new RegExp(`^With the server key: .*\\b[1-9]\\d* ${kind}[,.]`, 'm'));
    expect(out).toMatch(/^Identity data: decrypted .*1 identity.*1 portrait/m);
    expect(out).toMatch(/^1 audit logs checked, 1 intact\.$/m);
    expect(await operator(source, 'verify')).toMatchObject({ code: 0 });
  });

  test('the database knows when its last backup began', async () => {
    const row = await inDatabase(source, (db) =>
      db.selectFrom('server_state').select('value').where('name', '=', 'last_backup').executeTakeFirst(),
    );
    expect(row?.value.toString()).toBe(manifestOf(complete).created);
  });

  test('a backup without identity data has none, and restores everything else', async () => {
    const folder = join(world.folder, 'without');
    expect(await operator(source, 'backup', '--to', folder, '--without-identity-data')).toMatchObject({ code: 0 });
    expect(manifestOf(folder)).not.toHaveProperty('delete_by');
    const pieces = await inDatabase(source, (db) =>
      db
        .selectFrom('session_sealed')
        .select('sealed as bytes')
        .unionAll(db.selectFrom('session_keys').select('wrapped_key as bytes'))
        .unionAll(db.selectFrom('session_notes').select('sealed as bytes'))
        .execute(),
    );
    expect(pieces.length).toBeGreaterThan(3);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => name.endsWith('.key'))).toEqual([]);
    if (engine === 'SQLite') {
      const [copy, all] = [folder, complete].map((one) => readFileSync(join(one, 'sigill.db')));
      // Searches for the beginning of a piece, because that fits into one page of the database.
      const found = (bytes: Buffer) => pieces.filter((piece) => bytes.includes(piece.bytes.subarray(0, 32))).length;
      expect([found(copy!), found(all!)]).toEqual([0, pieces.length]);
    }
    const place = await world.place();
    expect(await operator(place, 'restore', folder)).toMatchObject({ code: 0 });
    expect(await operator(place, 'verify')).toMatchObject({ code: 0 });
    expect(await inDatabase(place, (db) => db.selectFrom('session_keys').selectAll().execute())).toEqual([]);
    expect(await inDatabase(place, (db) => db.selectFrom('session_notes').selectAll().execute())).toEqual([]);
    const there = await world.service(place);
    const { basic, bearer } = used;
    const { status, body } = await createCaller(there.base)('session.get', { id: used.session_id }, { basic });
    expect([status, body.state]).toEqual([200, 'APPROVED']);
    expect(body).not.toHaveProperty('surname');
    expect(await createCaller(there.base)('callback.secret', {}, { bearer })).toMatchObject({ status: 200 });
    expect(await createCaller(there.base)('session.create', {}, { basic })).toMatchObject({ status: 200 });
    await there.end();
  });

  describe('verify finds', () => {
    async function finds(
      change: (db: Kysely<Database>) => Promise<() => Promise<unknown>>,
      sentence: string | RegExp,
    ): Promise<void> {
      await inDatabase(restored, async (db) => {
        const undo = await change(db);
        const { code, out } = await operator(restored, 'verify');
        await undo();
        expect([code, out]).toEqual([1, expect.stringMatching(sentence)]);
      });
    }
    afterAll(async () => expect(await operator(restored, 'verify')).toMatchObject({ code: 0 }));

    test('a flipped byte in a stored response', () =>
      finds(async (db) => {
        const { id, answer } = await db.selectFrom('idempotency_keys').selectAll().executeTakeFirstOrThrow();
        const set = (answer: Buffer) =>
          db.updateTable('idempotency_keys').set({ answer }).where('id', '=', id).execute();
        await set(flipped(answer));
        return () => set(answer);
      }, /^idempotency_keys\.answer: the value of id \w+ cannot be decrypted\.$/m));

    test('a flipped byte in identity data', () =>
      finds(async (db) => {
        const piece = () => db.updateTable('session_sealed').where('kind', '=', 'identity');
        const { sealed } = await db
          .selectFrom('session_sealed')
          .select('sealed')
          .where('kind', '=', 'identity')
          .executeTakeFirstOrThrow();
        await piece()
          .set({ sealed: flipped(sealed) })
          .execute();
        return () => piece().set({ sealed }).execute();
      }, `Session ${used.session_id}: its identity cannot be decrypted.`));

    test('a flipped byte in the key of a session', () =>
      finds(async (db) => {
        const { wrapped_key } = await db.selectFrom('session_keys').selectAll().executeTakeFirstOrThrow();
        const set = (wrapped_key: Buffer) => db.updateTable('session_keys').set({ wrapped_key }).execute();
        await set(flipped(wrapped_key));
        return () => set(wrapped_key);
      }, /session_keys\.wrapped_key: the value of .* cannot be decrypted\.[\s\S]*its identity data cannot be decrypted/));

    test('a changed entry of an audit log', () =>
      finds(async (db) => {
        const entry = () => db.updateTable('audit_entries').where('sequence', '=', 2);
        const { actor } = await db
          .selectFrom('audit_entries')
          .select('actor')
          .where('sequence', '=', 2)
          .executeTakeFirstOrThrow();
        await entry()
          .set({ actor: `${actor}x` as typeof actor })
          .execute();
        return () => entry().set({ actor }).execute();
      }, /^Account \d+: entry 2 was changed or deleted\.$/m));

    test('a missing head of a log', () =>
      finds(async (db) => {
        const head = await db
          .selectFrom('hash_chain_heads')
          .selectAll()
          .where('chain', '=', 'trust')
          .executeTakeFirstOrThrow();
        await db.deleteFrom('hash_chain_heads').where('chain', '=', 'trust').execute();
        return () => db.insertInto('hash_chain_heads').values(head).execute();
      }, /^Trust: the head of the log is missing\.$/m));

    test('a gap in the numbers of invoices', () =>
      finds(async (db) => {
        const series = { series: 'INV', year: 2025 };
        await db
          .insertInto('document_numbers')
          .values({ ...series, last: 1 })
          .execute();
        return () => db.deleteFrom('document_numbers').where('year', '=', series.year).execute();
      }, /^Number INV-2025-000001 was given, but no document has it$/m));

    test('a lost erasure key', async () => {
      if (engine === 'SQLite') return;
      const folder = join(restored['DATA_DIR']!, 'erasure-keys');
      const keys = readdirSync(folder).filter((name) => name.endsWith('.key'));
      const contents = keys.map((name) => readFileSync(join(folder, name)));
      for (const name of keys) writeFileSync(join(folder, name), '');
      const { code, out } = await operator(restored, 'verify');
      for (const [index, name] of keys.entries()) writeFileSync(join(folder, name), contents[index]!);
      expect([code, out]).toEqual([
        1,
        expect.stringContaining('its identity data cannot be decrypted, because its key'),
      ]);
    });

    test('a file of the database that is damaged', async () => {
      if (engine === 'PostgreSQL') return;
      const place = await world.place();
      expect(await operator(place, 'restore', complete)).toMatchObject({ code: 0 });
      const file = sqliteOf(place);
      const bytes = readFileSync(file);
      const at = Math.floor(bytes.length / 4096 / 2) * 4096;
      writeFileSync(file, Buffer.concat([bytes.subarray(0, at), Buffer.alloc(4096, 7), bytes.subarray(at + 4096)]));
      // Which message is printed depends on what the damaged page contained.
      const { code, output } = await operator(place, 'verify');
      expect([code, output]).toEqual([1, expect.stringMatching(/^The database .*(damaged|cannot be read)/m)]);
    });
  });

  describe('a backup is refused, before anything is written,', () => {
    function changed(name: string, change: (folder: string) => void): string {
      const folder = join(world.folder, name);
      cpSync(complete, folder, { recursive: true });
      change(folder);
      return folder;
    }
    async function refuses(folder: string, sentence: RegExp, changes: Environment = {}): Promise<void> {
      const place = { ...(await world.place()), ...changes };
      for (const command of ['restore', 'verify'])
        expect(await operator(place, command, folder)).toMatchObject({
          code: 1,
          out: '',
          err: expect.stringMatching(sentence),
        });
      expect(existsSync(place.DATA_DIR)).toBe(false);
      if (place['DATABASE_URL']) expect(await inDatabase(place, (db) => db.introspection.getTables())).toEqual([]);
    }
    const file = engine === 'SQLite' ? 'sigill.db' : 'database.dump';
    const rewrite = (folder: string, changes: object) =>
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifestOf(folder), ...changes }));

    test('with a flipped byte', () =>
      refuses(
        changed('flipped', (folder) => writeFileSync(join(folder, file), flipped(readFileSync(join(folder, file))))),
        new RegExp(`^${file} has changed since the backup was taken\\.\\nThe backup is damaged\\.`),
      ));

    test('with a file that is cut off', () =>
      refuses(
        changed('cut', (folder) => writeFileSync(join(folder, file), readFileSync(join(folder, file)).subarray(1))),
        new RegExp(`^${file} has \\d+ bytes, but had \\d+ when the backup was taken\\.`),
      ));

    test('of a newer schema', () =>
      refuses(
        changed('newer', (folder) => rewrite(folder, { schema: '9999-later', version: '8.1.0' })),
        /^The backup is at 9999-later, and this version supports .* Use version 8\.1\.0, which wrote it\. Nothing was changed\.$/m,
      ));

    test('with another server key', () =>
      refuses(
        complete,
        /^SERVER_KEY is not the key of this backup: it needs the key with the id [0-9a-f]{8}, and this/,
        {
          SERVER_KEY: randomBytes(32).toString('base64'),
        },
      ));

    test('that names a file outside of it', () =>
      refuses(
        changed('outside', (folder) =>
          rewrite(folder, { files: [{ path: '../../etc/passwd', bytes: 1, sha256: '' }] }),
        ),
        /manifest\.json is damaged\. Use another backup\.$/m,
      ));

    test('that was not finished, or is none', async () => {
      await refuses(join(world.folder, 'x.partial'), /belongs to a backup that was not finished\./);
      await refuses(world.folder, /is not a backup: it has no manifest\.json\./);
    });

    test('into a place that is in use', async () => {
      expect(await operator(restored, 'restore', complete)).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(
          engine === 'SQLite'
            ? /sigill\.db exists already\. Restore into/
            : /^The database of DATABASE_URL is not empty\./,
        ),
      });
      if (engine === 'SQLite') {
        const place = await world.place();
        mkdirSync(place.DATA_DIR);
        writeFileSync(join(place.DATA_DIR, 'sigill.db-wal'), 'left over');
        expect((await operator(place, 'restore', complete)).err).toMatch(/sigill\.db-wal exists already\./);
      } else {
        const other = { ...(await world.place()), ERASURE_KEYS_DIR: join(world.folder, 'other') };
        mkdirSync(other.ERASURE_KEYS_DIR);
        writeFileSync(join(other.ERASURE_KEYS_DIR, 'folder.id'), randomBytes(32).toString('base64'));
        expect((await operator(other, 'restore', complete)).err).toMatch(/which has the keys of another database\./);
      }
    });
  });

  test('a backup is never written over another one', async () => {
    const sum = () => statSync(join(complete, 'manifest.json')).mtimeMs;
    const was = sum();
    const { code, err } = await operator(source, 'backup', '--to', complete);
    expect([code, err]).toEqual([1, expect.stringMatching(/already exists\. Backups are not overwritten/)]);
    expect(sum()).toBe(was);
    expect((await operator(source, 'backup')).err).toMatch(/^Add --to FOLDER/);
  });

  test.runIf(engine === 'PostgreSQL')(
    'the password of the database is not among the arguments of a program',
    async () => {
      const programs = join(world.folder, 'programs');
      mkdirSync(programs);
      const script =
        '#!/bin/sh\necho "called with: $@ for $PGUSER, $(printf %s "$PGPASSWORD" | wc -c) letters" >&2; exit 1\n';
      writeFileSync(join(programs, 'pg_dump'), script);
      chmodSync(join(programs, 'pg_dump'), 0o755);
      const path = { PATH: [programs, process.env['PATH']].join(delimiter) };
      const to = ['backup', '--to', join(world.folder, 'none')];
      const { code, output } = await operatorProcess({ ...source, ...path }, to);
      expect([code, output]).toEqual([1, expect.stringContaining('called with: --format=custom')]);
      expect(output).toContain(`for postgres, ${world.password!.length} letters`);
      expect(output).not.toContain(world.password);
      const without = await operatorProcess({ ...source, PATH: world.folder }, to);
      expect(without.err).toMatch(/^pg_dump cannot be run: .*ENOENT.* Install PostgreSQL's client programs/);
      expect(readdirSync(world.folder).filter((name) => name.startsWith('none'))).toEqual([]);
    },
  );
});
