import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ChipError } from '../chip-error.ts';
import { decodeObjectIdentifier, encodeObjectIdentifier, readTlv, readTlvHeader, readTlvs, tlv } from './tlv.ts';

test('reads data objects back as they were written', () => {
  const tags = fc.constantFrom(0x30, 0x87, 0x5f1f, 0x7f49, 0x7f2e);
  const object = fc.tuple(tags, fc.uint8Array({ maxLength: 300 }));
  fc.assert(
    fc.property(fc.array(object, { maxLength: 5 }), (objects) => {
      const bytes = Uint8Array.from(objects.flatMap(([tag, content]) => [...tlv(tag, content)]));
      expect(readTlvs(bytes).map(({ tag, content }) => [tag, content])).toEqual(objects);
    }),
  );
});

test('reads the length of a file from its header, before its content', () => {
  expect(readTlvHeader(hexToBytes('7582a1b2'))).toEqual({ tag: 0x75, header_bytes: 4, content_bytes: 0xa1b2 });
  expect(readTlvHeader(tlv(0x7f2e, new Uint8Array(200)))).toEqual({ tag: 0x7f2e, header_bytes: 4, content_bytes: 200 });
});

describe('refuses', () => {
  test.each(['30', '3080', '3002ff', '308400000001ff', '7fffffff0100', '1f'])('%s', (bytes) => {
    expect(() => readTlvs(hexToBytes(bytes))).toThrow(expect.objectContaining({ code: 'MALFORMED' }));
  });

  test('another tag, and bytes after an object', () => {
    expect(() => readTlv(hexToBytes('310100'), 0x30)).toThrow(ChipError);
    expect(() => readTlv(hexToBytes('31010000'), 0x31)).toThrow(ChipError);
  });
});

test('encodes and decodes object identifiers', () => {
  for (const [dotted, content] of [
    ['0.4.0.127.0.7.2.2.4.2.2', '04007f00070202040202'],
    ['1.2.840.10045.2.1', '2a8648ce3d0201'],
    ['2.23.136.1.1.5', '678108010105'],
  ] as const) {
    expect(bytesToHex(encodeObjectIdentifier(dotted))).toBe(content);
    expect(decodeObjectIdentifier(hexToBytes(content))).toBe(dotted);
  }
  for (const content of ['', '80', '2a86'])
    expect(() => decodeObjectIdentifier(hexToBytes(content))).toThrow(ChipError);
});
