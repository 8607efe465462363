import { useSyncExternalStore } from 'react';

/** Whether this device can read a document itself. Other devices show the code for one that can. */
export const usePhone = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    isPhone,
    () => false,
  );

/** An iPad calls itself a Mac, but has a touch screen. */
function isPhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /Android|iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
