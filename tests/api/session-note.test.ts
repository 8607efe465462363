import { afterAll, describe, expect, test } from 'vitest';
import { createTeam } from '../support/server/team.ts';
import type { Account } from '../support/server/world.ts';

type Bearer = Pick<Account, 'bearer'>;

const { server, world, owner, support, auditOf, refusalOf } = await createTeam();
afterAll(() => server.stop());

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
