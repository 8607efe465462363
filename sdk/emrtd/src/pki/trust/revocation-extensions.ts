/** Extensions of revocation lists. A partial list would hide what the complete list before it revokes. */
import { type Element, readBoolean, readOid } from '../../asn1/ber.ts';
import { UnsupportedAlgorithm } from '../keys/algorithms.ts';

/** Forbidden by Doc 9303-12, 7.2. They make a list partial, even if the issuer forgot to mark them as critical. */
const PARTS = new Map([
  [
    '2.5.29.27',
    'it contains only changes since an earlier list (delta CRL), which a CSCA must not publish; use the complete list',
  ],
  [
    '2.5.29.28',
    'it covers only some certificates (issuingDistributionPoint), which a CSCA must not publish; use the complete list',
  ],
]);

/** Extensions that do not change what the list revokes: issuerAltName, cRLNumber, authorityKeyIdentifier. */
const OF_LISTS = new Set(['2.5.29.18', '2.5.29.20', '2.5.29.35']);

/** Reason and date: reasonCode, holdInstructionCode, invalidityDate. */
const OF_ENTRIES = new Set(['2.5.29.21', '2.5.29.23', '2.5.29.24']);

/** Throws UnsupportedAlgorithm for a list that must not be used (RFC 5280, 5.2). */
export function assertCompleteList(extensions: Element | undefined): void {
  for (const { oid, critical } of readExtensions(extensions)) {
    const part = PARTS.get(oid);
    if (part) throw new UnsupportedAlgorithm(`CRL: ${part}`);
    if (critical && !OF_LISTS.has(oid))
      throw new UnsupportedAlgorithm(`CRL: it has the unknown critical extension ${oid}`);
  }
}

/** An entry may concern a certificate of another issuer, and then the whole list must not be used (RFC 5280, 5.3). */
export function assertKnownEntry(extensions: Element | undefined): void {
  for (const { oid, critical } of readExtensions(extensions))
    if (critical && !OF_ENTRIES.has(oid))
      throw new UnsupportedAlgorithm(`CRL: an entry has the unknown critical extension ${oid}`);
}

const readExtensions = (list: Element | undefined) =>
  (list?.as(0x30, 'CRL: extensions').children() ?? []).map((extension) => {
    const fields = extension.fields(0x30, 'CRL: extension');
    const oid = readOid(fields.any('type'), 'CRL: extension');
    const critical = fields.optional(0x01);
    fields.any('value');
    fields.end();
    return { oid, critical: critical !== undefined && readBoolean(critical, 'CRL: extension') };
  });
