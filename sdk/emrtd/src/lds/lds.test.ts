import { describe, expect, test } from 'vitest';
import { dg2Of, IMAGE } from '../../../../tests/support/documents/documents.ts';
import { hasTestData, readTestData, readVectors } from '../../../../tests/support/documents/real-documents.ts';
import { Malformed } from '../asn1/ber.ts';
import { der } from '../asn1/der-values.ts';
import { readDg14, readDg15 } from './chip-security.ts';
import { readDg11, readDg12 } from './details.ts';
import { readDg1 } from './dg1.ts';
import { readDg2 } from './images.ts';

const tlv = (tag: string, content: Uint8Array) =>
  Buffer.concat([Buffer.from(tag, 'hex'), Buffer.of(content.length), content]);

describe('DG1', () => {
  const mrz = tlv('5f1f', Buffer.from('P<UTO'));

  test('holds one MRZ, and may be padded', () => {
    expect(readDg1(Buffer.concat([der(0x61, mrz), Buffer.alloc(4)]))).toBe('P<UTO');
  });

  test('is malformed with two MRZs or none', () => {
    expect(() => readDg1(der(0x61, mrz, mrz))).toThrow('DG1: unexpected element');
    expect(() => readDg1(der(0x61))).toThrow('MRZ is missing');
  });
});

describe('DG2', () => {
  test('holds the image of an ISO 19794-5 record', () => {
    expect(readDg2(dg2Of(IMAGE))).toEqual({ format: 'jpeg', bytes: IMAGE });
  });

  test('drops what follows the image', () => {
    expect(readDg2(dg2Of(Buffer.concat([IMAGE, Buffer.alloc(30)])))?.bytes).toEqual(IMAGE);
  });

  test.each([
    ['jp2', '0000000c6a5020200d0a870a00'],
    ['jp2', 'ff4fff51002f'],
    ['jpeg', 'ffd8ffe1ffd9'],
  ])('recognises %s by its first bytes', (format, hex) => {
    expect(readDg2(dg2Of(Buffer.from(hex, 'hex')))?.format).toBe(format);
  });

  test('finds the image when the counts in the record are wrong', () => {
    const dg2 = dg2Of(IMAGE);
    dg2.writeUInt16BE(9, dg2.indexOf('FAC\x00', 'latin1') + 18);
    expect(readDg2(dg2)?.bytes).toEqual(IMAGE);
  });

  test.each([1, 2, 8])('holds the whole image when the length of its block is %i bytes too short', (missing) => {
    const dg2 = dg2Of(IMAGE);
    const at = dg2.indexOf('FAC\x00', 'latin1') + 14;
    dg2.writeUInt32BE(dg2.readUInt32BE(at) - missing, at);
    expect(readDg2(dg2)?.bytes).toEqual(IMAGE);
  });

  test('holds an image without its end marker, though a thumbnail before it has one', () => {
    const image = Buffer.from('ffd8ffe1000affd8ffda00ffd900ffda0003000102030405', 'hex');
    expect(readDg2(dg2Of(image))?.bytes).toEqual(image);
  });

  test('holds the first of two images up to the second', () => {
    const dg2 = dg2Of(Buffer.concat([IMAGE, Buffer.alloc(32), IMAGE]));
    const at = dg2.indexOf('FAC\x00', 'latin1');
    dg2.writeUInt16BE(2, at + 12);
    dg2.writeUInt32BE(32 + IMAGE.length, at + 14);
    expect(readDg2(dg2)?.bytes).toEqual(IMAGE);
  });

  test('has no image when it holds none', () => {
    expect(readDg2(dg2Of(Buffer.from('GIF89a and so on')))).toBeUndefined();
  });

  test('is malformed without a template', () => {
    expect(() => readDg2(Buffer.from('75067f6103020100', 'hex'))).toThrow('DG2: no biometric data');
    expect(() => readDg2(Buffer.from('6100', 'hex'))).toThrow(Malformed);
  });

  test.skipIf(!hasTestData)('of ICAO in ISO 39794-5 holds the image published with it', () => {
    const image = readTestData('icao-39794-5/ICAO_39794_5_AP_DG2_Face.jpg');
    for (const name of ['AllFields', 'MandFields'])
      expect(
        Buffer.from(readDg2(readTestData(`icao-39794-5/ICAO_39794_5_AP_DG2_${name}.dat`))!.bytes).equals(image),
      ).toBe(true);
  });

  test.skipIf(!hasTestData)('holds the image of a published ISO 19794-5 record', () => {
    const record = readTestData('icao-39794-5/ISO19794_Test1_Data.bin');
    const long = (tag: string, content: Buffer) =>
      Buffer.concat([Buffer.from(tag, 'hex'), Buffer.of(0x82, content.length >> 8, content.length & 255), content]);
    const dg2 = long('75', long('7f61', long('7f60', long('5f2e', record))));
    expect(Buffer.from(readDg2(dg2)!.bytes).equals(readTestData('icao-39794-5/ISO19794_Test1_Face.jpg'))).toBe(true);
  });
});

