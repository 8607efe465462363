/**
 * Compares the holder of a document with the portrait on its chip. If no matcher is configured, sessions with face verification
 * are refused.
 */
export interface FaceMatcher {
  /** Its name in the result. */
  name: 'http' | 'onnx' | 'specimen';
  /**
   * The similarity of the reference and the live picture least like it, all PNG. Every picture counts, since otherwise one could
   * show the holder and another a different, living person.
   * @throws FaceMatcherUnavailable when there is no response, which says nothing about the holder.
   */
  match(reference: Uint8Array, live: Uint8Array[]): Promise<Judgement>;
  /** Whether the frames show a living person rather than a picture or a mask. Absent if the operator has turned it off. */
  liveness?(frames: Uint8Array[], reference: Uint8Array): Promise<Judgement>;
  close?(): Promise<void>;
}

/** Passed if the score reaches the threshold. Both are from 0 to 1, with four decimals. */
export interface Judgement {
  score: number;
  threshold: number;
}

export class FaceMatcherUnavailable extends Error {}

/** Truncates to four decimals, so that a score displayed as equal to its threshold has passed. */
export const judged = (score: number, threshold: number): Judgement => ({
  score: Math.floor(Math.min(Math.max(score, 0), 1) * 10_000 + 1e-6) / 10_000,
  threshold,
});

export const hasPassed = ({ score, threshold }: Judgement): boolean => score >= threshold;
