/** An account's logo: validated, and converted to a small PNG by the image decoding threads. */
import { createHash } from 'node:crypto';
import type { Caller, OutsideContext } from '../core/context.ts';
import { BadRequest, ServiceUnavailable } from '../core/errors.ts';
import { PortraitsBusy } from '../portrait/portrait-converter.ts';
import { PortraitUnreadable } from '../portrait/portrait-image.ts';

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
  // Buffer drops characters that do not fill a byte.
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

const notALogo = (received: string, cause?: Error) =>
  new BadRequest(`brand_logo must be ${EXPECTED}`, 'invalid_value', {
    details: [{ path: 'brand_logo', expected: EXPECTED, received }],
    cause,
  });
