/** The messages between the matcher and its thread. */
import type { FaceModel, LivenessModel } from './onnx-model.ts';

export interface OnnxModels {
  match: FaceModel;
  liveness: LivenessModel | undefined;
}

/** Asks for the similarity of the first picture with each other one, or for the probability that each frame shows a living person. */
export interface OnnxQuestion {
  task: 'match' | 'liveness';
  images: Uint8Array[];
}

/** When the models are loaded, the thread sends an answer without scores. */
export type OnnxAnswer = { scores: number[] } | { error: string };
