import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSONWebKeySet } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { presentProof, proofClaimNames, verifyProof } from '../../sdk/client/src/proof/proof.ts';
import { verifyActiveAuthentication } from '../../sdk/emrtd/src/clone-protection/active-authentication.ts';
import { operate } from '../../server/operator/operator.ts';
import { publicProofKeys } from '../../server/proofs/proof-key.service.ts';
import { dg1Of, dg2Of, ecKeys, issueCertificate, issueSod, nameOf, TD3_MRZ } from '../support/documents/documents.ts';
import { captured } from '../support/packages/script.ts';
import { presentedByOthers, verifiedByOthers } from '../support/packages/sd-jwt-library.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, submitter, type World } from '../support/server/world.ts';

let folder: string;
let server: TestServer;
let world: World;

const state = { subject: nameOf({ C: 'DE', CN: 'CSCA' }), keys: ecKeys('brainpoolP384r1', { digest: 'sha384' }) };
const csca = issueCertificate({ ...state, ca: true });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sigill-proof-'));
  mkdirSync(join(folder, 'csca'));
  writeFileSync(join(folder, 'csca/germany.cer'), csca.certificate);
  server = await createTestServer({ environment: { MASTER_LISTS_DIR: folder } });
  world = createWorld(server, await server.account());
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

