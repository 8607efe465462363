/**
 * Pictures as a camera takes them: a page at an angle, out of focus or moved, in uneven or too little light, with a glare, the noise of a
 * sensor and the artefacts of JPEG.
 */
import sharp from 'sharp';
import type { RgbaImage } from '../../sdk/reader/src/mrz-camera/grey-image.ts';
import type { Random } from './random.ts';

export interface Conditions {
  width: number;
  height: number;
  /** Height of a capital letter in pixels, in the middle of the picture. */
  letter_height: number;
  /** Degrees: in the plane of the picture, and out of it in both directions. */
  roll: number;
  yaw: number;
  pitch: number;
  /** In letter heights: the deviation of a blur in both directions, and the length of a movement. */
  blur: number;
  motion: number;
  motion_angle: number;
  /** The brightness of paper and ink in this light, from 0 to 1. */
  paper: number;
  ink: number;
  /** The standard deviation of the sensor's noise, where 1 is full brightness. */
  noise: number;
  /** How much of the light the corners lose, and how much a shadow takes away; 0 for none. */
  falloff: number;
  shadow: number;
  /** A reflection: how much of the picture it covers; 0 for none. `glare_on_lines` says whether it is on the lines or beside them. */
  glare: number;
  glare_on_lines: boolean;
  quality: number;
}

export interface Page {
  width: number;
  height: number;
  data: Uint8Array;
  /** The middle of the lines, and the height of a capital letter, in pixels. */
  lines: { x: number; y: number; height: number };
}

/** In millimetres. */
const CAP_HEIGHT = 2.46;
/** Pixels of the page for each pixel of the picture, so that no detail is lost or doubled. */
const DETAIL = 1.3;

/** The page drawn for pictures with letters of about this height. `middle` is the middle of its lines, in millimetres. */
export async function pageOf(svg: string, middle: { x: number; y: number }, letter_height: number): Promise<Page> {
  const scale = (DETAIL * letter_height) / CAP_HEIGHT;
  const [, wide] = /viewBox="0 0 ([\d.]+)/.exec(svg)!;
  const { data, info } = await sharp(Buffer.from(svg))
    .resize({ width: Math.round(Number(wide) * scale) })
    .flatten({ background: '#777' })
    .greyscale()
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const lines = { x: middle.x * scale, y: middle.y * scale, height: CAP_HEIGHT * scale };
  return { width: info.width, height: info.height, data: new Uint8Array(data), lines };
}

export async function photograph(page: Page, is: Conditions, random: Random): Promise<RgbaImage> {
  const light = projected(page, is, random);
  const blurred = moved(await defocused(light, is), is);
  lit(blurred, is, random);
  const jpeg = await sharp(blurred.data, { raw: { width: is.width, height: is.height, channels: 1 } })
    .jpeg({ quality: is.quality })
    .toBuffer();
  const { data, info } = await sharp(jpeg)
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 4) throw new Error(`A picture of ${info.channels} channels`);
  return { width: is.width, height: is.height, data: new Uint8ClampedArray(data) };
}

interface Grey {
  width: number;
  height: number;
  data: Uint8Array;
}

function projected(page: Page, is: Conditions, random: Random): Grey {
  const data = new Uint8Array(is.width * is.height);
  const zoom = page.lines.height / is.letter_height;
  const [roll, yaw, pitch] = [is.roll, is.yaw, is.pitch].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return { sine: Math.sin(angle), cosine: Math.cos(angle) };
  }) as [Angle, Angle, Angle];
  const distance = 2 * page.width;
  const table = {
    level: random.between(20, 235),
    grain: random.between(2, 25),
    x: random.between(0.01, 0.6),
    y: random.between(0.01, 0.6),
  };
  const centre = { x: is.width / 2 + random.normal() * 12, y: is.height * random.between(0.5, 0.75) };
  for (let v = 0; v < is.height; v++)
    for (let u = 0; u < is.width; u++) {
      const [a, b] = [(u - centre.x) * zoom, (v - centre.y) * zoom];
      const [x, y] = [a * roll.cosine + b * roll.sine, b * roll.cosine - a * roll.sine];
      const depth = 1 + (x * yaw.sine + y * pitch.sine) / distance;
      data[v * is.width + u] =
        pixelOf(page, page.lines.x + (x * depth) / yaw.cosine, page.lines.y + (y * depth) / pitch.cosine) ??
        Math.min(table.level + table.grain * Math.sin(u * table.x + Math.sin(v * table.y) * 2), 255);
    }
  return { width: is.width, height: is.height, data };
}

interface Angle {
  sine: number;
  cosine: number;
}

function pixelOf({ width, height, data }: Page, x: number, y: number): number | undefined {
  if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) return undefined;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - left, y - top];
  const at = top * width + left;
  const above = data[at]! + (data[at + 1]! - data[at]!) * right;
  return above + (data[at + width]! + (data[at + width + 1]! - data[at + width]!) * right - above) * down;
}

