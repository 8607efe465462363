import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import type { AccessKey } from './access/password.ts';
import { decodeCommand } from './apdu/apdu.ts';
import type { SessionCipher } from './cipher/session-cipher.ts';
import { deriveSessionKeys } from './cipher/session-keys.ts';
import { domainParameters } from './curves/domain-parameters.ts';
import { openChip } from './open-chip.ts';
import { SecureMessaging } from './secure-messaging/secure-messaging.ts';
import { tlv } from './tlv/tlv.ts';
import {
  type ChipContents,
  createVirtualChip,
  FAULTS,
  type PaceOffer,
  seededRandom,
  type VirtualChipOptions,
} from './virtual-chip/index.ts';

const MRZ = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C<3UTO6908061F9406236ZE184226B<<<<<14'];
const CAN = '135790';
/** Uses a small curve, because most tests are about later steps. */
const PACE: PaceOffer = { mapping: 'GM', agreement: 'ECDH', cipher: 'AES-128', parameter_id: 8 };
const CA_KEY = 0x123456789abcdefn;

const filler = (length: number) => Uint8Array.from({ length }, (_, place) => (place * 7 + (place >> 8)) & 0xff);

const contents: ChipContents = {
  files: {
    com: tlv(0x60, filler(20)),
    sod: tlv(0x77, filler(1900)),
    dg1: tlv(0x61, tlv(0x5f1f, utf8ToBytes(MRZ.join('')))),
    dg2: tlv(0x75, filler(15_360)),
    dg14: tlv(0x6e, filler(300)),
    dg15: tlv(0x6f, filler(90)),
  },
  access: { bac: true, pace: [PACE], can: CAN },
  aa: { kind: 'ECDSA', parameter_id: 12, hash: 'SHA-256', private_key: 0x77n },
  ca: [{ kind: 'ECDH', parameter_id: 13, private_key: CA_KEY }],
};
const FILES = ['com', 'sod', 'dg1', 'dg2', 'dg14', 'dg15'] as const;

async function readAll(
  chip: ReturnType<typeof createVirtualChip>,
  { access = { mrz: MRZ.join('\n') }, seed = 'reader' }: { access?: AccessKey; seed?: string } = {},
) {
  const open = await openChip(chip.transmit, { access, random: seededRandom(seed) });
  const files: Partial<Record<(typeof FILES)[number], string>> = {};
  for (const name of FILES) files[name] = bytesToHex(await open.readFile(name));
  return { open, files };
}

const genuine = Object.fromEntries(FILES.map((name) => [name, bytesToHex(contents.files[name]!)]));

