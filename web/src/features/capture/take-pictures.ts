/** Pictures of what a video shows, as the service expects them: one of full size, then several smaller ones. */
import { JUDGED_SIZE, type Pixels } from './picture-quality';

export type Pictures = { face: Uint8Array; frames: Uint8Array[] };

/** The part of the video that the frame on the screen shows: the middle, upright, three by four. */
const RATIO = 3 / 4;
const FACE_HEIGHT = 1280;
const FRAME_HEIGHT = 640;
const FACE_QUALITY = 0.92;
const FRAME_QUALITY = 0.85;
/** `face_frames` of reader.submit: up to four, each at most 256 KB. */
const FRAMES = 4;
const FRAME_EVERY_MS = 400;
const FRAME_BYTES = 262_144;

export async function takePictures(video: HTMLVideoElement): Promise<Pictures> {
  const face = await jpegOf(video, FACE_HEIGHT, FACE_QUALITY);
  const frames: Uint8Array[] = [];
  for (let frame = 0; frame < FRAMES; frame++) {
    await new Promise((resolve) => setTimeout(resolve, FRAME_EVERY_MS));
    const taken = await jpegOf(video, FRAME_HEIGHT, FRAME_QUALITY);
    if (taken.length <= FRAME_BYTES) frames.push(taken);
  }
  return { face, frames };
}

export function pixelsOf(video: HTMLVideoElement): Pixels {
  const { width, height } = JUDGED_SIZE;
  return contextOf(drawn(video, width, height)).getImageData(0, 0, width, height);
}

async function jpegOf(video: HTMLVideoElement, mostHeight: number, quality: number): Promise<Uint8Array> {
  const height = Math.min(mostHeight, shownPart(video).height);
  const canvas = drawn(video, Math.round(height * RATIO), height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (!blob) throw new Error('The picture could not be encoded');
  return new Uint8Array(await blob.arrayBuffer());
}

function drawn(video: HTMLVideoElement, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const part = shownPart(video);
  contextOf(canvas).drawImage(video, part.x, part.y, part.width, part.height, 0, 0, width, height);
  return canvas;
}

function shownPart({ videoWidth, videoHeight }: HTMLVideoElement) {
  const width = Math.min(videoWidth, Math.round(videoHeight * RATIO));
  const height = Math.min(videoHeight, Math.round(videoWidth / RATIO));
  return { width, height, x: (videoWidth - width) / 2, y: (videoHeight - height) / 2 };
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser draws no pictures');
  return context;
}