async function defocused(grey: Grey, { blur, letter_height }: Conditions): Promise<Grey> {
  const sigma = blur * letter_height;
  if (sigma < 0.3) return grey;
  const data = await sharp(grey.data, { raw: { width: grey.width, height: grey.height, channels: 1 } })
    .blur(sigma)
    .greyscale()
    .raw()
    .toBuffer();
  return { ...grey, data: new Uint8Array(data) };
}

const MOST_STEPS = 7;

function moved(grey: Grey, { motion, motion_angle, letter_height }: Conditions): Grey {
  const length = motion * letter_height;
  const steps = Math.min(Math.round(length), MOST_STEPS);
  if (steps < 2) return grey;
  const { width, height } = grey;
  const data = new Uint8Array(grey.data.length);
  const offsets = Array.from({ length: steps }, (_, step) => {
    const along = length * (step / (steps - 1) - 0.5);
    return [Math.round(along * Math.cos(motion_angle)), Math.round(along * Math.sin(motion_angle))] as const;
  });
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (const [right, down] of offsets)
        sum +=
          grey.data[Math.min(Math.max(y + down, 0), height - 1) * width + Math.min(Math.max(x + right, 0), width - 1)]!;
      data[y * width + x] = sum / steps;
    }
  return { ...grey, data };
}

function lit({ width, height, data }: Grey, is: Conditions, random: Random): void {
  const angle = random.between(0, Math.PI);
  const shadow = { x: Math.cos(angle), y: Math.sin(angle), at: random.between(-0.4, 0.4) };
  const side = random.next() < 0.5 ? -1 : 1;
  const glare = is.glare_on_lines
    ? { x: random.between(-0.3, 0.3), y: random.between(0, 0.2) }
    : { x: random.between(-0.4, 0.4), y: side * random.between(0.38, 0.5) };
  const shineOf = (size: number, middle: number, stretch: number) =>
    Float32Array.from({ length: size }, (_, at) =>
      is.glare ? Math.exp(-((((at / size - 0.5 - middle) * stretch) / is.glare) ** 2)) : 0,
    );
  const [shineX, shineY] = [shineOf(width, glare.x, 1), shineOf(height, glare.y, 2)];
  const grain = Float32Array.from({ length: 65_537 }, () => random.normal() * is.noise);
  const start = random.below(grain.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const [u, v] = [x / width - 0.5, y / height - 0.5];
      const inShadow = Math.min(Math.max((u * shadow.x + v * shadow.y - shadow.at) * 12 + 0.5, 0), 1);
      const light = (1 - is.falloff * 2 * (u * u + v * v)) * (1 - is.shadow * inShadow);
      const reflected = is.ink + (is.paper - is.ink) * (data[at]! / 255);
      const value = reflected * light + shineX[x]! * shineY[y]! + grain[(start + at) % grain.length]!;
      data[at] = Math.min(Math.max(value * 255, 0), 255);
    }
}

/** Readable as docs/decisions/printed-lines.md defines it. */
export const readable = (random: Random): Conditions => {
  // Small letters are the hardest, so they are the most frequent.
  const letter_height = 14 + 8 * random.next() ** 2;
  const width = Math.round(letter_height * random.between(55, 65));
  const dim = random.next() < 0.3;
  const paper = dim ? random.between(0.25, 0.5) : random.between(0.6, 1);
  return {
    width,
    height: Math.round(width * 0.7),
    letter_height,
    roll: random.between(-9, 9),
    yaw: random.between(-15, 15),
    pitch: random.between(-15, 15),
    blur: random.between(0, 0.09),
    motion: random.next() < 0.5 ? 0 : random.between(0, 0.2),
    motion_angle: random.between(0, Math.PI),
    paper,
    ink: paper * random.between(0, 0.25),
    noise: random.between(0.003, dim ? 0.03 : 0.04),
    falloff: random.between(0, 0.6),
    shadow: random.next() < 0.5 ? 0 : random.between(0, 0.5),
    glare: random.next() < 0.5 ? 0 : random.between(0.05, 0.15),
    glare_on_lines: false,
    quality: Math.round(random.between(45, 95)),
  };
};

export const poor = (random: Random): Conditions => {
  const better = readable(random);
  const worse: (() => Partial<Conditions>)[] = [
    () => ({ letter_height: random.between(7, 13) }),
    () => ({ blur: random.between(0.1, 0.35) }),
    () => ({ motion: random.between(0.25, 0.9) }),
    () => ({ noise: random.between(0.06, 0.2) }),
    () => ({ ink: better.paper * random.between(0.5, 0.85) }),
    () => ({ glare: random.between(0.1, 0.3), glare_on_lines: true }),
    () => ({ roll: random.between(10, 40) }),
    () => ({ yaw: random.between(18, 45), pitch: random.between(-40, 40) }),
    () => ({ quality: Math.round(random.between(5, 25)) }),
  ];
  const faults = Array.from({ length: 1 + random.below(3) }, () => random.pick(worse)());
  return Object.assign(better, ...faults) as Conditions;
};
