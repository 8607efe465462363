import type { Certificate } from '../certificate.ts';

/** Whether the key of the issuer signed the certificate. A key or an algorithm that is not accepted signed nothing. */
export function isSigned(certificate: Certificate, issuer: Certificate): boolean {
  try {
    return certificate.isSignedBy(issuer);
  } catch {
    return false;
  }
}
