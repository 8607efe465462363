import { bytesToHex, hexToBytes } from '@noble/curves/utils.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { openedByBac } from '../../../../../tests/support/documents/opened-by-bac.ts';
import { tlv } from '../../tlv/tlv.ts';
import type { ChipContents, PaceOffer } from '../contents.ts';

import { createVirtualChip, type VirtualChip, type VirtualChipOptions } from '../virtual-chip.ts';

const MRZ = 'P<UTOSTEVENSON<<PETER<JOHN<<<<<<<<<<<<<<<<<<L898902C<3UTO6908061M9406236<<<<<<<<<<<<<<<2';
const PACE: PaceOffer = { mapping: 'GM', agreement: 'ECDH', cipher: 'AES-128', parameter_id: 13 };
const CONTENTS: ChipContents = {
  files: {
    com: hexToBytes('600430313037'),
    sod: tlv(0x77, new Uint8Array(300)),
    dg1: tlv(0x61, tlv(0x5f1f, utf8ToBytes(MRZ))),
    dg2: tlv(0x75, new Uint8Array(40_000)),
    dg3: tlv(0x63, new Uint8Array(10)),
  },
  access: { bac: true, pace: [PACE], can: '123456' },
};

const hex = (text: string) => hexToBytes(text.replaceAll(' ', '').toLowerCase());
const say = async (chip: VirtualChip, command: string) => bytesToHex(await chip.transmit(hex(command))).toUpperCase();

const SELECT_APPLICATION = '00A4040C07A0000002471001';

async function opened(options: VirtualChipOptions = {}) {
  const { chip, channel } = await openedByBac(CONTENTS, options);
  const secured = async (command: Parameters<typeof channel.wrapCommand>[0]) =>
    channel.unwrapResponse(await chip.transmit(channel.wrapCommand(command)));
  const read = (p1: number, p2: number, le: number) => secured({ cla: 0, ins: 0xb0, p1, p2, le });
  return { chip, secured, read };
}

describe('before access', () => {
  test.each([
    [
      'the master file is current, and EF.CardAccess is free',
      '00B09C0000',
      '31143012060A04007F0007020204020202010202010D9000',
    ],
    ['EF.CardAccess by its identifier', '00A4020C02011C', '9000'],
    ['EF.CardSecurity is not there without a State that signed it', '00A4020C02011D', '6A82'],
    ['a file that is not there', '00A4020C021234', '6A82'],
    ['another application', '00A4040C07A0000000041010', '6A82'],
    ['the application', SELECT_APPLICATION, '9000'],
    ['the application with its description', '00A4040007A000000247100100', '6F098407A00000024710019000'],
    ['no file is current', '00B0000004', '6986'],
    ['without an expected length nothing is read', '00B09C00', '6700'],
    ['BAC belongs to the application', '0084000008', '6D00'],
    ['an unknown instruction', '00FE0000', '6D00'],
    ['an unknown class', '80B0000004', '6E00'],
    ['logical channels', '01B0000004', '6881'],
    ['secure messaging before there are keys', '0CB0000004', '6882'],
    ['a length that is not that of the data', '00A4020C05011C', '6700'],
    ['PACE with a protocol that is not offered', '0022C1A40F800A04007F00070202040203830101', '6A80'],
    ['PACE with a PIN, which documents do not have', '0022C1A40F800A04007F00070202040202830103', '6A88'],
    ['GENERAL AUTHENTICATE without a protocol', '00860000027C0000', '6985'],
  ])('%s', async (_, command, answer) => {
    expect(await say(createVirtualChip(CONTENTS), command)).toBe(answer);
  });

  test('reveals nothing of the application, not even which data groups exist', async () => {
    const chip = createVirtualChip(CONTENTS);
    await say(chip, SELECT_APPLICATION);
    for (const command of ['00A4020C020101', '00A4020C020105', '00B0810004', '00B0850004', '00B0000004'])
      expect(await say(chip, command), command).toBe('6982');
  });

  test('accepts a challenge for the next command only', async () => {
    const chip = createVirtualChip(CONTENTS);
    await say(chip, SELECT_APPLICATION);
    const proof = `0082000028${'00'.repeat(40)}28`;
    expect(await say(chip, proof)).toBe('6985');
    expect(await say(chip, '0084000008')).toMatch(/^[0-9A-F]{16}9000$/);
    expect(await say(chip, SELECT_APPLICATION)).toBe('9000');
    expect(await say(chip, proof)).toBe('6985');
    await say(chip, '0084000008');
    expect(await say(chip, proof)).toBe('6300');
    expect(await say(chip, proof)).toBe('6985');
  });
});

