import type { Certificate } from '../certificate.ts';

export interface Anchor {
  certificate: Certificate;
  /** The anchors that signed this certificate, if it is a link certificate. Absent if it is self-signed or pinned by an operator. */
  linked_by?: readonly Anchor[];
}

/**
 * Whether an anchor must not be used, because its State has revoked its certificate, the self-signed certificate of its key or, for
 * a link certificate, every CSCA that signed it (Doc 9303-12, 4.1 and 7.2; RFC 5280, 6.1.3 a). Results are cached.
 */
export function createRevokedAnchors(anchors: readonly Anchor[], isListed: (certificate: Certificate) => boolean) {
  const found = new Map<Certificate, boolean>();

  function hasRevokedKey({ certificate }: Anchor): boolean {
    const { country } = certificate.subject;
    return anchors.some(
      ({ certificate: other }) =>
        other.subject.country === country &&
        other.subject.key === other.issuer.key &&
        isListed(other) &&
        isSigned(other, other) &&
        isSigned(other, certificate),
    );
  }

  /** `above` holds the anchors already being checked: anchors that vouch only for each other do not count. */
  function isRevoked(anchor: Anchor, above: readonly Anchor[] = []): boolean {
    if (isListed(anchor.certificate) || hasRevokedKey(anchor)) return true;
    return anchor.linked_by?.every((by) => above.includes(by) || isRevoked(by, [...above, anchor])) ?? false;
  }

  return (anchor: Anchor): boolean => {
    const before = found.get(anchor.certificate);
    if (before !== undefined) return before;
    const revoked = isRevoked(anchor);
    found.set(anchor.certificate, revoked);
    return revoked;
  };
}

/** Whether the issuer's key signed the certificate. False for a key or an algorithm that is not accepted. */
export function isSigned(certificate: Certificate, issuer: Certificate): boolean {
  try {
    return certificate.isSignedBy(issuer);
  } catch {
    return false;
  }
}
