/**
 * What the signatures and the portrait of a document cost by themselves: the same kinds of signatures on `node:crypto`, and the
 * same decoder and encoder of images, without anything around them.
 */
import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto';
import { readDg2 } from '@sigill/emrtd';
import sharp from 'sharp';
import { encodePortrait } from '../../../server/portrait/encode-portrait.ts';
import { decodeJpeg2000 } from '../../../server/portrait/jpeg2000.ts';

/** User and system time of all threads, for one document. */
export interface RawCost {
  signatures_ms: number;
  portrait_ms: number;
}

const DOCUMENTS = 40;
/** As the service bounds the sides of a portrait. */
const SIZE = 640;

process.once('message', async (files: Record<string, string>) => {
  const bytes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text, 'base64')]));
  const signatures_ms = await cpuMs(verifier(Object.values(bytes)));
  const portrait = readDg2(bytes['dg2']!);
  if (!portrait) throw new Error('The document has no portrait');
  process.send!({ signatures_ms, portrait_ms: await cpuMs(() => convert(portrait.bytes)) } satisfies RawCost, () =>
    process.disconnect(),
  );
});

/** The document signer's certificate, the security object and the chip's answer, and the digest of every file. */
function verifier(files: Buffer[]): () => void {
  const text = Buffer.alloc(200, 1);
  const checks = ['brainpoolP256r1', 'brainpoolP256r1', 'prime256v1'].map((namedCurve) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
    const key = publicKey.export({ type: 'spki', format: 'der' });
    const signature = sign('sha256', text, privateKey);
    return () => verify('sha256', text, { key, format: 'der', type: 'spki' }, signature);
  });
  return () => {
    for (const file of files) createHash('sha256').update(file).digest();
    if (!checks.every((check) => check())) throw new Error('A signature did not verify');
  };
}

async function convert(bytes: Uint8Array): Promise<void> {
  const { data, width, height, channels } = await decodeJpeg2000(bytes);
  await encodePortrait(sharp(data, { raw: { width, height, channels } }), SIZE, 'KEEP');
}

async function cpuMs(work: () => void | Promise<void>): Promise<number> {
  for (let index = 0; index < DOCUMENTS; index++) await work();
  const before = process.cpuUsage();
  for (let index = 0; index < DOCUMENTS; index++) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / DOCUMENTS;
}
