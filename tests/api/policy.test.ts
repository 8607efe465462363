/** Policies: versions, the sessions bound to them, options combined with them, and previews. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PolicyRules, VerificationSession } from '../../server/generated/operations.gen.ts';
import type { SpecimenName } from '../../server/specimen/specimen-catalogue.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

const create = (name: string, rules: PolicyRules) => world.succeed('policy.create', { name, rules }, world.account);
const update = (name: string, rules: PolicyRules) => world.succeed('policy.update', { name, rules }, world.account);
const get = (id: number) => world.succeed('session.get', { id }, world.account);
const ended = async (name: SpecimenName, options: object): Promise<VerificationSession> =>
  get((await world.ended(name, options)).id);
const outcomeOf = (session: VerificationSession) => [
  session.state,
  ...(session.state === 'REJECTED' ? [session.failure.code, session.chip.checks.document.code] : []),
];

describe('a policy', () => {
  test('has versions, and a session keeps the one it was created with', async () => {
    expect(await create('eighteen', { minimum_age: 18 })).toMatchObject({ name: 'eighteen', version: 1 });
    const early = await world.session({ policy: 'eighteen' });
    expect(await update('eighteen', { minimum_age: 99 })).toMatchObject({ version: 2, rules: { minimum_age: 99 } });
    expect(await update('eighteen', { minimum_age: 99 })).toMatchObject({ version: 2 });
    const late = await world.session({ policy: 'eighteen' });
    for (const { token } of [early, late]) await world.read('genuine', token);
    expect(await get(early.id)).toMatchObject({ state: 'APPROVED', policy: { name: 'eighteen', version: 1 } });
    expect(await get(late.id)).toMatchObject({
      state: 'REJECTED',
      policy: { name: 'eighteen', version: 2 },
      failure: { code: 'minimum_age_not_met', retryable: false },
      chip: { checks: { document: { result: 'FAILED', code: 'minimum_age_not_met' } } },
    });
    const { versions } = await world.succeed('policy.get', { name: 'eighteen' }, world.account);
    expect(versions.map(({ version, rules }) => [version, rules.minimum_age])).toEqual([
      [2, 99],
      [1, 18],
    ]);
  });

  test('may have both lists of countries full', async () => {
    const codes = Array.from(
      { length: 300 },
      (_, at) => `A${String.fromCharCode(65 + (at % 26), 65 + Math.floor(at / 26))}`,
    );
    const rules = { issuing_countries: { allow: codes, deny: codes.map((code) => `B${code.slice(1)}`) } };
    expect(await create('worldwide', rules)).toMatchObject({ rules });
  });

  test('that is deleted is named by its sessions, and its name continues', async () => {
    await create('brief', {});
    const { id } = await world.session({ policy: 'brief' });
    await world.succeed('policy.delete', { name: 'brief' }, world.account);
    expect((await get(id)).policy).toEqual({ name: 'brief', version: 1 });
    const { policies } = await world.succeed('policy.list', { limit: 100 }, world.account);
    expect(policies.map(({ name }) => name)).not.toContain('brief');
    expect((await world.succeed('policy.get', { name: 'brief' }, world.account)).deleted).toBeDefined();
    for (const call of ['policy.update', 'policy.delete'] as const)
      expect((await server.call(call, { name: 'brief', rules: {} } as never, world.account)).status).not.toBe(200);
    const { status, body } = await server.call('session.create', { policy: 'brief' }, world.account);
    expect({ status, body }).toMatchObject({ status: 400, body: { details: [{ path: 'policy' }] } });
    expect(await create('brief', { refuse_weak: true })).toMatchObject({ version: 2 });
    expect((await get((await world.session({ policy: 'brief' })).id)).refuse_weak).toBe(true);
  });

  test('of another account is not found', async () => {
    await create('ours', {});
    const theirs = await server.account();
    for (const scheme of [{ basic: theirs.basic }, { bearer: theirs.bearer }]) {
      expect((await server.call('policy.get', { name: 'ours' }, scheme)).status).toBe(404);
      expect((await server.call('policy.update', { name: 'ours', rules: {} }, scheme)).status).toBe(404);
      expect((await server.call('policy.delete', { name: 'ours' }, scheme)).status).toBe(404);
      expect((await server.call('policy.preview', { name: 'ours' }, scheme)).status).toBe(404);
      expect((await server.call('session.create', { policy: 'ours', specimen: true }, scheme)).status).toBe(400);
    }
    expect((await world.succeed('policy.list', {}, { basic: theirs.basic })).policies).toEqual([]);
  });

  test('refuses rules that accept no document, and names them', async () => {
    const issuing_countries = { allow: ['SE'], deny: ['SE', 'DE'] };
    const { status, body } = await server.call(
      'policy.create',
      { name: 'none', rules: { issuing_countries } },
      world.account,
    );
    expect({ status, body }).toMatchObject({ status: 400, body: { details: [{ path: 'rules.issuing_countries' }] } });
  });
});

describe('a session by a policy', () => {
  test.each<[string, PolicyRules, SpecimenName, unknown[]]>([
    [
      'types',
      { document_types: ['ID_CARD'] },
      'genuine',
      ['REJECTED', 'document_type_not_allowed', 'document_type_not_allowed'],
    ],
    ['types-ok', { document_types: ['ID_CARD'] }, 'id-card', ['APPROVED']],
    ['allowed', { issuing_countries: { allow: ['UTO'] } }, 'genuine', ['APPROVED']],
    [
      'denied',
      { issuing_countries: { deny: ['UTO'] } },
      'genuine',
      ['REJECTED', 'country_not_allowed', 'country_not_allowed'],
    ],
    ['long', { minimum_days_valid: 3650 }, 'genuine', ['REJECTED', 'expires_too_soon', 'expires_too_soon']],
    ['weak', { refuse_weak: true }, 'weak-digest', ['REJECTED', 'weak_algorithm', 'weak_algorithm']],
    ['forged', { minimum_age: 99 }, 'bad-signature', ['REJECTED', 'sod_signature_invalid', undefined]],
  ])('%s', async (name, rules, specimen, outcome) => {
    await create(`rule-${name}`, rules);
    const session = await ended(specimen, { policy: `rule-${name}` });
    if (name === 'forged') expect(outcomeOf(session).slice(0, 2)).toEqual(outcome.slice(0, 2));
    else expect(outcomeOf(session)).toEqual(outcome);
  });

  test('keeps only its claims', async () => {
    await create('adults', { minimum_age: 18, claims: ['age_over_18', 'document_type'] });
    expect(await ended('genuine', { policy: 'adults' })).toMatchObject({
      state: 'APPROVED',
      claims: ['age_over_18', 'document_type'],
      claimed: { age_over_18: true, document_type: 'PASSPORT' },
    });
    const fewer = await ended('genuine', { policy: 'adults', claims: ['age_over_18'] });
    expect(fewer).toMatchObject({ claims: ['age_over_18'], claimed: { age_over_18: true } });
    const { status, body } = await server.call(
      'session.create',
      { policy: 'adults', claims: ['nationality'] },
      world.account,
    );
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'invalid_value', details: [{ path: 'claims', expected: expect.stringContaining('age_over_18') }] },
    });
  });
});

describe('a preview', () => {
  test('says of past specimens and of the catalogue what sessions then do', async () => {
    const own = createWorld(server, await server.account());
    const NAMES: SpecimenName[] = ['genuine', 'id-card', 'weak-digest', 'cloned'];
    const before = await Promise.all(
      NAMES.map(async (name) => ({ name, id: (await own.ended(name, { specimen: true })).id })),
    );
    await own.ended('genuine', { specimen: true, claims: ['age_over_18'] });
    const gone = await own.ended('genuine', { specimen: true });
    await own.succeed('session.redact', { id: gone.id }, own.account);
    const rules: PolicyRules = { document_types: ['PASSPORT'], refuse_weak: true };
    const preview = await own.succeed('policy.preview', { rules }, own.account);
    expect(preview.not_judged).toBe(2);
    await own.succeed('policy.create', { name: 'strict', rules }, own.account);
    expect(await own.succeed('policy.preview', { name: 'strict' }, own.account)).toEqual(preview);
    for (const { name, id } of before) {
      const session = await own.succeed(
        'session.get',
        { id: (await own.ended(name, { policy: 'strict' })).id },
        own.account,
      );
      const failure_code = session.state === 'REJECTED' ? { failure_code: session.failure.code } : {};
      const would = { state: session.state, ...failure_code };
      expect(preview.sessions.find((one) => one.id === id)?.would, name).toEqual(would);
      expect(preview.specimens.find((one) => one.name === name)?.would, name).toEqual(would);
    }
    expect(preview.sessions.find(({ id }) => id === before[1]!.id)).toMatchObject({
      was: { state: 'APPROVED' },
      would: { state: 'REJECTED', failure_code: 'document_type_not_allowed' },
    });
  });

  test('counts approvals for which no face was compared', async () => {
    const own = createWorld(server, await server.account());
    await own.ended('genuine', { specimen: true });
    await own.ended('genuine', { specimen: true, face_verification: true });
    const { sessions, face_not_compared, specimens } = await own.succeed(
      'policy.preview',
      { rules: { face_verification: true } },
      own.account,
    );
    expect([sessions.length, face_not_compared]).toEqual([2, 1]);
    expect(specimens.find(({ name }) => name === 'face-mismatch')?.would).toEqual({
      state: 'REJECTED',
      failure_code: 'face_mismatch',
    });
  });

  test('takes a name or rules, and not both', async () => {
    const both = { name: 'adults', rules: {} };
    const { status, body: refusal } = await server.call('policy.preview', both, world.account);
    expect({ status, refusal }).toMatchObject({ status: 400, refusal: { code: 'invalid_value' } });
  });
});
