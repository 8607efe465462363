import { createAgreement, type ReadMrz, type RgbaImage } from '@sigill/reader/mrz-camera';
import { fetchFile } from '../../api/service-files';
import recognition from './mrz-worker.ts?worker&url';

/** The pause between two pictures, so that a phone does not get hot. */
const PAUSE_MS = 80;
/** Letters of a document that fills the frame are about 20 pixels high at this width. */
const MOST_WIDTH = 1280;

export type Read = { mrz: ReadMrz } | { isDark: boolean };

/** Fetches the worker's script, which the browser then takes from its cache: a worker that fails to load could not be told from one that fails. */
export const loadRecognition = () => fetchFile(recognition as `/${string}`);

/** Calls `onPicture` for each picture, with the lines once two pictures agree on them. Stops when the signal is aborted. */
export async function readLines(
  video: HTMLVideoElement,
  { signal, onPicture }: { signal: AbortSignal; onPicture: (read: Read) => void },
): Promise<void> {
  const worker = new Worker(recognition, { type: 'module' });
  signal.addEventListener('abort', () => worker.terminate());
  const agree = createAgreement();
  const canvas = document.createElement('canvas');
  while (!signal.aborted) {
    const image = pictureOf(video, canvas);
    if (image) {
      const isDark = meanOf(image) < DARK;
      const mrz = agree(await answerOf(worker, image));
      if (signal.aborted) return;
      onPicture(mrz ? { mrz } : { isDark });
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function pictureOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): RgbaImage | undefined {
  const { videoWidth, videoHeight } = video;
  if (!videoWidth) return undefined;
  const scale = Math.min(1, MOST_WIDTH / videoWidth);
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser draws no pictures');
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  const { width, height, data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return { width, height, data };
}

const answerOf = (worker: Worker, image: RgbaImage): Promise<ReadMrz | undefined> =>
  new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ReadMrz | undefined>) => resolve(data);
    worker.onerror = (event) => reject(new Error('The lines can’t be read on this device', { cause: event }));
    worker.postMessage(image, [image.data.buffer]);
  });

/** The mean brightness, from 0 to 255, below which a picture is too dark. */
const DARK = 40;
/** The distance in bytes, four for each pixel: one pixel in 97 is enough for the mean. */
const EVERY = 4 * 97;

function meanOf({ data }: RgbaImage): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < data.length; at += EVERY) {
    sum += data[at + 1]!;
    count++;
  }
  return sum / count;
}
