/**
 * The logos of accounts: validated, converted to small PNGs by the image decoding threads, and served. A logo's name is the hash
 * of its content, so it never changes, cannot be guessed, and does not reveal the account.
 */
import { createHash } from 'node:crypto';
import express, { type Router } from 'express';
import type { Caller, OutsideContext } from '../core/context.ts';
import { mustBe, ServiceUnavailable } from '../core/errors.ts';
import { PortraitsBusy } from '../portrait/portrait-converter.ts';
import { PortraitUnreadable } from '../portrait/portrait-image.ts';
import { findLogoFile } from './merchant.repository.ts';

const MAX_BYTES = 256 * 1024;
const EXPECTED = 'a PNG, JPEG or WebP image of at most 256 KB and 4 megapixels in base64';

export interface Logo {
  /** SHA-256 of the PNG in hexadecimal, which is its public name. */
  sha256: string;
  png: Uint8Array;
}

/** Decodes the logo before the transaction, because that may take long. @returns null if the logo is to be removed. */
export async function prepareLogo(
  { deps, principal }: OutsideContext & Caller,
  encoded: string | null | undefined,
): Promise<Logo | null | undefined> {
  if (encoded === undefined || encoded === null) return encoded;
  const bytes = Buffer.from(encoded, 'base64');
  // Buffer silently drops what it cannot decode, so the bytes are encoded again and compared.
  if (bytes.toString('base64') !== encoded) throw notALogo('text that is not padded base64');
  if (bytes.length > MAX_BYTES) throw notALogo('a larger file');
  try {
    const png = await deps.portraits.logo(bytes, principal.merchant_id);
    return { png, sha256: createHash('sha256').update(png).digest('hex') };
  } catch (error) {
    if (error instanceof PortraitUnreadable) throw notALogo('a file that is not such an image', error);
    if (error instanceof PortraitsBusy)
      throw new ServiceUnavailable('Too many logos are being converted. Try again shortly');
    throw error;
  }
}

const notALogo = (received: string, cause?: Error) => mustBe('brand_logo', EXPECTED, received, cause);

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
      // Customers' own pages and apps may embed the logo too.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    res.send(Buffer.from(png));
  });
  return router;
}
