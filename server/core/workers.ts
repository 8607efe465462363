import type { Logger } from './log.ts';

export interface Worker {
  /**
   * Processes everything that is due. `again` asks for another run, at any time.
   * @returns in how many milliseconds the next run makes sense, or Infinity.
   */
  run(again?: () => void): Promise<number>;
  /** Called on shutdown: a long run starts nothing new and ends soon. */
  interrupt?(): void;
  stop?(): Promise<void>;
}

const LONGEST_REST_MS = 30_000;
const AFTER_A_FAILURE_MS = 2_000;
/** The minimum time between the start of a run and that of a requested one, so that requests in quick succession share a run. */
const LEAST_BETWEEN_RUNS_MS = 10;

export function startWorkers(workers: Record<string, Worker>, log: Logger) {
  let stopping = false;
  const loops = new Map(Object.entries(workers).map(([name, worker]) => [name, startLoop(name, worker)]));

  function startLoop(name: string, worker: Worker) {
    let timer: NodeJS.Timeout | undefined;
    let running: Promise<void> | undefined;
    let again = false;
    let began = 0;
    const pass = async () => {
      timer = undefined;
      let rest = AFTER_A_FAILURE_MS;
      try {
        rest = await worker.run(wake);
      } catch (error) {
        log.error({ worker: name, err: error }, 'a worker failed and will retry');
      }
      running = undefined;
      if (stopping) return;
      if (again) rest = untilAllowed();
      again = false;
      startIn(Math.min(Math.max(rest, 0), LONGEST_REST_MS));
    };
    const start = () => {
      began = performance.now();
      running = pass();
    };
    const startIn = (ms: number) => {
      timer = setTimeout(start, ms).unref();
    };
    const untilAllowed = () => Math.max(0, began + LEAST_BETWEEN_RUNS_MS - performance.now());
    function wake(): void {
      if (stopping) return;
      if (running) again = true;
      else if (timer) {
        clearTimeout(timer);
        startIn(untilAllowed());
      }
    }
    start();
    return {
      wake,
      async stop() {
        clearTimeout(timer);
        worker.interrupt?.();
        await running;
        await worker.stop?.();
      },
    };
  }

  return {
    wake: (name: string) => loops.get(name)?.wake(),
    wakeAll: () => {
      for (const loop of loops.values()) loop.wake();
    },
    async stop() {
      stopping = true;
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
    },
  };
}

export type Workers = ReturnType<typeof startWorkers>;
