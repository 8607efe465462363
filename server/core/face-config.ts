import { statSync } from 'node:fs';
import type { HttpFaceMatcherConfig } from '../face/http-face-matcher.ts';
import type { OnnxFaceConfig } from '../face/onnx-face-embedder.ts';
import type { FaceModel } from '../face/onnx-model.ts';
import type { Environment } from './environment.ts';

/** What compares faces for live sessions, in production only if the operator has chosen it. */
export type FaceMatcherConfig =
  | ({ by: 'http' } & HttpFaceMatcherConfig)
  | ({ by: 'onnx' } & OnnxFaceConfig)
  /** The demonstration of `@sigill/face`, if the package is installed. */
  | { by: 'demonstration'; required: boolean };

/**
 * A provider or a model of the operator's choice, both of which require a name and thresholds. Otherwise the demonstration, if it is
 * installed and not switched off.
 */
export function readFaceMatcher(environment: Environment): FaceMatcherConfig | undefined {
  const { text, oneOf, secureUrl, complain } = environment;
  const url = secureUrl('FACE_MATCHER_URL', 'an API');
  const model = readFaceModel(environment);
  const demonstration = oneOf('FACE_DEMONSTRATION', ['auto', 'on', 'off'] as const, 'auto');
  const checks_liveness = oneOf('FACE_LIVENESS', ['on', 'off'] as const, 'on') === 'on';
  if (!text('FACE_MATCHER_URL')) {
    for (const name of ['FACE_MATCHER_TOKEN', 'FACE_LIVENESS_THRESHOLD'] as const)
      if (text(name)) complain(`${name} requires FACE_MATCHER_URL.`);
    if (!model) {
      for (const name of ['FACE_PROVIDER', 'FACE_MATCH_THRESHOLD'] as const)
        if (text(name)) complain(`${name} requires FACE_MATCHER_URL or FACE_MODEL.`);
      return demonstration === 'off' ? undefined : { by: 'demonstration', required: demonstration === 'on' };
    }
  }
  if (demonstration === 'on')
    complain('FACE_DEMONSTRATION=on cannot be used together with FACE_MATCHER_URL or FACE_MODEL. Remove one.');
  if (url && model) complain('FACE_MATCHER_URL and FACE_MODEL cannot be used together. Set one of them.');
  const provider = readProvider(environment);
  const match_threshold = readThreshold(environment, 'FACE_MATCH_THRESHOLD');
  const liveness_threshold = url && checks_liveness ? readThreshold(environment, 'FACE_LIVENESS_THRESHOLD') : undefined;
  if (model) return { by: 'onnx', model, provider, match_threshold };
  return url && { by: 'http', url, provider, token: text('FACE_MATCHER_TOKEN'), match_threshold, liveness_threshold };
}

const PROVIDER = /^[\p{L}\p{N}][\p{L}\p{N} .,:()'’/&+–-]{0,79}$/u;

/** Shown on the site, in the portal and in results. The server writes it into documents, so it has no brackets or quotes of markup. */
function readProvider({ text, complain }: Environment): string {
  const value = text('FACE_PROVIDER');
  if (value !== undefined && PROVIDER.test(value)) return value;
  const given = value === undefined ? 'but is not set' : `not "${value}"`;
  complain(
    `FACE_PROVIDER must name whose face verification it is, in up to 80 letters, digits and simple punctuation, such as Example Biometrics Ltd, ${given}.`,
  );
  return '';
}

export function readFaceModel({ text, oneOf, complain }: Environment): FaceModel | undefined {
  const file = text('FACE_MODEL');
  const pixels = oneOf('FACE_MODEL_PIXELS', ['signed', 'unit', 'bytes'] as const, 'signed');
  const channels = oneOf('FACE_MODEL_CHANNELS', ['rgb', 'bgr'] as const, 'rgb');
  if (!file) return undefined;
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    complain(`FACE_MODEL points to ${file}, which is not a file.`);
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
