/**
 * The way to a chip: takes a command APDU and answers with the response APDU, status word included (ISO/IEC 7816-4, 5.1).
 * Rejects when the chip no longer answers, whatever the reason: field lost, card removed, driver gone.
 */
export type Transmit = (command: Uint8Array) => Promise<Uint8Array>;
