import { readBer, readSmallInteger } from '../../asn1/ber.ts';
import { type Certificate, isValidAt } from '../certificate.ts';
import { readSignedList } from '../cms.ts';
import { createTrustStore, type TrustSource } from './trust-store.ts';

const CSCA_MASTER_LIST = '2.23.136.1.1.2';
const MASTER_LIST_SIGNER = '2.23.136.1.1.3';

/** A list of CSCA certificates, with a verified signature (Doc 9303-12, 9). */
export interface MasterList {
  certificates: Uint8Array[];
  signed_at?: string;
  signer: { subject: string; issuer: string; serial_number: string; country?: string };
}

/**
 * Reads a CSCA master list (Doc 9303-12, 9). Throws unless it is signed by a master list signer whose certificate one of the pinned
 * roots issued and which was valid at the time of signing, if the list states it.
 */
export function readMasterList(bytes: Uint8Array, rootCertificates: Uint8Array[]): MasterList {
  const { data, signer, signedAt } = readSignedList(bytes, CSCA_MASTER_LIST, 'master list');
  assertIssuedByRoot(signer, rootCertificates, signedAt);

  const fields = readBer(data.content, 'CscaMasterList').fields(0x30, 'CscaMasterList');
  const version = readSmallInteger(fields.any('version'), 'CscaMasterList: version');
  if (version !== 0) throw new Error(`Master list of version ${version}`);
  const certificates = fields
    .next(0x31, 'certificates')
    .children()
    .map((certificate) => certificate.as(0x30, 'Certificate').raw);
  return {
    certificates,
    ...(signedAt && { signed_at: signedAt.toISOString() }),
    signer: {
      subject: signer.subject.text,
      issuer: signer.issuer.text,
      serial_number: signer.serial_number,
      ...(signer.issuer.country && { country: signer.issuer.country }),
    },
  };
}

/** The list as a trust source (Doc 9303-12, 9), dated with the day on which it was signed. */
export const masterListSource = (name: string, { certificates, signed_at }: MasterList): TrustSource => ({
  name,
  certificates,
  ...(signed_at && { date: signed_at.slice(0, 10) }),
});

function assertIssuedByRoot(signer: Certificate, rootCertificates: Uint8Array[], signedAt: Date | undefined): void {
  if (!signer.extended_key_usage.includes(MASTER_LIST_SIGNER))
    throw new Error(`Not a master list signer: ${signer.subject.text}`);
  const at = signedAt ?? signer.not_before;
  const roots = createTrustStore([{ name: 'roots', certificates: rootCertificates, pinned: true }]);
  const unreadable = roots.skipped[0];
  if (unreadable) throw new Error(`A root certificate cannot be read: ${unreadable.message}`);
  const root = roots.findIssuer(signer, at);
  if (!root)
    throw new Error(
      `None of the given roots issued the certificate of its signer, ${signer.subject.text}; the issuer is ${signer.issuer.text}`,
    );
  if (!isValidAt(signer, at) || !isValidAt(root.certificate, at))
    throw new Error('The master list was signed outside the validity of its certificates');
}
