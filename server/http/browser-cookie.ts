/** The cookie that ties several calls to one browser. Set only by calls that need it, so that visitors carry none. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Browser } from './handlers.ts';

const SECONDS = 3600;

/** `headers` are those of the answer. */
export function browserOf(req: IncomingMessage, headers: Record<string, string>, publicUrl: string): Browser {
  const secure = publicUrl.startsWith('https:');
  // The prefix keeps other hosts of the same domain from planting one.
  const name = secure ? '__Host-sigill-browser' : 'sigill-browser';
  const id = new RegExp(`(?:^|; *)${name}=([\\w-]{43})(?:;|$)`).exec(req.headers.cookie ?? '')?.[1];
  return {
    id,
    keep() {
      const kept = id ?? randomBytes(32).toString('base64url');
      // Lax, not Strict: the browser comes back from another site.
      headers['Set-Cookie'] =
        `${name}=${kept}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
      return kept;
    },
  };
}
