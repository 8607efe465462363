import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ldifFile, ldifRecord, pkdName } from '../../../../tests/support/documents/ldif.ts';
import { isLdif, readLdif } from './ldif.ts';

const read = (text: string) => [...readLdif(Buffer.from(text))];
const put = (kind: string, bytes: Uint8Array) => ({ change: 'put', objects: [{ kind, bytes: Buffer.from(bytes) }] });

describe('a file of the PKD', () => {
  test('yields lists, certificates and revocation lists with their names, however lines are folded', () => {
    const [list, signer, crl] = [randomBytes(3000), randomBytes(1000), randomBytes(57)];
    const text = ldifFile(
      ldifRecord('dc=data,dc=download,dc=pkd,dc=icao,dc=int', ['objectClass', 'top'], ['dc', 'data']),
      ldifRecord(pkdName('ml', 'DE', 'list'), ['objectClass', 'pkdMasterList'], ['pkdMasterListContent', list]),
      ldifRecord(pkdName('dsc', 'SE', 'ÅÄÖ'), ['userCertificate;binary', signer], ['sn', '7']),
      ldifRecord(pkdName('crl', 'SE', 'crl'), ['certificateRevocationList;binary', crl]),
    );
    expect(text).toMatch(/^ \S/m);
    const found = [
      { dn: pkdName('ml', 'DE', 'list'), ...put('MASTER_LIST', list) },
      { dn: pkdName('dsc', 'SE', 'ÅÄÖ'), ...put('SIGNER', signer) },
      { dn: pkdName('crl', 'SE', 'crl'), ...put('CRL', crl) },
    ];
    expect(read(text)).toMatchObject(found);
    expect(read(text.replaceAll('\n', '\r\n')), 'with the line ends of Windows').toMatchObject(found);
  });

  test('yields the changes of a later file', () => {
    const [fresh, other, old] = [randomBytes(60), randomBytes(60), randomBytes(60)];
    const text = ldifFile(
      ldifRecord('cn=a', ['changetype', 'add'], ['userCertificate;binary', fresh]),
      ldifRecord('cn=b', ['changetype', 'delete']),
      ldifRecord(
        'cn=c',
        ['changetype', 'modify'],
        ['replace', 'certificateRevocationList;binary'],
        ['certificateRevocationList;binary', other],
        '-',
        ['replace', 'description'],
        ['description', 'new'],
        '-',
        ['delete', 'userCertificate;binary'],
        '-',
        ['delete', 'cACertificate;binary'],
        ['cACertificate;binary', old],
        '-',
      ),
    );
    const found = read(text);
    expect(found).toMatchObject([
      { dn: 'cn=a', ...put('SIGNER', fresh) },
      { dn: 'cn=b', change: 'delete' },
      { dn: 'cn=c', change: 'delete', kinds: ['CRL'] },
      { dn: 'cn=c', ...put('CRL', other) },
      { dn: 'cn=c', change: 'delete', kinds: ['SIGNER'] },
      { dn: 'cn=c', change: 'delete', kinds: ['CSCA'], values: [old] },
    ]);
    expect(found[4], 'without values, deletes all').not.toHaveProperty('values');
  });

  test('reports records that cannot be read, with their line, and continues', () => {
    const text = `version: 1

dn: cn=a
userCertificate;binary:: not base64!

dn: cn=b
userCertificate;binary:< file:///etc/passwd

dn: cn=c
changetype: modrdn
newrdn: cn=d

no attribute

userCertificate;binary:: AAAA

dn:: Y249ZQ==
userCertificate;binary:: AAAA`;
    expect(read(text)).toEqual([
      { dn: 'cn=a', line: 3, change: 'refused', reason: 'userCertificate;binary is not in base64' },
      { dn: 'cn=b', line: 6, change: 'refused', reason: expect.stringContaining('refers to a URL') },
      { dn: 'cn=c', line: 9, change: 'refused', reason: 'Changes of type modrdn are not supported' },
      { dn: '', line: 13, change: 'refused', reason: expect.stringContaining('neither an attribute') },
      { dn: '', line: 15, change: 'refused', reason: expect.stringContaining('instead of dn') },
      { dn: 'cn=e', line: 17, ...put('SIGNER', Buffer.alloc(3)) },
    ]);
  });
});

describe('recognising LDIF', () => {
  const is = (text: string) => isLdif(Buffer.from(text));

  test.each([
    ['a record', 'dn: cn=a\n'],
    ['a record in base64', 'dn:: Y249YQ==\n'],
    ['a version', 'VERSION: 1\r\n'],
    ['a record behind a byte order mark', '\uFEFFdn: cn=a\n'],
    ['a record behind blank lines and comments', '\n  \r\n# of 2026\n  # more\n\ndn: cn=a\n'],
  ])('accepts %s', (_, text) => expect(is(text)).toBe(true));

  test.each([
    ['an empty file', ''],
    ['a certificate in DER', '0\x82\x01\x00'],
    ['blank lines alone', '\n'.repeat(10_000)],
    ['PEM behind blank lines', `${'\n'.repeat(4000)}-----BEGIN CERTIFICATE-----`],
    ['PEM behind indented blank lines', `${'\n\t'.repeat(2000)}-----BEGIN CERTIFICATE-----`],
    ['another attribute first', 'cn: a\ndn: cn=a\n'],
    ['a record within a line', ' dn: cn=a\n'],
  ])('refuses %s', (_, text) => expect(is(text)).toBe(false));
});
