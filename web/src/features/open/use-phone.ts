import { useSyncExternalStore } from 'react';

/** How a phone is held against a document depends on where its antenna is. */
export type PhoneKind = 'iphone' | 'android';

/** The phone that this is, if it is one: other devices show the code for one that can read. Undefined until that is known. */
export const usePhone = (): PhoneKind | 'none' | undefined =>
  useSyncExternalStore(
    () => () => {},
    phone,
    () => undefined,
  );

/** An iPad calls itself a Mac, but has a touch screen. It has no antenna; the link opens there all the same. */
function phone(): PhoneKind | 'none' {
  const { userAgent, maxTouchPoints } = navigator;
  if (/Android/.test(userAgent)) return 'android';
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1) ? 'iphone' : 'none';
}
