import { expect, test } from 'vitest';
import { openChip } from './open-chip.ts';
import { tlv } from './tlv/tlv.ts';
import { createVirtualChip, type PaceOffer } from './virtual-chip/index.ts';

const MRZ = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<L898902C<3UTO6908061F9406236ZE184226B<<<<<14';
const DG1 = tlv(0x61, tlv(0x5f1f, new TextEncoder().encode(MRZ)));
const PACE: PaceOffer = { mapping: 'GM', agreement: 'ECDH', cipher: 'AES-128', parameter_id: 13 };

/** A real chip needs time for each command, so their number decides how long a person waits. */
test.each([
  { access: 'BAC', extended_length: true, commands: 8, bytes: 15_368 },
  { access: 'PACE', extended_length: true, commands: 8, bytes: 15_376 },
  { access: 'BAC', extended_length: false, commands: 65, bytes: 17_607 },
  { access: 'PACE', extended_length: false, commands: 68, bytes: 17_723 },
])(
  'reads a portrait of 15,000 bytes with $commands commands after $access, extended lengths: $extended_length',
  async ({ access, extended_length, commands, bytes }) => {
    const files = { dg1: DG1, dg2: tlv(0x75, new Uint8Array(15_000)) };
    const offers = access === 'BAC' ? { bac: true, pace: [] } : { bac: false, pace: [PACE] };
    const { transmit, exchanges } = createVirtualChip({ files, access: offers }, { extended_length });
    const chip = await openChip(transmit, { access: { mrz: MRZ } });
    const opening = exchanges.length;
    await chip.readFile('dg2');
    const reading = exchanges.slice(opening);
    expect(reading).toHaveLength(commands);
    expect(reading.reduce((sum, { command, response }) => sum + command.length + response.length, 0)).toBe(bytes);
  },
);
