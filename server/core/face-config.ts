import { statSync } from 'node:fs';
import type { HttpFaceMatcherConfig } from '../face/http-face-matcher.ts';
import type { OnnxFaceMatcherConfig } from '../face/onnx-face-matcher.ts';
import type { FaceModel } from '../face/onnx-model.ts';
import type { SigillFaceMatcherConfig } from '../face/sigill-face-matcher.ts';
import type { Environment } from './environment.ts';

export type FaceMatcherConfig =
  | ({ by: 'http' } & HttpFaceMatcherConfig)
  | ({ by: 'onnx' } & OnnxFaceMatcherConfig)
  | ({ by: 'sigill'; required: boolean } & SigillFaceMatcherConfig);

/**
 * An external matcher or the operator's own models, both of which require thresholds. Otherwise `@sigill/face`, if it is installed
 * and not switched off. FACE_MATCHER=sigill requires this package, and allows thresholds other than the package's own.
 */
export function readFaceMatcher(environment: Environment): FaceMatcherConfig | undefined {
  const { text, oneOf, integer, secureUrl, complain } = environment;
  const url = secureUrl('FACE_MATCHER_URL', 'an API');
  const match = readModel(environment, 'FACE_MODEL');
  const model = readModel(environment, 'FACE_LIVENESS_MODEL');
  const chosen = oneOf('FACE_MATCHER', ['auto', 'sigill', 'off'] as const, 'auto');
  const checks_liveness = oneOf('FACE_LIVENESS', ['on', 'off'] as const, 'on') === 'on';
  if (text('FACE_MATCHER_TOKEN') && !text('FACE_MATCHER_URL'))
    complain('FACE_MATCHER_TOKEN requires FACE_MATCHER_URL.');
  const living_class = integer('FACE_LIVENESS_MODEL_CLASS', 1, 0, 99);
  if (!text('FACE_MATCHER_URL') && !match) {
    if (model) complain('FACE_LIVENESS_MODEL requires FACE_MODEL.');
    return readOwnMatcher(environment, chosen, checks_liveness);
  }
  if (chosen !== 'auto')
    complain(`FACE_MATCHER=${chosen} cannot be used together with FACE_MATCHER_URL or FACE_MODEL. Remove one.`);
  const match_threshold = readThreshold(environment, 'FACE_MATCH_THRESHOLD');
  const liveness_threshold = checks_liveness ? readThreshold(environment, 'FACE_LIVENESS_THRESHOLD') : undefined;
  if (url && match) complain('FACE_MATCHER_URL and FACE_MODEL cannot be used together. Set one of them.');
  if (match && checks_liveness && !model)
    complain('FACE_MODEL requires FACE_LIVENESS_MODEL, or FACE_LIVENESS=off to skip the liveness check.');
  if (match) {
    const liveness = checks_liveness && model ? { ...model, living_class } : undefined;
    return { by: 'onnx', models: { match, liveness }, match_threshold, liveness_threshold };
  }
  return url && { by: 'http', url, token: text('FACE_MATCHER_TOKEN'), match_threshold, liveness_threshold };
}

function readOwnMatcher(
  environment: Environment,
  chosen: 'auto' | 'sigill' | 'off',
  checks_liveness: boolean,
): FaceMatcherConfig | undefined {
  const { text, complain } = environment;
  const own = (name: 'FACE_MATCH_THRESHOLD' | 'FACE_LIVENESS_THRESHOLD') => {
    if (!text(name)) return undefined;
    if (chosen !== 'sigill') complain(`${name} requires FACE_MATCHER=sigill, FACE_MATCHER_URL or FACE_MODEL.`);
    return readThreshold(environment, name);
  };
  const thresholds = {
    match_threshold: own('FACE_MATCH_THRESHOLD'),
    liveness_threshold: own('FACE_LIVENESS_THRESHOLD'),
  };
  return chosen === 'off' ? undefined : { by: 'sigill', required: chosen === 'sigill', checks_liveness, ...thresholds };
}

function readModel(
  { text, oneOf, complain }: Environment,
  name: 'FACE_MODEL' | 'FACE_LIVENESS_MODEL',
): FaceModel | undefined {
  const file = text(name);
  const pixels = oneOf(`${name}_PIXELS`, ['signed', 'unit', 'bytes'] as const, 'signed');
  const channels = oneOf(`${name}_CHANNELS`, ['rgb', 'bgr'] as const, 'rgb');
  if (!file) return undefined;
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) complain(`${name} points to ${file}, which is not a file.`);
  return { file, pixels, channels };
}

/** No threshold fits every model, so there is no default. */
function readThreshold(
  { text, complain }: Environment,
  name: 'FACE_MATCH_THRESHOLD' | 'FACE_LIVENESS_THRESHOLD',
): number {
  const value = text(name);
  if (value !== undefined && /^(0\.\d{1,4}|1(\.0{1,4})?)$/.test(value) && Number(value) > 0) return Number(value);
  const given = value === undefined ? 'but is not set' : `not "${value}"`;
  complain(`${name} must be a number above 0 and up to 1 with at most four decimals, such as 0.62, ${given}.`);
  return 1;
}
