/**
 * Every operation for signed-in users × every role. The expected results come from `x-roles`, which is compared with a list written
 * by hand.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserRole } from '../../server/generated/operations.gen.ts';
import { contract, operation, operationIds, schemesOf } from '../support/contract/contract.ts';
import { ACCESS } from '../support/contract/scenarios.ts';
import { teammate } from '../support/server/team.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

const roles = (contract.components.schemas['UserRole'] as { enum: UserRole[] }).enum;
const signedIn = operationIds.filter((id) => schemesOf(id).includes('accessToken'));
const rolesOf = (id: (typeof signedIn)[number]) => operation(id)['x-roles'] as UserRole[];

let server: TestServer;
const bearers = new Map<UserRole, string>();
let basic: { public_key: string; secret: string };

beforeAll(async () => {
  server = await createTestServer();
  const owner = await server.account();
  const world = createWorld(server, owner);
  basic = owner.basic;
  bearers.set('owner', owner.bearer);
  for (const role of roles.filter((role) => role !== 'owner'))
    bearers.set(role, (await teammate(world, owner, role)).bearer);
});
afterAll(() => server?.stop());

/** No operation accepts this property, so a permitted call is refused for its body and changes nothing. */
const UNKNOWN = { no_such_property: true };

test.each(roles)('a call is refused to %s exactly if the contract does not name the role', async (role) => {
  const bearer = bearers.get(role)!;
  for (const id of signedIn) {
    const { status, body } = await server.call(id, UNKNOWN, { bearer });
    const allowed = rolesOf(id);
    expect([id, status]).toEqual([id, allowed.includes(role) ? 400 : 403]);
    const { code, error } = body as unknown as { code: string; error: string };
    if (status !== 403) continue;
    expect([id, code]).toEqual([id, 'role_not_allowed']);
    expect(error).toMatch(new RegExp(`: ${allowed.join(', ')}$`));
  }
});

test('an API key has no role', async () => {
  for (const id of operationIds.filter((id) => schemesOf(id).includes('apiKey')))
    expect([id, (await server.call(id, UNKNOWN, { basic })).status]).toEqual([id, 400]);
});

/** Operations on a user's own sign-in and account, which all roles may call. */
const OWN = /^(password|bearer|sign_in|totp|recovery_code|passkey)\.|^(user|merchant)\.self$/;
const othersOf = (role: UserRole) => signedIn.filter((id) => rolesOf(id).includes(role) && !OWN.test(id)).toSorted();

test('users of every role manage their own sign-in', () => {
  for (const id of signedIn.filter((id) => OWN.test(id))) expect([id, rolesOf(id)]).toEqual([id, roles]);
});

test('support manages sessions and nothing else', () => {
  const permitted = signedIn.filter((id) => ACCESS[id].support);
  expect(othersOf('support')).toEqual(permitted.toSorted());
  const about_sessions = /^(session(_view|_note|_mark)?|link|policy|callback(_endpoint)?|request|dashboard)\./;
  expect(permitted.filter((id) => !about_sessions.test(id))).toEqual([]);
});

test('billing pays and sees usage, but no session', () => {
  const paying = /^(billing|bill|payment_method|stripe|transaction)\./;
  expect(othersOf('billing').filter((id) => !paying.test(id))).toEqual([
    'dashboard.get_started',
    'dashboard.overview',
    'dashboard.usage',
  ]);
  expect(othersOf('billing').filter((id) => paying.test(id))).toEqual(
    signedIn.filter((id) => paying.test(id)).toSorted(),
  );
});

test('a developer does everything except pay, invite people and change the account', () => {
  const kept =
    /^(billing|bill|payment_method|stripe|transaction|invite)\.|^merchant\.(update|delete|change_delivery_key)$|^user\.change_role$/;
  expect(othersOf('developer')).toEqual(signedIn.filter((id) => !kept.test(id) && !OWN.test(id)).toSorted());
});
