/** Proofs issued with other libraries, and forgeries of them. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { CompactSign, exportJWK } from 'jose';
import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { type OtherIssuer, otherIssuer, verifiedByOthers } from '../../../../tests/support/packages/sd-jwt-library.ts';
import { type ProofAge, type ProofName, presentProof, proofClaimNames, verifyProof } from './proof.ts';

const ISSUER = 'https://sigill.example';
const AT = new Date('2026-03-02T09:35:00Z');

const CLAIMS = {
  ...{ iss: ISSUER, iat: AT.getTime() / 1000 - 60, vct: 'urn:sigill:document:1' },
  verified_at: '2026-03-02T09:32:05.113Z',
  checks: { issuer: 'PASSED', signature: 'PASSED' },
  clone_protection: 'NONE',
  weak_algorithms: [],
  surname: { value: 'ERIKSSON', source: 'DG1' },
  date_of_birth: { value: '1990-08-12', source: 'DG1' },
  age_over_18: { value: true, on: '2026-03-02', source: 'DG1' },
};
const HIDDEN = ['surname', 'date_of_birth', 'age_over_18'] as const;

let issuer: OtherIssuer;
let proof: string;
beforeAll(async () => {
  issuer = await otherIssuer();
  proof = await issuer.issue(CLAIMS, HIDDEN);
});

const verify = (text: string, options = {}) =>
  verifyProof(text, { issuer: ISSUER, keys: issuer.keys, now: AT, ...options });
const code = async (text: string, options = {}): Promise<string> =>
  verify(text, options).then(
    () => 'accepted',
    (error: { name: string; code: string }) => (error.name === 'ProofVerificationError' ? error.code : String(error)),
  );

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
const disclosures = () => proof.split('~').slice(1, -1);
const withDisclosures = (...shown: string[]) => [proof.split('~', 1)[0], ...shown, ''].join('~');
const named = (name: string) => disclosures().find((each) => decode(each)[1] === name)!;

async function signedBy(claims: object, header: object = {}, key = issuer.private_key): Promise<string> {
  const all = { alg: 'EdDSA', typ: 'dc+sd-jwt', kid: 'other-1', ...header };
  const payload = new TextEncoder().encode(JSON.stringify(claims));
  return `${await new CompactSign(payload).setProtectedHeader(all).sign(key)}~`;
}

describe('a proof issued with another library', () => {
  test('is verified and read back', async () => {
    const { claims, ...rest } = await verify(proof);
    const { surname, date_of_birth, age_over_18 } = CLAIMS;
    expect(claims).toEqual({ surname, date_of_birth, age_over_18 });
    expect(rest).toEqual({
      issuer: ISSUER,
      issued: new Date('2026-03-02T09:34:00Z'),
      verified: new Date(CLAIMS.verified_at),
      specimen: false,
      checks: CLAIMS.checks,
      clone_protection: 'NONE',
      weak_algorithms: [],
    });
    expectTypeOf(claims.surname).toEqualTypeOf<ProofName | undefined>();
    expectTypeOf(claims.age_over_18).toEqualTypeOf<ProofAge | undefined>();
  });

  test('becomes a presentation of single claims that other libraries also read', async () => {
    const shown = presentProof(proof, ['surname']);
    expect((await verify(shown)).claims).toEqual({ surname: CLAIMS.surname });
    expect(await verifiedByOthers(shown, issuer.keys)).toMatchObject({ surname: CLAIMS.surname });
    expect(proofClaimNames(shown)).toEqual(['surname']);
    expect((await verify(presentProof(proof, []))).claims).toEqual({});
    const rest = withDisclosures(...disclosures().filter((each) => each !== named('surname')));
    expect(Object.keys((await verify(rest)).claims).sort()).toEqual(['age_over_18', 'date_of_birth']);
  });

  test('cannot present a claim that is not in it', () => {
    expect(() => presentProof(presentProof(proof, ['surname']), ['age_over_18'])).toThrow(
      'The proof has no claim age_over_18. It has surname.',
    );
  });
});

describe('refuses', () => {
  test('a claim that was changed, with its own salt', async () => {
    const [salt, name] = decode(named('age_over_18'));
    const forged = encode([salt, name, { value: true, on: '2016-03-02' }]);
    expect(await code(withDisclosures(forged))).toBe('wrong_disclosure');
  });

  test('a claim that was added', async () => {
    const added = encode(['bm90IG9mIHRoaXMgcHJvb2Y', 'age_over_65', { value: true, on: '2026-03-02' }]);
    expect(await code(withDisclosures(...disclosures(), added))).toBe('wrong_disclosure');
  });

  test('a claim that is disclosed twice, or with the salt of another claim', async () => {
    const [salt] = decode(named('surname'));
    const borrowed = encode([salt, 'given_names', { value: 'EVA' }]);
    expect(await code(withDisclosures(named('surname'), named('surname')))).toBe('wrong_disclosure');
    expect(await code(withDisclosures(named('surname'), borrowed))).toBe('wrong_disclosure');
  });

  test('salts that the issuer itself has used twice', async () => {
    const { createHash } = await import('node:crypto');
    const twice = [encode(['same', 'surname', CLAIMS.surname]), encode(['same', 'sex', { value: 'FEMALE' }])];
    const { surname: _, date_of_birth: __, age_over_18: ___, ...open } = CLAIMS;
    const _sd = twice.map((each) => createHash('sha256').update(each).digest('base64url'));
    const signed = await signedBy({ ...open, _sd });
    expect(await code(`${signed}${twice[0]}~`)).toBe('accepted');
    expect(await code(`${signed}${twice.join('~')}~`)).toBe('wrong_disclosure');
  });

  test('a disclosed claim that replaces one that is always visible', async () => {
    const { createHash } = await import('node:crypto');
    const hidden = encode(['salt', 'clone_protection', 'ACTIVE_AUTHENTICATION']);
    const digest = createHash('sha256').update(hidden).digest('base64url');
    expect(await code(`${await signedBy({ ...CLAIMS, _sd: [digest] })}${hidden}~`)).toBe('wrong_disclosure');
    expect(await code(await signedBy({ ...CLAIMS, _sd: [digest, digest] }))).toBe('malformed');
    expect(await code(await signedBy({ ...CLAIMS, checks: { _sd: [digest] } }))).toBe('malformed');
    expect(await code(await signedBy({ ...CLAIMS, _sd_alg: 'sha-1' }))).toBe('wrong_algorithm');
  });

  test('another key with the id of the right one', async () => {
    const stranger = await otherIssuer();
    expect(await code(await stranger.issue(CLAIMS, HIDDEN))).toBe('wrong_signature');
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'other-1' }] };
    expect(await code(proof, { keys })).toBe('wrong_algorithm');
    const input = `${encode({ alg: 'ES256', typ: 'dc+sd-jwt', kid: 'other-1' })}.${encode(CLAIMS)}`;
    const es256 = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    expect(await code(`${input}.${es256.toString('base64url')}~`, { keys })).toBe('wrong_algorithm');
  });

  test('a missing signature', async () => {
    const none = `${encode({ alg: 'none', typ: 'dc+sd-jwt', kid: 'other-1' })}.${encode(CLAIMS)}`;
    expect(await code(`${none}.~`)).toBe('malformed');
    expect(await code(`${none}.${proof.split('~', 1)[0]!.split('.')[2]}~`)).toBe('wrong_algorithm');
    expect(await code(`${none}~`)).toBe('malformed');
  });

  test('a proof that names no key, or a key that the issuer does not have', async () => {
    expect(await code(await signedBy(CLAIMS, { kid: undefined }))).toBe('unknown_key');
    expect(await code(await signedBy(CLAIMS, { kid: 'other-2' }))).toBe('unknown_key');
    expect(await code(proof, { keys: { keys: [] } })).toBe('unknown_key');
    expect(await code(proof, { keys: 'https://sigill.example/.well-known/jwks.json' })).toBe('unknown_key');
  });

  test('a statement of another type, even from the same key', async () => {
    expect(await code(await signedBy(CLAIMS, { typ: 'JWT' }))).toBe('wrong_type');
    expect(await code(await signedBy({ ...CLAIMS, vct: 'urn:sigill:membership:1' }))).toBe('wrong_type');
    expect(await code(await signedBy({ ...CLAIMS, vct: 'constructor' }))).toBe('wrong_type');
  });

  test('another issuer, and another time', async () => {
    expect(await code(proof, { issuer: 'https://other.example' })).toBe('wrong_issuer');
    expect(await code(proof, { now: new Date(AT.getTime() - 3_600_000) })).toBe('wrong_time');
    expect(await code(await signedBy({ ...CLAIMS, exp: CLAIMS.iat + 60 }), { now: new Date('2027-01-01') })).toBe(
      'wrong_time',
    );
    expect(await code(proof, { now: new Date('2056-01-01') })).toBe('accepted');
  });

  test('a specimen, unless specimens are accepted', async () => {
    const specimen = await signedBy({ ...CLAIMS, vct: 'urn:sigill:specimen:1', specimen: true });
    const half = await signedBy({ ...CLAIMS, specimen: true });
    const other = await signedBy({ ...CLAIMS, vct: 'urn:sigill:specimen:1' });
    expect(await Promise.all([specimen, half, other].map((text) => code(text)))).toEqual(Array(3).fill('specimen'));
    expect((await verify(specimen, { specimens: true })).specimen).toBe(true);
  });

  test('text that is truncated, joined, padded or not a proof', async () => {
    const others = [
      proof.slice(0, -1),
      `${proof}${proof}`,
      proof.replace('.', ''),
      '',
      '~',
      '..~',
      'a.b.c~',
      `${proof}x`,
    ];
    for (const text of [...others, proof.replace('~', '=~'), 'x'.repeat(70_000), 5 as never, undefined as never])
      expect(await code(text), String(text).slice(-40)).toBe('malformed');
  });

  test('a non-canonical encoding, an unknown extension, and an oversized proof', async () => {
    const [signed = '', ...rest] = proof.split('~');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // 64 bytes fill 85 characters and two bits of the next one.
    const last = alphabet[alphabet.indexOf(signed.at(-1)!) ^ 1];
    const spelled = `${signed.slice(0, -1)}${last}`;
    const bytesOf = (jws: string) => Buffer.from(jws.split('.')[2]!, 'base64url').toString('hex');
    expect(bytesOf(spelled)).toBe(bytesOf(signed));
    expect(await code([spelled, ...rest].join('~'))).toBe('malformed');
    const input = `${encode({ alg: 'EdDSA', typ: 'dc+sd-jwt', kid: 'other-1', crit: ['b64'], b64: true })}.${encode(CLAIMS)}`;
    const signature = await crypto.subtle.sign('Ed25519', issuer.private_key, new TextEncoder().encode(input));
    expect(await code(`${input}.${Buffer.from(signature).toString('base64url')}~`)).toBe('malformed');
    expect(await code(withDisclosures(...Array(2000).fill(named('surname'))))).toBe('malformed');
  });

  test('every proof with one character changed', async () => {
    // The last character of a part may hold bits beyond its bytes. Changes to those must be refused too.
    for (let at = 0; at < proof.length; at += 1) {
      const changed = proof.slice(0, at) + (proof[at] === 'A' ? 'B' : 'A') + proof.slice(at + 1);
      expect(await code(changed), `character ${at}`).not.toBe('accepted');
    }
  });
});
