/** Compares the holder of a document with the portrait on its chip. Where none is configured, sessions with face verification are refused. */
export interface FaceMatcher {
  /** Its name in the result of the check. */
  name: string;
  /** Both images are PNG. @throws FaceMatcherUnavailable when there is no answer, which says nothing about the holder. */
  compare(images: { portrait: Uint8Array; face: Uint8Array }): Promise<FaceComparison>;
}

export interface FaceComparison {
  /** The face is that of the portrait. */
  match: boolean;
  /** The image is of a living person, not of a picture or a mask. */
  alive: boolean;
}

export class FaceMatcherUnavailable extends Error {}
