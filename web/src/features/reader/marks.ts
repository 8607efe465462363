import type { FailureCode } from '@sigill/sdk';
import type { ReaderEnd } from '@sigill/sdk/reader';
import { type Check, type CheckName, checkNames } from '../../ui/CheckMarks';

/** The codes of each mark, in the order in which the service checks. Other codes belong to none of the five. */
const order: { mark?: CheckName; codes: FailureCode[] }[] = [
  { mark: 'signature', codes: ['MALFORMED', 'UNSUPPORTED_ALGORITHM', 'SOD_DIGEST_MISMATCH', 'SOD_SIGNATURE_INVALID'] },
  { mark: 'issuer', codes: ['ISSUER_UNKNOWN', 'CERTIFICATE_EXPIRED', 'CERTIFICATE_REVOKED', 'COUNTRY_MISMATCH'] },
  { mark: 'data', codes: ['DG_HASH_MISMATCH', 'DG_MISSING', 'MRZ_INVALID'] },
  { codes: ['DOCUMENT_EXPIRED', 'DOCUMENT_TYPE_NOT_ALLOWED'] },
  { mark: 'clone', codes: ['CHIP_AUTH_MISSING', 'CHIP_AUTH_FAILED'] },
  { codes: ['PORTRAIT_UNREADABLE'] },
  { mark: 'face', codes: ['FACE_MISSING', 'FACE_MISMATCH', 'LIVENESS_FAILED'] },
];

/** What the end of a reading says about the five marks: what was checked before the first failure has passed. */
export function marksOf(end: ReaderEnd | undefined, face_verification = false): Check[] {
  const failed = order.findIndex(({ codes }) => codes.some((code) => code === end?.failure?.code));
  const judged = end?.state === 'APPROVED' ? order.length : failed;
  return checkNames.map((name) => {
    const place = order.findIndex(({ mark }) => mark === name);
    if (place === failed) return { name, status: 'FAILED' };
    if (name === 'face' && judged >= 0 && !face_verification) return { name, status: 'NOT_PRESENT' };
    if (place >= judged) return { name, status: 'PENDING' };
    return { name, status: 'PASSED' };
  });
}
