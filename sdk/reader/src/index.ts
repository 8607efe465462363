/** `@sigill/reader`: reads the chips of passports and identity cards, and takes a session to its verdict. */
export type { AccessKey } from './access/access-key.ts';
export { ChipError, type ChipErrorCode } from './chip-error.ts';
export { platformRandom, type Random } from './random.ts';
export type { Transmit } from './transmit.ts';
