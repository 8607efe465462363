import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { CompactEncrypt, calculateJwkThumbprint } from 'jose';
import { describe, expect, test } from 'vitest';
import { createDeliveryKey, type DecryptionError, type Jwk, publicKeyOf, unsealSession } from './sealed.ts';

const content = { id: 7, surname: 'Åström', portrait: 'cG5n', portrait_jpeg: 'anBlZw==', proof: 'a.b.c~' };

const pairs = {
  'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  X25519: generateKeyPairSync('x25519'),
  RSA: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};
const names = Object.keys(pairs) as (keyof typeof pairs)[];
const jwkOf = (key: KeyObject) => key.export({ format: 'jwk' }) as Jwk;

async function seal(name: keyof typeof pairs, data: object = content): Promise<string> {
  const kid = await calculateJwkThumbprint(jwkOf(pairs[name].publicKey) as never);
  const alg = name === 'RSA' ? 'RSA-OAEP-256' : 'ECDH-ES+A256KW';
  return new CompactEncrypt(Buffer.from(JSON.stringify(data)))
    .setProtectedHeader({ alg, enc: 'A256GCM', typ: 'JWE', cty: 'json', kid })
    .encrypt(pairs[name].publicKey);
}

const sessionOf = (sealed_data: string) => ({ id: 7, state: 'APPROVED' as const, sealed_data });
const refusal = async (sealed: string, keys: Parameters<typeof unsealSession>[1]['keys']) =>
  (await unsealSession(sessionOf(sealed), { keys }).catch((error) => error)) as DecryptionError;

describe.each(names)('a key of the type %s', (name) => {
  const key = jwkOf(pairs[name].privateKey);

  test.each([
    ['as a JWK', key],
    ['as a JWK for a narrower use', { ...key, use: 'enc', key_ops: ['unwrapKey'], alg: 'none' }],
    ['as JSON', JSON.stringify(key)],
    ['as PEM', pairs[name].privateKey.export({ format: 'pem', type: 'pkcs8' }) as string],
    ['among others', [jwkOf(generateKeyPairSync('x25519').privateKey), key]],
  ])('opens what is sealed to it: %s', async (_, keys) => {
    const { session, proof } = await unsealSession(sessionOf(await seal(name)), { keys });
    expect(session).toEqual({ id: 7, state: 'APPROVED', surname: 'Åström', portrait: 'cG5n' });
    expect(proof).toBe('a.b.c~');
  });

  test('refuses data that was changed', async () => {
    const sealed = await seal(name);
    const parts = sealed.split('.');
    for (let part = 1; part < 5; part++) {
      const first = parts[part]!.startsWith('A') ? 'B' : 'A';
      const changed = parts.with(part, first + parts[part]!.slice(1)).join('.');
      expect(await refusal(changed, key)).toMatchObject({ name: 'DecryptionError', code: 'not_authentic' });
    }
  });

  test('has a public half that is accepted', async () => {
    expect(await publicKeyOf(key)).toEqual(jwkOf(pairs[name].publicKey));
  });
});

test('another key is refused with the thumbprints of both', async () => {
  const other = await createDeliveryKey();
  const wanted = await calculateJwkThumbprint(jwkOf(pairs['P-256'].publicKey) as never);
  const error = await refusal(await seal('P-256'), other.privateKey);
  expect(error).toMatchObject({ code: 'wrong_key', wanted, given: [other.kid] });
  expect(error.message).toBe(`The data is sealed to the key ${wanted}. decryptionKey is ${other.kid}.`);
});

test('the data of another session is refused', async () => {
  const error = await refusal(await seal('X25519', { ...content, id: 8 }), jwkOf(pairs.X25519.privateKey));
  expect(error.code).toBe('not_authentic');
});

test.each([
  ['a public key', jwkOf(pairs['P-256'].publicKey)],
  ['another curve', jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey)],
  ['PKCS #1', pairs.RSA.privateKey.export({ format: 'pem', type: 'pkcs1' }) as string],
  [
    'a key for signatures',
    generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
  ],
  ['nothing', ''],
])('as a key, %s is refused', async (_, key) => {
  const error = await refusal(await seal('P-256'), key);
  expect(error).toMatchObject({ name: 'DecryptionError', code: 'unusable_key' });
});

test.each(['', 'a.b', 'a.b.c.d.e', 'e30.a.b.c.d'])('%j is not sealed data', async (sealed) => {
  expect(await refusal(sealed, jwkOf(pairs.RSA.privateKey))).toMatchObject({ code: 'malformed' });
});

test('images are in the format that was asked for', async () => {
  const options = { keys: jwkOf(pairs.RSA.privateKey), portrait_format: 'jpeg' as const };
  const { session } = await unsealSession(sessionOf(await seal('RSA')), options);
  expect(session).toEqual({ id: 7, state: 'APPROVED', surname: 'Åström', portrait: 'anBlZw==' });
});

test('the id of a new key is its thumbprint, and its public half has no private member', async () => {
  const { publicKey, privateKey, kid } = await createDeliveryKey();
  expect(kid).toBe(await calculateJwkThumbprint(publicKey as never));
  expect(publicKey).toEqual({ ...privateKey, d: undefined });
  expect('d' in publicKey).toBe(false);
});
