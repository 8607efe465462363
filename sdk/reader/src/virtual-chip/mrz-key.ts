/** The key printed on the document, which the chip derives from its own DG1 (Doc 9303-11, 9.7.2 and 9.7.3). */
import { sha1 } from '@noble/hashes/legacy.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { contentOf, readTlv, readTlvs } from '../tlv/tlv.ts';

const DG1 = 0x61;
const MRZ = 0x5f1f;

export function mrzOf(dg1: Uint8Array): string {
  const mrz = contentOf(readTlvs(readTlv(dg1, DG1).content), MRZ);
  if (!mrz) throw new RangeError('DG1 has no machine readable zone.');
  return String.fromCharCode(...mrz);
}

/** SHA-1 over document number, date of birth and date of expiry, each with its check digit. */
export const mrzSecret = (dg1: Uint8Array): Uint8Array => sha1(utf8ToBytes(mrzInformation(mrzOf(dg1))));

/** Implemented separately from the reader, so that an error on one side is not hidden by the same error on the other. */
function mrzInformation(mrz: string): string {
  switch (mrz.length) {
    case 90:
      return longNumber(mrz.slice(5, 15), mrz.slice(15, 30)) + mrz.slice(30, 37) + mrz.slice(38, 45);
    case 72:
      return longNumber(mrz.slice(36, 46), mrz.slice(64, 71)) + mrz.slice(49, 56) + mrz.slice(57, 64);
    case 88:
      return mrz.slice(44, 54) + mrz.slice(57, 64) + mrz.slice(65, 72);
    default:
      throw new RangeError(`A machine readable zone has 72, 88 or 90 characters, not ${mrz.length}.`);
  }
}

/** A filler as the check digit says that the number continues in the optional data (Doc 9303-5, 4.2.2; 9303-6, 4.2.2). */
function longNumber(number: string, optional: string): string {
  if (!number.endsWith('<')) return number;
  return number.slice(0, 9) + optional.slice(0, optional.indexOf('<') < 0 ? undefined : optional.indexOf('<'));
}
