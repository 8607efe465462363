/** id-PK and id-CA, by whose continuations DG14 names keys and protocols of Chip Authentication (ICAO Doc 9303-11, 9.2.5 and 9.2.6). */
const ARCS = [1, 3].map((last) => [0x04, 0x00, 0x7f, 0x00, 0x07, 0x02, 0x02, last]);

/** Whether the service has to be asked. It reads DG14 itself and decides, so that these bytes count wherever they stand. */
export const offersChipAuthentication = (dg14: Uint8Array): boolean =>
  ARCS.some((arcs) => dg14.some((_, start) => arcs.every((byte, index) => dg14[start + index] === byte)));
