/** From pictures to scores: finds the faces, compares them, and collects the signals of an attack. */
import * as tf from '@tensorflow/tfjs-core';
import { extractFaceTensors, Rect, TinyFaceDetectorOptions } from '@vladmandic/face-api/dist/face-api.esm-nobundle.js';
import { matchOf } from './match.ts';
import type { Models } from './models.ts';
import type { AttackSignal, FaceReport, Measured, Picture } from './report.ts';
import {
  alignedFace,
  correlation,
  edgesAround,
  greyOf,
  gridIn,
  meanChange,
  type Point,
  uprightHead,
  wholePicture,
} from './signals.ts';
import { LIVENESS_THRESHOLD } from './thresholds.ts';

interface Face {
  picture: Picture;
  count: number;
  box: Rect;
  descriptor: Float32Array;
  /** The face in grey, with the eyes at the same place in every picture. */
  aligned: Float32Array;
  whole: Float32Array;
}

const LEAST_SCORE = 0.3;
/** A second face counts if it is at least this large relative to the first. */
const SECOND_FACE = 0.5;

/**
 * Chosen between the values measured for persons (docs/face-matching.md) and those of attacks. The `likeness` of two pictures of one
 * person, taken a second apart, is up to 0.9984.
 */
const LIMITS = { likeness: 0.9988, grid: 10, edges: 0.7, change: 0.6 };

export async function examine(models: Models, portrait: Picture, live: readonly Picture[]): Promise<FaceReport> {
  const holder = await findFace(models, portrait);
  const faces: (Face | undefined)[] = [];
  for (const picture of live) faces.push(await findFace(models, picture));
  const measured = faces.map((face, at): Measured => measure(models, holder, face, faces[at - 1]));
  const seen = { faces: holder?.count ?? 0 };
  const signals = signalsIn(measured);
  const models_say = Math.min(...measured.map(({ real = 0, live: alive = 0 }) => (real + alive) / 2));
  return {
    match: Math.min(...measured.map(({ match = 0 }) => match)),
    liveness: signals.some((signal) => signal !== 'model') ? 0 : models_say,
    signals,
    measured: [seen, ...measured],
  };
}

export const embed = async (models: Models, picture: Picture): Promise<Float32Array | undefined> =>
  (await findFace(models, picture))?.descriptor;

function measure(models: Models, holder: Face | undefined, face: Face | undefined, before: Face | undefined): Measured {
  if (!face) return { faces: 0 };
  return {
    faces: face.count,
    ...(holder && {
      match: matchOf(holder.descriptor, face.descriptor),
      likeness: Math.max(correlation(holder.aligned, face.aligned), correlation(holder.whole, face.whole)),
    }),
    grid: gridIn(face.picture, face.box),
    edges: edgesAround(face.picture, face.box),
    ...(before && { change: meanChange(before.picture, face.picture) }),
    ...judgedByModels(models, face),
  };
}

function signalsIn(measured: Measured[]): AttackSignal[] {
  const some = (test: (each: Measured) => boolean) => measured.some(test);
  const found: [AttackSignal, boolean][] = [
    ['no_face', some(({ faces }) => faces === 0)],
    ['several_faces', some(({ faces }) => faces > 1)],
    ['portrait_shown', some(({ likeness = 0 }) => likeness > LIMITS.likeness)],
    ['still', some(({ change = 255 }) => change < LIMITS.change)],
    ['grid', some(({ grid = 0 }) => grid > LIMITS.grid)],
    ['edges', some(({ edges = 0 }) => edges > LIMITS.edges)],
    ['model', some(({ real = 0, live = 0 }) => (real + live) / 2 < LIVENESS_THRESHOLD)],
  ];
  return found.flatMap(([signal, is]) => (is ? [signal] : []));
}

async function findFace(models: Models, picture: Picture): Promise<Face | undefined> {
  const input = tf.tensor3d(picture.data, [picture.height, picture.width, 3], 'int32');
  try {
    const found = await locate(models, input);
    const [box] = found;
    if (!box) return undefined;
    const [crop] = await extractFaceTensors(input, [box]);
    const landmarks = await models.landmarks.detectLandmarks(crop!);
    crop!.dispose();
    const points = landmarks.shiftBy(box.x, box.y).positions.map(({ x, y }): Point => [x, y]);
    const descriptor = describe(models, picture, points);
    const count = found.filter((other) => other.width >= box.width * SECOND_FACE).length;
    const grey = greyOf(picture);
    const views = { aligned: alignedFace(grey, picture, points), whole: wholePicture(grey, picture) };
    return { picture, count, box, descriptor, ...views };
  } finally {
    input.dispose();
  }
}

const INPUT = 224;

function describe({ recognition }: Models, picture: Picture, points: readonly Point[]): Float32Array {
  return tf.tidy(() => {
    const head = tf.tensor4d(uprightHead(picture, points, INPUT), [1, INPUT, INPUT, 3]);
    return (recognition.execute(head, 'global_pooling/Mean') as tf.Tensor).dataSync() as Float32Array;
  });
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

/** Both models expect the face with some of its surroundings. */
function judgedByModels({ real, live }: Models, { picture, box }: Face): Pick<Measured, 'real' | 'live'> {
  const side = Math.max(box.width, box.height) * 1.4;
  const [left, top] = [box.x + box.width / 2 - side / 2, box.y + box.height / 2 - side / 2];
  const { width, height } = picture;
  const place: [number, number, number, number] = [
    top / height,
    left / width,
    (top + side) / height,
    (left + side) / width,
  ];
  const ask = (model: Models['real']) =>
    tf.tidy(() => {
      const [, rows = 0, columns = 0] = model.inputs[0]?.shape ?? [];
      const all = tf.tensor4d(picture.data, [1, height, width, 3], 'float32').div<tf.Tensor4D>(255);
      const crop = tf.image.cropAndResize(all, [place], [0], [rows, columns], 'bilinear');
      return (model.execute(crop) as tf.Tensor).dataSync()[0] ?? 0;
    });
  return { real: ask(real), live: ask(live) };
}
