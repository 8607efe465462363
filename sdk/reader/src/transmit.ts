/**
 * Sends a command APDU to a chip and returns the response APDU, including its status word (ISO/IEC 7816-4, 5.1).
 * Rejects when the chip no longer responds, for any reason: field lost, card removed, driver gone.
 */
export type Transmit = (command: Uint8Array) => Promise<Uint8Array>;