describe('DG11 and DG12', () => {
  test.skipIf(!hasTestData)('of the reference vectors', () => {
    expect(readDg11(readTestData('vectors/EF_DG11.bin'))).toEqual({
      full_name: 'Doe John',
      personal_number: '123',
      date_of_birth: '1970-01-01',
      place_of_birth: 'TEST TEST',
    });
    expect(readDg12(readTestData('vectors/EF_DG12.bin'))).toEqual({
      issuing_authority: 'TEST',
      date_of_issue: '2024-01-01',
    });
  });

  test('reads UTF-8, Latin-1, and dates as digits', () => {
    const dg11 = (text: Buffer) =>
      readDg11(tlv('6b', Buffer.concat([tlv('5f0e', text), tlv('5f2b', Buffer.from('19740812'))])));
    expect(dg11(Buffer.from('Müller<<Jörg'))).toEqual({ full_name: 'Müller<<Jörg', date_of_birth: '1974-08-12' });
    expect(dg11(Buffer.from('Müller<<Jörg', 'latin1')).full_name).toBe('Müller<<Jörg');
    expect(dg11(Buffer.from('Doe<<John\u0000\u0000')).full_name).toBe('Doe<<John');
    expect(dg11(Buffer.from('a\u0085b')).full_name).toBe('a b');
  });

  const authority = (text: Uint8Array) => readDg12(tlv('6c', tlv('5f19', text))).issuing_authority;
  const utf16 = Buffer.from('MOI, Отдел', 'utf16le');

  test.each([
    ['UTF-16', utf16],
    ['UTF-16 with its bytes swapped', Buffer.from(utf16).swap16()],
    ['windows-1251', Buffer.from('cce8edf1eaee20d0eef1f1e8e8', 'hex')],
    ['windows-1251 between other words', Buffer.from('4d4f4920cceef1eae2e02c2037', 'hex')],
    ['ISO 8859-7', Buffer.from('c1c8c7cdc1', 'hex')],
    ['GBK', Buffer.from('b9abb0b2b2bf', 'hex')],
  ])('leave out text in %s rather than show other letters', (_, text) => {
    expect(authority(text)).toBeUndefined();
  });

  test.each(['Préfecture de l’Hérault', 'Þjóðskrá Íslands', 'Ålands landskapsregering', 'Stadt Köln – Bürgeramt'])(
    'read %s in Latin-1 with the punctuation of Windows',
    (text) => {
      const bytes = Buffer.from(text.replace('’', '\u0092').replace('–', '\u0096'), 'latin1');
      expect(authority(bytes)).toBe(text);
    },
  );

  test('leaves out empty and overlong values', () => {
    expect(readDg11(tlv('6b', tlv('5f0e', Buffer.alloc(0))))).toEqual({});
    expect(readDg11(der(0x6b, Buffer.concat([Buffer.from('5f0e820258', 'hex'), Buffer.alloc(600, 65)])))).toEqual({});
  });
});

describe('DG14 and DG15', () => {
  const dg14 = readVectors('dg14_vectors.json');
  test.skipIf(dg14.length === 0).each(dg14.map((bytes, index) => ({ bytes, index })))(
    'DG14 vector $index',
    ({ bytes }) => {
      const infos = readDg14(bytes);
      expect(infos.chip_authentication_keys).toMatchObject([{ protocol: '0.4.0.127.0.7.2.2.1.2' }]);
      expect(infos.chip_authentication[0]?.protocol).toMatch(/^0\.4\.0\.127\.0\.7\.2\.2\.3\.2\.[1-4]$/);
      expect(infos.protocols).toHaveLength(3);
    },
  );

  test.skipIf(!hasTestData)('DG14 sample', () => {
    expect(readDg14(readTestData('vectors/spec_sample_encoded_dg14.bin')).protocols.length).toBeGreaterThan(0);
    expect(readDg14(readTestData('bsi-erika-2008/Datagroup14.bin')).chip_authentication_keys).toHaveLength(1);
  });

  const dg15 = readVectors('dg15_vectors.json');
  test.skipIf(dg15.length === 0)('DG15 vectors: RSA keys, and one with a wrong tag', () => {
    expect(readDg15(dg15[0]!)).toMatchObject({ kind: 'rsa', bits: 1024 });
    expect(readDg15(dg15[1]!)).toMatchObject({ kind: 'rsa', bits: 1024 });
    expect(() => readDg15(dg15[2]!)).toThrow('tag 0x6f expected, 0x70 found at offset 0');
  });
});
