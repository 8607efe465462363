import { asciiToBytes } from '@noble/curves/utils.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { type AccessKeyProblem, InvalidAccessKey, mrzInformation, readMrzFields } from './mrz-fields.ts';

/** The key that opens the chip. It is printed on the document, so that only its holder can read the chip (Doc 9303-11, 4). */
export type AccessKey =
  /** The machine readable zone, its lines with or without line breaks. */
  | { mrz: string }
  /** The fields of the MRZ that the key is derived from. Dates as YYMMDD. */
  | { document_number: string; date_of_birth: string; date_of_expiry: string }
  /** The card access number, six digits on the front of an identity card. Opens PACE only. */
  | { can: string };

export interface Password {
  kind: 'MRZ' | 'CAN';
  /** The input of PACE's key derivation: the hash of the MRZ information, or the digits of the CAN (Doc 9303-11, 9.7.3). */
  secret: Uint8Array;
}

/** Length of the BAC key seed in bytes: the start of the hash (Doc 9303-11, 9.7.2). */
const SEED_BYTES = 16;

/** Throws InvalidAccessKey, whose code is ACCESS_DENIED, for a key that cannot open any chip. */
export function passwordOf(key: AccessKey): Password {
  if ('can' in key) return { kind: 'CAN', secret: asciiToBytes(canOf(key.can)) };
  const information = mrzInformation('mrz' in key ? readMrzFields(key.mrz) : key);
  return { kind: 'MRZ', secret: sha1(asciiToBytes(information)) };
}

function canOf(can: string): string {
  const digits = can.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(digits))
    throw new InvalidAccessKey({ field: 'can', message: 'The card access number has six digits.' });
  return digits;
}

export const basicAccessSeed = ({ secret }: Password): Uint8Array => secret.slice(0, SEED_BYTES);

/** What is wrong with an access key (Doc 9303-3, 4.9), for validation in a form. Undefined when it can be used with a chip. */
export function accessKeyProblem(key: AccessKey): AccessKeyProblem | undefined {
  try {
    passwordOf(key);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidAccessKey) return error.problem;
    throw error;
  }
}
