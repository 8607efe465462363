/** The key to which identity data is sealed. sealed-delivery.test.ts tests its effect on sessions. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server?.stop());

const ecPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const p256 = ecPair();
const jwkOf = (key: KeyObject) => key.export({ format: 'jwk' }) as JWK & Record<string, unknown>;

describe('merchant.change_delivery_key', () => {
  const change = async (jwk: unknown) => {
    const account = await server.account();
    return server.call('merchant.change_delivery_key', { jwk } as never, account);
  };
  const rsa = (bits: number) => jwkOf(generateKeyPairSync('rsa', { modulusLength: bits }).publicKey);

  test.each([
    ['a private key', () => jwkOf(p256.privateKey), 'jwk.d', 'private'],
    ['a private RSA member', () => ({ ...rsa(2048), p: 'AQAB' }), 'jwk.p', 'private'],
    ['a secret', () => ({ kty: 'oct', k: 'c2VjcmV0' }), 'jwk.k', 'private'],
    ['a short RSA key', () => rsa(1024), 'jwk.n', '2048'],
    ['a long RSA key', () => ({ ...rsa(2048), n: Buffer.alloc(640, 255).toString('base64url') }), 'jwk.n', '4096'],
    ['another curve', () => jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey), 'jwk.crv', 'P-256'],
    ['a key for signatures', () => jwkOf(generateKeyPairSync('ed25519').publicKey), 'jwk.crv', 'X25519'],
    ['another type', () => ({ kty: 'oct' }), 'jwk.kty', 'P-256'],
    ['no type', () => ({}), 'jwk.kty', 'P-256'],
    ['a key without a member', () => ({ ...jwkOf(p256.publicKey), y: undefined }), 'jwk.y', 'base64url'],
    [
      'a point off the curve',
      () => ({ ...jwkOf(p256.publicKey), x: jwkOf(p256.publicKey)['y'] }),
      'jwk',
      'valid P-256',
    ],
    ['a point of small order', () => ({ kty: 'OKP', crv: 'X25519', x: 'A'.repeat(43) }), 'jwk', 'valid X25519'],
    ['a key for another algorithm', () => ({ ...jwkOf(p256.publicKey), alg: 'ECDH-ES' }), 'jwk.alg', 'ECDH-ES+A256KW'],
    ['a key with another use', () => ({ ...jwkOf(p256.publicKey), use: 'sig' }), 'jwk.use', 'enc'],
    ['a text', () => 'PEM', 'jwk', 'object or null'],
  ])('refuses %s, and says what would be right', async (_, jwk, path, expected) => {
    const { status, text } = await change(jwk());
    expect(status, text).toBe(400);
    expect(JSON.parse(text).details[0]).toMatchObject({ path, expected: expect.stringContaining(expected) });
  });

  test('does not repeat a private key', async () => {
    const { text } = await change(jwkOf(p256.privateKey));
    expect(text).not.toContain(jwkOf(p256.privateKey)['d']);
  });

  test('is shown by merchant.self, is in the audit log and is told to owners by email', async () => {
    const { account, succeed } = createWorld(server, await server.account());
    await succeed('merchant.change_delivery_key', { jwk: jwkOf(p256.publicKey) }, account);
    const kid = await calculateJwkThumbprint(jwkOf(p256.publicKey));
    const self = await succeed('merchant.self', {}, account);
    expect(self.delivery_key).toMatchObject({ kid, alg: 'ECDH-ES+A256KW' });
    await succeed('merchant.change_delivery_key', { jwk: jwkOf(p256.publicKey) }, account);
    const removed = await succeed('merchant.change_delivery_key', { jwk: null }, account);
    expect(removed).not.toHaveProperty('delivery_key');
    const { entries } = await succeed('audit.list', {}, account);
    const changes = entries.filter(({ action }) => action === 'merchant.change_delivery_key');
    expect(changes).toHaveLength(2);
    const mails = await eventually(async () => {
      const told = (await server.mailbox(account.email)).filter(({ subject }) => subject.includes('delivery key'));
      return told.length === 2 && told;
    }, 'the emails');
    expect(mails.map(({ text }) => text.includes(kid)).toSorted()).toEqual([false, true]);
  });

  test('leaves one current key when several are set at the same time', async () => {
    const { call, succeed, account } = createWorld(server, await server.account());
    const jwks = Array.from({ length: 5 }, () => jwkOf(ecPair().publicKey));
    const answers = await Promise.all(jwks.map((jwk) => call('merchant.change_delivery_key', { jwk }, account)));
    expect(answers.map(({ status }) => status)).toEqual(jwks.map(() => 200));
    const { delivery_key } = await succeed('merchant.self', {}, account);
    expect(await Promise.all(jwks.map((jwk) => calculateJwkThumbprint(jwk)))).toContain(delivery_key?.kid);
  });

  test('asks for a fresh proof of identity', async () => {
    const own = await createTestServer();
    try {
      const account = await own.account();
      await own.advance('PT11M');
      const { status, text } = await own.call('merchant.change_delivery_key', { jwk: jwkOf(p256.publicKey) }, account);
      expect([status, JSON.parse(text).code]).toEqual([403, 'fresh_proof_required']);
    } finally {
      await own.stop();
    }
  });
});
