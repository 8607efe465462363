import { X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { describe, expect, test } from 'vitest';
import { issueSpecimen } from './issue-specimen.ts';
import { specimenAuthorities } from './specimen-authority.ts';
import { SPECIMENS, type SpecimenName } from './specimen-catalogue.ts';
import { specimenBundle } from './specimens.ts';

const at = new Date('2026-11-21T10:00:00Z');

/** The CMS in EF.SOD: what follows the 0x77 tag and its length, which takes two or three bytes here. */
const cmsOf = (sod: Uint8Array) => sod.subarray(sod[1]! & 0x80 ? 2 + (sod[1]! & 0x7f) : 2);

function parse(der: Uint8Array) {
  const { offset, result } = asn1js.fromBER(Uint8Array.from(der).buffer);
  expect(offset).toBe(der.length);
  return result;
}

const signedDataOf = (sod: Uint8Array) =>
  new pkijs.SignedData({ schema: new pkijs.ContentInfo({ schema: parse(cmsOf(sod)) }).content });

describe('the country signing certificates', () => {
  const certificates = specimenAuthorities().map((der) => ({ der, x509: new X509Certificate(der) }));

  test('are self-signed', () => {
    for (const { x509 } of certificates) expect(x509.verify(x509.publicKey)).toBe(true);
  });

  test('are valid CA certificates of Utopia to an independent reader', () => {
    for (const { der, x509 } of certificates) {
      expect(x509.ca).toBe(true);
      expect(x509.subject).toContain('C=UT\n');
      const certificate = new pkijs.Certificate({ schema: parse(der) });
      expect(certificate.extensions?.map(({ extnID }) => extnID)).toEqual([
        '2.5.29.35',
        '2.5.29.14',
        '2.5.29.17',
        '2.5.29.18',
        '2.5.29.15',
        '2.5.29.19',
      ]);
    }
  });

  test('have the same keys in every process', () => {
    const keys = certificates.map(({ x509 }) => x509.publicKey.export({ type: 'spki', format: 'der' }));
    const again = specimenAuthorities().map((der) => new X509Certificate(der).publicKey);
    expect(again.map((key) => key.export({ type: 'spki', format: 'der' }))).toEqual(keys);
    expect(certificates.map(({ x509 }) => x509.serialNumber)).toEqual(['5101', '5102']);
  });
});

describe.each(SPECIMENS)('$name', ({ name, outcome }) => {
  const { files } = issueSpecimen(name, { at });
  const signedData = signedDataOf(files.sod);
  const signer = signedData.signerInfos[0]!;
  const certificate = signedData.certificates![0] as pkijs.Certificate;

  test('has a security object and signer certificate that an independent reader understands', () => {
    expect(signedData.encapContentInfo.eContentType).toBe('2.23.136.1.1.1');
    expect(signer.signedAttrs!.attributes.map(({ type }) => type).toSorted()).toEqual([
      '1.2.840.113549.1.9.3',
      '1.2.840.113549.1.9.4',
      '1.2.840.113549.1.9.5',
    ]);
    const sid = signer.sid as pkijs.IssuerAndSerialNumber;
    expect(sid.serialNumber.isEqual(certificate.serialNumber)).toBe(true);
    expect(sid.issuer.isEqual(certificate.issuer)).toBe(true);
    const x509 = new X509Certificate(new Uint8Array(certificate.toSchema().toBER()));
    const issued = specimenAuthorities().some((der) => x509.verify(new X509Certificate(der).publicKey));
    expect(issued).toBe(outcome.code !== 'issuer_unknown');
  });

  test('fits within the limits of the protocol', () => {
    for (const bytes of Object.values(files)) expect(bytes.length).toBeLessThan(65_536);
  });

  test('is converted to JSON without loss', () => {
    const bundle = JSON.parse(JSON.stringify(specimenBundle(name, at)));
    expect(Buffer.from(bundle.files.dg1, 'base64')).toEqual(Buffer.from(files.dg1));
    expect(bundle.outcome).toEqual(outcome);
  });
});

describe('the ways into the chip', () => {
  const accessOf = (name: SpecimenName) => issueSpecimen(name, { at });

  test('old documents have only Basic Access Control; cards have only PACE, and a printed number', () => {
    expect(accessOf('expired-document').access).toEqual({ bac: true, pace: [] });
    expect(accessOf('id-card').access).toMatchObject({ bac: false, can: '482915' });
  });

  test('an independent reader understands EF.CardAccess, and the signed DG14 repeats it', () => {
    for (const name of ['genuine', 'id-card', 'genuine-ca'] as const) {
      const { access, files } = accessOf(name);
      const infos = (parse(access.card_access!) as asn1js.Set).valueBlock.value as asn1js.Sequence[];
      const offers = infos.map(({ valueBlock }) => (valueBlock.value[2] as asn1js.Integer).valueBlock.valueDec);
      expect(offers.toSorted(), name).toEqual(access.pace.map(({ parameter_id }) => parameter_id).toSorted());
      for (const info of infos) expect(Buffer.from(files.dg14!).includes(Buffer.from(info.toBER()))).toBe(true);
    }
  });

  test('EF.CardSecurity contains the Chip Authentication key, signed by the document signer', () => {
    const { access, files } = accessOf('genuine-ca');
    const signedData = new pkijs.SignedData({
      schema: new pkijs.ContentInfo({ schema: parse(access.card_security!) }).content,
    });
    expect(signedData.encapContentInfo.eContentType).toBe('0.4.0.127.0.7.3.2.1');
    const certificate = (signed: pkijs.SignedData) => (signed.certificates![0] as pkijs.Certificate).toSchema().toBER();
    expect(certificate(signedData)).toEqual(certificate(signedDataOf(files.sod)));
    const infos = (parse(new Uint8Array(signedData.encapContentInfo.eContent!.getValue())) as asn1js.Set).valueBlock
      .value;
    for (const info of infos) expect(Buffer.from(files.dg14!).includes(Buffer.from(info.toBER()))).toBe(true);
  });

  test('a copied chip does not offer what it cannot do', () => {
    const { access } = accessOf('cloned-ca');
    expect(access.pace.map(({ mapping }) => mapping)).toEqual(['GM']);
    expect(access.card_security).toBeUndefined();
  });
});

test('an RSA security object passes the signature check of an independent implementation', async () => {
  const { files } = issueSpecimen('genuine-rsa-pss', { at });
  const checked = await signedDataOf(files.sod).verify({ signer: 0, checkChain: false, extendedMode: true });
  expect(checked.signatureVerified).toBe(true);
});

test('an unknown specimen name is refused', () => {
  expect(() => specimenBundle('no-such-specimen', at)).toThrow('There is no specimen named no-such-specimen');
});
