/** The documents that are read: one of each generation of access. */
import type { AccessKey } from '../../../sdk/reader/src/index.ts';
import type { ChipContents, PaceOffer } from '../../../sdk/reader/src/virtual-chip/index.ts';
import type { SpecimenName } from '../../../server/specimen/specimen-catalogue.ts';

export interface MeasuredDocument {
  specimen: SpecimenName;
  /** What opens it, of what is printed on it. */
  key: 'MRZ' | 'CAN';
}

export const DOCUMENTS: readonly MeasuredDocument[] = [
  { specimen: 'genuine-rsa-pss', key: 'MRZ' },
  { specimen: 'genuine', key: 'MRZ' },
  { specimen: 'id-card', key: 'CAN' },
  { specimen: 'genuine-ca', key: 'CAN' },
];

const PACE: PaceOffer = { mapping: 'GM', agreement: 'ECDH', cipher: 'AES-128', parameter_id: 13 };

/** How the same portrait is read. */
export const READINGS = [
  { access: 'BAC', bac: true, pace: [] as PaceOffer[], extended_length: true },
  { access: 'PACE-GM', bac: false, pace: [PACE], extended_length: true },
  { access: 'BAC', bac: true, pace: [] as PaceOffer[], extended_length: false },
  { access: 'PACE-GM', bac: false, pace: [PACE], extended_length: false },
];

/** DG1 holds the MRZ behind two tags of three bytes and two lengths. */
const MRZ_START = 5;

export function keyTo({ files, access }: ChipContents, key: MeasuredDocument['key']): AccessKey {
  if (key === 'CAN') return { can: access.can! };
  return { mrz: Buffer.from(files.dg1!.subarray(MRZ_START)).toString('latin1') };
}
