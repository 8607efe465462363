/**
 * What a camera sees: the person of a specimen, who moves, or a picture of that person on paper or on a screen. Every picture has the noise of
 * a camera's sensor, the same in each run.
 */
import sharp from 'sharp';
import { PASSPORT, portrait, type Take } from '../../../server/specimen/portraits/sculpture.ts';
import { SITTERS } from '../../../server/specimen/portraits/sitters.ts';

export type Person = 'alma' | 'ture' | 'iris';

export const WIDTH = 480;
export const HEIGHT = 640;
/** Heads are rendered at half the size to save time. */
const HALF = { width: WIDTH / 2, height: HEIGHT / 2 };
const ROOM: Take = { ...PASSPORT, light: 14, brightness: 0.95, background: [140, 148, 152] };

export const MOVEMENT: Partial<Take>[] = [
  { yaw: -6, pitch: 2, x: 0.04 },
  { yaw: 2, pitch: 0, x: 0 },
  { yaw: 9, pitch: 3, x: -0.05, y: 0.02 },
];

export async function livingPerson(person: Person, movement = MOVEMENT): Promise<Buffer[]> {
  return Promise.all(
    movement.map(async (move, at) => {
      const pixels = portrait(SITTERS[person]!, { ...ROOM, ...move }, HALF.width, HALF.height);
      const image = sharp(pixels, { raw: { ...HALF, channels: 3 } }).resize(WIDTH, HEIGHT, { kernel: 'cubic' });
      return photographed(await image.raw().toBuffer(), at);
    }),
  );
}

/** A picture on a sheet of paper that is held up and moves with the hand. */
export const print = (picture: Buffer): Promise<Buffer[]> =>
  held(picture, { border: 22, colour: '#fbfbf8', grid: undefined });

/** Pictures shown on a screen with a dark edge, one after the other: one for a photo, several for a video. */
export const screen = (...pictures: Buffer[]): Promise<Buffer[]> =>
  held(pictures, { border: 20, colour: '#101012', grid: 3.3 });

interface Held {
  border: number;
  colour: string;
  /** Distance of the lines between a screen's pixels, in pixels of the camera. */
  grid: number | undefined;
}

function held(shown: Buffer | Buffer[], { border, colour, grid }: Held): Promise<Buffer[]> {
  const pictures = Array.isArray(shown) ? shown : [shown];
  return Promise.all(
    [0, 1, 2].map(async (at) => {
      const [left, top] = [70 + at * 9, 70 - at * 8];
      const width = WIDTH - 160 - border * 2;
      const inner = await sharp(pictures[at % pictures.length]!)
        .resize(width, Math.round(width * 1.34))
        .toBuffer();
      const sheet = await sharp(inner)
        .extend({ top: border, bottom: border, left: border, right: border, background: colour })
        .toBuffer();
      const scene = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#8c9498' } })
        .composite([{ input: sheet, left, top }])
        .removeAlpha()
        .raw()
        .toBuffer();
      if (grid) darkenLines(scene, grid);
      return photographed(scene, at);
    }),
  );
}

/** The dark lines between the pixels of a screen that is held at a small angle. */
function darkenLines(scene: Buffer, distance: number): void {
  for (let row = 0; row < HEIGHT; row++)
    for (let column = 0; column < WIDTH; column++) {
      const across = Math.cos((2 * Math.PI * (column + row * 0.06)) / distance);
      const down = Math.cos((2 * Math.PI * (row - column * 0.06)) / distance);
      const share = 0.86 + 0.07 * across + 0.07 * down;
      for (let channel = 0; channel < 3; channel++) {
        const at = (row * WIDTH + column) * 3 + channel;
        scene[at] = Math.round(scene[at]! * share);
      }
    }
}

/** The same view a moment later: only the noise differs. */
export const momentLater = async (picture: Buffer, seed: number): Promise<Buffer> =>
  photographed(await sharp(picture).raw().toBuffer(), seed);

function photographed(pixels: Buffer, seed: number): Promise<Buffer> {
  let state = 1 + seed;
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    pixels[at] = Math.min(255, Math.max(0, pixels[at]! + (state >>> 24) / 32 - 4));
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer();
}
