/**
 * Makes the portraits of the specimens. `node server/specimen/portraits/draw.ts` writes the images beside this file. They are
 * committed, so the service never draws.
 */
import { writeFileSync } from 'node:fs';
import codec from '@cornerstonejs/codec-openjpeg/wasmjs';
import sharp from 'sharp';
import { PASSPORT, portrait, type Sitter, type Take } from './sculpture.ts';
import { SITTERS } from './sitters.ts';

const [WIDTH, HEIGHT] = [240, 320];
/** A person in front of a phone: slightly turned, in different light. */
const LIVE: Take = {
  ...PASSPORT,
  ...{ yaw: -4, pitch: 1, x: 0.02, light: -12, brightness: 0.96, background: [214, 218, 218] },
};

async function drawAll(): Promise<void> {
  for (const [name, sitter] of Object.entries(SITTERS)) {
    const document = picture(sitter, PASSPORT);
    write(`${name}.jpg`, await document.clone().jpeg({ quality: 82, mozjpeg: true }).toBuffer());
    write(`${name}-live.jpg`, await picture(sitter, LIVE).jpeg({ quality: 82, mozjpeg: true }).toBuffer());
    if (name === 'iris') write(`${name}.jp2`, await jpeg2000(await document.raw().toBuffer()));
  }
}

const picture = (sitter: Sitter, take: Take) =>
  sharp(portrait(sitter, take, WIDTH, HEIGHT), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });

function write(file: string, bytes: Uint8Array): void {
  writeFileSync(new URL(file, import.meta.url), bytes);
  console.log(`${file}: ${bytes.length} bytes`);
}

/** Encodes RGB pixels and puts the codestream into the boxes of a JP2 file (ISO/IEC 15444-1, Annex I). */
async function jpeg2000(pixels: Buffer): Promise<Uint8Array> {
  const { J2KEncoder } = await codec();
  const encoder = new J2KEncoder();
  encoder
    .getDecodedBuffer({ width: WIDTH, height: HEIGHT, bitsPerSample: 8, componentCount: 3, isSigned: false })
    .set(pixels);
  encoder.setQuality(false, 1);
  encoder.setCompressionRatio(0, 14);
  encoder.encode();
  const codestream = Buffer.from(encoder.getEncodedBuffer());
  encoder.delete();
  const imageHeader = Buffer.alloc(14);
  imageHeader.writeUInt32BE(HEIGHT, 0);
  imageHeader.writeUInt32BE(WIDTH, 4);
  imageHeader.writeUInt16BE(3, 8);
  imageHeader.set([7, 7, 0, 0], 10);
  const sRgb = Buffer.from([1, 0, 0, 0, 0, 0, 16]);
  return Buffer.concat([
    box('jP  ', Buffer.from([0x0d, 0x0a, 0x87, 0x0a])),
    box('ftyp', Buffer.concat([Buffer.from('jp2 '), Buffer.alloc(4), Buffer.from('jp2 ')])),
    box('jp2h', Buffer.concat([box('ihdr', imageHeader), box('colr', sRgb)])),
    box('jp2c', codestream),
  ]);
}

function box(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + content.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), content]);
}

await drawAll();
