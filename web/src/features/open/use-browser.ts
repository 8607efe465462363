import { useSyncExternalStore } from 'react';

/** How to hold a phone against a document depends on where its antenna is. */
export type PhoneKind = 'iphone' | 'android';

/** Reads something that only the browser knows. Undefined in the first render, which happens at build time. */
const useBrowser = <Said>(read: () => Said): Said | undefined =>
  useSyncExternalStore(
    () => () => {},
    read,
    () => undefined,
  );

/** The kind of phone this is. Undefined on other devices, which show a code to scan with a phone. */
export const usePhone = (): PhoneKind | undefined => useBrowser(phone);

export const useSearch = (): string | undefined => useBrowser(() => window.location.search);

export const usePathname = (): string | undefined => useBrowser(() => window.location.pathname);

/** The code of a reusable link, at whose address this page is served too. */
export const useLinkCode = (): string | undefined =>
  useBrowser(() => /\/v\/([^/]+)\/?$/.exec(window.location.pathname)?.[1]);

/**
 * An iPad identifies itself as a Mac, but has a touch screen. It counts as an iPhone: it has no antenna, but the link still opens
 * there.
 */
function phone(): PhoneKind | undefined {
  const { userAgent, maxTouchPoints } = navigator;
  if (/Android/.test(userAgent)) return 'android';
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isApple ? 'iphone' : undefined;
}
