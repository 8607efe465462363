/** The face matcher's result for a session's pictures, as defined in the contract. */
import type { ReasonCode } from '@sigill/emrtd';
import { type FaceMatcher, hasPassed, type Judgement } from '../face/face-matcher.ts';
import type { FaceMatch } from '../generated/operations.gen.ts';

export interface ComparedFaces {
  face_match: FaceMatch;
  /** Undefined when the person is the holder, and alive. */
  refusal?: ReasonCode;
}

/** Liveness is checked only for the holder. @throws FaceMatcherUnavailable when there is no response. */
export async function compareFaces(
  matcher: FaceMatcher,
  portrait: Uint8Array,
  pictures: Uint8Array[],
): Promise<ComparedFaces> {
  const match = await matcher.match(portrait, pictures);
  const face_match: FaceMatch = { matcher: matcher.name, ...shown(match) };
  if (!hasPassed(match)) return { face_match, refusal: 'face_mismatch' };
  const liveness = await matcher.liveness?.(pictures, portrait);
  if (!liveness) return { face_match };
  const compared = { face_match: { ...face_match, liveness: shown(liveness) } };
  return hasPassed(liveness) ? compared : { ...compared, refusal: 'liveness_failed' };
}

const shown = ({ score, threshold }: Judgement) => ({ score: score.toFixed(4), threshold: threshold.toFixed(4) });
