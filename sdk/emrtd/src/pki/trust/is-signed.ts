import type { Certificate } from '../certificate.ts';

/** Whether the issuer's key signed the certificate. False for a key or an algorithm that is not accepted. */
export function isSigned(certificate: Certificate, issuer: Certificate): boolean {
  try {
    return certificate.isSignedBy(issuer);
  } catch {
    return false;
  }
}
