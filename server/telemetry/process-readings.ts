import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Readings } from './instruments.ts';

const RESOLUTION_MS = 10;
/** Several collectors may read in turn, so the measured period is not reset more often than this. */
const SHORTEST_WINDOW_MS = 5000;

export function createProcessReadings() {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let began = performance.now();
  let since = performance.eventLoopUtilization();

  return {
    read(): Readings {
      const readings: Readings = {
        'nodejs.eventloop.delay.p99': secondsOf(delay.percentile(99)),
        'nodejs.eventloop.delay.mean': secondsOf(delay.mean),
        'nodejs.eventloop.utilization': performance.eventLoopUtilization(since).utilization,
        'process.memory.usage': process.memoryUsage.rss(),
      };
      if (performance.now() - began >= SHORTEST_WINDOW_MS) {
        began = performance.now();
        since = performance.eventLoopUtilization();
        delay.reset();
      }
      return readings;
    },
    stop: () => delay.disable(),
  };
}

/** The histogram has the nanoseconds between two runs of a timer. The delay is what exceeds the timer's interval. */
const secondsOf = (nanoseconds: number): number =>
  Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000) : 0;
