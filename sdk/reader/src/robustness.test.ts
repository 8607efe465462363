/** Against a hostile chip, every operation ends, and throws nothing but ChipError. */
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trials } from '../../../tests/support/runs/trials.ts';
import { fitsCardSecurity } from './access/mapping-evidence.ts';
import type { Transmit } from './apdu/exchange-apdus.ts';
import { ChipError } from './chip-error.ts';
import { deriveSessionKeys } from './cipher/session-keys.ts';
import { domainParameters } from './curves/domain-parameters.ts';
import { openChip } from './open-chip.ts';
import { tlv } from './tlv/tlv.ts';
import { type ChipContents, createVirtualChip, seededRandom } from './virtual-chip/index.ts';

const MRZ = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<L898902C<3UTO6908061F9406236ZE184226B<<<<<14';
const contents: ChipContents = {
  files: {
    com: tlv(0x60, new Uint8Array(20)),
    dg1: tlv(0x61, tlv(0x5f1f, utf8ToBytes(MRZ))),
    dg2: tlv(0x75, new Uint8Array(3000)),
  },
  access: { bac: true, pace: [{ mapping: 'GM', agreement: 'ECDH', cipher: 'AES-128', parameter_id: 8 }] },
  aa: { kind: 'ECDSA', parameter_id: 12, hash: 'SHA-256', private_key: 0x77n },
};
const PROBE = {
  protocol: '0.4.0.127.0.7.2.2.3.2.2',
  ephemeral_public_key: domainParameters(13)!.generator,
  probe_apdu: hexToBytes('0ca4020c'),
};

async function doEverything(transmit: Transmit): Promise<void> {
  let commands = 0;
  const counted: Transmit = (command) => {
    if (++commands > 5000) throw new Error('The reader does not come to an end.');
    return transmit(command);
  };
  const attempt = async <T>(action: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await action();
    } catch (error) {
      expect(error).toBeInstanceOf(ChipError);
      return undefined;
    }
  };
  const chip = await attempt(() => openChip(counted, { access: { mrz: MRZ }, random: seededRandom('reader') }));
  for (const name of ['com', 'dg1', 'dg2'] as const) await attempt(async () => chip?.readFile(name));
  await attempt(async () => chip?.internalAuthenticate(new Uint8Array(8)));
  await attempt(async () => chip?.chipAuthentication(PROBE));
  expect(commands).toBeLessThan(5000);
}

const statuses = fc
  .constantFrom('9000', '6282', '6700', '6b00', '6c10', '6110', '6982', '6300', '6a82', '6988')
  .map(hexToBytes);
const starts = fc
  .constantFrom('', '7c', '7c12801001', '3114', '8709', '990290008e08', '99029000', '7582', '7f66')
  .map(hexToBytes);
const responses = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc
    .tuple(starts, fc.uint8Array({ maxLength: 300 }), statuses)
    .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part]))),
);

test('survives a chip that sends arbitrary responses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(responses, { minLength: 1, maxLength: 12 }), async (script) => {
      let place = 0;
      await doEverything(async () => script[place++ % script.length]!);
    }),
    trials(100),
  );
});

test('survives a genuine chip whose responses are altered in transit', async () => {
  const change = fc.record({
    at: fc.nat(30),
    times: fc.integer({ min: 1, max: 4 }),
    instead: fc.option(responses),
    byte: fc.nat(),
    mask: fc.integer({ min: 1, max: 255 }),
  });
  await fc.assert(
    fc.asyncProperty(change, fc.boolean(), async ({ at, times, instead, byte, mask }, has_pace) => {
      const chip = createVirtualChip(contents, has_pace ? {} : { access: { pace: [] } });
      let command = 0;
      await doEverything(async (bytes) => {
        const response = (await chip.transmit(bytes)).slice();
        const is_changed = command >= at && command < at + times;
        command++;
        if (!is_changed) return response;
        if (instead) return instead;
        const place = byte % response.length;
        response[place] = response[place]! ^ mask;
        return response;
      });
    }),
    trials(40),
  );
});

test('survives an arbitrary file', () => {
  const group = domainParameters(13)!;
  const keys = deriveSessionKeys(new Uint8Array(32), 'AES-128');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.uint8Array({ maxLength: 140 }), (file, encrypted_data) => {
      try {
        fitsCardSecurity(group, keys, { public_key: group.generator, encrypted_data }, tlv(0x30, file));
      } catch (error) {
        expect(error).toBeInstanceOf(ChipError);
      }
    }),
    trials(300),
  );
});
