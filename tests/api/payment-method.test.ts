/** stripe.test.ts tests how a card is stored. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCard, CARDS, cardSetup } from '../support/server/billing.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

describe('cards', () => {
  test('the first card becomes primary, later ones do not, and one setup stores one card', async () => {
    const account = await world.freshAccount();
    const { bearer } = account;
    const mine = createWorld(server, account);
    const first = await addCard(mine, account);
    const setup_intent_id = await cardSetup(mine, account);
    await Promise.all([1, 2, 3].map(() => world.succeed('stripe.complete', { setup_intent_id }, { bearer })));
    const { payment_methods } = await world.succeed('payment_method.list', {}, { bearer });
    expect(payment_methods.map(({ id, primary }) => [id === first, primary])).toEqual([
      [true, true],
      [false, false],
    ]);
    const second = payment_methods[1]!.id;
    expect(await world.succeed('payment_method.get', { id: second }, { bearer })).toEqual({
      id: second,
      type: 'CARD',
      state: 'ACTIVE',
      alias: '4242',
      reference: expect.stringMatching(/^pm_/),
      primary: false,
      name: 'Alma Vinter',
      expires: '2040-12',
      address_line_1: 'Storgatan 1',
      address_postal_code: '111 22',
      address_city: 'Stockholm',
      address_country: 'SE',
    });
    expect(await world.succeed('payment_method.change_primary', { id: second }, { bearer })).toMatchObject({
      primary: true,
    });
    await world.succeed('payment_method.delete', { id: first }, { bearer });
    expect((await world.call('payment_method.get', { id: first }, { bearer })).status).toBe(404);
    expect((await world.succeed('payment_method.list', {}, { bearer })).payment_methods.map(({ id }) => id)).toEqual([
      second,
    ]);
    // A deleted card cannot be restored by completing its setup again.
    await world.succeed('stripe.complete', { setup_intent_id }, { bearer });
    expect((await world.succeed('payment_method.list', {}, { bearer })).payment_methods).toHaveLength(1);
  });

  test('keep the state of their address', async () => {
    const account = await world.freshAccount();
    const address = { line1: '1 Main St', city: 'Springfield', postal_code: '62701', state: 'Illinois', country: 'US' };
    const setup_intent_id = await cardSetup(createWorld(server, account), account, CARDS.good, address);
    await world.succeed('stripe.complete', { setup_intent_id }, { bearer: account.bearer });
    const { payment_methods } = await world.succeed('payment_method.list', {}, { bearer: account.bearer });
    expect(payment_methods).toMatchObject([{ address_state: 'Illinois', address_country: 'US' }]);
  });
});