describe('opens the chip with every protocol', () => {
  const ciphers: SessionCipher[] = ['3DES', 'AES-128', 'AES-192', 'AES-256'];
  const curves = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18];
  const offers: PaceOffer[] = [
    ...ciphers.map((cipher) => ({ ...PACE, cipher })),
    ...ciphers.map((cipher) => ({ ...PACE, cipher, mapping: 'IM' as const })),
    ...ciphers.slice(1).map((cipher) => ({ ...PACE, cipher, mapping: 'CAM' as const, parameter_id: 13 })),
    ...curves.map((parameter_id) => ({ ...PACE, parameter_id })),
    { ...PACE, mapping: 'IM', parameter_id: 18, cipher: 'AES-256' },
    { ...PACE, agreement: 'DH', parameter_id: 0 },
    { ...PACE, agreement: 'DH', parameter_id: 1, cipher: 'AES-192' },
    { ...PACE, agreement: 'DH', parameter_id: 2, cipher: '3DES' },
    { ...PACE, agreement: 'DH', parameter_id: 0, mapping: 'IM' },
    { ...PACE, agreement: 'DH', parameter_id: 2, mapping: 'IM', cipher: 'AES-256' },
  ];
  test.each(offers)('PACE-$mapping, $agreement, $cipher, parameters $parameter_id', async (offer) => {
    const chip = createVirtualChip(contents, { access: { pace: [offer] } });
    const open = await openChip(chip.transmit, { access: { mrz: MRZ.join('\n') } });
    const { mapping, cipher } = offer;
    expect(open.access).toMatchObject({ protocol: 'PACE', mapping, cipher, key: 'MRZ' });
    expect(bytesToHex(await open.readFile('dg1'))).toBe(genuine['dg1']);
  });

  test.each<[string, VirtualChipOptions]>([
    ['has short lengths', { extended_length: false }],
    ['promised others, and refuses them', { faults: ['extended-length-refused'] }],
  ])('sends 2048 bits modulo a prime in parts to a chip that %s', async (_, options) => {
    const pace: PaceOffer[] = [{ ...PACE, agreement: 'DH', parameter_id: 2 }];
    const chip = createVirtualChip(contents, { ...options, access: { pace } });
    const { open, files } = await readAll(chip);
    expect(open.access.protocol).toBe('PACE');
    expect(files).toEqual(genuine);
  });

  test('uses PACE with the card access number, and BAC without PACE', async () => {
    const card = await readAll(createVirtualChip(contents), { access: { can: CAN } });
    expect(card.open.access).toMatchObject({ protocol: 'PACE', key: 'CAN' });
    const old = await readAll(createVirtualChip(contents, { access: { pace: [] } }));
    expect(old.open.access).toEqual({ protocol: 'BAC', cipher: '3DES', key: 'MRZ' });
    expect(old.files).toEqual(genuine);
  });

  test('skips offers that the chip does not start, down to BAC', async () => {
    const strong: PaceOffer = { ...PACE, cipher: 'AES-256' };
    const opened = async (refused: RegExp, access: AccessKey = { mrz: MRZ.join('') }) => {
      const chip = createVirtualChip(contents, { access: { pace: [strong, PACE] } });
      const transmit = async (command: Uint8Array) =>
        refused.test(bytesToHex(command)) ? Uint8Array.of(0x6a, 0x80) : chip.transmit(command);
      return (await openChip(transmit, { access })).access;
    };
    expect(await opened(/^0022c1a4.*0204020483/)).toMatchObject({ protocol: 'PACE', cipher: 'AES-128' });
    expect(await opened(/^0022c1a4/)).toMatchObject({ protocol: 'BAC' });
    await expect(opened(/^0022c1a4/, { can: CAN })).rejects.toMatchObject({ code: 'ACCESS_UNSUPPORTED' });
  });

  test('takes the best of several offers: chip authentication, then the strongest cipher', async () => {
    const pace: PaceOffer[] = [
      { ...PACE, cipher: '3DES' },
      { ...PACE, agreement: 'DH', cipher: 'AES-256', parameter_id: 2 },
      { ...PACE, cipher: 'AES-256', parameter_id: 16 },
      { ...PACE, mapping: 'CAM', parameter_id: 13 },
    ];
    const taken = async (offers: PaceOffer[]) => {
      const chip = createVirtualChip(contents, { access: { pace: offers } });
      return (await openChip(chip.transmit, { access: { can: CAN } })).access;
    };
    expect((await taken(pace)).mapping).toBe('CAM');
    expect(await taken(pace.slice(0, 3))).toMatchObject({
      mapping: 'GM',
      cipher: 'AES-256',
      oid: '0.4.0.127.0.7.2.2.4.2.4',
    });
  });
});

