import { useSyncExternalStore } from 'react';

let isLost = false;
let isAsked = false;
const listeners = new Set<() => void>();

/** Whether the sign-in has ended without being ended from this tab, so that the next page says so. */
export const lostSignIn = {
  note: (): void => change(!isAsked),
  forget: (): void => change(false),
  /** Runs an action that ends the sign-in at the person's request. */
  whenAsked(end: () => void): void {
    isAsked = true;
    try {
      end();
    } finally {
      isAsked = false;
    }
  },
};

function change(next: boolean) {
  isLost = next;
  for (const listener of listeners) listener();
}

export const useLostSignIn = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isLost,
    () => false,
  );
