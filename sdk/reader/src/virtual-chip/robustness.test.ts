/** Every input gets a response with a status of ISO/IEC 7816-4, and secure messaging never ends without notice. */
import { bytesToHex } from '@noble/curves/utils.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openedByBac } from '../../../../tests/support/documents/opened-by-bac.ts';
import { trials } from '../../../../tests/support/runs/trials.ts';
import { encodeCommand } from '../apdu/apdu.ts';
import type { SecureMessaging } from '../secure-messaging/secure-messaging.ts';
import { tlv } from '../tlv/tlv.ts';
import type { ChipContents } from './contents.ts';
import { FAULTS } from './faults/chip-faults.ts';

import { createVirtualChip } from './virtual-chip.ts';

const MRZ = 'P<UTOSTEVENSON<<PETER<JOHN<<<<<<<<<<<<<<<<<<L898902C<3UTO6908061M9406236<<<<<<<<<<<<<<<2';
const CONTENTS: ChipContents = {
  files: { dg1: tlv(0x61, tlv(0x5f1f, utf8ToBytes(MRZ))), dg2: tlv(0x75, new Uint8Array(2000)) },
  access: {
    bac: true,
    pace: [
      { mapping: 'GM', agreement: 'ECDH', cipher: 'AES-128', parameter_id: 8 },
      { mapping: 'IM', agreement: 'ECDH', cipher: '3DES', parameter_id: 8 },
    ],
    can: '123456',
  },
  ca: [{ kind: 'ECDH', parameter_id: 8, private_key: 5n }],
  aa: { kind: 'ECDSA', parameter_id: 8, hash: 'SHA-1', private_key: 7n },
};

const byte = fc.integer({ min: 0, max: 255 });
const instruction = fc.constantFrom(0x22, 0x82, 0x84, 0x86, 0x88, 0xa4, 0xb0, 0xb1, 0xc0);
const parameters = fc.constantFrom([0, 0], [0xc1, 0xa4], [0x41, 0xa4], [0x41, 0xa6], [2, 12], [4, 12], [0x81, 0]);

const objects = fc
  .array(fc.tuple(fc.constantFrom(0x54, 0x7c, 0x80, 0x81, 0x83, 0x84, 0x85, 0x91), fc.uint8Array({ maxLength: 70 })), {
    maxLength: 3,
  })
  .map((list) => Uint8Array.from(list.flatMap(([tag, content]) => [...tlv(tag, content)])));
const known = fc.constantFrom(
  ...['800A04007F00070202040202830101', '800A04007F00070202040401830102', '7C00', 'A0000002471001', '0101'].map(
    (text) => Uint8Array.from(Buffer.from(text, 'hex')),
  ),
);
const data = fc.oneof(
  fc.constant(new Uint8Array()),
  known,
  objects,
  objects.map((list) => tlv(0x7c, list)),
);

const command = fc
  .record({
    cla: fc.oneof(fc.constantFrom(0x00, 0x10, 0x0c), byte),
    ins: fc.oneof(instruction, byte),
    p: fc.oneof(parameters, fc.tuple(byte, byte)),
    data,
    le: fc.option(fc.integer({ min: 1, max: 65_536 }), { nil: undefined }),
  })
  .map(({ cla, ins, p, data, le }) => ({ cla, ins, p1: p[0]!, p2: p[1]!, data, ...(le && { le }) }));

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  command.map((each) => encodeCommand(each)),
);

/** SW1 of ISO/IEC 7816-4, 5.6. */
const STATUS = /^(?:90|6[1-9a-f])$/;

test('responds to every command before access', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(bytes, { maxLength: 12 }), async (commands) => {
      const chip = createVirtualChip(CONTENTS);
      for (const each of commands) expect(bytesToHex((await chip.transmit(each)).slice(-2, -1))).toMatch(STATUS);
    }),
    trials(150),
  );
});

describe('with a channel', () => {
  const isPlainRefusal = (response: Uint8Array) =>
    response.length === 2 && response[0] === 0x69 && (response[1] === 0x87 || response[1] === 0x88);

  test('keeps the channel for any command, or tells the reader that it has ended', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { maxLength: 6 }), async (commands) => {
        const { chip, channel } = await openedByBac(CONTENTS);
        const responses: Uint8Array[] = [];
        for (const each of commands) responses.push(await chip.transmit(each));
        const isAlive = await answersUnder(channel, (each) => chip.transmit(each));
        expect(isAlive).toBe(!responses.some(isPlainRefusal));
      }),
      trials(150),
    );
  });

  test('gives every secured command a secured response', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 6 }), async (commands) => {
        const { chip, channel } = await openedByBac(CONTENTS);
        for (const { cla, ...each } of commands) {
          const sent = channel.wrapCommand({ ...each, cla: cla & 0x10 });
          expect(channel.unwrapResponse(await chip.transmit(sent)).status >> 8).toSatisfy((sw1: number) =>
            STATUS.test(sw1.toString(16)),
          );
        }
      }),
      trials(150),
    );
  });

  async function answersUnder(channel: SecureMessaging, transmit: (command: Uint8Array) => Promise<Uint8Array>) {
    const response = await transmit(channel.wrapCommand({ cla: 0, ins: 0xb0, p1: 0x81, p2: 0, le: 4 }));
    return response.length > 2 && channel.unwrapResponse(response).status === 0x9000;
  }
});

test('throws nothing but the loss of the chip, with any fault', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(bytes, { maxLength: 6 }), fc.constantFrom(...FAULTS), async (commands, { name }) => {
      const chip = createVirtualChip(CONTENTS, { faults: [name], wait: async () => {} });
      for (const each of commands) {
        const response = await chip.transmit(each).catch((error: Error) => error);
        if (response instanceof Error)
          expect(response.message).toMatch(/^The chip (?:is not in the field|does not respond)\.$/);
      }
    }),
    trials(150),
  );
});
