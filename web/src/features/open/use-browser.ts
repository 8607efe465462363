import { useSyncExternalStore } from 'react';

/** The two kinds have their antennas in different places, and so are held differently against a document. */
export type PhoneKind = 'iphone' | 'android';

/** Reads something that only the browser knows. Undefined in the first render, which happens at build time. */
const useBrowser = <Said>(read: () => Said): Said | undefined =>
  useSyncExternalStore(
    () => () => {},
    read,
    () => undefined,
  );

/** The kind of phone. Undefined on other devices, which show a code to scan with a phone. */
export const usePhone = (): PhoneKind | undefined => useBrowser(phone);

export const useSearch = (): string | undefined => useBrowser(() => window.location.search);

export const usePathname = (): string | undefined => useBrowser(() => window.location.pathname);

/** The code of a reusable link, if the page was opened at the address of one. */
export const useLinkCode = (): string | undefined =>
  useBrowser(() => /\/v\/([^/]+)\/?$/.exec(window.location.pathname)?.[1]);

/**
 * An iPad identifies itself as a Mac, but has a touch screen. It counts as an iPhone: it cannot read chips, but the link to the app
 * works on it.
 */
function phone(): PhoneKind | undefined {
  const { userAgent, maxTouchPoints } = navigator;
  if (/Android/.test(userAgent)) return 'android';
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isApple ? 'iphone' : undefined;
}
