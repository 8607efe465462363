/** Verifies what the chip of a passport or identity card holds (ICAO Doc 9303, parts 3 to 6 and 10 to 12). */

export {
  beginChipAuthentication,
  type ChipAuthenticationBegun,
  type ChipAuthenticationRequest,
  type ChipAuthenticationSecret,
} from './chip-authentication.ts';
export type { ChipProofs, CloneProof } from './clone-protection.ts';
export { FLAG_CODES, type Flag, type FlagCode } from './flags.ts';
export { readDg2 } from './lds/dg2.ts';
export type { ChipImage } from './lds/image.ts';
export { type NamedSigner, readSigner } from './lds/signer.ts';
export { type Certificate, isValidAt, readCertificate } from './pki/certificate.ts';
export { certificateCountry } from './pki/certificate-countries.ts';
export { type FileEntry, readCertificateFile, readRevocationListFile, readTrustFile } from './pki/certificate-file.ts';
export { type DeviationList, readDeviationList } from './pki/deviation-list.ts';
export { isLdif, type LdifRecord, type PublishedKind, readLdif } from './pki/ldif.ts';
export { type MasterList, masterListSource, readMasterList } from './pki/master-list.ts';
export { type RevocationList, readRevocationList } from './pki/revocation.ts';
export type { KnownRevocationList } from './pki/revocations.ts';
export { createTrustStore, type TrustSource, type TrustStore, type TrustVerdict } from './pki/trust-store.ts';
export type { ReasonCode } from './reason-codes.ts';
export {
  type Check,
  type CheckName,
  type DocumentData,
  type DocumentFiles,
  type Evidence,
  type Policy,
  type Verification,
  verifyDocument,
  verifyMaterial,
} from './verify-document.ts';
export { WEAK_PLACES, type Weakness } from './weaknesses.ts';