describe('PACE', () => {
  const SET = '0022C1A40F800A04007F00070202040202830101';

  test('performs its steps in order, and is aborted by another command', async () => {
    const chip = createVirtualChip(CONTENTS);
    expect(await say(chip, SET)).toBe('9000');
    expect(await say(chip, '10860000027C0000')).toMatch(/^7C128010[0-9A-F]{32}9000$/);
    expect(await say(chip, '00A4020C02011C')).toBe('9000');
    expect(await say(chip, '10860000027C0000')).toBe('6985');
  });

  test('is aborted by an invalid point', async () => {
    const chip = createVirtualChip(CONTENTS);
    await say(chip, SET);
    await say(chip, '10860000027C0000');
    expect(await say(chip, `10860000457C43814104${'11'.repeat(64)}00`)).toBe('6A80');
    expect(await say(chip, `10860000457C43834104${'11'.repeat(64)}00`)).toBe('6985');
  });

  test('accepts a step in parts, and responds to it after the last part', async () => {
    const chip = createVirtualChip(CONTENTS);
    await say(chip, SET);
    await say(chip, '10860000027C0000');
    const point =
      '047ACF3EFC982EC45565A4B155129EFBC74650DCBFA6362D896FC70262E0C2CC5E544552DCB6725218799115B55C9BAA6D9F6BC3A9618E70C25AF71777A9C4922D';
    expect(await say(chip, `10860000107C438141${point.slice(0, 24)}00`)).toBe('9000');
    expect(await say(chip, `1086000035${point.slice(24)}00`)).toMatch(/^7C43824104[0-9A-F]{128}9000$/);
  });

  test('refuses another command within a chain, and drops the chain', async () => {
    const chip = createVirtualChip(CONTENTS);
    await say(chip, SET);
    expect(await say(chip, '10860000047C43814100')).toBe('9000');
    expect(await say(chip, '00A4020C02011C')).toBe('6883');
    expect(await say(chip, '00A4020C02011C')).toBe('9000');
  });
});

