import { afterEach, expect, test } from 'vitest';
import { createFaceService } from '../../tests/support/outside/face-service.ts';
import { FaceMatcherUnavailable } from './face-matcher.ts';
import { createHttpFaceMatcher } from './http-face-matcher.ts';

let service: Awaited<ReturnType<typeof createFaceService>>;
afterEach(() => service.stop());

const matcherOf = (timeout_ms: number, liveness_threshold?: number) =>
  createHttpFaceMatcher(
    {
      url: new URL(service.environment['FACE_MATCHER_URL']!),
      ...{ provider: 'Example Biometrics', token: undefined },
      ...{ match_threshold: 0.5, liveness_threshold },
    },
    { timeout_ms },
  );
const picture = new Uint8Array(8);

test('a matcher that responds too late or incompletely is not waited for', async () => {
  service = await createFaceService();
  for (const answer of [() => {}, (response: { write(text: string): unknown }) => void response.write('{"sco')]) {
    service.answer = answer;
    await expect(matcherOf(100).match(picture, [picture])).rejects.toThrow(FaceMatcherUnavailable);
  }
});

test('without a token none is sent, and without a threshold liveness is not checked', async () => {
  service = await createFaceService();
  const matcher = matcherOf(10_000);
  expect(await matcher.match(picture, [picture])).toEqual({ score: 0.93, threshold: 0.5 });
  expect(service.questions[0]?.headers).not.toHaveProperty('authorization');
  expect(matcher.liveness).toBeUndefined();
  expect(matcherOf(10_000, 0.5).liveness).toBeDefined();
});
