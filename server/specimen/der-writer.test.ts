import { expect, test } from 'vitest';
import * as der from './der-writer.ts';

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test.each([
  [0, '020100'],
  [127, '02017f'],
  [128, '02020080'],
  [65537, '0203010001'],
  [2n ** 64n, '0209010000000000000000'],
])('writes the integer %s in the fewest bytes that keep it positive', (value, expected) => {
  expect(hexOf(der.integer(value))).toBe(expected);
});

test('strips leading zeros of an integer given as bytes', () => {
  expect(hexOf(der.integer(der.hex('000080')))).toBe('02020080');
});

test.each([
  [127, '047f'],
  [128, '048180'],
  [256, '04820100'],
])('writes the length %s in its shortest form', (length, expected) => {
  expect(hexOf(der.octetString(new Uint8Array(length))).slice(0, expected.length)).toBe(expected);
});

test('writes object identifiers with arcs above 127', () => {
  expect(hexOf(der.oid('1.2.840.113549.1.7.2'))).toBe('06092a864886f70d010702');
  expect(hexOf(der.oid('2.23.136.1.1.1'))).toBe('060667810801' + '0101');
});

test('sorts the elements of a set', () => {
  expect(hexOf(der.setOf(der.integer(2), der.integer(1)))).toBe('3106020101020102');
});

test('writes UTCTime through 2049, and GeneralizedTime after that', () => {
  expect(hexOf(der.time(new Date('2049-12-31T23:59:59Z')))).toBe(`170d${Buffer.from('491231235959Z').toString('hex')}`);
  expect(hexOf(der.time(new Date('2050-01-01T00:00:00Z')))).toBe(
    `180f${Buffer.from('20500101000000Z').toString('hex')}`,
  );
});

test('writes two-byte tags', () => {
  expect(hexOf(der.tlv(0x7f61, der.hex('00')))).toBe('7f610100');
});
