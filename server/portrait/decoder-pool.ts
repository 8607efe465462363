/** Worker threads that decode images: decoders are native code, and a thread can be ended. */
import { Worker } from 'node:worker_threads';
import { BEGUN, type PortraitReply, type PortraitRequest, PortraitUnreadable } from './portrait-image.ts';

const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };

export interface DecoderPool {
  /** Waits for a free thread. Throws PortraitUnreadable when the image brings it down or takes too long. */
  decode(request: PortraitRequest): Promise<PortraitReply>;
  close(): Promise<void>;
}

/** Threads start with the first images that need them, and are replaced when an image has brought one down. */
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

  /** The place of a thread goes to who waits longest. */
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

/** The time begins when the thread has the image: starting it is not the fault of the first one. */
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
      // An idle thread keeps no process alive.
      worker.unref();
      answer();
    }
    worker.ref();
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(request);
  });
}
