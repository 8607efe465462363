import { hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ChipError } from '../chip-error.ts';
import { CURVES } from '../curves/curve-parameters.ts';
import { DH_GROUPS } from '../curves/dh-group.ts';
import { domainParameters } from '../curves/domain-parameters.ts';
import { encodeObjectIdentifier, tlv } from '../tlv/tlv.ts';
import { readPaceOffers } from './pace-offers.ts';

const PACE = '0.4.0.127.0.7.2.2.4';
const oid = (dotted: string) => tlv(0x06, encodeObjectIdentifier(dotted));
const integer = (number: number | bigint) => {
  const hex = number.toString(16);
  return tlv(0x02, hexToBytes(`00${hex.padStart(hex.length + (hex.length % 2), '0')}`));
};
const sequence = (...parts: Uint8Array[]) => tlv(0x30, ...parts);
const cardAccess = (...infos: Uint8Array[]) => tlv(0x31, ...infos);
const info = (arc: string, parameter_id?: number, version = 2) =>
  sequence(oid(`${PACE}.${arc}`), integer(version), ...(parameter_id === undefined ? [] : [integer(parameter_id)]));

const offered = (...infos: Uint8Array[]) =>
  readPaceOffers(cardAccess(...infos)).map(
    ({ protocol, parameter_id }) => `${protocol.oid.slice(PACE.length + 1)}/${parameter_id}`,
  );

describe('offers of a chip', () => {
  test('are ordered by preference, whatever the order of the file', () => {
    expect(offered(info('4.2', 13), info('2.1', 13), info('1.4', 2), info('2.4', 16), info('6.2', 13))).toEqual([
      '6.2/13',
      '2.4/16',
      '1.4/2',
      '2.1/13',
      '4.2/13',
    ]);
  });

  test('are skipped when unsupported: unknown groups and mappings, curves for DH, P-224 for Integrated Mapping', () => {
    expect(
      offered(
        info('2.2', 7),
        info('5.2', 13),
        info('1.2', 13),
        info('2.2', 0),
        info('4.2', 10),
        info('6.1', 13),
        info('2.2', 13, 1),
      ),
    ).toEqual([]);
    expect(offered(info('2.2', 10))).toEqual(['2.2/10']);
    const others = sequence(oid('0.4.0.127.0.7.2.2.2'), integer(1));
    expect(offered(others, info('2.2', 12))).toEqual(['2.2/12']);
  });

  test('may spell out their group, if it is a known one', () => {
    const { p, a, b, n, gx, gy, oid: name } = CURVES.find(({ id }) => id === 13)!;
    const point = hexToBytes(`04${[gx, gy].map((coordinate) => coordinate.toString(16).padStart(64, '0')).join('')}`);
    const octets = (number: bigint) => tlv(0x04, hexToBytes(number.toString(16).padStart(64, '0')));
    const explicit = (order: bigint) =>
      sequence(
        oid('1.2.840.10045.2.1'),
        sequence(
          integer(1),
          sequence(oid('1.2.840.10045.1.1'), integer(p)),
          sequence(octets(a), octets(b)),
          tlv(0x04, point),
          integer(order),
          integer(1),
        ),
      );
    const [dh] = DH_GROUPS;
    const algorithms = [
      [explicit(n), '2.2', 13],
      [sequence(oid('1.2.840.10045.2.1'), oid(name)), '2.2', 13],
      [sequence(oid('0.4.0.127.0.7.1.2'), integer(13)), '2.2', 13],
      [sequence(oid('1.2.840.10046.2.1'), sequence(integer(dh!.p), integer(dh!.g), integer(dh!.q))), '1.2', 0],
    ] as const;
    for (const [algorithm, arc, id] of algorithms) {
      const domain = sequence(oid(`${PACE}.${arc[0]}`), algorithm, integer(40));
      const offers = readPaceOffers(cardAccess(domain, info(arc, 40)));
      expect(offers.map(({ group }) => group)).toEqual([domainParameters(id)]);
    }
    const unknown = sequence(oid(`${PACE}.2`), explicit(n - 1n), integer(40));
    expect(offered(unknown, info('2.2', 40))).toEqual([]);
  });
});

test('are read from any file, or it is MALFORMED', () => {
  const genuine = cardAccess(info('2.2', 13), info('6.4', 16));
  const damage = fc.array(fc.tuple(fc.nat(genuine.length - 1), fc.nat(255)), { maxLength: 4 });
  fc.assert(
    fc.property(damage, fc.uint8Array(), fc.boolean(), (changes, bytes, is_arbitrary) => {
      const file = genuine.slice();
      for (const [place, byte] of changes) file[place] = byte;
      try {
        readPaceOffers(is_arbitrary ? tlv(0x31, bytes) : file);
      } catch (error) {
        expect(error).toBeInstanceOf(ChipError);
        expect(error).toMatchObject({ code: 'MALFORMED' });
      }
    }),
    { numRuns: 500 },
  );
});
