/** Every way in which access ends: afterwards no operation accepts the old credentials, but all other credentials still work. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { operationIds, schemesOf } from '../support/contract/contract.ts';
import { verifyEmail } from '../support/server/billing.ts';
import type { Credentials } from '../support/server/call.ts';
import { inviteReference } from '../support/server/team.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

const NEW_PASSWORD = 'battery staple';

interface Ended {
  ended: Credentials[];
  refresh?: string[];
  alive: Credentials[];
}

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

const signInAgain = ({ email, password }: { email: string; password: string }) =>
  world.succeed('password.authenticate', { email, password });

async function colleagueOf({ bearer, email: own }: { bearer: string; email: string }) {
  await verifyEmail(world, { bearer, email: own });
  const email = world.freshEmail();
  await world.succeed('invite.create', { email, role: 'owner' }, { bearer });
  const [mail] = await server.mailbox(email);
  const reference = inviteReference(mail!);
  const credentials = await world.succeed('password.create', { email, password: 'correct horse', reference });
  const { id } = await world.succeed('user.self', {}, { bearer: credentials.access_token });
  return { id, credentials, bearer: credentials.access_token };
}

const ways: Record<string, () => Promise<Ended>> = {
  async 'bearer.revoke'() {
    const account = await server.account();
    const other = await signInAgain(account);
    await world.succeed('bearer.revoke', { access_token: account.bearer });
    return {
      ended: [{ bearer: account.bearer }],
      refresh: [account.credentials.refresh_token],
      alive: [{ bearer: other.access_token }, { basic: account.basic }],
    };
  },
  async 'password.change_password'() {
    const account = await server.account();
    const other = await signInAgain(account);
    const { bearer, password } = account;
    await world.succeed('password.change_password', { password, new_password: NEW_PASSWORD }, { bearer });
    return {
      ended: [{ bearer: other.access_token }],
      refresh: [other.refresh_token],
      alive: [{ bearer }, { basic: account.basic }],
    };
  },
  async 'password.recover'() {
    const account = await server.account();
    const other = await signInAgain(account);
    const { email } = account;
    await verifyEmail(world, account);
    await world.succeed('password.recover_send_code', { email });
    await world.succeed('password.recover', { email, code: await world.code(email), new_password: NEW_PASSWORD });
    return {
      ended: [{ bearer: account.bearer }, { bearer: other.access_token }],
      refresh: [account.credentials.refresh_token, other.refresh_token],
      alive: [
        { basic: account.basic },
        { bearer: (await signInAgain({ email, password: NEW_PASSWORD })).access_token },
      ],
    };
  },
  async 'a refresh token used again after its minute'() {
    const account = await server.account();
    const other = await signInAgain(account);
    const { refresh_token } = account.credentials;
    const renewed = await world.succeed('bearer.renew', { refresh_token });
    await server.advance('PT61S');
    expect(await server.call('bearer.renew', { refresh_token })).toMatchObject({ status: 401 });
    return {
      ended: [{ bearer: account.bearer }, { bearer: renewed.access_token }],
      refresh: [refresh_token, renewed.refresh_token],
      alive: [{ bearer: other.access_token }, { basic: account.basic }],
    };
  },
  async 'user.delete of a person'() {
    const account = await server.account();
    const colleague = await colleagueOf(account);
    await world.succeed('user.delete', { id: colleague.id }, { bearer: account.bearer });
    return {
      ended: [{ bearer: colleague.bearer }],
      refresh: [colleague.credentials.refresh_token],
      alive: [{ bearer: account.bearer }, { basic: account.basic }],
    };
  },
  async 'user.delete of a key'() {
    const { bearer, basic, key_id } = await server.account();
    const { public_key, secret } = await world.succeed('user.create_service_user', {}, { bearer });
    await world.succeed('user.delete', { id: key_id }, { bearer });
    return { ended: [{ basic }], alive: [{ bearer }, { basic: { public_key, secret } }] };
  },
  async 'user.rotate_service_user without grace'() {
    const { bearer, basic, key_id } = await server.account();
    const { public_key, secret } = await world.succeed(
      'user.rotate_service_user',
      { id: key_id, grace_period_hours: 0 },
      { bearer },
    );
    return { ended: [{ basic }], alive: [{ bearer }, { basic: { public_key, secret } }] };
  },
  async 'the grace of a rotated key is over'() {
    const account = await server.account();
    const { basic, key_id } = account;
    const { public_key, secret } = await world.succeed(
      'user.rotate_service_user',
      { id: key_id, grace_period_hours: 1 },
      { bearer: account.bearer },
    );
    expect(await server.call('session.list', {}, { basic })).toMatchObject({ status: 200 });
    await server.advance('PT1H');
    return {
      ended: [{ basic }],
      alive: [{ basic: { public_key, secret } }, { bearer: (await signInAgain(account)).access_token }],
    };
  },
  async 'fifteen minutes'() {
    const account = await server.account();
    await server.advance('PT15M');
    const { refresh_token } = account.credentials;
    const renewed = await world.succeed('bearer.renew', { refresh_token });
    return { ended: [{ bearer: account.bearer }], alive: [{ bearer: renewed.access_token }, { basic: account.basic }] };
  },
  async 'merchant.delete'() {
    const account = await server.account();
    const colleague = await colleagueOf(account);
    await world.succeed('merchant.delete', {}, { bearer: colleague.bearer });
    return {
      ended: [{ bearer: account.bearer }, { bearer: colleague.bearer }, { basic: account.basic }],
      refresh: [account.credentials.refresh_token, colleague.credentials.refresh_token],
      alive: [],
    };
  },
};

/** On PostgreSQL only every tenth operation, because all look up credentials with the same queries. */
const tried = operationIds.filter((_, index) => process.env['TEST_DATABASE_URL'] === undefined || index % 10 === 0);
const takers = (credentials: Credentials): OperationId[] =>
  tried.filter((id) => schemesOf(id).includes('bearer' in credentials ? 'accessToken' : 'apiKey'));

