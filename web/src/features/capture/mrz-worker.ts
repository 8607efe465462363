/** Recognises printed lines in a worker, so that the video stays smooth. */
import { type RgbaImage, recogniseMrz } from '@sigill/reader/mrz-camera';

self.addEventListener('message', ({ data }: MessageEvent<RgbaImage>) => {
  self.postMessage(recogniseMrz(data));
});
