export type RedirectTarget = { href: string; place: string };

/** Schemes that run, show or read something by themselves instead of opening an app. */
const refused = new Set([
  'about',
  'blob',
  'content',
  'data',
  'file',
  'filesystem',
  'ftp',
  'intent',
  'jar',
  'javascript',
  'mailto',
  'sms',
  'tel',
  'vbscript',
  'view-source',
  'ws',
  'wss',
]);

/**
 * Where a `redirect_url` leads, with the host (or the app's scheme) to show before leaving. Only http(s) and app schemes, absolute,
 * as they were given: nothing is appended.
 */
export function redirectTarget(text: string | undefined): RedirectTarget | undefined {
  if (!text || text.length > 2048 || !/^[a-z][a-z0-9+.-]*:/i.test(text) || hasControls(text)) return undefined;
  const url = URL.parse(text);
  if (!url) return undefined;
  const scheme = url.protocol.slice(0, -1);
  if (scheme === 'http' || scheme === 'https') {
    const plain = /^https?:\/\/[^/\\]/i.test(text) && !url.username && !url.password;
    return plain ? { href: text, place: url.host } : undefined;
  }
  return refused.has(scheme) ? undefined : { href: text, place: `${scheme}:` };
}

/** Browsers drop tabs and line breaks inside an address, which would hide its scheme. */
const hasControls = (text: string) => [...text].some((letter) => letter <= ' ' || letter === '\u007f');
