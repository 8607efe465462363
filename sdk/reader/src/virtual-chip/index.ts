/** `@sigill/reader/virtual-chip`: the chip's side of every protocol that the reader supports, for tests and demonstrations. */
export type { Transmit } from '../apdu/exchange-apdus.ts';
export { seededRandom } from '../random.ts';
export type {
  AgreementKey,
  ChipAccess,
  ChipContents,
  HashName,
  PaceMapping,
  PaceOffer,
  SigningKey,
} from './contents.ts';
export { FAULTS, type Fault, type FaultEntry, type FaultName, parseFault } from './faults/chip-faults.ts';
export { type BundleAccess, type ChipBundle, type ChipKey, chipContentsOf } from './specimen-contents.ts';
export { createVirtualChip, type Exchange, type VirtualChip, type VirtualChipOptions } from './virtual-chip.ts';
