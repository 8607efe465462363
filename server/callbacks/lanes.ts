/** The attempts in progress, by lane. A lane has as many as its receiver copes with, and always leaves some for the others. */
import { afterAttempt, isMuchOf, type LaneWindow, openWindow } from './lane-window.ts';

const IN_ALL = 512;
/** A lane that was not used for this long starts again at its first size. */
const FORGOTTEN_MS = 600_000;

interface Lane {
  window: LaneWindow;
  in_progress: number;
  used: number;
  filled: number;
}

/** Called when the receiver has responded, or with null if it did not. Not called for an attempt that was stopped. */
export type Note = (status_code: number | null) => void;

export type Lanes = ReturnType<typeof createLanes>;

export function createLanes() {
  const attempts = new Set<Promise<void>>();
  const lanes = new Map<string, Lane>();
  const laneOf = (name: string, first: number): Lane =>
    lanes.get(name) ?? { window: openWindow(first), in_progress: 0, used: 0, filled: 0 };

  return {
    /** How many more attempts a lane may start; `first` is the size of a new one. */
    slotsFor(name: string, first: number): number {
      const { window, in_progress } = laneOf(name, first);
      const free = IN_ALL - attempts.size;
      // No lane takes more slots than it leaves free, so that a few lanes whose receivers hang leave some for all others
      // (Choudhury and Hahne, "Dynamic queue length thresholds", 1998).
      return Math.min(Math.floor(window.size) - in_progress, Math.ceil((free - in_progress) / 2));
    },

    /** Takes one of the lane's slots until the receiver has responded, and one of the slots of all lanes until the attempt is recorded. */
    add(name: string, first: number, attempt: (note: Note) => Promise<void>): Promise<void> {
      const lane = laneOf(name, first);
      lanes.set(name, lane);
      const began = performance.now();
      if (isMuchOf(lane.window, ++lane.in_progress)) lane.filled = began;
      const leave = once(() => {
        lane.in_progress--;
        lane.used = performance.now();
      });
      const note: Note = (status_code) => {
        const was_used = lane.filled >= began;
        lane.window = afterAttempt(lane.window, { began, ended: performance.now(), status_code, was_used });
        leave();
      };
      const ended = attempt(note).finally(() => {
        attempts.delete(ended);
        leave();
      });
      attempts.add(ended);
      return ended;
    },

    forgetUnused(): void {
      const since = performance.now() - FORGOTTEN_MS;
      for (const [name, { in_progress, used }] of lanes) if (in_progress === 0 && used < since) lanes.delete(name);
    },

    async ended(): Promise<void> {
      while (attempts.size > 0) await Promise.all(attempts);
    },
  };
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
