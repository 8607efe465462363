/** Compares the holder of a document with the portrait on its chip. Without one, face verification is refused, never passed. */
export interface FaceMatcher {
  /** Stands in the result of the check. */
  name: string;
  /** Both images are PNG. Throws FaceMatcherUnavailable when there is no answer: that says nothing about the holder. */
  compare(images: { portrait: Uint8Array; face: Uint8Array }): Promise<FaceComparison>;
}

export interface FaceComparison {
  /** The face is that of the portrait. */
  match: boolean;
  /** The image is of a living person, not of a picture or a mask. */
  alive: boolean;
}

export class FaceMatcherUnavailable extends Error {}
