import type { Certificate } from '../pki/certificate.ts';
import { findSigners } from '../pki/cms.ts';
import { readSod } from './sod.ts';

/** Who says to have signed a security object (RFC 5652, 5.3). Nothing of it is verified. */
export interface NamedSigner {
  /** For the certificate that is looked for: its issuer and serial number, or its subject key identifier. */
  issuer?: string;
  serial_number?: string;
  subject_key_id?: string;
  /** The certificate that the security object holds. Some States publish it apart (Doc 9303-12, 7.1). */
  certificate?: Certificate;
}

/** Reads whom EF.SOD names as its signer (RFC 5652, 5.3). Throws for a file that is no security object. */
export function readSigner(sod: Uint8Array): NamedSigner {
  const data = readSod(sod);
  const { identifier } = data.signer;
  const [certificate] = findSigners(data);
  return {
    ...('issuer' in identifier
      ? { issuer: identifier.issuer.text, serial_number: identifier.serial_number }
      : { subject_key_id: identifier.subject_key_id }),
    ...(certificate && { certificate }),
  };
}
