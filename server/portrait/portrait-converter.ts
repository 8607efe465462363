import { Worker } from 'node:worker_threads';

export interface PortraitImage {
  /** What the document declares; the bytes decide. */
  format?: 'jpeg' | 'jp2';
  bytes: Uint8Array;
}

export interface PortraitConverter {
  /** PNG in sRGB without metadata, no side longer than `size`. Throws PortraitUnreadable. */
  toPng(image: PortraitImage): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The image cannot be decoded, is too large or takes too long. */
export class PortraitUnreadable extends Error {}

export interface PortraitRequest extends PortraitImage {
  size: number;
}

export type PortraitReply = { png: Uint8Array } | { error: string };

const MAX_BYTES = 4 * 1024 * 1024;
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };

/**
 * Decodes images that come from outside in a worker thread: decoders are native code, and the thread can be ended. One
 * image at a time; the thread starts with the first image and is replaced when an image brings it down.
 */
export function createPortraitConverter(options: { size?: number; timeout_ms?: number } = {}): PortraitConverter {
  const { size = 640, timeout_ms = 10_000 } = options;
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  async function end(): Promise<void> {
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  }

  async function convert(image: PortraitImage): Promise<Uint8Array> {
    if (isClosed) throw new Error('The portrait converter is closed');
    worker ??= new Worker(new URL('./portrait.worker.ts', import.meta.url), { resourceLimits: LIMITS });
    try {
      const reply = await ask(worker, { ...image, size }, timeout_ms);
      if ('png' in reply) return reply.png;
      throw new PortraitUnreadable(reply.error);
    } catch (error) {
      // After a decoder has failed its memory is not to be trusted with the next person's picture.
      await end();
      throw error;
    }
  }

  return {
    async toPng(image) {
      if (image.bytes.length > MAX_BYTES) throw new PortraitUnreadable(`Image of ${image.bytes.length} bytes`);
      const result = last.then(() => convert(image));
      last = result.catch(() => undefined);
      return result;
    },
    async close() {
      isClosed = true;
      await end();
    },
  };
}

function ask(worker: Worker, request: PortraitRequest, timeout_ms: number): Promise<PortraitReply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(new PortraitUnreadable('Decoding takes too long'))), timeout_ms);
    const onMessage = (reply: PortraitReply) => settle(() => resolve(reply));
    const onError = (error: Error) =>
      settle(() => reject(new PortraitUnreadable('The decoder failed', { cause: error })));
    const onExit = () => settle(() => reject(new PortraitUnreadable('The decoder ended')));
    function settle(answer: () => void): void {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      // An idle thread keeps no process alive.
      worker.unref();
      answer();
    }
    worker.ref();
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(request);
  });
}
