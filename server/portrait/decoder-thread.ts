/** Runs in its own thread: converts one image at a time into the forms that are stored or compared. */
import sharp, { type Sharp } from 'sharp';
import { lowerPoolThreads, replyToRequests } from '../core/thread-pool.ts';
import { encodeLogo } from './encode-logo.ts';
import { encodePortrait } from './encode-portrait.ts';
import { decodeJpeg2000 } from './jpeg2000.ts';
import { type ImageReply, type ImageRequest, MAX_PIXELS } from './portrait-image.ts';

/** The first bytes of JPEG and PNG. Chips contain no PNG, but cameras may send one. */
const SIGNATURES = ['ffd8ff', '89504e470d0a1a0a'].map((signature) => Buffer.from(signature, 'hex'));

/** The markers before compressed data, and the one at their end. Neither occurs in the data. */
const DATA = { jpeg: Buffer.from('ffda', 'hex'), jpeg2000: Buffer.from('ff93', 'hex') };
const END = Buffer.from('ffd9', 'hex');

sharp.cache(false);
sharp.concurrency(1);

await lowerPoolThreads();
replyToRequests(reply);

async function reply(request: ImageRequest): Promise<ImageReply> {
  try {
    const bytes = Buffer.from(request.bytes);
    if (request.use === 'LOGO') return { logo: await encodeLogo(bytes) };
    return await encodePortrait(await open(bytes), request.size, request.use);
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'The image cannot be decoded' };
  }
}

/** The format is determined from the bytes, because the document's declaration is sometimes wrong. */
async function open(bytes: Buffer): Promise<Sharp> {
  const [isJpeg, isPng] = SIGNATURES.map((signature) => bytes.subarray(0, signature.length).equals(signature));
  if (isPng) return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  // Some issuers leave out the end marker. Such an image is shown if nothing else is missing, which is only a warning in a JPEG.
  const isEnded = bytes.lastIndexOf(END) > bytes.lastIndexOf(isJpeg ? DATA.jpeg : DATA.jpeg2000);
  const ended = isEnded ? bytes : Buffer.concat([bytes, END]);
  if (isJpeg) return sharp(ended, { limitInputPixels: MAX_PIXELS, failOn: isEnded ? 'error' : 'warning' });
  const { data, width, height, channels } = await decodeJpeg2000(ended);
  return sharp(data, { raw: { width, height, channels } });
}