describe('reading a chip', () => {
  test('reports progress in bytes, and continues an interrupted reading where it stopped', async () => {
    const chip = createVirtualChip(contents, { faults: ['field-lost:14'], extended_length: false });
    const access = { mrz: MRZ.join('') };
    const first = await openChip(chip.transmit, { access });
    const told: number[] = [];
    let resumeFrom = new Uint8Array();
    const onProgress = (read: number, total: number, so_far: Uint8Array) => {
      told.push(read);
      expect(total).toBe(contents.files.dg2!.length);
      resumeFrom = so_far.slice();
    };
    await expect(first.readFile('dg2', { onProgress })).rejects.toMatchObject({ code: 'CHIP_LOST' });
    expect(told.length).toBeGreaterThan(1);
    expect(resumeFrom).toHaveLength(told.at(-1)!);

    chip.enterField();
    const second = await openChip(chip.transmit, { access });
    const before = chip.exchanges.length;
    const resumed_at = told.length;
    const bytes = await second.readFile('dg2', { resumeFrom, onProgress });
    expect(bytesToHex(bytes)).toBe(genuine['dg2']);
    expect(told[resumed_at]).toBeGreaterThan(told[resumed_at - 1]!);
    const all = Math.ceil(contents.files.dg2!.length / 223);
    expect(chip.exchanges.length - before).toBe(all - resumed_at + 1);
  });

  test('reads beyond 32 KB with the offset in a data object', async () => {
    const large = { ...contents, files: { ...contents.files, dg2: tlv(0x75, filler(70_000)) } };
    for (const extended_length of [true, false]) {
      const chip = createVirtualChip(large, { extended_length });
      const open = await openChip(chip.transmit, { access: { can: CAN } });
      expect(bytesToHex(await open.readFile('dg2'))).toBe(bytesToHex(large.files.dg2));
    }
  });

  test('sends the same commands for the same chip and the same random bytes', async () => {
    const traces = await Promise.all(
      [1, 2].map(async () => {
        const chip = createVirtualChip(contents, { random: seededRandom('chip') });
        await readAll(chip, { seed: 'same' });
        return chip.exchanges.map(({ command }) => bytesToHex(command));
      }),
    );
    expect(traces[0]).toEqual(traces[1]);
  });

  test('uses short lengths over a transport with short lengths', async () => {
    const chip = createVirtualChip(contents);
    let longest = 0;
    const open = await openChip(chip.transmit, {
      access: { mrz: MRZ.join('') },
      extended_length: false,
      onExchange: ({ command, response }) => {
        expect(decodeCommand(command).extended).toBe(false);
        longest = Math.max(longest, response.length);
      },
    });
    await open.readFile('dg2');
    expect(longest).toBeGreaterThan(230);
    expect(longest).toBeLessThanOrEqual(258);
  });

  test('tells a chip with several groups which one to use', async () => {
    const chosen = async (pace: PaceOffer[]) => {
      const chip = createVirtualChip(contents, { access: { pace } });
      await openChip(chip.transmit, { access: { can: CAN } });
      const choice = chip.exchanges.map(({ command }) => decodeCommand(command)).find(({ ins }) => ins === 0x22);
      return bytesToHex(choice!.data!);
    };
    expect(await chosen([PACE])).toMatch(/830102$/);
    expect(await chosen([{ ...PACE, parameter_id: 16 }, PACE])).toMatch(/830102840110$/);
  });

  test('also when this reader knows only one of its groups (Doc 9303-11, 4.4.4.1)', async () => {
    const [known, unknown] = ['3012060a04007f0007020204020202010202010', '3012060a04007f0007020204020202010202011'];
    const card_access = tlv(0x31, hexToBytes(`${unknown}f`), hexToBytes(`${known}8`));
    const chip = createVirtualChip(contents, { access: { pace: [PACE], card_access } });
    const { access } = await openChip(chip.transmit, { access: { can: CAN } });
    expect(access.protocol).toBe('PACE');
    const choice = chip.exchanges.map(({ command }) => decodeCommand(command)).find(({ ins }) => ins === 0x22);
    expect(bytesToHex(choice!.data!)).toMatch(/830102840108$/);
  });

  test.each([0x6a80, 0x6a86, 0x6a87, 0x6a88])(
    'and after the chip refused with %s to start without it',
    async (status) => {
      const chip = createVirtualChip(contents, { access: { bac: false, pace: [PACE] } });
      const choices: string[] = [];
      const transmit = async (command: Uint8Array) => {
        const { ins, data } = decodeCommand(command);
        if (ins !== 0x22) return chip.transmit(command);
        choices.push(bytesToHex(data!));
        return choices.length === 1 ? Uint8Array.of(status >> 8, status & 0xff) : chip.transmit(command);
      };
      const { access } = await openChip(transmit, { access: { mrz: MRZ.join('') } });
      expect(access.protocol).toBe('PACE');
      expect(choices).toEqual([expect.stringMatching(/830101$/), expect.stringMatching(/830101840108$/)]);
    },
  );
});

