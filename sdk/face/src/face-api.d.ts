/** The part of face-api that is used here; its own declarations need all of TensorFlow's packages. */
declare module '@vladmandic/face-api/dist/face-api.esm-nobundle.js' {
  import type { NamedTensorMap, Tensor3D } from '@tensorflow/tfjs-core';

  interface Box {
    x: number;
    y: number;
    width: number;
    height: number;
  }
  export class Rect implements Box {
    constructor(x: number, y: number, width: number, height: number);
    x: number;
    y: number;
    width: number;
    height: number;
  }
  interface FaceDetection {
    score: number;
    box: Box;
  }
  interface FaceLandmarks {
    positions: { x: number; y: number }[];
    shiftBy(x: number, y: number): FaceLandmarks;
  }
  class Net {
    loadFromWeightMap(weights: NamedTensorMap): void;
  }
  export class TinyFaceDetectorOptions {
    constructor(options: { inputSize: number; scoreThreshold: number });
  }
  export class TinyFaceDetector extends Net {
    locateFaces(input: Tensor3D, options: TinyFaceDetectorOptions): Promise<FaceDetection[]>;
  }
  export class FaceLandmark68Net extends Net {
    detectLandmarks(input: Tensor3D): Promise<FaceLandmarks>;
  }
  export function extractFaceTensors(input: Tensor3D, places: Box[]): Promise<Tensor3D[]>;
}
