export type RedirectTarget = { href: string; place: string };

/**
 * Schemes that belong to no single app: the browser handles them itself, or they start an email, a message, a call or, with
 * `intent`, any app.
 */
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
 * The address of a `redirect_url`, with the host or the scheme of the app to show before leaving. Accepts only absolute addresses
 * with http, https or the scheme of an app, and appends nothing.
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

/** Browsers drop tabs and line breaks, which would hide the scheme. */
const hasControls = (text: string) => [...text].some((letter) => letter <= ' ' || letter === '\u007f');
