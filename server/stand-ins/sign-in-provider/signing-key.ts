import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export type SigningKey = ReturnType<typeof createSigningKey>;

/** An RSA key that signs JWTs with RS256 (RFC 7515). */
export function createSigningKey() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomBytes(8).toString('hex');
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return {
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' },
    sign(claims: object): string {
      const content = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode(claims)}`;
      return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
    },
  };
}
