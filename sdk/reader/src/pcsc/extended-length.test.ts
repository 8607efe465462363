import { expect, test } from 'vitest';
import { carriesExtendedLength } from './extended-length.ts';

/**
 * As reported by the driver for USB readers (libccid): the features PIN verification (06) and properties (12), each with its
 * control code.
 */
const FEATURES = '0604 42330006 1204 42330012'.replaceAll(' ', '');
const driver = (properties: string | undefined, features = FEATURES) => ({
  async control(code: number) {
    if (code === 0x42000000 + 3400) return Uint8Array.from(Buffer.from(features, 'hex'));
    if (code !== 0x42330012 || properties === undefined) throw new Error('not supported');
    return Uint8Array.from(Buffer.from(properties, 'hex'));
  },
});
const controlCode = (feature: number) => 0x42000000 + feature;

test.each([
  ['64 KB', driver('0102 0000 0a04 00000100'.replaceAll(' ', '')), true],
  ['short lengths only', driver('0102 0000 0a04 00000000'.replaceAll(' ', '')), false],
  ['256 bytes', driver('0a0400010000'), false],
  ['nothing about lengths', driver('01020000'), true],
  ['no properties', driver(undefined), true],
  ['no features at all', driver(undefined, ''), true],
])('handles a driver that says %s', async (_, card, carries) => {
  expect(await carriesExtendedLength(card, controlCode)).toBe(carries);
});
