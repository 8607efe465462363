/**
 * Serves the logos of accounts. A logo's name is the hash of its content, so it never changes, cannot be guessed, and does not
 * reveal the account.
 */
import express, { type Router } from 'express';
import type { OutsideContext } from '../core/context.ts';
import { findLogoFile } from './logo.repository.ts';

const YEAR_SECONDS = 31_536_000;

export const logoUrl = (public_url: string, sha256: string): string => `${public_url}/logos/${sha256}.png`;

export function createLogoFiles({ db }: OutsideContext): Router {
  const router = express.Router();
  router.get('/logos/:name.png', async (req, res) => {
    const { name } = req.params;
    const png = /^[0-9a-f]{64}$/.test(name) ? await findLogoFile(db, name) : undefined;
    if (!png) return void res.status(404).json({ error: 'No logo found with this name', code: 'not_found' });
    res.set({
      'Content-Type': 'image/png',
      'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
      ETag: `"${name}"`,
      // A customer's own pages and apps may embed it too.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    res.send(Buffer.from(png));
  });
  return router;
}
