/** Reads the machine readable zone of a document on pictures of a camera: `@sigill/reader/mrz-camera`. Needs neither a network nor a browser. */
export { createAgreement } from './agreement.ts';
export type { RgbaImage } from './grey-image.ts';
export { type ReadMrz, recogniseMrz } from './read-mrz.ts';
