/**
 * Reads the machine readable zone of a document on pictures of a camera: `@sigill/reader/mrz-camera`. Works offline, and without a
 * browser.
 */
export { createAgreement } from './agreement.ts';
export type { RgbaImage } from './grey-image.ts';
export { type ReadMrz, recogniseMrz } from './read-mrz.ts';