describe('with a channel', () => {
  test('reads files by identifier, short identifier and offset', async () => {
    const { secured, read } = await opened();
    expect(await read(0x9e, 0, 6)).toEqual({ data: CONTENTS.files.com, status: 0x9000 });
    expect((await read(0, 2, 4)).data).toEqual(CONTENTS.files.com!.slice(2));
    expect((await read(0, 4, 4)).status).toBe(0x6282);
    expect((await read(0, 6, 1)).status).toBe(0x6b00);
    const select = (id: number[]) => secured({ cla: 0, ins: 0xa4, p1: 2, p2: 12, data: Uint8Array.from(id) });
    expect((await select([1, 2])).status).toBe(0x9000);
    expect((await read(0x7f, 0xff, 0x20)).data).toHaveLength(0x20);
    expect((await select([1, 5])).status).toBe(0x6a82);
    // A failed selection leaves the previous file selected.
    expect((await read(0, 0, 4)).data).toEqual(CONTENTS.files.dg2!.slice(0, 4));
  });

  test('returns as much as fits into a short response', async () => {
    const { read } = await opened();
    expect((await read(0x82, 0, 256)).data).toHaveLength(231);
  });

  test('uses data objects for the offset and the data beyond 32767', async () => {
    const { secured, read } = await opened();
    await read(0x82, 0, 4);
    const far = { cla: 0, ins: 0xb1, p1: 0, p2: 0, data: hex('5403009C3E'), le: 100 };
    const { data, status } = await secured(far);
    expect([bytesToHex(data.slice(0, 2)), data.length, status]).toEqual(['5306', 8, 0x6282]);
    const most = await secured({ ...far, data: hex('54028000'), le: 256 });
    expect([bytesToHex(most.data.slice(0, 3)), most.data.length, most.status]).toEqual(['5381e3', 230, 0x9000]);
    expect((await secured({ ...far, data: hex('5402FFFF') })).status).toBe(0x6b00);
    expect((await secured({ ...far, data: hex('5502FFFF') })).status).toBe(0x6a80);
  });

  test('never returns fingerprints', async () => {
    expect((await (await opened()).read(0x83, 0, 4)).status).toBe(0x6982);
  });

  test('proves nothing without keys', async () => {
    const { secured } = await opened();
    const challenge = new Uint8Array(8);
    expect((await secured({ cla: 0, ins: 0x88, p1: 0, p2: 0, data: challenge, le: 256 })).status).toBe(0x6d00);
    const agree = { cla: 0, ins: 0x22, p1: 0x41, p2: 0xa4, data: hex('800A04007F00070202030202') };
    expect((await secured(agree)).status).toBe(0x6a88);
  });

  test.each([
    ['a plain command', '00B0000004', '6987'],
    ['a wrong checksum', '0CB000000D9701048E08000000000000000000', '6988'],
    ['no checksum', '0CB0000003970104 00', '6988'],
  ])('%s ends it with a status, and ends the access with it', async (_, command, answer) => {
    const { chip } = await opened();
    expect(await say(chip, command)).toBe(answer);
    expect(await say(chip, '00B0810004')).toBe('6982');
  });

  test('loses the channel when the chip leaves the field', async () => {
    const { chip, read } = await opened();
    chip.enterField();
    await expect(read(0x9e, 0, 6)).rejects.toMatchObject({ status_word: 0x6882 });
  });
});

describe('lengths', () => {
  const ask = (chip: VirtualChip) => say(chip, '00B09C00000000');

  test('accepts extended lengths where EF.ATR/INFO announces them', async () => {
    const chip = createVirtualChip(CONTENTS);
    expect(await say(chip, '00B0810000')).toMatch(/^47038101E07F660802020800020208009000$/);
    expect(await ask(chip)).toMatch(/^31.*9000$/);
  });

  test('refuses extended lengths without EF.ATR/INFO', async () => {
    const chip = createVirtualChip(CONTENTS, { extended_length: false });
    expect(await say(chip, '00B0810000')).toBe('6A82');
    expect(await ask(chip)).toBe('6700');
  });

  test('leaves the channel unchanged when it refuses a length', async () => {
    const { chip, read } = await opened({ extended_length: false });
    expect(await ask(chip)).toBe('6700');
    expect((await read(0x9e, 0, 6)).status).toBe(0x9000);
  });

  test('returns a long response in parts', async () => {
    const chip = createVirtualChip(CONTENTS, { faults: ['answers-in-parts:16'] });
    const whole = (await say(createVirtualChip(CONTENTS), '00B09C0000')).slice(0, -4);
    const first = await say(chip, '00B09C0000');
    expect(first).toHaveLength(2 * 16 + 4);
    expect(first.slice(-4)).toBe(`61${(whole.length / 2 - 16).toString(16).padStart(2, '0').toUpperCase()}`);
    expect(first.slice(0, -4) + (await say(chip, '00C0000000'))).toBe(`${whole}9000`);
    expect(await say(chip, '00C0000000')).toBe('6D00');
  });
});
