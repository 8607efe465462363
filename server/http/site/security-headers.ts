/** Sets the security headers of the API and the site. */
import type { RequestHandler } from 'express';
import helmet from 'helmet';

const HSTS_SECONDS = 31_536_000;

/** The document with the card fields, which the card page embeds in a frame. */
const CARD_DOCUMENT = '/card-fields.html';
const SHARED_FILES = ['/web-client.js', '/openapi.json', '/openapi.yaml', '/postman_collection.json'];

/** The origins of Stripe's script, frames and requests (docs.stripe.com/security/guide#content-security-policy). */
const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];

/** Features that no page uses, so that an injected script cannot use them either. */
const NO_DEVICES = ['microphone', 'geolocation', 'display-capture', 'usb', 'serial', 'hid', 'midi'];
/**
 * The camera takes a selfie and reads printed lines; sign-in and settings use passkeys. Every document allows both, because a
 * click may open those pages without loading another document.
 */
const USED = ['camera', 'publickey-credentials-create', 'publickey-credentials-get'];
const permissionsPolicy = (used: '()' | '(self)') =>
  [...USED.map((feature) => `${feature}=${used}`), ...NO_DEVICES.map((feature) => `${feature}=()`)].join(', ');

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:');

/** For responses that are not documents. A browser that displays one loads nothing for it and never frames it. */
export const answerHeaders = (publicUrl: string): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  ...(isSecure(publicUrl) && { 'Strict-Transport-Security': `max-age=${HSTS_SECONDS}; includeSubDomains` }),
});

/**
 * For the site. Every document has the same strict policy, except the card fields: only that document may reach the card
 * provider, and only this site may frame it. `stripe` says that the provider is Stripe itself. Local mode's stand-in has our own
 * origin.
 */
export function siteHeaders({ publicUrl, stripe }: { publicUrl: string; stripe: boolean }): RequestHandler {
  const https = isSecure(publicUrl);
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(https && { 'upgrade-insecure-requests': [] }),
  };
  const cardDirectives = {
    ...directives,
    'frame-ancestors': ["'self'"],
    ...(stripe && {
      'script-src': ["'self'", ...STRIPE_SCRIPTS],
      'frame-src': [...STRIPE_SCRIPTS, 'https://hooks.stripe.com'],
      'connect-src': ["'self'", 'https://api.stripe.com'],
      'img-src': ["'self'", 'data:', 'https://*.stripe.com'],
      // Stripe.js sets inline styles on its frames.
      'style-src': ["'self'", "'unsafe-inline'"],
    }),
  };
  const headers = (ours: typeof directives, { isFramed = false, isShared = false } = {}): RequestHandler => {
    const permissions = permissionsPolicy(isFramed ? '()' : '(self)');
    const others = helmet({
      contentSecurityPolicy: { useDefaults: false, directives: ours },
      crossOriginResourcePolicy: { policy: isShared ? 'cross-origin' : 'same-origin' },
      referrerPolicy: { policy: 'no-referrer' },
      frameguard: { action: isFramed ? 'sameorigin' : 'deny' },
      strictTransportSecurity: https ? { maxAge: HSTS_SECONDS, includeSubDomains: true } : false,
    });
    // Helmet does not set this header.
    return (req, res, next) => others(req, res.set('Permissions-Policy', permissions), next);
  };
  const pages = headers(directives);
  const others = new Map<string, RequestHandler>([
    [CARD_DOCUMENT, headers(cardDirectives, { isFramed: true })],
    ...SHARED_FILES.map((path) => [path, headers(directives, { isShared: true })] as const),
  ]);
  return (req, res, next) => (others.get(req.path) ?? pages)(req, res, next);
}
