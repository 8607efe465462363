import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../random.ts';
import { tlv } from '../../tlv/tlv.ts';
import type { ChipContents } from '../contents.ts';
import { createVirtualChip, type VirtualChipOptions } from '../virtual-chip.ts';
import { FAULTS, type FaultEntry, parseFault } from './chip-faults.ts';

const MRZ = 'P<UTOSTEVENSON<<PETER<JOHN<<<<<<<<<<<<<<<<<<L898902C<3UTO6908061M9406236<<<<<<<<<<<<<<<2';
const CONTENTS: ChipContents = {
  files: { dg1: tlv(0x61, tlv(0x5f1f, new TextEncoder().encode(MRZ))) },
  access: { bac: true, pace: [{ mapping: 'GM', agreement: 'ECDH', cipher: 'AES-128', parameter_id: 12 }] },
};
const READ_CARD_ACCESS = Uint8Array.of(0, 0xb0, 0x9c, 0, 0);
const chipWith = (options: VirtualChipOptions) => createVirtualChip(CONTENTS, options);

describe('the list of faults', () => {
  test('has at least sixteen entries with unique names', () => {
    const names = FAULTS.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(16);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(['virtual-chip.md', 'virtual-chip.es.md'])(
    'is documented in docs/%s, with numbers, ends and causes',
    (page) => {
      const text = readFileSync(new URL(`../../../../../docs/${page}`, import.meta.url), 'utf8');
      const rows = [...text.matchAll(/^\| `([^`]+)` \| [^|]{20,} \| ([^|]+) \| ([^|]*) ?\|$/gm)].map(
        ([, name, end, cause = '']) => [name, end, cause.trim()],
      );
      const read = page.includes('.es.')
        ? ['leído', 'leído, tras un nuevo contacto']
        : ['read', 'read, after a new contact'];
      const words: Record<string, string | undefined> = { READ: read[0], READ_AFTER_NEW_CONTACT: read[1] };
      const menu = FAULTS.map((fault: FaultEntry) => [
        fault.value ? `${fault.name}:${fault.value.default}` : fault.name,
        words[fault.ends] ?? `\`${fault.ends}\``,
        fault.cause ? `\`${fault.cause}\`` : '',
      ]);
      expect(rows).toEqual(menu);
    },
  );

  test('accepts a name, with a number where an entry has one', () => {
    expect(parseFault('bac-only')).toEqual({ name: 'bac-only' });
    expect(parseFault('field-lost:20')).toEqual({ name: 'field-lost', value: 20 });
  });

  test.each([
    ['cosmic-ray', 'Unknown fault "cosmic-ray". The faults are field-lost, '],
    ['bac-only:3', 'bac-only takes no number.'],
    ['field-lost:none', 'field-lost takes a whole number after its colon.'],
    ['field-lost:0', 'field-lost takes a whole number after its colon.'],
    ['field-lost:1:2', 'field-lost takes a whole number after its colon.'],
  ])('refuses %s: %s', (text, message) => {
    expect(() => parseFault(text)).toThrow(message);
    expect(() => chipWith({ faults: [text] })).toThrow(message);
  });
});

describe('a chip that leaves the field', () => {
  test('does not respond until it is back, and then responds as before', async () => {
    const chip = chipWith({ faults: ['field-lost:2'] });
    const first = await chip.transmit(READ_CARD_ACCESS);
    await chip.transmit(READ_CARD_ACCESS);
    await expect(chip.transmit(READ_CARD_ACCESS)).rejects.toThrow('The chip is not in the field.');
    await expect(chip.transmit(READ_CARD_ACCESS)).rejects.toThrow('The chip is not in the field.');
    chip.enterField();
    for (let count = 0; count < 5; count++) expect(await chip.transmit(READ_CARD_ACCESS)).toEqual(first);
    expect(chip.exchanges).toHaveLength(7);
  });

  test('never responds again when it is gone for good', async () => {
    const chip = chipWith({ faults: ['field-gone:1'] });
    await chip.transmit(READ_CARD_ACCESS);
    chip.enterField();
    await expect(chip.transmit(READ_CARD_ACCESS)).rejects.toThrow('The chip is not in the field.');
  });
});

test('takes time for every command when configured, and only then', async () => {
  const waited: number[] = [];
  const wait = async (milliseconds: number) => void waited.push(milliseconds);
  await chipWith({ wait }).transmit(READ_CARD_ACCESS);
  expect(waited).toEqual([]);
  await chipWith({ wait, latency_ms: 5, faults: ['slow:40'] }).transmit(READ_CARD_ACCESS);
  expect(waited).toEqual([45]);
});

test('takes exactly as long as a reader waits for a challenge that gets no response', async () => {
  const waited: number[] = [];
  const chip = chipWith({
    faults: ['challenge-unanswered'],
    wait: async (milliseconds) => void waited.push(milliseconds),
  });
  const challenge = Uint8Array.of(0, 0x88, 0, 0, 8, 1, 2, 3, 4, 5, 6, 7, 8, 0);
  await expect(chip.transmit(challenge)).rejects.toThrow('The chip does not respond.');
  expect(waited).toEqual([4949]);
});

test('draws the same bytes from the same seed, however they are requested, and others from another seed', () => {
  const [a, b, other] = [seededRandom('a'), seededRandom('a'), seededRandom('b')];
  const whole = a(40);
  expect(Uint8Array.from([...b(3), ...b(0), ...b(36), ...b(1)])).toEqual(whole);
  expect(other(40)).not.toEqual(whole);
});
