import { useSyncExternalStore } from 'react';

/** Whether this device can take the session itself; otherwise it shows the code for one that can. */
export const usePhone = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    isPhone,
    () => false,
  );

/** iPads call themselves Macs, but are touched. */
function isPhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /Android|iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
