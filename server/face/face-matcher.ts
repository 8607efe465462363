/** Compares the holder of a document with the portrait on its chip. Where none is configured, sessions with face verification are refused. */
export interface FaceMatcher {
  /** Its name in the result. */
  name: 'http' | 'onnx' | 'specimen';
  /**
   * How like the reference the least like of the live pictures is, all PNG. Each of them counts: otherwise one could be of the holder, and
   * another one of whoever is alive. @throws FaceMatcherUnavailable when there is no answer, which says nothing about the holder.
   */
  match(reference: Uint8Array, live: Uint8Array[]): Promise<Judgement>;
  /** Whether the frames show a living person, not a picture or a mask. Absent where the operator has turned it off. */
  liveness?(frames: Uint8Array[], reference: Uint8Array): Promise<Judgement>;
  close?(): Promise<void>;
}

/** Passed from the threshold on. Both are from 0 to 1, with four decimals. */
export interface Judgement {
  score: number;
  threshold: number;
}

export class FaceMatcherUnavailable extends Error {}

/** Cuts to four decimals, so that a score that is shown as its threshold has passed. */
export const judged = (score: number, threshold: number): Judgement => ({
  score: Math.floor(Math.min(Math.max(score, 0), 1) * 10_000 + 1e-6) / 10_000,
  threshold,
});

export const hasPassed = ({ score, threshold }: Judgement): boolean => score >= threshold;
