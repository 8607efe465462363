import { createCipheriv, createECDH, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dg14With, ecdhChipKey, keyInfo, protocolInfo } from '../../../../tests/support/documents/virtual-chip.ts';
import { der, derInteger, derOid } from '../asn1/der-values.ts';
import { type ChipAuthenticationMapping, verifyChipAuthenticationMapping } from './chip-authentication-mapping.ts';

/** The order of brainpoolP256r1. */
const N = 0xa9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7n;
const chipKey = ecdhChipKey();
const dg14 = dg14With(protocolInfo('ECDH', 'AES-128'), keyInfo(chipKey));

const number = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
const octets = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');

function inverse(value: bigint): bigint {
  let [result, base] = [1n, value];
  for (let rest = N - 2n; rest > 0n; rest >>= 1n, base = (base * base) % N) if (rest & 1n) result = (result * base) % N;
  return result;
}

const cardAccess = (cipher = 2, parameters = 13, mapping = 6) =>
  der(0x31, der(0x30, derOid(`0.4.0.127.0.7.2.2.4.${mapping}.${cipher}`), derInteger(2), derInteger(parameters)));

/** The chip's part in PACE with this mapping: it discloses its private mapping key divided by its static private key. */
function mappingBy(key = chipKey, { bytes = 16 } = {}): ChipAuthenticationMapping {
  const mapping = createECDH('brainpoolP256r1');
  mapping.generateKeys();
  const sec1 = key.privateKey.export({ format: 'der', type: 'sec1' });
  const secret = number(sec1.subarray(sec1.indexOf('0420', 0, 'hex') + 2).subarray(0, 32));
  const disclosed = octets((inverse(secret) * number(mapping.getPrivateKey())) % N);
  const ks_enc = randomBytes(bytes);
  const iv = createCipheriv(`aes-${bytes * 8}-ecb`, ks_enc, null)
    .setAutoPadding(false)
    .update(Buffer.alloc(16, 255));
  const blocks = Buffer.concat([disclosed, Buffer.of(0x80), Buffer.alloc(15)]);
  const encrypted_data = createCipheriv(`aes-${bytes * 8}-cbc`, ks_enc, iv)
    .setAutoPadding(false)
    .update(blocks);
  const card_access = cardAccess({ 16: 2, 24: 3, 32: 4 }[bytes]);
  return { dg14, card_access, mapping_public_key: mapping.getPublicKey(), encrypted_data, ks_enc };
}

describe('PACE with Chip Authentication Mapping', () => {
  test.each([16, 24, 32])('is proved by a genuine chip, with an AES key of %i bytes', (bytes) => {
    expect(verifyChipAuthenticationMapping(mappingBy(chipKey, { bytes }))).toBe(true);
  });

  test('needs only one of several keys of DG14', () => {
    const several = dg14With(keyInfo(ecdhChipKey('P-384', 1)), keyInfo({ ...chipKey, key_id: 2 }));
    expect(verifyChipAuthenticationMapping({ ...mappingBy(), dg14: several })).toBe(true);
  });

  test.each<[string, () => Partial<ChipAuthenticationMapping>]>([
    ['the chip has another key', () => mappingBy(ecdhChipKey())],
    ['another key of the mapping was used', () => ({ mapping_public_key: mappingBy().mapping_public_key })],
    ['the data was recorded in another session', () => ({ encrypted_data: mappingBy().encrypted_data })],
    ['the session key is another one', () => ({ ks_enc: randomBytes(16) })],
    ['DG14 has another key', () => ({ dg14: dg14With(keyInfo(ecdhChipKey())) })],
    ['EF.CardAccess names another curve', () => ({ card_access: cardAccess(2, 12) })],
    ['EF.CardAccess names another mapping', () => ({ card_access: cardAccess(2, 13, 2) })],
    ['EF.CardAccess names another cipher', () => ({ card_access: cardAccess(4) })],
    ['nothing was disclosed', () => ({ encrypted_data: Buffer.alloc(0) })],
    ['the public key is compressed', () => ({ mapping_public_key: Buffer.alloc(33, 2) })],
  ])('is refused when %s', (_, change) => {
    const genuine = mappingBy();
    expect(verifyChipAuthenticationMapping(genuine)).toBe(true);
    const forged = { ...genuine, ...change() };
    expect(verifyChipAuthenticationMapping({ ...forged, dg14: change().dg14 ?? dg14 })).toBe(false);
  });

  test('convinces only its terminal, which can produce all values without a chip', () => {
    const disclosed = randomBytes(31);
    const point = pointTimes(disclosed);
    const { ks_enc } = mappingBy();
    const iv = createCipheriv('aes-128-ecb', ks_enc, null).setAutoPadding(false).update(Buffer.alloc(16, 255));
    const blocks = Buffer.concat([disclosed, Buffer.of(0x80)]);
    const encrypted_data = createCipheriv('aes-128-cbc', ks_enc, iv).setAutoPadding(false).update(blocks);
    const forged = { dg14, card_access: cardAccess(), mapping_public_key: point, encrypted_data, ks_enc };
    expect(verifyChipAuthenticationMapping(forged)).toBe(true);
  });
});

/** A point with the x of the product. Its y does not matter, because only x is compared. */
function pointTimes(factor: Buffer): Buffer {
  const ecdh = createECDH('brainpoolP256r1');
  ecdh.setPrivateKey(factor);
  const spki = chipKey.publicKey.export({ format: 'der', type: 'spki' });
  return Buffer.concat([Buffer.of(4), ecdh.computeSecret(spki.subarray(-65)), Buffer.alloc(32)]);
}
