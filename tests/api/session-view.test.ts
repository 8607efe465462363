import { afterAll, describe, expect, test } from 'vitest';
import { createTeam } from '../support/server/team.ts';
import type { Account } from '../support/server/world.ts';

type Bearer = Pick<Account, 'bearer'>;

const { server, world, owner, support, auditOf, refusalOf } = await createTeam();
afterAll(() => server.stop());

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

  test('have names that are not blank and that no other view of the account has', async () => {
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
