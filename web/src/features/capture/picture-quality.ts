/** Judges from the pixels alone whether a picture is good enough for comparing faces. */

export type PictureFault = 'dark' | 'bright' | 'blurred';

export interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue and opacity of each pixel, row by row. */
  data: Uint8ClampedArray;
}

/** The size at which pictures are judged: large enough to show edges, and small enough for a few pictures a second on an old phone. */
export const JUDGED_SIZE = { width: 120, height: 160 };

/** The mean brightness, from 0 to 255, below or above which the features of a face are lost. */
const DARKEST = 45;
const BRIGHTEST = 215;
/** The standard deviation of the brightness. A picture with less shows only a covered lens or a wall. */
const LEAST_DEVIATION = 8;
/** The strength of the edges relative to the contrast, so that lighting and skin colour do not matter. Pictures in focus are above 0.02. */
const SOFTEST_EDGES = 0.006;

export function faultOf(pixels: Pixels): PictureFault | undefined {
  const grey = greyOf(pixels);
  const brightness = mean(grey);
  if (brightness < DARKEST) return 'dark';
  if (brightness > BRIGHTEST) return 'bright';
  const contrast = variance(grey);
  if (contrast < LEAST_DEVIATION ** 2) return 'dark';
  return variance(edgesOf(grey, pixels)) / contrast < SOFTEST_EDGES ? 'blurred' : undefined;
}

/** Rec. 601 luma. */
function greyOf({ data }: Pixels): Float32Array {
  const grey = new Float32Array(data.length / 4);
  for (let pixel = 0; pixel < grey.length; pixel++) {
    const at = pixel * 4;
    grey[pixel] = 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
  }
  return grey;
}

/** The Laplacian of each inner pixel: how much it differs from its neighbours. */
function edgesOf(grey: Float32Array, { width, height }: Pixels): Float32Array {
  const edges = new Float32Array((width - 2) * (height - 2));
  let next = 0;
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      edges[next++] = 4 * grey[at]! - grey[at - 1]! - grey[at + 1]! - grey[at - width]! - grey[at + width]!;
    }
  return edges;
}

const mean = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function variance(values: Float32Array): number {
  const centre = mean(values);
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / values.length;
}