const keySet = async () => (await (await fetch(`${server.base}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
const prove = async (id: number) => (await world.succeed('session.proof', { id }, world.account)).proof;
const verify = async (proof: string) =>
  verifyProof(proof, { issuer: server.base, keys: await keySet(), specimens: true });

/** The document has only the required data groups. @returns the session's id. */
async function approvedGerman(): Promise<number> {
  const groups = new Map([
    [1, dg1Of(TD3_MRZ.replaceAll('UTO', 'D<<'))],
    [2, dg2Of(readFileSync(new URL('../../server/specimen/portraits/alma.jpg', import.meta.url)))],
  ]);
  const signer = issueCertificate({ subject: nameOf({ C: 'DE', CN: 'DS' }), keys: ecKeys(), issuer: csca });
  const base64 = (bytes: Buffer | undefined) => bytes!.toString('base64');
  const files = {
    sod: base64(issueSod({ signer, issuerSubject: csca.subject, groups })),
    dg1: base64(groups.get(1)),
    dg2: base64(groups.get(2)),
  };
  const { id, token, reader_key } = await world.started();
  const { challenge } = await world.succeed('reader.challenge', { token, reader_key });
  await world.succeed('reader.submit', { challenge, files }, {}, submitter({ token, reader_key }));
  return id;
}

const signedClaims = (proof: string) => JSON.parse(Buffer.from(proof.split('.')[1]!, 'base64url').toString('utf8'));

describe('the proof of an approved session', () => {
  test('says what session.get says, as read by an independent library', async () => {
    const { id } = await world.ended('genuine-rsa-pss');
    const session = await world.succeed('session.get', { id }, world.account);
    if (session.state !== 'APPROVED') throw new Error(session.state);
    const proof = await prove(id);
    const claims = await verifiedByOthers(proof, await keySet());
    const { chip, given_names, surname, nationality, date_of_birth, document_number } = session;
    expect(claims).toMatchObject({
      ...{ iss: server.base, vct: 'urn:sigill:specimen:1', specimen: true, verified_at: session.ended },
      checks: { issuer: 'PASSED', signature: 'PASSED', data: 'PASSED', clone: 'PASSED', face: 'NOT_PRESENT' },
      ...{ signer: chip.signer, trust_anchor: chip.trust_anchor, session: { id } },
      given_names: { value: given_names, source: 'DG11' },
      surname: { value: surname },
      date_of_birth: { value: date_of_birth, source: 'DG1' },
      document_number: { value: document_number, source: 'DG1' },
      security_object: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), data_groups: chip.data_groups },
    });
    expect(chip.trust_anchor?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(nationality).toBeUndefined();
    expect(claims).not.toHaveProperty('nationality');
    const { claims: ours, specimen, verified } = await verify(proof);
    expect(claims).toMatchObject(ours);
    expect([specimen, verified.toISOString()]).toEqual([true, session.ended]);
    expect(Object.keys(ours).sort()).toEqual(proofClaimNames(proof).sort());
  });

  test("contains the chip's response, which can be verified without the service", async () => {
    const { id } = await world.ended('genuine');
    const { claims, clone_protection } = await verify(await prove(id));
    expect(clone_protection).toBe('ACTIVE_AUTHENTICATION');
    const { challenge, signature, dg15 } = claims.chip_answer!;
    const bytes = (text: string) => Buffer.from(text, 'base64');
    const answer = { dg15: bytes(dg15), challenge: bytes(challenge), signature: bytes(signature) };
    expect(verifyActiveAuthentication(answer)).toBe(true);
    expect(verifyActiveAuthentication({ ...answer, challenge: Buffer.alloc(8) })).toBe(false);
  });

  test('says that the chip did Chip Authentication, for which no evidence can be shown', async () => {
    const { id } = await world.ended('genuine-ca');
    const { claims, clone_protection } = await verify(await prove(id));
    expect(clone_protection).toBe('CHIP_AUTHENTICATION');
    expect(claims).not.toHaveProperty('chip_answer');
    const hashed = Object.keys(claims).filter((name) => name.endsWith('_sha256'));
    expect(hashed).toEqual(['portrait_sha256', 'portrait_jpeg_sha256']);
    const session = await world.succeed('session.get', { id, portrait_format: 'jpeg' }, world.account);
    const jpeg = Buffer.from((session as { portrait: string }).portrait, 'base64');
    expect(claims.portrait_jpeg_sha256?.value).toBe(createHash('sha256').update(jpeg).digest('hex'));
  });

  test('shows an age without the date of birth, made by our wallet or another', async () => {
    const { id } = await world.ended();
    const proof = await prove(id);
    const today = server.deps.clock.now().toISOString().slice(0, 10);
    for (const shown of [presentProof(proof, ['age_over_18']), await presentedByOthers(proof, ['age_over_18'])]) {
      const { claims } = await verify(shown);
      expect(claims).toEqual({ age_over_18: { value: true, on: today, source: 'DG1' } });
      const { surname, date_of_birth } = (await verify(proof)).claims;
      const readable = shown
        .split(/[.~]/)
        .map((part) => Buffer.from(part, 'base64url').toString('utf8'))
        .join();
      expect(readable).not.toContain(surname?.value);
      expect(readable).not.toContain(date_of_birth?.value);
      // The date of birth is in one claim only, so hiding that claim hides the date.
      const dates = Object.values((await verify(proof)).claims).filter(
        (claim) => JSON.stringify(claim) === JSON.stringify(date_of_birth),
      );
      expect(dates).toHaveLength(1);
    }
  });

  test('names the policy that decided, and its version', async () => {
    await world.succeed('policy.create', { name: 'adults', rules: { minimum_age: 18 } }, world.account);
    const { id } = await world.ended('genuine', { policy: 'adults' });
    const { claims } = await verify(await prove(id));
    expect(claims.session).toEqual({ id, policy: { name: 'adults', version: 1 } });
  });

  test('differs each time, and its signed part reveals neither the hidden claims nor their number', async () => {
    const { id } = await world.ended('genuine');
    const { id: other } = await world.ended('genuine', { face_verification: true, specimen: true });
    const [first, second, compared] = [await prove(id), await prove(id), await prove(other)].map((proof) => ({
      names: proofClaimNames(proof),
      ...signedClaims(proof),
    }));
    expect(first._sd.filter((digest: string) => second._sd.includes(digest))).toEqual([]);
    expect(compared.names.filter((name: string) => !first.names.includes(name))).toEqual([
      'face_sha256',
      'face_jpeg_sha256',
    ]);
    expect([first, second, compared].map(({ _sd }) => _sd.length)).toEqual([48, 48, 48]);
    expect(first._sd).toEqual([...first._sd].sort());
  });

  test('is not marked as specimen if a State has issued the document', async () => {
    const id = await approvedGerman();
    const { proof, specimen } = await world.succeed('session.proof', { id }, world.account);
    expect(specimen).toBe(false);
    expect(signedClaims(proof)).toMatchObject({ vct: 'urn:sigill:document:1', clone_protection: 'NONE' });
    expect(signedClaims(proof)).not.toHaveProperty('specimen');
    const { claims, specimen: isSpecimen } = await verifyProof(proof, { issuer: server.base, keys: await keySet() });
    expect(isSpecimen).toBe(false);
    expect(claims).toMatchObject({ nationality: { value: 'DE', source: 'DG1' }, trust_anchor: { country: 'DE' } });
    expect(claims).not.toHaveProperty('chip_answer');
  });
});

describe('there is no proof', () => {
  const refused = async (id: number) => {
    const { status, body } = await world.call('session.proof', { id }, world.account);
    const { code, error } = body as unknown as { code: string; error: string };
    return [status, code, error];
  };

  test('for a session that is not approved', async () => {
    const open = await world.session();
    const rejected = await world.ended('cloned');
    const text = (state: string) => `The session is ${state}. Only APPROVED sessions have a proof`;
    expect(await refused(open.id)).toEqual([409, 'proof_unavailable', text('CREATED')]);
    expect(await refused(rejected.id)).toEqual([409, 'proof_unavailable', text('REJECTED')]);
  });

  test('after redaction, and the data it was made from is deleted too', async () => {
    const { id } = await world.ended();
    const pieces = () =>
      server.ctx.db.selectFrom('session_sealed').select('kind').where('session_id', '=', id).execute();
    expect((await pieces()).map(({ kind }) => kind).sort()).toEqual(['identity', 'portrait', 'portrait_jpeg', 'proof']);
    await world.succeed('session.redact', { id }, world.account);
    expect(await refused(id)).toEqual([
      409,
      'proof_unavailable',
      'The data of the session has been deleted, so no proof can be issued',
    ]);
    expect(await pieces()).toEqual([]);
  });
});

describe('the keys of proofs', () => {
  const operator = (...args: string[]) => {
    const { config } = server.deps;
    const environment = {
      DATA_DIR: server.folder,
      ...(config.database_url && { DATABASE_URL: config.database_url }),
    };
    return captured((output) => operate(args, { ...output, environment }));
  };

  test('are public, cacheable, and named by the metadata of the issuer', async () => {
    const published = await fetch(`${server.base}/.well-known/jwks.json`);
    expect(published.headers.get('cache-control')).toBe('public, max-age=300');
    expect(published.headers.get('access-control-allow-origin')).toBe('*');
    expect(published.headers.get('content-type')).toMatch(/^application\/json/);
    expect(Object.keys(((await published.json()) as JSONWebKeySet).keys[0]!).sort()).toEqual([
      'alg',
      'crv',
      'kid',
      'kty',
      'use',
      'x',
    ]);
    const issuer = await fetch(`${server.base}/.well-known/jwt-vc-issuer`);
    expect(await issuer.json()).toEqual({ issuer: server.base, jwks_uri: `${server.base}/.well-known/jwks.json` });
  });

  test('are rotated by an operator, and old proofs can still be verified', async () => {
    const { id } = await world.ended();
    const before = await prove(id);
    const { keys: old } = await keySet();
    const { code, out } = await operator('proof-keys', 'rotate', '--yes');
    expect([code, out]).toEqual([0, expect.stringContaining('Done.')]);
    const after = await prove(id);
    const { keys } = await keySet();
    expect(keys).toHaveLength(old.length + 1);
    expect(keys.slice(1)).toEqual(old);
    for (const proof of [before, after]) expect((await verify(proof)).specimen).toBe(true);
    await expect(
      verifyProof(after, { issuer: server.base, keys: { keys: old }, specimens: true }),
    ).rejects.toMatchObject({ code: 'unknown_key' });
    const lines = (await operator('proof-keys', 'list')).out.trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(keys.map(({ kid }) => kid));
    expect(lines.map((line) => /(current|retired \S+)$/.exec(line)?.[1]?.split(' ')[0])).toEqual(
      keys.map((_, index) => (index === 0 ? 'current' : 'retired')),
    );
    const rows = await server.ctx.db.selectFrom('proof_keys').select(['private_key', 'is_current']).execute();
    expect(rows.filter(({ private_key }) => private_key !== null)).toEqual([
      { private_key: expect.anything(), is_current: 1 },
    ]);
  });

  test('are withdrawn if they were stolen: nothing they signed can be verified, and others sign', async () => {
    const withdraw = (id: string) => operator('proof-keys', 'withdraw', '--key', id, '--yes', '--by', 'Alma Vinter');
    const stateOf = async (id: string) =>
      (await operator('proof-keys', 'list')).out.split('\n').find((line) => line.startsWith(id));
    const { id } = await world.ended();
    const byRetired = await prove(id);
    await operator('proof-keys', 'rotate', '--yes');
    const byCurrent = await prove(id);
    const [current, retired] = (await keySet()).keys.map(({ kid }) => kid!) as [string, string];

    // The retired key is withdrawn. Proofs signed by the current one still verify.
    expect((await withdraw(retired)).code).toBe(0);
    expect((await keySet()).keys.map(({ kid }) => kid)).not.toContain(retired);
    await expect(verify(byRetired)).rejects.toMatchObject({ code: 'unknown_key' });
    expect((await verify(byCurrent)).specimen).toBe(true);

    // When the current key is withdrawn, a new one replaces it immediately.
    expect((await withdraw(current)).code).toBe(0);
    await expect(verify(byCurrent)).rejects.toMatchObject({ code: 'unknown_key' });
    expect((await verify(await prove(id))).specimen).toBe(true);
    const { keys } = await keySet();
    expect(keys[0]!.kid).not.toBe(current);
    expect(keys.map(({ kid }) => kid)).not.toContain(current);

    for (const key of [current, retired]) expect(await stateOf(key)).toMatch(/, withdrawn \S+$/);
    const rows = server.ctx.db.selectFrom('proof_keys').select(['private_key', 'is_current']);
    expect(await rows.where('id', 'in', [current, retired]).execute()).toEqual(
      [1, 2].map(() => ({ private_key: null, is_current: null })),
    );

    expect(await withdraw(retired)).toMatchObject({ code: 1, err: expect.stringContaining('already') });
    expect(await withdraw('nobody')).toMatchObject({ code: 1, err: expect.stringContaining('No key has this id') });
    const log = server.ctx.db.selectFrom('trust_log').select(['actor', 'details']).orderBy('sequence');
    expect(await log.where('action', '=', 'withdraw_proof_key').execute()).toEqual(
      [retired, current].map((key) => ({ actor: 'Alma Vinter', details: JSON.stringify({ key }) })),
    );
    expect((await operator('audit')).code).toBe(0);
  });

  test('are withdrawn by the first characters of their ids, even if that is a dash, and only sentences are printed', async () => {
    const row = { public_key: 'x', private_key: null, is_current: null, withdrawn: null };
    const at = '2026-01-01T00:00:00.000Z';
    for (const id of ['-vsC-twice', '-vsC-once', '--yes'])
      await server.ctx.db
        .insertInto('proof_keys')
        .values({ ...row, id, created: at, retired: at })
        .execute();
    const withdraw = (...key: string[]) => operator('proof-keys', 'withdraw', ...key, '--yes');
    expect(await withdraw('--key', '-vsC')).toMatchObject({
      code: 1,
      err: '2 keys begin with -vsC. Give more of the id.\n',
    });
    expect(await withdraw('--key', '')).toMatchObject({ code: 1, err: expect.stringContaining('--key ID') });
    expect(await withdraw('vsC')).toMatchObject({ code: 1, err: expect.stringContaining('--key ID') });
    for (const [key, id] of [
      ['-vsC-o', '-vsC-once'],
      ['-vsC', '-vsC-twice'],
      ['--yes', '--yes'],
    ] as const) {
      const { code, out, err } = await withdraw('--key', key);
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain(`The key ${id}, created ${at}`);
      expect(out).toMatch(/\nDone\.\n$/);
    }
    expect((await operator('proof-keys', 'rotate', '--yes')).err).toBe('');
  });

  test('are created only once, even if requested for the first time concurrently', async () => {
    const fresh = await createTestServer();
    try {
      // Usually a process handles such calls one after the other. Here, all of them look for a key before any has created it.
      const made = await Promise.all(Array.from({ length: 8 }, () => publicProofKeys(fresh.ctx)));
      const published = await (await fetch(`${fresh.base}/.well-known/jwks.json`)).json();
      expect(published).toEqual({ keys: [expect.anything()] });
      for (const keys of made) expect(keys).toEqual(published);
    } finally {
      await fresh.stop();
    }
  });
});