describe('a refusal in the last step of PACE', () => {
  const opened = (status: number, { bac = true, access = { mrz: MRZ.join('') } as AccessKey } = {}) => {
    const chip = createVirtualChip(contents, { access: { bac, pace: [PACE] } });
    const transmit = async (command: Uint8Array) =>
      bytesToHex(command).startsWith('0086') ? Uint8Array.of(status >> 8, status & 0xff) : chip.transmit(command);
    return openChip(transmit, { access });
  };

  test.each([0x6300, 0x63c2, 0x6982, 0x6984])('with %s is about the key', async (status) => {
    await expect(opened(status)).rejects.toMatchObject({ fail_cause: 'mrz_refused', status_word: status });
    await expect(opened(status, { access: { can: CAN } })).rejects.toMatchObject({ fail_cause: 'can_refused' });
  });

  test.each([0x6400, 0x6581, 0x6985, 0x6a80, 0x6f00])(
    'with %s is an error of the chip, so BAC opens it',
    async (status) => {
      expect((await opened(status)).access).toMatchObject({ protocol: 'BAC' });
      for (const without of [{ bac: false }, { access: { can: CAN } }])
        await expect(opened(status, without)).rejects.toMatchObject({
          fail_cause: 'chip_failure',
          status_word: status,
        });
    },
  );
});

describe('a faulty chip', () => {
  test.each(FAULTS.filter(({ ends }) => ends !== 'READ_AFTER_NEW_CONTACT'))('$title: $ends', async ({ name, ends }) => {
    const chip = createVirtualChip(contents, { faults: [name], wait: async () => {} });
    const reading = readAll(chip).then(async ({ open, files }) => {
      await open.internalAuthenticate(filler(8));
      await open.chipAuthentication(probeFor(name === 'chip-authentication-refused' ? 5 : undefined));
      return files;
    });
    if (name === 'com-missing') await expect(reading).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    else if (ends === 'READ') expect(await reading).toEqual(genuine);
    else await expect(reading).rejects.toMatchObject({ name: 'ChipError', code: ends });
  });

  test('stops between two commands when the signal is aborted', async () => {
    const ending = new AbortController();
    const chip = createVirtualChip(contents);
    const open = await openChip(chip.transmit, {
      access: { mrz: MRZ.join('') },
      signal: ending.signal,
      onExchange: () => chip.exchanges.length === 14 && ending.abort(),
    });
    await expect(open.readFile('dg2')).rejects.toMatchObject({ code: 'ABORTED' });
    expect(chip.exchanges).toHaveLength(14);
  });

  test('gets a wrong document number refused by the chip, and an impossible one before reading', async () => {
    const fields = { document_number: 'L898902D', date_of_birth: '690806', date_of_expiry: '940623' };
    for (const pace of [[PACE], []]) {
      const chip = createVirtualChip(contents, { access: { pace } });
      await expect(openChip(chip.transmit, { access: fields })).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    }
    const chip = createVirtualChip(contents);
    const mistyped = MRZ.join('\n').replace('L898902C', 'L898902D');
    await expect(openChip(chip.transmit, { access: { mrz: mistyped } })).rejects.toMatchObject({
      code: 'ACCESS_DENIED',
      problem: { field: 'document_number' },
    });
    expect(chip.exchanges).toHaveLength(0);
  });
});

describe('proofs', () => {
  test('signs a challenge', async () => {
    const chip = createVirtualChip(contents);
    const open = await openChip(chip.transmit, { access: { can: CAN } });
    expect(await open.internalAuthenticate(filler(8))).toHaveLength(64);
  });

  test("returns the probe's response under keys that the reader does not have, and reads nothing afterwards", async () => {
    const chip = createVirtualChip(contents);
    const open = await openChip(chip.transmit, { access: { can: CAN } });
    const answer = await open.chipAuthentication(probeFor());
    expect(bytesToHex(answer)).toMatch(/^99029000.*9000$/);
    await expect(open.readFile('com')).rejects.toMatchObject({ code: 'SECURE_MESSAGING_FAILED' });
  });
});

/** Outside this test, only the service has the private key of the ephemeral public key. */
function probeFor(key_id?: number) {
  const group = domainParameters(13)!;
  const private_key = 0xfedcba987654321n;
  const chip_key = group.multiply(CA_KEY, group.generator);
  const keys = deriveSessionKeys(group.sharedSecret(private_key, chip_key), 'AES-128');
  const select = { cla: 0, ins: 0xa4, p1: 0x02, p2: 0x0c, data: Uint8Array.of(0x01, 0x1e) };
  return {
    protocol: '0.4.0.127.0.7.2.2.3.2.2',
    ...(key_id !== undefined && { key_id }),
    ephemeral_public_key: group.multiply(private_key, group.generator),
    probe_apdu: new SecureMessaging(keys).wrapCommand(select),
  };
}
