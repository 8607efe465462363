import type { ReasonCode } from '@sigill/emrtd';
import type { FaceMatch } from '../generated/operations.gen.ts';

/**
 * Compares the holder of a document with the portrait on its chip. If no matcher is configured, sessions with face verification
 * are refused.
 */
export interface FaceMatcher {
  name: FaceMatch['matcher'];
  /** What the operator calls the service or model. Absent for the demonstration, which nobody vouches for. */
  provider?: string;
  /**
   * The similarity of the reference to the live picture that is least like it. All are PNG. Every picture counts, since otherwise
   * one could show the holder and another a different, living person.
   * @throws FaceMatcherUnavailable when there is no response, which says nothing about the holder.
   */
  match(reference: Uint8Array, live: Uint8Array[]): Promise<Judgement>;
  /** Whether the frames show a living person rather than a picture or a mask. Only a provider can say. */
  liveness?(frames: Uint8Array[]): Promise<Judgement>;
}

/** For live sessions, and for demo and specimen sessions. If absent, face verification is refused. */
export interface FaceMatchers {
  live?: FaceMatcher | undefined;
  demo?: FaceMatcher | undefined;
  close?(): Promise<void>;
}

/** Passed if the score reaches the threshold. Both are from 0 to 1, with four decimals. */
interface Judgement {
  score: number;
  threshold: number;
}

export class FaceMatcherUnavailable extends Error {}

/** Truncates to four decimals, so that a score displayed as equal to its threshold has passed. */
export const judged = (score: number, threshold: number): Judgement => ({
  score: Math.floor(Math.min(Math.max(score, 0), 1) * 10_000 + 1e-6) / 10_000,
  threshold,
});

const hasPassed = ({ score, threshold }: Judgement): boolean => score >= threshold;

/**
 * Liveness is checked only if the faces match.
 * @returns no refusal when the pictures match the portrait and, if that is checked, are of a living person.
 * @throws FaceMatcherUnavailable when there is no response.
 */
export async function compareFaces(
  matcher: FaceMatcher,
  portrait: Uint8Array,
  pictures: Uint8Array[],
): Promise<{ face_match: FaceMatch; refusal?: ReasonCode }> {
  const { name, provider } = matcher;
  const match = await matcher.match(portrait, pictures);
  const face_match: FaceMatch = { matcher: name, ...(provider && { provider }), ...shown(match) };
  if (!hasPassed(match)) return { face_match, refusal: 'face_mismatch' };
  const liveness = await matcher.liveness?.(pictures);
  if (!liveness) return { face_match };
  const compared = { face_match: { ...face_match, liveness: shown(liveness) } };
  return hasPassed(liveness) ? compared : { ...compared, refusal: 'liveness_failed' };
}

const shown = ({ score, threshold }: Judgement) => ({ score: score.toFixed(4), threshold: threshold.toFixed(4) });
