import { useSyncExternalStore } from 'react';

let isLost = false;
let isAsked = false;
const listeners = new Set<() => void>();

/** Remembers that a sign-in ended without the person asking for that in this tab. The next page then says so. */
export const lostSignIn = {
  note: (): void => change(!isAsked),
  forget: (): void => change(false),
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
