/**
 * A face matcher at an address of the operator's choice: it receives pictures and returns a score. docs/face-matching.md is its
 * contract.
 */
import { faultOf } from '../core/fault.ts';
import { shortText } from '../core/short-text.ts';
import { type FaceMatcher, FaceMatcherUnavailable, judged } from './face-matcher.ts';

/** Two requests and the image conversion must fit into the time after which another process takes over the verdict. */
const TIMEOUT_MS = 8_000;
const LONGEST_ANSWER = 64 * 1024;

export interface HttpFaceMatcherConfig {
  url: URL;
  /** Its name for people, such as the company that runs it. */
  provider: string;
  token: string | undefined;
  match_threshold: number;
  liveness_threshold: number | undefined;
}

export function createHttpFaceMatcher(
  { url, provider, token, match_threshold, liveness_threshold }: HttpFaceMatcherConfig,
  { timeout_ms = TIMEOUT_MS } = {},
): FaceMatcher {
  return {
    name: 'http',
    provider,
    async match(reference, live) {
      const score = await ask('match', { reference: base64(reference), live: live.map(base64) });
      return judged(score, match_threshold);
    },
    ...(liveness_threshold !== undefined && {
      async liveness(frames) {
        return judged(await ask('liveness', { frames: frames.map(base64) }), liveness_threshold);
      },
    }),
  };

  async function ask(question: 'match' | 'liveness', body: object): Promise<number> {
    try {
      const response = await fetch(`${url.href.replace(/\/$/, '')}/${question}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
        // Pictures of people may only go to the configured address.
        redirect: 'error',
        signal: AbortSignal.timeout(timeout_ms),
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new FaceMatcherUnavailable(`The face matcher responded with status ${response.status}`);
      }
      const text = await shortText(response, LONGEST_ANSWER);
      if (text === undefined) throw new FaceMatcherUnavailable('The response of the face matcher is too long');
      return scoreOf(JSON.parse(text));
    } catch (error) {
      if (error instanceof FaceMatcherUnavailable) throw error;
      // The parser's message would quote a response that is not JSON, so only its code or type is used.
      const { code, type } = faultOf(error);
      throw new FaceMatcherUnavailable(`The face matcher did not respond: ${code ?? type}`);
    }
  }
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

function scoreOf(answer: unknown): number {
  const score: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'score') : undefined;
  if (typeof score === 'number' && score >= 0 && score <= 1) return score;
  throw new FaceMatcherUnavailable('The response of the face matcher has no score from 0 to 1');
}
