import { createDiffieHellman, createECDH } from 'node:crypto';
import { bytesToHex, hexToBytes, numberToBytesBE } from '@noble/curves/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { platformRandom } from '../random.ts';
import { CURVES } from './curve-parameters.ts';
import { DH_GROUPS } from './dh-group.ts';
import { domainParameters } from './domain-parameters.ts';

const groupOf = (id: number) => domainParameters(id)!;
const OPENSSL_NAMES: Record<string, string> = {
  'P-192': 'prime192v1',
  'P-224': 'secp224r1',
  'P-256': 'prime256v1',
  'P-384': 'secp384r1',
  'P-521': 'secp521r1',
};

test('knows the numbers 0 to 18 that are not reserved', () => {
  const known = Array.from({ length: 32 }, (_, id) => id).filter((id) => domainParameters(id));
  expect(known).toEqual([0, 1, 2, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]);
});

test.each(CURVES)('agrees on keys with OpenSSL on $name', ({ id, name }) => {
  const group = groupOf(id);
  const other = createECDH(OPENSSL_NAMES[name] ?? name);
  const theirs = other.generateKeys();
  const scalar = group.randomScalar(platformRandom);
  const ours = group.multiply(scalar, group.generator);
  expect(bytesToHex(group.sharedSecret(scalar, theirs))).toBe(other.computeSecret(ours).toString('hex'));
});

test.each(DH_GROUPS)('agrees on keys with OpenSSL modulo the prime of group $id', ({ id, p, q, g }) => {
  const group = groupOf(id);
  const other = createDiffieHellman(
    Buffer.from(numberToBytesBE(p, group.generator.length)),
    Buffer.from(group.generator),
  );
  const theirs = other.generateKeys();
  const scalar = group.randomScalar(platformRandom);
  const ours = group.multiply(scalar, group.generator);
  expect(bytesToHex(group.sharedSecret(scalar, theirs))).toBe(
    other
      .computeSecret(ours)
      .toString('hex')
      .padStart(group.generator.length * 2, '0'),
  );
  expect((p - 1n) % q).toBe(0n);
  expect(g).toBeGreaterThan(1n);
});

describe('refuses an invalid element', () => {
  const { generator } = groupOf(13);
  const beside = Uint8Array.from(generator, (byte, index) => (index === 64 ? byte ^ 1 : byte));
  const cases: [number, Uint8Array][] = [
    [13, beside],
    [13, generator.subarray(1)],
    [13, hexToBytes('00')],
    [13, new Uint8Array()],
    [0, hexToBytes('01')],
    [0, hexToBytes('02')],
    [0, new Uint8Array()],
    [0, new Uint8Array(129).fill(1)],
    [0, numberToBytesBE(DH_GROUPS[0]!.p - 1n, 128)],
  ];
  test.each(cases)('of group %i', (id, element) => {
    expect(() => groupOf(id).sharedSecret(5n, element)).toThrow(expect.objectContaining({ code: 'MALFORMED' }));
  });

  test('and two keys whose product is the identity', () => {
    const group = groupOf(12);
    const opposite = group.multiply(group.order - 1n, group.generator);
    expect(() => group.combine(group.generator, opposite)).toThrow('infinity');
    expect(() => group.multiply(group.order, group.generator)).toThrow('infinity');
  });
});

test('maps the degenerate numbers to a point of the curve, or refuses them', () => {
  for (const id of [8, 9, 11, 12, 13, 14, 15, 16, 17, 18]) {
    const group = groupOf(id);
    for (const number of [0n, 1n, group.p - 1n])
      try {
        expect(group.multiply(1n, group.elementOf(number))).toHaveLength(group.generator.length);
      } catch (error) {
        expect(error).toMatchObject({ code: 'MALFORMED', message: expect.stringContaining('not a point') });
      }
  }
});

test('maps a pseudorandom number to an element of the group, except on P-224, whose prime has another form', () => {
  for (const id of [0, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18]) {
    const group = groupOf(id);
    fc.assert(
      fc.property(fc.bigInt({ min: 2n, max: group.p - 2n }), (number) => {
        // Multiplying refuses an invalid element. A number is encoded without leading zeros, a point with them.
        const { length } = group.multiply(2n, group.elementOf(number));
        expect(length).toBeLessThanOrEqual(group.generator.length);
        if (group.kind === 'ECDH') expect(length).toBe(group.generator.length);
      }),
      // In group 0, 350 maps to a number whose square begins with a zero byte.
      { numRuns: 2, examples: [[350n]] },
    );
  }
});
