/** Worker threads that decode images. Decoders are native code that may hang, and a thread can be terminated. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Begun, type ImageReply, type ImageRequest, PortraitUnreadable, processorMs } from './portrait-image.ts';

const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };

/** A thread takes 30 MB. After this idle time it is ended; the next image starts another in a tenth of a second. */
const IDLE_MS = 30_000;

/** How often an image's timeout is extended when a busy machine gave its thread less than half of that time. */
const MOST_EXTENSIONS = 3;
/** A thread that hangs in native code does not report its processor time. */
const REPORT_MS = 1000;

interface PoolOptions {
  /** The maximum number of threads. */
  most: number;
  /** The timeout for an image. On a busy machine, where its thread waits for a processor, up to four times as long. */
  timeout_ms: number;
  idle_ms?: number;
}

/**
 * Threads start with the images that need them, and end after being idle for `idle_ms`. A thread that an image has crashed is
 * replaced.
 */
export function createDecoderPool({ most, timeout_ms, idle_ms = IDLE_MS }: PoolOptions) {
  /** Until when each idle thread is kept, the longest idle first. */
  const idle = new Map<Worker, NodeJS.Timeout>();
  const all = new Set<Worker>();
  const places = createPlaces(most);
  let isClosed = false;

  function take(): Worker {
    if (isClosed) throw new Error('The portrait converter is closed');
    const worker = [...idle.keys()].at(-1);
    if (!worker) return start();
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    return worker;
  }

  function start(): Worker {
    const worker = new Worker(new URL('./decoder-thread.ts', import.meta.url), { resourceLimits: LIMITS });
    all.add(worker);
    return worker;
  }

  async function end(worker: Worker): Promise<void> {
    idle.delete(worker);
    all.delete(worker);
    await worker.terminate();
  }

  async function decodeIn(worker: Worker, request: ImageRequest): Promise<ImageReply> {
    try {
      const reply = await ask(worker, request, timeout_ms);
      idle.set(worker, setTimeout(() => void end(worker), idle_ms).unref());
      return reply;
    } catch (error) {
      await end(worker);
      throw error;
    }
  }

  return {
    /** Waits for a free thread. @throws PortraitUnreadable when the image crashes it or takes too long. */
    async decode(request: ImageRequest): Promise<ImageReply> {
      await places.take();
      try {
        return await decodeIn(take(), request);
      } finally {
        places.handOn();
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      for (const timer of idle.values()) clearTimeout(timer);
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

/** Lets so many images be decoded at once. The others wait in the order in which they came. */
function createPlaces(most: number) {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return {
    async take(): Promise<void> {
      if (busy >= most) await new Promise<void>((resolve) => waiting.push(resolve));
      else busy++;
    },
    handOn(): void {
      const next = waiting.shift();
      if (next) next();
      else busy--;
    },
  };
}

/** The timeout starts when the thread has the image, so that the first image is not charged for starting the thread. */
const ask = (worker: Worker, request: ImageRequest, timeout_ms: number): Promise<ImageReply> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let isSettled = false;
    const fail = (text: string, cause?: Error) => settle(() => reject(new PortraitUnreadable(text, { cause })));
    /** A document must not be refused because the machine is busy. */
    const isHeldUp = async (begun_ms: number) => (await processorTime(worker)) - begun_ms < timeout_ms / 2;
    const allow = (begun_ms: number, extensions: number) => {
      timer = setTimeout(async () => {
        const isAllowed = extensions > 0 && (await isHeldUp(begun_ms));
        if (isSettled) return;
        if (isAllowed) allow(begun_ms, extensions - 1);
        else fail('Decoding took too long');
      }, timeout_ms);
    };
    const onMessage = (message: Begun | ImageReply) => {
      if ('begun_ms' in message) allow(message.begun_ms, MOST_EXTENSIONS);
      else settle(() => resolve(message));
    };
    const onError = (error: Error) => fail('The decoder failed', error);
    const onExit = () => fail('The decoder exited');
    function settle(answer: () => void): void {
      isSettled = true;
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

/** Infinity if the thread does not report it. */
const processorTime = (worker: Worker): Promise<number> =>
  Promise.race([worker.cpuUsage().then(processorMs), sleep(REPORT_MS, Number.POSITIVE_INFINITY)]).catch(
    () => Number.POSITIVE_INFINITY,
  );
