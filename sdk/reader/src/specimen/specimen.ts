import type { AccessKey } from '../access/password.ts';
import type { DocumentFiles, ReaderFailCode } from '../generated/types.gen.ts';
import { fromBase64 } from '../session/base64.ts';
import type { ChipBundle } from '../virtual-chip/index.ts';
import { mrzOf } from '../virtual-chip/mrz-key.ts';

/** A specimen document with its holder and its behaviour, as served under `/specimens/NAME.json`. */
export interface Specimen extends ChipBundle {
  files: DocumentFiles;
  /** A photo of the holder in base64, sent when the session requires a face. */
  face?: string;
  /** Further photos, taken moments later. */
  face_frames?: string[];
  behaviour: SpecimenBehaviour;
}

/** How the document and its holder behave. OMIT and REPLAY simulate an attack, FAIL an accident, and ABORT a person who cancels. */
export type SpecimenBehaviour =
  | { action: 'SUBMIT'; active_authentication: 'SIGN' | 'OMIT' }
  | { action: 'SUBMIT'; active_authentication: 'REPLAY'; recorded_signature: string }
  | { action: 'FAIL'; code: ReaderFailCode; message: string }
  | { action: 'ABORT' };

/** The key printed on the document, which opens its chip. @throws RangeError when the document has no such key. */
export function printedKey({ files, access }: Specimen, kind: 'MRZ' | 'CAN'): AccessKey {
  if (kind === 'CAN') {
    if (!access?.can) throw new RangeError('No card access number is printed on this document.');
    return { can: access.can };
  }
  if (!files.dg1) throw new RangeError('DG1, which holds the machine readable zone, is missing.');
  return { mrz: mrzOf(fromBase64(files.dg1)) };
}
