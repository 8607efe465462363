/** Four megapixels: six times the size of the largest portrait in a document. */
export const MAX_PIXELS = 4_000_000;
/** The JPEG 2000 decoder takes eight bytes per sample, however few bits the image declares. */
export const MAX_SAMPLES = 3 * MAX_PIXELS;

/** Images are returned in base64, which is then at most 150 KB. */
export const MAX_IMAGE_BYTES = 112 * 1024;
/** Larger photographs never fit with all colours, so that is not tried. */
export const FULL_COLOUR_PIXELS = 100_000;
/** Larger photographs rarely fit with 256 colours. */
export const PALETTE_PIXELS = 230_000;
