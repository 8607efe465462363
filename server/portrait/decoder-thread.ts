/** Runs in its own thread: converts one image at a time into the forms that are stored or compared. */
import sharp, { type Sharp } from 'sharp';
import { lowerPoolThreads, replyToRequests } from '../core/thread-pool.ts';
import { encodeLogo } from './encode-logo.ts';
import { encodePortrait } from './encode-portrait.ts';
import { decodeJpeg2000 } from './jpeg2000.ts';
import { type ImageReply, type ImageRequest, MAX_PIXELS } from './portrait-image.ts';

/** The first bytes of JPEG and PNG. Chips contain no PNG, but cameras may send one. */
const SIGNATURES = ['ffd8ff', '89504e470d0a1a0a'].map((signature) => Buffer.from(signature, 'hex'));

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
  if (SIGNATURES.some((signature) => bytes.subarray(0, signature.length).equals(signature)))
    return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  const { data, width, height, channels } = await decodeJpeg2000(bytes);
  return sharp(data, { raw: { width, height, channels } });
}
