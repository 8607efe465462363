/** The sessions that a team has marked for review, and what happens to views, notes and marks when the account is deleted. */
import { afterAll, describe, expect, test } from 'vitest';
import { createTeam, teammate } from '../support/server/team.ts';
import { type Account, createWorld } from '../support/server/world.ts';

type Bearer = Pick<Account, 'bearer'>;

const { server, world, owner, support, auditOf, refusalOf } = await createTeam();
afterAll(() => server.stop());

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

test('a deleted account leaves no views, notes or marks', async () => {
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
