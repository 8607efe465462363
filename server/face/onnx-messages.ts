/** What the matcher and its thread tell each other. */
import type { FaceModel, LivenessModel } from './onnx-model.ts';

export interface OnnxModels {
  match: FaceModel;
  liveness: LivenessModel | undefined;
}

/** Similarities of the first picture with all others, or the probability of each frame that it shows a living person. */
export interface OnnxQuestion {
  task: 'match' | 'liveness';
  images: Uint8Array[];
}

/** The thread begins with an answer of no scores, when the models are loaded. */
export type OnnxAnswer = { scores: number[] } | { error: string };
