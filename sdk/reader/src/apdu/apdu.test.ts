import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ChipError } from '../chip-error.ts';
import { decodeCommand, decodeResponse, encodeCommand, encodeResponse } from './apdu.ts';

const header = { cla: 0x00, ins: 0xa4, p1: 0x02, p2: 0x0c };
const data = hexToBytes('011e');

describe('a command (ISO/IEC 7816-4, 5.1)', () => {
  test.each([
    ['case 1', header, '00a4020c', false],
    ['case 2, short', { ...header, le: 18 }, '00a4020c12', false],
    ['case 2, short, all', { ...header, le: 256 }, '00a4020c00', false],
    ['case 3, short', { ...header, data }, '00a4020c02011e', false],
    ['case 4, short', { ...header, data, le: 256 }, '00a4020c02011e00', false],
    ['case 2, extended', { ...header, le: 1000 }, '00a4020c0003e8', true],
    ['case 2, extended, all', { ...header, le: 65_536 }, '00a4020c000000', true],
    ['case 3, extended', { ...header, data }, '00a4020c000002011e', true],
    ['case 4, extended', { ...header, data, le: 65_536 }, '00a4020c000002011e0000', true],
  ])('%s', (_, command, bytes, extended) => {
    expect(bytesToHex(encodeCommand(command, { extended }))).toBe(bytes);
    const decoded = decodeCommand(hexToBytes(bytes));
    expect({ ...decoded, data: decoded.data && bytesToHex(decoded.data) }).toEqual({
      ...command,
      data: 'data' in command ? bytesToHex(data) : undefined,
      extended,
    });
  });

  test('uses extended lengths automatically where needed', () => {
    expect(encodeCommand({ ...header, data: new Uint8Array(256) })).toHaveLength(4 + 3 + 256);
    expect(encodeCommand({ ...header, le: 257 })).toHaveLength(7);
  });

  test.each(['', '00a402', '00a4020c03011e', '00a4020c02011e0000', '00a4020c0001', '00a4020c000003011e'])(
    'is not %s',
    (bytes) => expect(() => decodeCommand(hexToBytes(bytes))).toThrow(ChipError),
  );
});

test('decodes whatever it encodes to the same command', () => {
  const commands = fc.record(
    {
      cla: fc.nat(255),
      ins: fc.nat(255),
      p1: fc.nat(255),
      p2: fc.nat(255),
      data: fc.uint8Array({ minLength: 1, maxLength: 600 }),
      le: fc.integer({ min: 1, max: 65_536 }),
    },
    { requiredKeys: ['cla', 'ins', 'p1', 'p2'] },
  );
  fc.assert(
    fc.property(commands, (command) => {
      const { extended: _, ...decoded } = decodeCommand(encodeCommand(command));
      expect(decoded).toEqual(command);
    }),
  );
});

test('splits a response into data and two status bytes', () => {
  expect(decodeResponse(hexToBytes('011e9000'))).toEqual({ data, status: 0x9000 });
  expect(bytesToHex(encodeResponse({ data, status: 0x6282 }))).toBe('011e6282');
  for (const bytes of [new Uint8Array(1), new Uint8Array(65_539)])
    expect(() => decodeResponse(bytes)).toThrow(expect.objectContaining({ code: 'MALFORMED' }));
});
