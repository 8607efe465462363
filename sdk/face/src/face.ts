/** Finds the face in a picture, and describes it or cuts it out. */
import * as tf from '@tensorflow/tfjs-core';
import { extractFaceTensors, Rect, TinyFaceDetectorOptions } from '@vladmandic/face-api/dist/face-api.esm-nobundle.js';
import { alignedFace, type Point, uprightHead } from './crop.ts';
import type { Models } from './models.ts';
import type { Picture, Size } from './picture.ts';

const LEAST_SCORE = 0.3;
/** A second face counts if it is at least this large relative to the first. */
const SECOND_FACE = 0.5;
const INPUT = 224;

export async function embed(models: Models, picture: Picture): Promise<Float32Array | undefined> {
  const points = await findFace(models, picture);
  if (!points) return undefined;
  return tf.tidy(() => {
    const head = tf.tensor4d(uprightHead(picture, points, INPUT), [1, INPUT, INPUT, 3]);
    return (models.recognition.execute(head, 'global_pooling/Mean') as tf.Tensor).dataSync() as Float32Array;
  });
}

export async function align(models: Models, picture: Picture, size: Size): Promise<Uint8Array | undefined> {
  const points = await findFace(models, picture);
  return points && alignedFace(picture, points, size);
}

/** The 68 points of the only face. A picture with two faces of similar size does not say whose it is. */
async function findFace(models: Models, picture: Picture): Promise<Point[] | undefined> {
  const input = tf.tensor3d(picture.data, [picture.height, picture.width, 3], 'int32');
  try {
    const [box, ...others] = await locate(models, input);
    if (!box || others.some(({ width }) => width >= box.width * SECOND_FACE)) return undefined;
    const [crop] = await extractFaceTensors(input, [box]);
    const landmarks = await models.landmarks.detectLandmarks(crop!);
    crop!.dispose();
    return landmarks.shiftBy(box.x, box.y).positions.map(({ x, y }): Point => [x, y]);
  } finally {
    input.dispose();
  }
}

/**
 * The faces in the picture, largest first. A face that fills its picture, as on a chip, is found only with space around it, so
 * wider borders are tried in turn.
 */
async function locate({ detector }: Models, input: tf.Tensor3D) {
  const [height, width] = input.shape;
  for (const share of [0, 0.35, 0.7]) {
    const border = Math.round(share * Math.max(width, height));
    const padded = input.pad(
      [
        [border, border],
        [border, border],
        [0, 0],
      ],
      128,
    );
    const found = await detector.locateFaces(
      padded,
      new TinyFaceDetectorOptions({ inputSize: 320, scoreThreshold: LEAST_SCORE }),
    );
    padded.dispose();
    const faces = found.map(({ box }) => new Rect(box.x - border, box.y - border, box.width, box.height));
    if (faces.length > 0) return faces.sort((a, b) => b.width - a.width);
  }
  return [];
}
