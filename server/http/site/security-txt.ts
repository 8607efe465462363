/** Tells people who find a vulnerability where to report it (RFC 9116). */
import express, { type Router } from 'express';
import { security_email } from '../../../openapi/facts/security-contact.ts';
import type { Clock } from '../../core/clock.ts';

/** The file must state an expiry less than a year away. It is generated on each request. */
const COUNTS_FOR_DAYS = 180;

export function createSecurityTxt(clock: Clock, publicUrl: string): Router {
  const router = express.Router();
  router.get('/.well-known/security.txt', (_req, res) => {
    const expires = new Date(clock.now().getTime() + COUNTS_FOR_DAYS * 86_400_000);
    expires.setUTCHours(0, 0, 0, 0);
    const lines = [
      `Contact: mailto:${security_email}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, es',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
      `Policy: ${publicUrl}/security`,
    ];
    res
      .set('Cache-Control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
  return router;
}
