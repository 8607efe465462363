import { createPublicKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readCardAccess } from '../../../../emrtd/src/lds/chip-security.ts';
import { CURVES } from '../../curves/curve-parameters.ts';
import { domainParameters } from '../../curves/domain-parameters.ts';
import { openChip } from '../../open-chip.ts';
import { tlv } from '../../tlv/tlv.ts';
import type { PaceOffer } from '../contents.ts';
import { createVirtualChip } from '../virtual-chip.ts';
import { describedParameters, paceProtocol, writeCardAccess } from './card-access-file.ts';

const MRZ = 'P<UTOSTEVENSON<<PETER<JOHN<<<<<<<<<<<<<<<<<<L898902C<3UTO6908061M9406236<<<<<<<<<<<<<<<2';
const files = { dg1: tlv(0x61, tlv(0x5f1f, new TextEncoder().encode(MRZ))) };
const GENERIC: PaceOffer = { mapping: 'GM', agreement: 'ECDH', cipher: 'AES-128', parameter_id: 12 };

describe('EF.CardAccess', () => {
  test('lists the offers as the chip engine reads them', () => {
    const offers: PaceOffer[] = [
      GENERIC,
      { mapping: 'IM', agreement: 'DH', cipher: '3DES', parameter_id: 2 },
      { mapping: 'CAM', agreement: 'ECDH', cipher: 'AES-256', parameter_id: 17 },
    ];
    expect(readCardAccess(writeCardAccess(offers))).toEqual([
      { protocol: '0.4.0.127.0.7.2.2.4.2.2', parameter_id: 12 },
      { protocol: '0.4.0.127.0.7.2.2.4.3.1', parameter_id: 2 },
      { protocol: '0.4.0.127.0.7.2.2.4.6.4', parameter_id: 17 },
    ]);
  });

  test.each<Partial<PaceOffer>>([
    { mapping: 'CAM', agreement: 'DH', cipher: 'AES-128' },
    { mapping: 'CAM', agreement: 'ECDH', cipher: '3DES' },
  ])('has no place for $mapping with $agreement and $cipher', (offer) => {
    expect(() => paceProtocol({ ...GENERIC, ...offer })).toThrow('There is no PACE with CAM');
  });
});

describe('domain parameters that the chip spells out', () => {
  test.each(CURVES.filter(({ name }) => name !== 'P-192' && name !== 'brainpoolP192r1'))(
    '$name is the curve that OpenSSL knows',
    ({ id, name }) => {
      const point = tlv(0x03, Uint8Array.of(0), domainParameters(id)!.generator);
      const key = createPublicKey({
        key: Buffer.from(tlv(0x30, describedParameters(id), point)),
        format: 'der',
        type: 'spki',
      });
      const names: Record<string, string> = { 'P-224': 'secp224r1', 'P-256': 'prime256v1' };
      const known = { ...names, 'P-384': 'secp384r1', 'P-521': 'secp521r1' }[name] ?? name;
      expect(key.asymmetricKeyDetails?.namedCurve).toBe(known);
    },
  );

  test.each<PaceOffer>([
    { ...GENERIC, described_as: 33 },
    { ...GENERIC, parameter_id: 16, mapping: 'IM', described_as: 32 },
    { ...GENERIC, agreement: 'DH', parameter_id: 1, described_as: 64 },
  ])('are those of PACE-$mapping with $agreement under the number $described_as', async (offer) => {
    const chip = createVirtualChip({ files, access: { bac: false, pace: [offer] } });
    const reader = await openChip(chip.transmit, { access: { mrz: MRZ } });
    expect(reader.access).toMatchObject({ protocol: 'PACE', mapping: offer.mapping });
  });

  test('are selected by that number only', async () => {
    const chip = createVirtualChip({ files, access: { bac: false, pace: [{ ...GENERIC, described_as: 33 }] } });
    const choose = (number: string) =>
      chip.transmit(new Uint8Array(Buffer.from(`0022c1a412800a04007f000702020402028301018401${number}`, 'hex')));
    expect(await choose('21')).toEqual(Uint8Array.of(0x90, 0));
    expect(await choose('0c')).toEqual(Uint8Array.of(0x6a, 0x80));
  });
});
