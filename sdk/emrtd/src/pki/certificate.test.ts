import { expect, test } from 'vitest';
import {
  type CertificateOptions,
  ecKeys,
  issueCertificate,
  nameOf,
} from '../../../../tests/support/documents/documents.ts';
import { der, derInteger } from '../asn1/der-values.ts';
import { readCertificate } from './certificate.ts';

const keys = ecKeys('prime256v1');
const read = (options: Partial<CertificateOptions>) =>
  readCertificate(
    issueCertificate({ subject: nameOf({ C: 'UT', CN: 'DS' }), keys, serial: 7, ...options }).certificate,
  );

const documentTypes = (...types: string[]) => ({
  oid: '2.23.136.1.1.6.2',
  value: der(0x30, derInteger(0), der(0x31, ...types.map((type) => der(0x13, Buffer.from(type))))),
});

test('reads document types of one or two characters, without the trailing filler (Doc 9303-12, 7.1.1.6)', () => {
  const typesOf = (...types: string[]) => read({ extensions: [documentTypes(...types)] }).document_types;
  expect(typesOf('P', 'ID')).toEqual(['P', 'ID']);
  expect(typesOf('P<', 'p ')).toEqual(['P', 'P']);
  expect(typesOf('PASSPORT'), 'an invalid list counts as absent').toBeUndefined();
  expect(typesOf('ID', `P${' '.repeat(4000)}x`)).toBeUndefined();
});

test('refuses an extension that is larger than any in use', () => {
  const extension = (bytes: number) => ({ oid: '1.2.3.4', value: Buffer.alloc(bytes) });
  expect(() => read({ extensions: [extension(8000)] })).not.toThrow();
  expect(() => read({ extensions: [extension(60_000)] })).toThrow(/^Certificate: extension 1\.2\.3\.4 of 60000 bytes/);
});

test.each([
  ['keyUsage', '2.5.29.15', der(0x03, Buffer.of(0, 0x80))],
  ['basicConstraints', '2.5.29.19', der(0x30)],
  ['extKeyUsage', '2.5.29.37', der(0x30)],
  ['documentTypeList', '2.23.136.1.1.6.2', documentTypes('P').value],
  ['an extension of its own', '1.2.3.4', der(0x05)],
])('refuses %s when it occurs twice (RFC 5280, 4.2)', (_, oid, value) => {
  const readWith = (...extensions: { oid: string; value: Buffer }[]) => read({ key_usage: false, extensions });
  expect(() => readWith({ oid, value })).not.toThrow();
  expect(() => readWith({ oid, value }, { oid, value })).toThrow(`Certificate: extension ${oid} twice`);
});
