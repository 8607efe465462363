/** Red, green and blue of each pixel, row by row. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8Array;
}

/** A request to the thread: to compare or, without live pictures, to return the embedding of the portrait. */
export interface Question {
  portrait: Picture;
  live?: readonly Picture[];
}

/** A sign that no living person is in front of the camera. */
export type AttackSignal =
  /** A live picture has no face, or several. */
  | 'no_face'
  | 'several_faces'
  /** A live picture is the portrait of the chip itself, at any size. */
  | 'portrait_shown'
  /** Two consecutive live pictures are the same, or nothing moved between them. */
  | 'still'
  /** The fine grid of a screen or of a printer. */
  | 'grid'
  /** The edges of a screen or a sheet of paper around the face. */
  | 'edges'
  /** The models judge that the pictures do not show a living person. */
  | 'model';

export interface FaceReport {
  /** How alike the embeddings of the portrait and of the least similar live picture are, from 0 to 1; 0 without a face. */
  match: number;
  /** From 0 to 1; 0 with any signal of an attack except `model`. */
  liveness: number;
  signals: AttackSignal[];
  /** What was measured in each picture, the portrait first: for calibration, not for decisions. */
  measured: Measured[];
}

export interface Measured {
  faces: number;
  match?: number;
  /**
   * The higher of two correlations with the portrait's picture: of the aligned faces, pixel by pixel, and of the whole pictures,
   * area by area.
   */
  likeness?: number;
  grid?: number;
  edges?: number;
  /** Mean change since the previous picture, in grey levels of 255. */
  change?: number;
  real?: number;
  live?: number;
}
