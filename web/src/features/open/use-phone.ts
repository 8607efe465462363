import { useSyncExternalStore } from 'react';

/** How to hold a phone against a document depends on where its antenna is. */
export type PhoneKind = 'iphone' | 'android';

/** The kind of phone this is, or `none`: other devices show a code to scan with a phone. Undefined until known. */
export const usePhone = (): PhoneKind | 'none' | undefined =>
  useSyncExternalStore(
    () => () => {},
    phone,
    () => undefined,
  );

/** An iPad identifies itself as a Mac, but has a touch screen. It has no antenna, but the link still opens there. */
function phone(): PhoneKind | 'none' {
  const { userAgent, maxTouchPoints } = navigator;
  if (/Android/.test(userAgent)) return 'android';
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1) ? 'iphone' : 'none';
}
