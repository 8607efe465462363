/** A picture's brightness, one byte a pixel. */
export interface GreyImage {
  width: number;
  height: number;
  data: Uint8Array;
}

/** A picture as a canvas or a camera gives it: four bytes a pixel, of which the last is ignored. */
export interface RgbaImage {
  width: number;
  height: number;
  data: Uint8ClampedArray | Uint8Array;
}

/** In a narrower picture, the letters of a line would be too small to read. */
const LEAST_WIDTH = 400;
/** Wider pictures are halved until they fit: their letters are still large enough. */
const GREATEST_WIDTH = 1920;

/** The picture, halved first if it is too wide, and smaller ones, each half as wide and high as the one before. */
export function greySizes(image: RgbaImage): GreyImage[] {
  let grey = greyOf(image);
  while (grey.width > GREATEST_WIDTH) grey = halved(grey);
  const sizes = [grey];
  while (grey.width >= 2 * LEAST_WIDTH) {
    grey = halved(grey);
    sizes.push(grey);
  }
  return sizes;
}

/** Luma of ITU-R BT.601, in 256ths. */
function greyOf({ width, height, data }: RgbaImage): GreyImage {
  const grey = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < grey.length; at++, from += 4)
    grey[at] = (77 * data[from]! + 150 * data[from + 1]! + 29 * data[from + 2]!) >> 8;
  return { width, height, data: grey };
}

function halved(image: GreyImage): GreyImage {
  const [width, height] = [image.width >> 1, image.height >> 1];
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 2 * y * image.width + 2 * x;
      const below = at + image.width;
      data[y * width + x] =
        (image.data[at]! + image.data[at + 1]! + image.data[below]! + image.data[below + 1]! + 2) >> 2;
    }
  return { width, height, data };
}

/** The brightness at a point between pixels; outside the picture, that of the nearest pixel. */
export function brightnessAt({ width, height, data }: GreyImage, x: number, y: number): number {
  const inX = Math.min(Math.max(x, 0), width - 1.001);
  const inY = Math.min(Math.max(y, 0), height - 1.001);
  const [left, top] = [Math.floor(inX), Math.floor(inY)];
  const [right, down] = [inX - left, inY - top];
  const at = top * width + left;
  const above = data[at]! + (data[at + 1]! - data[at]!) * right;
  const below = data[at + width]! + (data[at + width + 1]! - data[at + width]!) * right;
  return above + (below - above) * down;
}
