/** Four megapixels: six times what the largest portrait of a document has. */
export const MAX_PIXELS = 4_000_000;
/** The JPEG 2000 decoder takes eight bytes for each sample, however few bits the image declares. */
export const MAX_SAMPLES = 3 * MAX_PIXELS;
