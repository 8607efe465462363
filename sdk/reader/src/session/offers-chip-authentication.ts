/** id-PK and id-CA, the prefixes of the keys and protocols of Chip Authentication in DG14 (ICAO Doc 9303-11, 9.2.5 and 9.2.6). */
const ARCS = [1, 3].map((last) => [0x04, 0x00, 0x7f, 0x00, 0x07, 0x02, 0x02, last]);

/** Whether to ask the service. It parses DG14 itself and decides, so finding these bytes anywhere is enough. */
export const offersChipAuthentication = (dg14: Uint8Array): boolean =>
  ARCS.some((arcs) => dg14.some((_, start) => arcs.every((byte, index) => dg14[start + index] === byte)));
