import type { AccessKey } from '../access/access-key.ts';
import { fromBase64 } from '../session/base64.ts';
import { contentOf, readTlv, readTlvs } from '../tlv/tlv.ts';
import type { Specimen } from './specimen.ts';

const DG1 = 0x61;
const MRZ = 0x5f1f;

/** What is printed on the document and opens its chip. @throws RangeError when it has no such key. */
export function printedKey({ files, access }: Specimen, kind: 'MRZ' | 'CAN'): AccessKey {
  if (kind === 'CAN') {
    if (!access?.can) throw new RangeError('No card access number is printed on this document.');
    return { can: access.can };
  }
  const dg1 = files.dg1 && readTlvs(readTlv(fromBase64(files.dg1), DG1).content);
  const mrz = dg1 && contentOf(dg1, MRZ);
  if (!mrz) throw new RangeError('DG1 has no machine readable zone.');
  return { mrz: String.fromCharCode(...mrz) };
}
