import { readBer } from '../asn1/ber.ts';

/** The MRZ as it stands in DG1, of which there is one (Doc 9303-10, 4.7.1). */
export function readDg1(bytes: Uint8Array): string {
  const fields = readBer(bytes, 'DG1', { trailing: true }).fields(0x61, 'DG1');
  const mrz = fields.next(0x5f1f, 'MRZ');
  // With two of them, another reader could show another person.
  fields.end();
  return Buffer.from(mrz.content).toString('latin1');
}
