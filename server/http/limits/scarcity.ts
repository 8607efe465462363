/** Looks whether the event loop has time left. */
import { performance } from 'node:perf_hooks';

const EVERY_MS = 1000;
/** Above this share of the time, callers wait for each other. */
const BUSY = 0.9;

export function watchEventLoop() {
  let before = performance.eventLoopUtilization();
  let isScarce = false;
  const timer = setInterval(() => {
    isScarce = performance.eventLoopUtilization(before).utilization > BUSY;
    before = performance.eventLoopUtilization();
  }, EVERY_MS).unref();
  return {
    isScarce: (): boolean => isScarce,
    stop: (): void => clearInterval(timer),
  };
}
