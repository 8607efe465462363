/** What a revocation list says of itself. A list that speaks for a part only would hide what the complete one before it revokes. */
import { type Element, readBoolean, readOid } from '../../asn1/ber.ts';
import { UnsupportedAlgorithm } from '../keys/algorithms.ts';

/** Forbidden by Doc 9303-12, 7.2. They make a list a part of one, also where the issuer has forgotten to say that this matters. */
const PARTS = new Map([
  [
    '2.5.29.27',
    'it says only what is new since an earlier list (delta CRL), which no CSCA may publish; the complete list is needed',
  ],
  [
    '2.5.29.28',
    'it is for some certificates only (issuingDistributionPoint), which no CSCA may publish; the complete list is needed',
  ],
]);

/** Whatever these say, the list revokes what it names: issuerAltName, cRLNumber, authorityKeyIdentifier. */
const OF_LISTS = new Set(['2.5.29.18', '2.5.29.20', '2.5.29.35']);

/** Why and since when: reasonCode, holdInstructionCode, invalidityDate. */
const OF_ENTRIES = new Set(['2.5.29.21', '2.5.29.23', '2.5.29.24']);

/** Throws UnsupportedAlgorithm for a list that must not be used (RFC 5280, 5.2). */
export function assertCompleteList(extensions: Element | undefined): void {
  for (const { oid, critical } of readExtensions(extensions)) {
    const part = PARTS.get(oid);
    if (part) throw new UnsupportedAlgorithm(`CRL: ${part}`);
    if (critical && !OF_LISTS.has(oid))
      throw new UnsupportedAlgorithm(`CRL: it has the critical extension ${oid}, which is not known`);
  }
}

/** An entry can be about a certificate of another issuer, and then the whole list must not be used (RFC 5280, 5.3). */
export function assertKnownEntry(extensions: Element | undefined): void {
  for (const { oid, critical } of readExtensions(extensions))
    if (critical && !OF_ENTRIES.has(oid))
      throw new UnsupportedAlgorithm(`CRL: it has the critical extension ${oid} of an entry, which is not known`);
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
