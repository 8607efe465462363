/** A face matcher behind an address of the operator: two images go out, two booleans come back. */
import { faultOf } from '../core/fault.ts';
import { type FaceComparison, type FaceMatcher, FaceMatcherUnavailable } from './face-matcher.ts';

/** With this and the converting of two images, a verdict is there before the session counts as interrupted. */
const TIMEOUT_MS = 8_000;

export interface HttpFaceMatcherConfig {
  url: URL;
  /** Sent as a bearer token. */
  token: string | undefined;
}

export function createHttpFaceMatcher(
  { url, token }: HttpFaceMatcherConfig,
  { timeout_ms = TIMEOUT_MS } = {},
): FaceMatcher {
  return {
    name: 'http',
    async compare({ portrait, face }) {
      const answer = await ask({
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify({ portrait: base64(portrait), face: base64(face) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeout_ms),
      });
      if (!isComparison(answer)) throw new FaceMatcherUnavailable('The face matcher answered something else');
      return { match: answer.match, alive: answer.alive };
    },
  };

  async function ask(init: RequestInit): Promise<unknown> {
    try {
      const response = await fetch(url, init);
      if (response.ok) return await response.json();
      throw new FaceMatcherUnavailable(`The face matcher answered with status ${response.status}`);
    } catch (error) {
      if (error instanceof FaceMatcherUnavailable) throw error;
      // An answer that is no JSON is quoted in the error.
      const { code, type } = faultOf(error);
      throw new FaceMatcherUnavailable(`The face matcher gave no answer: ${code ?? type}`);
    }
  }
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

const isComparison = (answer: unknown): answer is FaceComparison =>
  typeof answer === 'object' &&
  answer !== null &&
  typeof Reflect.get(answer, 'match') === 'boolean' &&
  typeof Reflect.get(answer, 'alive') === 'boolean';