describe.each(Object.keys(ways))('after %s', (way) => {
  test('every operation refuses the old credentials with 401, and no other access ended', async () => {
    const { ended, refresh = [], alive } = await ways[way]!();
    for (const credentials of ended) {
      for (const id of takers(credentials)) {
        expect([id, (await server.call(id, {}, credentials)).status]).toEqual([id, 401]);
      }
    }
    for (const refresh_token of refresh)
      expect(await server.call('bearer.renew', { refresh_token })).toMatchObject({ status: 401 });
    for (const credentials of alive)
      expect(await server.call('session.list', {}, credentials)).toMatchObject({ status: 200 });
  });
});

test('no call in progress accepts the old token once the account is deleted', async () => {
  const { bearer } = await server.account();
  let isDeleted = false;
  const late: number[] = [];
  const busy = Array.from({ length: 8 }, async () => {
    for (let call = 0; call < 30; call++) {
      const startedAfter = isDeleted;
      const { status } = await server.call('user.list', {}, { bearer });
      if (startedAfter) late.push(status);
    }
  });
  await server.call('user.list', {}, { bearer });
  await world.succeed('merchant.delete', {}, { bearer });
  isDeleted = true;
  await Promise.all(busy);
  expect(late.length).toBeGreaterThan(0);
  expect(new Set(late)).toEqual(new Set([401]));
});

test('an invalid body is not even validated for a caller whose access has ended', async () => {
  const { bearer } = await server.account();
  await world.succeed('bearer.revoke', { access_token: bearer });
  for (const id of takers({ bearer })) {
    const answer = await server.call(id, { unknown: ['property'] }, { bearer });
    expect([id, answer.status]).toEqual([id, 401]);
  }
});
