/** Checks every part of the service twice a minute, and counts the results by day. */
import { timestamp } from '../core/clock.ts';
import type { OutsideContext } from '../core/context.ts';
import type { Worker } from '../core/workers.ts';
import { addSamples, deleteDaysBefore, type StatusDay } from './status.repository.ts';
import { firstDayShown, type StatusView } from './status.service.ts';

const EVERY_MS = 30_000;

export function createStatusWorker({ db, deps }: OutsideContext, status: Pick<StatusView, 'measure'>): Worker {
  let unwritten: StatusDay[] = [];
  let purged: string | undefined;

  async function take(): Promise<void> {
    const now = timestamp(deps.clock.now());
    const day = now.slice(0, 10);
    const working = deps.config.role === 'web' ? [] : [{ name: 'workers', state: 'operational' } as const];
    for (const { name, state } of [...working, ...(await status.measure())]) {
      const known = unwritten.find((row) => row.component === name && row.day === day);
      const row = known ?? { component: name, day, samples: 0, degraded: 0, down: 0, state, sampled: now };
      if (!known) unwritten.push(row);
      row.samples++;
      if (state !== 'operational') row[state]++;
      Object.assign(row, { state, sampled: now });
    }
  }

  async function purge(): Promise<void> {
    const first = firstDayShown(deps.clock.now());
    if (purged === first) return;
    await deleteDaysBefore(db, first);
    purged = first;
  }

  return {
    async run(): Promise<number> {
      await take();
      try {
        await addSamples(db, unwritten);
        unwritten = [];
        await purge();
      } catch (error) {
        deps.log.warn({ err: error }, 'the status could not be recorded');
      }
      return EVERY_MS;
    },
  };
}
