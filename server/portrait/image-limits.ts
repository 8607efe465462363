/** Four megapixels: six times what the largest portrait of a document has. */
export const MAX_PIXELS = 4_000_000;
/** The JPEG 2000 decoder takes 4 bytes for each, twice, however few bits the image says that they have. */
export const MAX_SAMPLES = 3 * MAX_PIXELS;
