/** Recognises printed lines beside the page, so that the picture stays smooth. */
import { type RgbaImage, recogniseMrz } from '@sigill/reader/mrz-camera';

self.addEventListener('message', ({ data }: MessageEvent<RgbaImage>) => {
  self.postMessage(recogniseMrz(data));
});
