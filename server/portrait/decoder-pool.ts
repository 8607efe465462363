/** Worker threads that decode images. Decoders are native code that may hang; a thread can be ended. */
import { Worker } from 'node:worker_threads';
import { BEGUN, type PortraitReply, type PortraitRequest, PortraitUnreadable } from './portrait-image.ts';

const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };

export interface DecoderPool {
  /** Waits for a free thread. @throws PortraitUnreadable when the image crashes it or takes too long. */
  decode(request: PortraitRequest): Promise<PortraitReply>;
  close(): Promise<void>;
}

/** Threads start with the first images that need them. One that an image has crashed is replaced. */
export function createDecoderPool(options: { most: number; timeout_ms: number }): DecoderPool {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let busy = 0;
  let isClosed = false;

  async function take(): Promise<Worker> {
    if (busy >= options.most) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy++;
    if (isClosed) {
      handOn();
      throw new Error('The portrait converter is closed');
    }
    return idle.pop() ?? start();
  }

  function start(): Worker {
    const worker = new Worker(new URL('./decoder-thread.ts', import.meta.url), { resourceLimits: LIMITS });
    all.add(worker);
    return worker;
  }

  /** Gives a free thread to the image that has waited longest. */
  function handOn(): void {
    const next = waiting.shift();
    if (next) next();
    else busy--;
  }

  return {
    async decode(request) {
      const worker = await take();
      try {
        const reply = await ask(worker, request, options.timeout_ms);
        idle.push(worker);
        return reply;
      } catch (error) {
        all.delete(worker);
        await worker.terminate();
        throw error;
      } finally {
        handOn();
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

/** The time begins when the thread has the image, so that the first image need not pay for the start of the thread. */
function ask(worker: Worker, request: PortraitRequest, timeout_ms: number): Promise<PortraitReply> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const fail = (text: string, cause?: Error) => settle(() => reject(new PortraitUnreadable(text, { cause })));
    const onMessage = (message: typeof BEGUN | PortraitReply) => {
      if (message === BEGUN) timer = setTimeout(() => fail('Decoding takes too long'), timeout_ms);
      else settle(() => resolve(message));
    };
    const onError = (error: Error) => fail('The decoder failed', error);
    const onExit = () => fail('The decoder ended');
    function settle(answer: () => void): void {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      // An idle thread must not keep the process alive.
      worker.unref();
      answer();
    }
    worker.ref();
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(request);
  });
}
