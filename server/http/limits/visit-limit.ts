/** Limits how often a network may request pages and files. They need no credentials, and some of them query the database. */
import type { RequestHandler } from 'express';
import { clientAddress } from './client-address.ts';
import type { RateLimiter } from './rate-limits.ts';

export function limitVisits(limiter: RateLimiter, trusted_proxies: number): RequestHandler {
  return (req, res, next) => {
    const state = limiter.take('site', 'anyone', { ip: clientAddress(req, trusted_proxies) });
    if (!state?.exceeded) return next();
    const seconds = Math.max(1, state.reset_seconds);
    res.status(429).set({ 'Retry-After': String(seconds), 'Cache-Control': 'no-store' });
    res.type('text').send(`Too many requests. Try again in ${seconds} seconds`);
  };
}
