import type { Certificate } from '../certificate.ts';
import type { RevocationList } from './revocation.ts';

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
  // Each name of a State has its own serial numbers. A newer name takes over those of earlier ones only after their lists have ended.
  const isNewer = known.issuers.some(({ not_before }) => not_before >= certificate.not_before);
  return isSameState && isNewer && !lists.some((other) => isOfItsName(other, certificate) && isKept(other, known));
}

const isOfItsName = ({ list }: KnownRevocationList, { issuer }: Certificate) => list.issuer.key === issuer.key;

/** Whether a list was still current for its name when the other was published. */
const isKept = ({ list, issuers }: KnownRevocationList, { list: { this_update } }: KnownRevocationList) =>
  issuers.length > 0 && (list.next_update ?? list.this_update) >= this_update;
