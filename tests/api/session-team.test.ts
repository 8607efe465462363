/** What a team does with its sessions: shared views, notes and marks. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { teammate } from '../support/server/team.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { type Account, createWorld, type World } from '../support/server/world.ts';

type Bearer = Pick<Account, 'bearer'>;

let server: TestServer;
let world: World;
let owner: Account;
let support: Awaited<ReturnType<typeof teammate>>;

beforeAll(async () => {
  server = await createTestServer();
  owner = await server.account();
  world = createWorld(server, owner);
  support = await teammate(world, owner, 'support');
});
afterAll(() => server?.stop());

const auditOf = async (target: number) => {
  const { entries } = await world.succeed('audit.list', { target, limit: 100 }, owner);
  return entries.filter(({ action }) => /^session_/.test(action)).map(({ action }) => action);
};

const refusalOf = async (result: ReturnType<typeof server.call>) => {
  const { status, body } = await result;
  const { error, code, details } = body as unknown as { error: string; code: string; details?: { path: string }[] };
  return { status, error, code, ...(details && { path: details[0]?.path }) };
};

describe('shared views', () => {
  const create = (name: string, by: Bearer = owner) =>
    world.succeed('session_view.create', { name, query: 'state=REJECTED', columns: ['state'] }, by);
  const namesOf = async (by: Bearer) =>
    (await world.succeed('session_view.list', { limit: 100 }, by)).views.map(({ name }) => name);

  test('are created, changed and deleted by one person for all', async () => {
    const view = await create(' Rejected ', support);
    expect(view).toMatchObject({ name: 'Rejected', query: 'state=REJECTED', columns: ['state'], user_id: support.id });
    expect(await namesOf(owner)).toContain('Rejected');
    const renamed = await world.succeed('session_view.update', { id: view.id, name: 'No good' }, owner);
    expect(renamed).toEqual({ ...view, name: 'No good' });
    await world.succeed('session_view.update', { id: view.id, query: '', columns: [] }, owner);
    expect((await world.succeed('session_view.list', {}, support)).views).toContainEqual({
      ...{ ...view, name: 'No good', query: '', columns: [] },
    });
    await world.succeed('session_view.delete', { id: view.id }, owner);
    expect(await namesOf(support)).not.toContain('No good');
    expect(await auditOf(view.id)).toEqual([
      'session_view.delete',
      'session_view.update',
      'session_view.update',
      'session_view.create',
    ]);
  });

  test('have names of their own in the account, and none that is blank', async () => {
    await create('Mondays');
    const { id } = await create('Tuesdays');
    const body = { name: 'Mondays ', query: '', columns: [] };
    const taken = { status: 400, error: 'name must be a name that no other shared view has', path: 'name' };
    expect(await refusalOf(server.call('session_view.create', body, support))).toMatchObject(taken);
    expect(await refusalOf(server.call('session_view.update', { id, name: 'Mondays' }, owner))).toMatchObject(taken);
    const blank = server.call('session_view.create', { ...body, name: '  ' }, owner);
    expect(await refusalOf(blank)).toMatchObject({ status: 400, path: 'name' });
    const other = await world.freshAccount();
    await create('Mondays', other);
    expect(await namesOf(other)).toEqual(['Mondays']);
  });

  test('are at most 50, also when several are created at the same time', async () => {
    const account = await world.freshAccount();
    for (let count = 0; count < 48; count++) await create(`View ${count}`, account);
    const body = (name: string) => ({ name, query: '', columns: [] });
    const results = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => server.call('session_view.create', body(name), account)),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400]);
    expect(await refusalOf(server.call('session_view.create', body('e'), account))).toMatchObject({
      error: 'The account already shares 50 views. Delete one first',
    });
  });
});

describe('notes', () => {
  const write = (session_id: number, text: string, by: Bearer = owner) =>
    world.succeed('session_note.create', { session_id, text }, by);
  const textsOf = async (session_id: number) =>
    (await world.succeed('session_note.list', { session_id, limit: 100 }, owner)).notes.map(({ text }) => text);

  test('say who wrote them and when, and are changed by their author alone', async () => {
    const { id } = await world.session();
    const first = await write(id, '  Called the customer.\nComes back on Monday.\n', support);
    expect(first).toMatchObject({ text: 'Called the customer.\nComes back on Monday.', alias: support.email });
    expect(first).not.toHaveProperty('edited');
    await server.advance('PT1M');
    await write(id, 'Thanks!');
    expect(await textsOf(id)).toEqual(['Thanks!', first.text]);
    const change = { id: first.id, text: 'Comes back on Tuesday.' };
    expect(await refusalOf(server.call('session_note.update', change, owner))).toEqual({
      ...{ status: 403, code: 'forbidden', error: 'Only the author of a note can change it' },
    });
    const changed = await world.succeed('session_note.update', change, support);
    expect(changed).toEqual({ ...first, text: change.text, edited: expect.any(String) });
    expect(changed.edited! > first.created).toBe(true);
    expect(await textsOf(id)).toEqual(['Thanks!', change.text]);
  });

  test('are deleted by their author or an owner', async () => {
    const { id } = await world.session();
    const [own, other] = [await write(id, 'Mine.', support), await write(id, 'Yours.')];
    expect(await refusalOf(server.call('session_note.delete', { id: other.id }, support))).toMatchObject({
      ...{ status: 403, code: 'forbidden' },
    });
    await world.succeed('session_note.delete', { id: own.id }, support);
    const second = await write(id, 'Mine again.', support);
    await world.succeed('session_note.delete', { id: second.id }, owner);
    expect(await textsOf(id)).toEqual(['Yours.']);
    expect(await auditOf(id)).toEqual([
      ...['session_note.delete', 'session_note.create', 'session_note.delete', 'session_note.create'],
      'session_note.create',
    ]);
  });

  test('leave no text in the database or the audit log', async () => {
    const { id } = await world.session();
    await write(id, 'Erika Mustermann');
    const { db } = server.ctx;
    const { sealed, ...rest } = await db
      .selectFrom('session_notes')
      .selectAll()
      .where('session_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(sealed.toString('latin1') + JSON.stringify(rest)).not.toContain('Mustermann');
    const { entries } = await world.succeed('audit.list', { target: id }, owner);
    expect(JSON.stringify(entries)).not.toContain('Mustermann');
  });

  test('are deleted with the identity data of their session, and can be written after that', async () => {
    const { id } = await world.ended();
    const other = await world.ended();
    await write(id, 'Her name is Erika.');
    await write(other.id, 'Kept.');
    await world.succeed('session.redact', { id }, owner);
    expect(await textsOf(id)).toEqual([]);
    expect(await textsOf(other.id)).toEqual(['Kept.']);
    await write(id, 'She was here.');
    expect(await textsOf(id)).toEqual(['She was here.']);
  });

  test('are counted for many sessions at once, and only for those of the account', async () => {
    const [one, two, none] = [await world.session(), await world.session(), await world.session()];
    await write(one.id, 'First');
    await write(one.id, 'Second');
    await write(two.id, 'Only');
    const session_ids = [one.id, two.id, none.id];
    const { notes } = await world.succeed('session_mark.get', { session_ids }, owner);
    expect(notes.toSorted((a, b) => b.count - a.count)).toEqual([
      { session_id: one.id, count: 2 },
      { session_id: two.id, count: 1 },
    ]);
    expect(await world.succeed('session_mark.get', { session_ids }, await world.freshAccount())).toMatchObject({
      notes: [],
    });
  });

  test('are at most 50 on a session', async () => {
    const { id } = await world.session();
    for (let count = 0; count < 50; count++) await write(id, `Note ${count}`);
    expect(await refusalOf(server.call('session_note.create', { session_id: id, text: 'More' }, owner))).toMatchObject({
      ...{ status: 400, error: 'The session already has 50 notes. Delete one first' },
    });
  });

  test.each([[''], ['   '], ['x'.repeat(1001)]])('refuse %j as their text', async (text) => {
    const { id } = await world.session();
    const { status, path } = await refusalOf(server.call('session_note.create', { session_id: id, text }, owner));
    expect({ status, path }).toEqual({ status: 400, path: 'text' });
  });
});

describe('marks', () => {
  const mark = (session_id: number, assignee_id?: number, by: Bearer = owner) =>
    world.succeed('session_mark.set', { session_id, ...(assignee_id && { assignee_id }) }, by);
  const markedIn = async (by: Bearer, filter: object = {}) =>
    (await world.succeed('session_mark.list', { limit: 100, ...filter }, by)).sessions.map(({ id }) => id);

  test('are set for anyone or for one person, replaced and cleared', async () => {
    const { id } = await world.session();
    expect(await mark(id)).toMatchObject({ session_id: id, alias: owner.email });
    const assigned = await mark(id, support.id, support);
    expect(assigned).toMatchObject({ alias: support.email, assignee_id: support.id, assignee_alias: support.email });
    expect(await world.succeed('session_mark.get', { session_ids: [id, 1] }, owner)).toMatchObject({
      marks: [assigned],
    });
    await world.succeed('session_mark.clear', { session_id: id }, support);
    await world.succeed('session_mark.clear', { session_id: id }, support);
    expect(await world.succeed('session_mark.get', { session_ids: [id] }, owner)).toMatchObject({ marks: [] });
    expect(await auditOf(id)).toEqual(['session_mark.clear', 'session_mark.set', 'session_mark.set']);
  });

  test('are found in the list, its counts and its export, with the other filters', async () => {
    const account = await world.freshAccount();
    const own = createWorld(server, account);
    const { id: self } = await own.succeed('user.self', {}, account);
    const open = await own.session();
    const aborted = await own.session();
    await own.session();
    await own.succeed('session.abort', { id: aborted.id }, account);
    await mark(open.id, undefined, account);
    await mark(aborted.id, self, account);
    expect((await markedIn(account)).toSorted()).toEqual([open.id, aborted.id].toSorted());
    expect(await markedIn(account, { states: ['ABORTED'] })).toEqual([aborted.id]);
    expect(await markedIn(account, { states: ['ABORTED', 'CREATED'], assignee_id: self })).toEqual([aborted.id]);
    expect(await markedIn(account, { created_to: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(await own.succeed('session.count', {}, account)).toMatchObject({ marked: 2 });
    expect(await own.succeed('session.count', { specimen: true }, account)).toMatchObject({ marked: 2 });
    expect(await own.succeed('session.count', { created_to: '2020-01-01T00:00:00Z' }, account)).toMatchObject({
      marked: 0,
    });
    const file = await server.call('session.export', { format: 'json', marked: true }, account);
    expect((file.body as { sessions: { id: number }[] }).sessions).toHaveLength(2);
    const ofOne = await server.call('session.export', { format: 'json', assignee_id: self }, account);
    expect((ofOne.body as { sessions: { id: number }[] }).sessions.map(({ id }) => id)).toEqual([aborted.id]);
  });

  test('are given to people who may see sessions, and to nobody once they have left', async () => {
    const billing = await teammate(world, owner, 'billing');
    const leaving = await teammate(world, owner, 'developer');
    const { assignees } = await world.succeed('session_mark.assignees', {}, support);
    expect(assignees.map(({ alias }) => alias)).toEqual([owner.email, support.email, leaving.email]);
    const { id } = await world.session();
    for (const assignee_id of [billing.id, owner.key_id])
      expect(await refusalOf(server.call('session_mark.set', { session_id: id, assignee_id }, owner))).toMatchObject({
        ...{ status: 400, path: 'assignee_id' },
      });
    await mark(id, leaving.id);
    await world.succeed('user.delete', { id: leaving.id }, owner);
    const { marks } = await world.succeed('session_mark.get', { session_ids: [id] }, owner);
    expect(marks).toEqual([expect.not.objectContaining({ assignee_id: leaving.id })]);
  });

  test('stay when the identity data is deleted', async () => {
    const { id } = await world.ended();
    await mark(id);
    await world.succeed('session.redact', { id }, owner);
    expect(await markedIn(owner)).toContain(id);
  });
});

test('a deleted account leaves nothing of its team', async () => {
  const account = await server.account();
  const own = createWorld(server, account);
  const { id } = await own.ended();
  await own.succeed('session_view.create', { name: 'All', query: '', columns: [] }, account);
  await own.succeed('session_note.create', { session_id: id, text: 'Note.' }, account);
  await own.succeed('session_mark.set', { session_id: id }, account);
  const { db } = server.ctx;
  const { merchant_id } = await db
    .selectFrom('users')
    .select('merchant_id')
    .where('email', '=', account.email)
    .executeTakeFirstOrThrow();
  const left = async () =>
    (
      await Promise.all(
        (['session_views', 'session_notes', 'session_marks'] as const).map((table) =>
          db.selectFrom(table).select('merchant_id').where('merchant_id', '=', merchant_id).execute(),
        ),
      )
    ).flat().length;
  expect(await left()).toBe(3);
  await own.succeed('merchant.delete', {}, account);
  expect(await left()).toBe(0);
});
