import { describe, expect, test } from 'vitest';
import { Malformed, readBer, readBitString, readBoolean, readInteger, readOctets, readOid, readTime } from './ber.ts';
import { der, derInteger, derOid } from './der-values.ts';

const read = (hex: string) => readBer(Buffer.from(hex, 'hex'), 'Test');

describe('BER', () => {
  test.each([
    ['empty', '', 'Test is empty at offset 0'],
    ['without length', '30', 'Truncated length at offset 1'],
    ['content shorter than its length', '0405aabb', 'Length 5 exceeds the data at offset 1'],
    ['length of five octets', '04850000000001aa', 'Invalid length at offset 1'],
    ['length octets missing', '0482ff', 'Invalid length at offset 1'],
    ['bytes after the end', '0500aa', 'Test: bytes after the end at offset 2'],
    ['indefinite length of a primitive', '0480aa0000', 'Indefinite length of a primitive value at offset 1'],
    ['tag of four octets', '1fffffff7f00', 'Invalid tag at offset 0'],
  ])('refuses a value %s', (_, hex, message) => {
    expect(() => read(hex)).toThrow(message);
  });

  test('names the offset of an error deep inside', () => {
    const value = read('300730050203aabbff');
    expect(() => value.fields(0x30, 'Outer').next(0x31, 'set')).toThrow('tag 0x31 expected, 0x30 found at offset 2');
    expect(() => read('30053003020faa').children()[0]?.children()).toThrow('Length 15 exceeds the data at offset 5');
  });

  test('refuses an indefinite length without an end', () => {
    expect(() => read('3080020101')).toThrow(Malformed);
    expect(() => read('30800201010000')).not.toThrow();
  });

  test('reads nested indefinite lengths', () => {
    const value = read('3080' + '24800402aabb0401cc0000' + '020107' + '0000');
    const [octets, number] = value.children();
    expect(Buffer.from(readOctets(octets!, 'octets')).toString('hex')).toBe('aabbcc');
    expect(readInteger(number!, 'number')).toBe(7n);
  });

  test('limits the depth', () => {
    const nest = (levels: number) =>
      Array.from({ length: levels }).reduce<Buffer>((inner) => der(0x30, inner), der(0x05));
    const descend = (bytes: Buffer) => {
      let value = readBer(bytes, 'Test');
      while (value.constructed) value = value.children()[0]!;
    };
    expect(() => descend(nest(30))).not.toThrow();
    expect(() => descend(nest(40))).toThrow('Nesting too deep');
    expect(() => read('3080'.repeat(10_000))).toThrow('Nesting too deep');
  });

  test('limits the number of elements', () => {
    expect(() => readBer(der(0x30, Buffer.alloc(60_000)), 'Test').children()).toThrow('Too many elements');
  });

  test.each([
    [0n, '020100'],
    [127n, '02017f'],
    [128n, '02020080'],
    [-1n, '0201ff'],
    [65537n, '0203010001'],
  ])('reads the integer %s', (value, hex) => {
    expect(readInteger(read(hex), 'number')).toBe(value);
    if (value >= 0n) expect(derInteger(value).toString('hex')).toBe(hex);
  });

  test.each(['1.2.840.113549.1.1.11', '2.23.136.1.1.1', '0.4.0.127.0.7.2.2.1.2', '2.5.29.14'])(
    'reads and writes %s',
    (oid) => {
      expect(readOid(readBer(derOid(oid), 'oid'), 'oid')).toBe(oid);
    },
  );

  test.each(['0600', '060180', '06022a86'])('refuses the object identifier %s', (hex) => {
    expect(() => readOid(read(hex), 'oid')).toThrow(Malformed);
  });

  test.each([
    ['UTCTime before 2050', '170d3439303130313030303030305a', '2049-01-01T00:00:00.000Z'],
    ['UTCTime from 1950', '170d3530303130313030303030305a', '1950-01-01T00:00:00.000Z'],
    ['GeneralizedTime', '180f32303236313132313033333034375a', '2026-11-21T03:30:47.000Z'],
    ['without seconds', '170b323630313031303030305a', '2026-01-01T00:00:00.000Z'],
  ])('reads a time: %s', (_, hex, expected) => {
    expect(readTime(read(hex), 'time').toISOString()).toBe(expected);
  });

  test('reads a time with an offset', () => {
    expect(readTime(readBer(der(0x17, Buffer.from('260101000000+0200')), 'time'), 'time').toISOString()).toBe(
      '2025-12-31T22:00:00.000Z',
    );
    expect(() => readTime(readBer(der(0x17, Buffer.from('261301000000Z')), 'time'), 'time')).toThrow('invalid time');
  });

  test.each([
    ['31 February', '20260231000000Z'],
    ['29 February of a year without one', '20260229000000Z'],
    ['31 April', '20260431000000Z'],
    ['second 60', '20260401000060Z'],
    ['an offset of 25 hours', '20260401000000+2500'],
  ])('refuses %s, which no calendar or clock shows', (_, text) => {
    expect(() => readTime(readBer(der(0x18, Buffer.from(text)), 'time'), 'time')).toThrow('invalid time');
  });

  test('reads 29 February of a leap year', () => {
    const time = readTime(readBer(der(0x18, Buffer.from('20280229235959Z')), 'time'), 'time');
    expect(time.toISOString()).toBe('2028-02-29T23:59:59.000Z');
  });

  test('refuses bit strings with unused bits and two-byte booleans', () => {
    expect(() => readBitString(read('030204f0'), 'key')).toThrow('unused bits');
    expect(() => readBoolean(read('0102ffff'), 'flag')).toThrow('boolean of 2 bytes');
  });
});
