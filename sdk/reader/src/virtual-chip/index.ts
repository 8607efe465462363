/** `@sigill/reader/virtual-chip`: the other side of every protocol that the reader speaks, for tests and demonstrations. */
export type { Transmit } from '../transmit.ts';
