/** Loads the models from the package's folder into TensorFlow's WebAssembly. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
// Adds operations as methods of tensors, which face-api calls.
import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops.js';
import { FaceLandmark68Net, TinyFaceDetector } from '@vladmandic/face-api/dist/face-api.esm-nobundle.js';

export interface Models {
  detector: TinyFaceDetector;
  landmarks: FaceLandmark68Net;
  recognition: GraphModel;
}

const folder = new URL('./models/', import.meta.url);

export async function loadModels(): Promise<Models> {
  setWasmPaths(fileURLToPath(new URL('./wasm/', import.meta.url)));
  await tf.setBackend('wasm');
  await tf.ready();
  return {
    detector: loadNet(new TinyFaceDetector(), 'tiny_face_detector_model'),
    landmarks: loadNet(new FaceLandmark68Net(), 'face_landmark_68_model'),
    recognition: await loadGraph('faceres'),
  };
}

interface Manifest {
  paths: string[];
  weights: tf.io.WeightsManifestEntry[];
}

function loadNet<Net extends { loadFromWeightMap(weights: tf.NamedTensorMap): void }>(net: Net, name: string): Net {
  const [manifest] = json<[Manifest]>(`${name}-weights_manifest.json`);
  net.loadFromWeightMap(tf.io.decodeWeights(bytes(`${name}.bin`), manifest.weights));
  return net;
}

function loadGraph(name: string): Promise<GraphModel> {
  const { modelTopology, weightsManifest } = json<{ modelTopology: object; weightsManifest: Manifest[] }>(
    `${name}.json`,
  );
  const artifacts = { modelTopology, weightSpecs: weightsManifest[0]!.weights, weightData: bytes(`${name}.bin`) };
  return loadGraphModel({ load: async () => artifacts });
}

const json = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as T;

function bytes(name: string): ArrayBuffer {
  const { buffer, byteOffset, length } = readFileSync(new URL(name, folder));
  return buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer;
}
