import { constants, createHash, privateEncrypt, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type DigestId, dg15Of, ecKeys, rsaKeys } from '../../../../tests/support/documents/documents.ts';
import { der, derInteger, derOid } from '../asn1/der-values.ts';
import { verifyActiveAuthentication } from './active-authentication.ts';

const challenge = Buffer.from('0123456789abcdef', 'hex');
const keys = rsaKeys(1024);
const dg15 = dg15Of(keys.publicKey);

const TRAILERS: Record<DigestId, string> = {
  sha1: '33cc',
  sha224: '38cc',
  sha256: '34cc',
  sha384: '36cc',
  sha512: '35cc',
};

interface Block {
  digest?: DigestId;
  trailer?: string;
  header?: Buffer;
  message?: Buffer;
  signed?: Buffer;
}

/** What the chip signs: 6A | M1 | H(M1 ‖ RND.IFD) | trailer, as long as the modulus. */
function block({
  digest = 'sha1',
  trailer = 'bc',
  header = Buffer.of(0x6a),
  message,
  signed = challenge,
}: Block): Buffer {
  const end = Buffer.from(trailer, 'hex');
  const hashLength = createHash(digest).digest().length;
  const m1 = message ?? Buffer.alloc(128 - header.length - hashLength - end.length, 0x5c);
  return Buffer.concat([header, m1, createHash(digest).update(m1).update(signed).digest(), end]);
}

const signBlock = (content: Buffer) =>
  privateEncrypt({ key: keys.privateKey, padding: constants.RSA_NO_PADDING }, content);
const verifyRsa = (signature: Buffer, with_challenge = challenge) =>
  verifyActiveAuthentication({ dg15, challenge: with_challenge, signature });

describe('Active Authentication with RSA (ISO/IEC 9796-2)', () => {
  test.each(Object.entries(TRAILERS) as [DigestId, string][])('verifies %s with its trailer', (digest, trailer) => {
    expect(verifyRsa(signBlock(block({ digest, trailer })))).toBe(true);
  });

  test('verifies SHA-1 with the short trailer, and padding in the header', () => {
    expect(verifyRsa(signBlock(block({})))).toBe(true);
    expect(verifyRsa(signBlock(block({ header: Buffer.from('6bbbba', 'hex') })))).toBe(true);
  });

  test('verifies the smaller of s and n − s', () => {
    const modulus = BigInt(
      `0x${Buffer.from(keys.publicKey.export({ format: 'jwk' }).n ?? '', 'base64url').toString('hex')}`,
    );
    const signature = BigInt(`0x${signBlock(block({})).toString('hex')}`);
    const other = Buffer.from((modulus - signature).toString(16).padStart(256, '0'), 'hex');
    expect(verifyRsa(other)).toBe(true);
  });

  test.each([
    ['an answer to another challenge', { signed: Buffer.alloc(8) }],
    ['a trailer of another digest', { digest: 'sha256', trailer: '35cc' }],
    ['an unknown trailer', { trailer: '31cc' }],
    ['no trailer', { trailer: '00' }],
    ['full recovery, which does not cover the challenge', { header: Buffer.of(0x4a) }],
    ['another header', { header: Buffer.of(0x00) }],
    ['padding without its border', { header: Buffer.from('6bbbbb', 'hex') }],
  ] as [string, Block][])('refuses %s', (_, options) => {
    expect(verifyRsa(signBlock(block(options)))).toBe(false);
  });

  test('refuses the key of another chip, changed and shortened signatures, and an empty challenge', () => {
    const signature = signBlock(block({}));
    const other = dg15Of(rsaKeys(1024).publicKey);
    expect(verifyActiveAuthentication({ dg15: other, challenge, signature })).toBe(false);
    expect(verifyRsa(signature.subarray(1))).toBe(false);
    expect(verifyRsa(Buffer.concat([signature, Buffer.of(0)]))).toBe(false);
    expect(verifyRsa(Buffer.alloc(0))).toBe(false);
    expect(verifyRsa(Buffer.alloc(128, 0xff))).toBe(false);
    for (let i = 0; i < signature.length; i++) {
      const changed = Buffer.from(signature);
      changed[i]! ^= 0x10;
      expect(verifyRsa(changed)).toBe(false);
    }
    expect(verifyRsa(signBlock(block({ signed: Buffer.alloc(0) })), Buffer.alloc(0))).toBe(false);
  });
});

describe('Active Authentication with ECDSA', () => {
  const ec = ecKeys('brainpoolP256r1');
  const ecDg15 = dg15Of(ec.publicKey);
  const answer = (digest: string, dsaEncoding: 'der' | 'ieee-p1363') =>
    sign(digest, challenge, { key: ec.privateKey, dsaEncoding });
  const dg14 = (oid: string) => der(0x6e, der(0x31, der(0x30, derOid('2.23.136.1.1.5'), derInteger(1), derOid(oid))));

  test.each(['sha1', 'sha224', 'sha256', 'sha384', 'sha512'])(
    'verifies %s, as r and s side by side and as DER',
    (digest) => {
      for (const encoding of ['der', 'ieee-p1363'] as const)
        expect(verifyActiveAuthentication({ dg15: ecDg15, challenge, signature: answer(digest, encoding) })).toBe(true);
    },
  );

  test('verifies with the algorithm that DG14 names and with no other', () => {
    const signature = answer('sha384', 'ieee-p1363');
    expect(
      verifyActiveAuthentication({ dg15: ecDg15, dg14: dg14('0.4.0.127.0.7.1.1.4.1.4'), challenge, signature }),
    ).toBe(true);
    expect(
      verifyActiveAuthentication({ dg15: ecDg15, dg14: dg14('0.4.0.127.0.7.1.1.4.1.3'), challenge, signature }),
    ).toBe(false);
  });

  test('refuses another challenge, another key and garbage', () => {
    const signature = answer('sha256', 'ieee-p1363');
    expect(verifyActiveAuthentication({ dg15: ecDg15, challenge: Buffer.alloc(8), signature })).toBe(false);
    expect(verifyActiveAuthentication({ dg15: dg15Of(ecKeys().publicKey), challenge, signature })).toBe(false);
    for (const garbage of [
      Buffer.alloc(0),
      Buffer.alloc(64),
      Buffer.alloc(64, 0xff),
      Buffer.from('3006020100020100', 'hex'),
    ])
      expect(verifyActiveAuthentication({ dg15: ecDg15, challenge, signature: garbage })).toBe(false);
  });
});
