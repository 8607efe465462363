import type { Certificate } from '../pki/certificate.ts';
import { findSigners } from '../pki/cms.ts';
import { readSod } from './sod.ts';

/** The signer that a security object names (RFC 5652, 5.3). Not verified. */
export interface NamedSigner {
  /** Identifies the certificate: by issuer and serial number, or by subject key identifier. */
  issuer?: string;
  serial_number?: string;
  subject_key_id?: string;
  /** The certificate in the security object. Some States publish it separately (Doc 9303-12, 7.1). */
  certificate?: Certificate;
}

/** Reads the signer that EF.SOD names (RFC 5652, 5.3). Throws for a file that is not a security object. */
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
