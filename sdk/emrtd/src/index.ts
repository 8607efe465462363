/**
 * Verifies the chip contents of a passport or identity card (ICAO Doc 9303, parts 3 to 6 and 10 to 12). Only these exports are
 * public. Fields of results use snake_case, as in the API and the database; functions and their options do not.
 */

export { type AcceptanceRules, hasReached, refusalOf } from './acceptance.ts';
export { Malformed } from './asn1/ber.ts';
export type { Check } from './check.ts';
export { REASON_CODES, type ReasonCode } from './check.ts';
export { type ActiveAuthentication, verifyActiveAuthentication } from './clone-protection/active-authentication.ts';
export {
  beginChipAuthentication,
  type ChipAuthenticationBegun,
  type ChipAuthenticationRequest,
  type ChipAuthenticationSecret,
} from './clone-protection/chip-authentication.ts';
export {
  type ChipAuthenticationMapping,
  verifyChipAuthenticationMapping,
} from './clone-protection/chip-authentication-mapping.ts';
export type { ChipProofs, CloneProof } from './clone-protection/clone-protection.ts';
export type { DocumentData } from './document-data.ts';
export { FLAG_CODES, type Flag, type FlagCode } from './flags.ts';
export { readDg14, readDg15, type SecurityInfos } from './lds/chip-security.ts';
export { type AdditionalDocumentDetails, type AdditionalPersonalDetails, readDg11, readDg12 } from './lds/details.ts';
export { readDg1 } from './lds/dg1.ts';
export type { ChipImage } from './lds/images.ts';
export { readDg2 } from './lds/images.ts';
export type { SecurityObject } from './lds/sod.ts';
export { type NamedSigner, readSigner } from './lds/sod.ts';
export { MrzInvalid } from './mrz/layouts.ts';
export { type Mrz, parseMrz } from './mrz/mrz.ts';
export { type PassiveAuthentication, verifyPassiveAuthentication } from './passive-authentication.ts';
export { type Certificate, isValidAt, readCertificate } from './pki/certificate.ts';
export { certificateCountry } from './pki/certificate-countries.ts';
export { type FileEntry, readCertificateFile, readRevocationListFile, readTrustFile } from './pki/certificate-file.ts';
export { type DeviationList, readDeviationList } from './pki/deviation-list.ts';
export { UnsupportedAlgorithm } from './pki/keys/algorithms.ts';
export type { PublicKey } from './pki/keys/public-key.ts';
export { isLdif, type LdifRecord, type PublishedKind, readLdif } from './pki/ldif.ts';
export { type MasterList, masterListSource, readMasterList } from './pki/trust/master-list.ts';
export type { KnownRevocationList } from './pki/trust/revocation.ts';
export { type RevocationList, readRevocationList } from './pki/trust/revocation.ts';
export {
  createTrustStore,
  type TrustAnchor,
  type TrustSource,
  type TrustStore,
  type TrustVerdict,
} from './pki/trust/trust-store.ts';
export {
  type CheckName,
  type DocumentFiles,
  type Evidence,
  type Policy,
  type Verification,
  verifyDocument,
  verifyMaterial,
} from './verify-document.ts';
export { WEAK_PLACES, type Weakness } from './weaknesses.ts';
