import { bytesToHex } from '@noble/curves/utils.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import type { FileName } from '../../files/elementary-file.ts';
import { openChip } from '../../open-chip.ts';
import { seededRandom } from '../../random.ts';
import { tlv } from '../../tlv/tlv.ts';
import type { ChipContents } from '../contents.ts';
import { createVirtualChip, type VirtualChip, type VirtualChipOptions } from '../virtual-chip.ts';
import { FAULTS, type FaultName } from './chip-faults.ts';

const MRZ = 'P<UTOSTEVENSON<<PETER<JOHN<<<<<<<<<<<<<<<<<<L898902C<3UTO6908061M9406236<<<<<<<<<<<<<<<2';
const CONTENTS: ChipContents = {
  files: {
    com: tlv(0x60, new Uint8Array(20)),
    sod: tlv(0x77, new Uint8Array(400)),
    dg1: tlv(0x61, tlv(0x5f1f, utf8ToBytes(MRZ))),
    dg2: tlv(0x75, new Uint8Array(900)),
  },
  access: { bac: true, pace: [{ mapping: 'GM', agreement: 'ECDH', cipher: 'AES-128', parameter_id: 12 }] },
  aa: { kind: 'ECDSA', parameter_id: 12, hash: 'SHA-256', private_key: 5n },
  ca: [{ kind: 'ECDH', parameter_id: 12, private_key: 7n }],
};
/** The service's public key; any point of the curve will do, because the response to the probe is not checked. */
const POINT = Buffer.from(
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  'hex',
);
const PROBE = {
  protocol: '0.4.0.127.0.7.2.2.3.2.2',
  ephemeral_public_key: new Uint8Array(POINT),
  probe_apdu: Uint8Array.of(0x0c, 0xa4, 0x02, 0x0c),
};

/** Reconnects once after a loss, and ignores how the reading ends. */
async function reading(options: VirtualChipOptions, contents = CONTENTS): Promise<VirtualChip> {
  const chip = createVirtualChip(contents, { random: seededRandom('chip'), wait: async () => {}, ...options });
  const random = seededRandom('reader');
  const once = async () => {
    const open = await openChip(chip.transmit, { access: { mrz: MRZ }, random });
    for (const name of Object.keys(CONTENTS.files)) await open.readFile(name as FileName).catch(unlessLost);
    await open.internalAuthenticate(new Uint8Array(8)).catch(unlessLost);
    await open.chipAuthentication(PROBE).catch(unlessLost);
  };
  const unlessLost = (error: { code: string }) => {
    if (error.code === 'CHIP_LOST') throw error;
  };
  await once().catch(async (error: { code: string }) => {
    if (error.code !== 'CHIP_LOST') return;
    chip.enterField();
    await once().catch(() => {});
  });
  return chip;
}

const sound = await reading({});

const wire = ({ exchanges }: VirtualChip) =>
  exchanges.map(({ command, response }) => [command, response].map(bytesToHex));
const statuses = (chip: VirtualChip) => wire(chip).map(([, response]) => response!.slice(-4));
const commands = (chip: VirtualChip) => wire(chip).map(([command]) => command!);

test.each(FAULTS)('$name: differs from a chip without faults', async ({ name }) => {
  const waited: number[] = [];
  const wait = async (milliseconds: number) => void waited.push(milliseconds);
  // A chip that offers PACE is opened with PACE anyway, so the fault shows only on a chip without PACE.
  const contents = name === 'pace-only' ? { ...CONTENTS, access: { ...CONTENTS.access, pace: [] } } : CONTENTS;
  const faulty = await reading({ faults: [name], wait }, contents);
  if (name === 'slow') expect(waited).toEqual(faulty.exchanges.map(() => 60));
  else expect(wire(faulty)).not.toEqual(wire(name === 'pace-only' ? await reading({}, contents) : sound));
});

describe('on the wire', () => {
  test.each<[FaultName, RegExp]>([
    ['wrong-length', /^6ca0$/],
    ['extended-length-refused', /^6700$/],
    ['answers-in-parts', /^61/],
    ['read-refused', /^6982$/],
    ['internal-error', /^6f00$/],
    ['keys-forgotten', /^6988$/],
    ['wrong-key', /^6300$/],
    ['no-application', /^6a82$/],
    ['portrait-missing', /^6a82$/],
    ['chip-authentication-refused', /^6a88$/],
  ])('%s: %s', async (name, status) => {
    const first = (chip: VirtualChip) =>
      [...statuses(chip), 'none'].findIndex((each) => each === 'none' || status.test(each));
    const faulty = await reading({ faults: [name] });
    expect(statuses(faulty)[first(faulty)]).toMatch(status);
    expect(first(faulty)).toBeLessThan(first(sound));
  });

  test.each<[FaultName, string]>([
    ['bac-only', '0082000028'],
    ['pace-cam', '0022c1a40f800a04007f00070202040602830101'],
  ])('%s: makes the reader use this protocol', async (name, command) => {
    const takesIt = (chip: VirtualChip) => commands(chip).some((each) => each.startsWith(command));
    expect(takesIt(await reading({ faults: [name] }))).toBe(true);
    expect(takesIt(sound)).toBe(false);
  });

  test('takes more and shorter reads with short-reads', async () => {
    const chip = await reading({ faults: ['short-reads:64'], extended_length: false });
    const longest = Math.max(
      ...chip.exchanges.filter(({ command }) => command[1] === 0xb0).map(({ response }) => response.length),
    );
    // 64 bytes with their padding are 80; securing them adds 19 more, with the status.
    expect(longest).toBe(80 + 3 + 4 + 10 + 2);
    expect(chip.exchanges.length).toBeGreaterThan((await reading({ extended_length: false })).exchanges.length + 10);
  });

  test('has a wrong checksum in the right place, and no difference before it', async () => {
    const [faulty, genuine] = [wire(await reading({ faults: ['wrong-mac:3'] })), wire(sound)];
    const place = faulty.findIndex((exchange, index) => exchange.join() !== genuine[index]?.join());
    const secured = faulty.slice(0, place + 1).filter(([command]) => command!.startsWith('0c'));
    expect(secured).toHaveLength(3);
    expect(faulty[place]![0]).toBe(genuine[place]![0]);
  });
});
