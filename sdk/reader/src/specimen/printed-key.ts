import type { AccessKey } from '../access/access-key.ts';
import { fromBase64 } from '../session/base64.ts';
import { mrzOf } from '../virtual-chip/mrz-key.ts';
import type { Specimen } from './specimen.ts';

/** The key printed on the document, which opens its chip. @throws RangeError when the document has no such key. */
export function printedKey({ files, access }: Specimen, kind: 'MRZ' | 'CAN'): AccessKey {
  if (kind === 'CAN') {
    if (!access?.can) throw new RangeError('No card access number is printed on this document.');
    return { can: access.can };
  }
  if (!files.dg1) throw new RangeError('DG1, which holds the machine readable zone, is missing.');
  return { mrz: mrzOf(fromBase64(files.dg1)) };
}
