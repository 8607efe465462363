/**
 * Worker threads for work that would block the main thread. They start with the work that needs them and end after being idle. A
 * thread that failed, or took too long with untrusted input, is replaced.
 */
import { readdir, readFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, type Worker } from 'node:worker_threads';

/** How many times a timeout is extended because a busy machine gave the thread less than half of it as processor time. */
const MOST_EXTENSIONS = 3;
/** How long to wait for a thread to report its processor time: one that hangs in native code never does. */
const REPORT_MS = 1000;
/** Threads with this priority yield to calls, which are short, when processors are scarce. */
const LOWER_PRIORITY = 15;

interface PoolOptions {
  start(): Worker;
  most: number;
  /** The timeout for a request. It is up to four times as long while the thread waits for a processor on a busy machine. */
  timeout_ms: number;
  idle_ms: number;
}

export class ThreadFailed extends Error {}

interface Begun {
  /** The processor time that the thread had used when it began the request. */
  begun_ms: number;
}

interface Answered<Reply> {
  reply: Reply;
  /** The processor time that the thread used for the reply, without that of Node's pool. */
  used_ms: number;
}

export function createThreadPool<Request, Reply>({ start, most, timeout_ms, idle_ms }: PoolOptions) {
  /** The longest idle first. */
  const idle = new Map<Worker, NodeJS.Timeout>();
  const all = new Set<Worker>();
  const places = createPlaces(most);
  let isClosed = false;

  function take(): Worker {
    if (isClosed) throw new Error('The threads have ended');
    const worker = [...idle.keys()].at(-1);
    if (!worker) return begin();
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    return worker;
  }

  function begin(): Worker {
    const worker = start();
    all.add(worker);
    return worker;
  }

  async function end(worker: Worker): Promise<void> {
    idle.delete(worker);
    all.delete(worker);
    await worker.terminate();
  }

  async function askOne(worker: Worker, request: Request): Promise<Answered<Reply>> {
    try {
      const answered = await replyOf<Request, Reply>(worker, request, timeout_ms);
      idle.set(worker, setTimeout(() => void end(worker), idle_ms).unref());
      return answered;
    } catch (error) {
      await end(worker);
      throw error;
    }
  }

  return {
    /**
     * Waits for a free thread.
     * @param requestFor makes the request for the thread that it gets, because some data is sent to each thread only once.
     * @throws ThreadFailed
     */
    async ask(requestFor: (worker: Worker) => Request): Promise<Answered<Reply>> {
      await places.take();
      try {
        const worker = take();
        return await askOne(worker, requestFor(worker));
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

/** Runs in a thread of a pool, which sends one request at a time. */
export function replyToRequests<Request>(
  reply: (request: Request) => object | Promise<object>,
  { isUrgent = false } = {},
): void {
  // On Linux this applies to the calling thread, elsewhere to the whole process.
  if (process.platform === 'linux' && !isUrgent) lowerPriority();
  parentPort?.on('message', async (request: Request) => {
    const begun_ms = processorMs(process.threadCpuUsage());
    parentPort?.postMessage({ begun_ms } satisfies Begun);
    const answered = { reply: await reply(request), used_ms: processorMs(process.threadCpuUsage()) - begun_ms };
    parentPort?.postMessage(answered satisfies Answered<object>);
  });
}

/**
 * Lowers the priority of the threads of Node's pool, in which native code such as sharp works, and of the threads that they start.
 * The pool serves the whole process, so files, SQLite's log, host names and passwords come after calls as well. A sync of the log
 * is hardly slower for that, because it mostly waits for the disk. V8's own threads, which collect garbage and compile, are lowered
 * too, because they work mostly for the threads that verify documents.
 */
export async function lowerPoolThreads(): Promise<void> {
  if (process.platform !== 'linux') return;
  // Node's pool starts with this file operation, if it has not started before, so its threads are in the list.
  for (const id of await readdir('/proc/self/task').catch(() => [])) {
    const name = await readFile(`/proc/self/task/${id}/comm`, 'utf8').catch(() => '');
    if (/^(libuv-worker|V8Worker)/.test(name)) lowerPriority(Number(id));
  }
}

/** A process that was started with a lower priority keeps it, because only root could raise it. */
function lowerPriority(thread = 0): void {
  if (getPriority(thread) < LOWER_PRIORITY) setPriority(thread, LOWER_PRIORITY);
}

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

/** The timeout starts when the thread has the request, so that the time to start a thread does not count. */
const replyOf = <Request, Reply>(worker: Worker, request: Request, timeout_ms: number): Promise<Answered<Reply>> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let isSettled = false;
    const fail = (text: string, cause?: Error) => settle(() => reject(new ThreadFailed(text, { cause })));
    /** Whether the thread had too little processor time. Work is not given up just because the machine is busy. */
    const isHeldUp = async (begun_ms: number) => (await processorTime(worker)) - begun_ms < timeout_ms / 2;
    const allow = (begun_ms: number, extensions: number) => {
      timer = setTimeout(async () => {
        const isAllowed = extensions > 0 && (await isHeldUp(begun_ms));
        if (isSettled) return;
        if (isAllowed) allow(begun_ms, extensions - 1);
        else fail('The work took too long');
      }, timeout_ms);
    };
    const onMessage = (message: Begun | Answered<Reply>) => {
      if ('begun_ms' in message) allow(message.begun_ms, MOST_EXTENSIONS);
      else settle(() => resolve(message));
    };
    const onError = (error: Error) => fail('The thread failed', error);
    const onExit = () => fail('The thread exited');
    function settle(answer: () => void): void {
      isSettled = true;
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      worker.unref();
      answer();
    }
    worker.ref();
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(request);
  });

const processorMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

const processorTime = (worker: Worker): Promise<number> =>
  Promise.race([worker.cpuUsage().then(processorMs), sleep(REPORT_MS, Number.POSITIVE_INFINITY)]).catch(
    () => Number.POSITIVE_INFINITY,
  );
