import { readBer } from '../asn1/ber.ts';

/** The MRZ in DG1, which holds exactly one (Doc 9303-10, 4.7.1). Throws Malformed. */
export function readDg1(bytes: Uint8Array): string {
  const fields = readBer(bytes, 'DG1', { trailing: true }).fields(0x61, 'DG1');
  const mrz = fields.next(0x5f1f, 'MRZ');
  // If there were two MRZs, another program could read the other one and show another person.
  fields.end();
  return Buffer.from(mrz.content).toString('latin1');
}
