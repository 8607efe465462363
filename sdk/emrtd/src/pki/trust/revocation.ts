import { type Element, readBer, readBitString, readBoolean, readOid, readTime } from '../../asn1/ber.ts';
import { type Certificate, serialNumber } from '../certificate.ts';
import { readAlgorithm, UnsupportedAlgorithm } from '../keys/algorithms.ts';
import { readSignatureScheme, verifySignature } from '../keys/signature.ts';
import { type Name, readName } from '../name.ts';

/** A certificate revocation list (RFC 5280, 5). It still applies after its nextUpdate, because a revoked certificate stays revoked. */
export interface RevocationList {
  issuer: Name;
  this_update: Date;
  /** When the next list is due. After that the list is stale. */
  next_update?: Date;
  /** Number of revoked certificates. */
  size: number;
  serial_numbers: ReadonlySet<string>;
  /**
   * Whether the list holds the serial number of the certificate. Issuers number their certificates independently, so `isRevokedBy`
   * decides whether the list applies to this certificate.
   */
  names(certificate: Certificate): boolean;
  isSignedBy(issuer: Certificate): boolean;
}

/**
 * Reads a revocation list (Doc 9303-12, 7.2; RFC 5280, 5). Throws Malformed, and UnsupportedAlgorithm for one that is not complete or
 * has an unknown critical extension. Its signature is verified by `isSignedBy`.
 */
export function readRevocationList(bytes: Uint8Array): RevocationList {
  const fields = readBer(bytes, 'CRL').fields(0x30, 'CRL');
  const tbs = fields.next(0x30, 'content');
  const algorithm = readAlgorithm(fields.any('signature algorithm'), 'CRL: signature algorithm');
  const signature = readBitString(fields.any('signature'), 'CRL: signature');
  fields.end();

  const body = tbs.fields(0x30, 'CRL');
  body.optional(0x02);
  body.next(0x30, 'signature algorithm');
  const issuer = readName(body.any('issuer'), 'CRL: issuer');
  const this_update = readTime(body.any('thisUpdate'), 'CRL: thisUpdate');
  const nextUpdate = body.optional(0x17, 0x18);
  const revoked = body.optional(0x30);
  const extensions = body.optional(0xa0);
  body.end();
  assertCompleteList(extensions?.children()[0]);
  const serials = new Set(revoked ? revokedSerials(revoked.content) : []);
  return {
    issuer,
    this_update,
    ...(nextUpdate && { next_update: readTime(nextUpdate, 'CRL: nextUpdate') }),
    size: serials.size,
    serial_numbers: serials,
    names: (certificate) => serials.has(certificate.serial_number),
    isSignedBy(csca) {
      try {
        return verifySignature(
          readSignatureScheme(algorithm, 'CRL: signature algorithm'),
          csca.publicKey(),
          tbs.raw,
          signature,
        );
      } catch {
        return false;
      }
    },
  };
}

/** Each entry is parsed separately, because some States revoke more certificates than one parse may have elements. */
function* revokedSerials(entries: Uint8Array): Generator<string> {
  for (let at = 0; at < entries.length; ) {
    const entry = readBer(entries.subarray(at), 'CRL: entry', { trailing: true });
    yield revokedSerial(entry);
    at += entry.end;
  }
}

function revokedSerial(entry: Element): string {
  const fields = entry.fields(0x30, 'CRL: entry');
  const serial = serialNumber(fields.any('serial number'));
  readTime(fields.any('revocation date'), 'CRL: revocation date');
  assertKnownEntry(fields.optional(0x30));
  return serial;
}

/** Extensions that Doc 9303-12, 7.2 forbids. They make a list partial, even if the issuer forgot to mark them as critical. */
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

/** Extensions that only add a reason or a date to an entry: reasonCode, holdInstructionCode, invalidityDate. */
const OF_ENTRIES = new Set(['2.5.29.21', '2.5.29.23', '2.5.29.24']);

/**
 * Throws UnsupportedAlgorithm for an unknown critical extension, and for a partial list: used in place of an earlier complete list,
 * it would hide what that one revokes (RFC 5280, 5.2).
 */
function assertCompleteList(extensions: Element | undefined): void {
  for (const { oid, critical } of readExtensions(extensions)) {
    const part = PARTS.get(oid);
    if (part) throw new UnsupportedAlgorithm(`CRL: ${part}`);
    if (critical && !OF_LISTS.has(oid))
      throw new UnsupportedAlgorithm(`CRL: it has the unknown critical extension ${oid}`);
  }
}

/**
 * An entry with an unknown critical extension may concern a certificate of another issuer. Then the whole list must not be used
 * (RFC 5280, 5.3).
 */
function assertKnownEntry(extensions: Element | undefined): void {
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

/** A revocation list and the trusted CSCA certificates that signed it (RFC 5280, 6.3.3); without one, the list does not count. */
export interface KnownRevocationList {
  source: string;
  list: RevocationList;
  issuers: readonly Certificate[];
}

/**
 * Whether a State has revoked the certificate (Doc 9303-12, 7.2; RFC 5280, 6.3). A list applies to certificates with its own issuer
 * name. After a change of name a State publishes one list, under the newest name, which also applies to the earlier names.
 */
export function isRevokedBy(lists: readonly KnownRevocationList[], certificate: Certificate): boolean {
  return lists.some((known) => known.list.names(certificate) && speaksFor(known, certificate, lists));
}

function speaksFor(known: KnownRevocationList, certificate: Certificate, lists: readonly KnownRevocationList[]) {
  if (known.issuers.length === 0) return false;
  if (isOfItsName(known, certificate)) return true;
  const { country } = certificate.issuer;
  const isSameState = country !== undefined && country === known.list.issuer.country;
  // Each name of a State has its own serial numbers. The list of a newer name applies to certificates of an earlier name only if,
  // when that list was published, the earlier name had no current list.
  const isNewer = known.issuers.some(({ not_before }) => not_before >= certificate.not_before);
  return isSameState && isNewer && !lists.some((other) => isOfItsName(other, certificate) && isKept(other, known));
}

const isOfItsName = ({ list }: KnownRevocationList, { issuer }: Certificate) => list.issuer.key === issuer.key;

/** Whether a list was still current for its name when the other was published. */
const isKept = ({ list, issuers }: KnownRevocationList, { list: { this_update } }: KnownRevocationList) =>
  issuers.length > 0 && (list.next_update ?? list.this_update) >= this_update;
