import createDecoderModule from '@cornerstonejs/codec-openjpeg/decodewasmjs';
import { MAX_PIXELS, MAX_SAMPLES } from './image-limits.ts';

export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

const MAX_TILES = 4096;
const START_OF_CODESTREAM = Buffer.from('ff4fff51', 'hex');
const SYCC = 18;

/** Decodes JP2 files and raw codestreams to 8 bits per channel. The decoder reports no errors, so each step is checked here. */
export async function decodeJpeg2000(bytes: Uint8Array): Promise<Pixels> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = buffer.indexOf(START_OF_CODESTREAM);
  if (start < 0) throw new Error('No JPEG 2000 codestream');
  const size = readSize(buffer.subarray(start));

  const problems: string[] = [];
  const module = await createDecoderModule({ print: () => {}, printErr: (line) => problems.push(line) });
  const decoder = new module.J2KDecoder();
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    decoder.decode();
    const { width, height, componentCount, bitsPerSample, isSigned } = decoder.getFrameInfo();
    const decoded = decoder.getDecodedBuffer();
    const samples = width * height * componentCount;
    const isComplete = samples > 0 && decoded.length === samples * (bitsPerSample > 8 ? 2 : 1);
    if (!isComplete || width !== size.width || height !== size.height || componentCount > 4)
      throw new Error(problems[0] ?? 'The codestream could not be decoded');
    const data = toEightBits(Buffer.from(decoded), bitsPerSample, isSigned);
    if (componentCount === 3 && colourSpace(buffer.subarray(0, start)) === SYCC) toRgb(data);
    return { data, width, height, channels: componentCount as Pixels['channels'] };
  } finally {
    decoder.delete();
  }
}

/** The SIZ segment (ISO/IEC 15444-1, A.5.1), read before any memory is taken for the image. */
function readSize(codestream: Buffer): { width: number; height: number } {
  if (codestream.length < 42) throw new Error('The codestream is truncated');
  const components = codestream.readUInt16BE(40);
  if (components < 1 || components > 4 || codestream.length < 42 + 3 * components)
    throw new Error(`${components} components`);
  const [right, bottom, left, top] = [8, 12, 16, 20].map((at) => codestream.readUInt32BE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const [tileWidth, tileHeight] = [24, 28].map((at) => codestream.readUInt32BE(at)) as [number, number];
  const width = right - left;
  const height = bottom - top;
  if (width < 1 || height < 1 || width * height > MAX_PIXELS || width * height * components > MAX_SAMPLES)
    throw new Error(`Image of ${width} × ${height}`);
  if (tileWidth < 1 || tileHeight < 1 || Math.ceil(right / tileWidth) * Math.ceil(bottom / tileHeight) > MAX_TILES)
    throw new Error(`Tiles of ${tileWidth} × ${tileHeight}`);
  for (let i = 0; i < components; i++) {
    const [precision = 0, stepX, stepY] = codestream.subarray(42 + 3 * i);
    // The decoder reads every component as if it were as large as the first.
    if (stepX !== 1 || stepY !== 1) throw new Error('Subsampled components');
    if ((precision & 0x7f) + 1 > 16) throw new Error('More than 16 bits per sample');
  }
  return { width, height };
}

/** The enumerated colour space of the `colr` box, when a JP2 header precedes the codestream. */
function colourSpace(header: Buffer): number | undefined {
  const box = header.indexOf('colr', 0, 'latin1');
  return box >= 0 && box + 11 <= header.length && header[box + 4] === 1 ? header.readUInt32BE(box + 7) : undefined;
}

function toEightBits(samples: Buffer, bits: number, isSigned: boolean): Buffer {
  if (bits <= 8 && !isSigned) {
    if (bits < 8)
      for (let i = 0; i < samples.length; i++) samples[i] = Math.round(((samples[i] ?? 0) * 255) / (2 ** bits - 1));
    return samples;
  }
  const wide = bits > 8;
  const result = Buffer.alloc(wide ? samples.length / 2 : samples.length);
  const middle = isSigned ? 2 ** (bits - 1) : 0;
  for (let i = 0; i < result.length; i++) {
    const value = wide ? (isSigned ? samples.readInt16LE(2 * i) : samples.readUInt16LE(2 * i)) : samples.readInt8(i);
    result[i] = Math.max(0, Math.min(255, Math.round(((value + middle) * 255) / (2 ** bits - 1))));
  }
  return result;
}

/** sYCC to sRGB in place (IEC 61966-2-1, Annex F). */
function toRgb(data: Buffer): void {
  const clamp = (value: number) => Math.max(0, Math.min(255, Math.round(value)));
  for (let i = 0; i + 2 < data.length; i += 3) {
    const [y = 0, cb = 0, cr = 0] = data.subarray(i, i + 3);
    data[i] = clamp(y + 1.402 * (cr - 128));
    data[i + 1] = clamp(y - 0.344136 * (cb - 128) - 0.714136 * (cr - 128));
    data[i + 2] = clamp(y + 1.772 * (cb - 128));
  }
}
