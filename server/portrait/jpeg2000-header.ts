/**
 * Parses the boxes and the first segment of a JPEG 2000 image (ISO/IEC 15444-1, A.5.1 and I.5.3), before any memory is allocated
 * for it.
 */
import { known } from '../core/known.ts';
import { MAX_PIXELS, MAX_SAMPLES } from './portrait-image.ts';

export interface ImageHeader {
  codestream: Buffer;
  width: number;
  height: number;
  components: number;
  /** The precision of the first component, encoded as in the `ihdr` box. */
  precision: number;
  /** The enumerated colour space from the `colr` box. */
  colour_space?: number;
  opacity?: number;
}

const COLOUR_SPACES = { cmyk: 12, srgb: 16, grey: 17 };

const MAX_TILES = 4096;
const START_OF_CODESTREAM = Buffer.from('ff4fff51', 'hex');

export function readHeader(image: Buffer): ImageHeader {
  const start = image.indexOf(START_OF_CODESTREAM);
  if (start < 0) throw new Error('No JPEG 2000 codestream');
  const codestream = image.subarray(start);
  const boxes = image.subarray(0, start);
  const size = readSize(codestream);
  const colour_space = colourSpace(boxes);
  const opacity = colour_space === COLOUR_SPACES.cmyk ? undefined : opacityOf(boxes, size.components);
  if (size.isSubsampled && opacity !== undefined && opacity !== 3) throw new Error('Opacity between colours');
  const { isSubsampled: _, ...declared } = size;
  return { codestream, ...declared, ...known({ colour_space, opacity }) };
}

function readSize(codestream: Buffer) {
  if (codestream.length < 42) throw new Error('The codestream is truncated');
  const components = codestream.readUInt16BE(40);
  if (components < 1 || components > 4 || codestream.length < 42 + 3 * components)
    throw new Error(`Unsupported number of components: ${components}`);
  const [right, bottom, left, top] = fourNumbers(codestream, 8);
  const [tileWidth, tileHeight] = fourNumbers(codestream, 24);
  const width = right - left;
  const height = bottom - top;
  if (width < 1 || height < 1 || width * height > MAX_PIXELS || width * height * components > MAX_SAMPLES)
    throw new Error(`Unsupported size: ${width} × ${height}`);
  if (tileWidth < 1 || tileHeight < 1 || Math.ceil(right / tileWidth) * Math.ceil(bottom / tileHeight) > MAX_TILES)
    throw new Error(`Unsupported tile size: ${tileWidth} × ${tileHeight}`);
  const parts = Array.from({ length: components }, (_, i) => [...codestream.subarray(42 + 3 * i, 45 + 3 * i)]);
  if (parts.some(([precision = 0]) => (precision & 0x7f) + 1 > 16)) throw new Error('More than 16 bits per sample');
  const steps = parts.map(([, x, y]) => `${x}×${y}`).join(' ');
  // The decoder reads every component as if it had the size of the first. The only exceptions are these subsamplings, and only if
  // the image starts on an even pixel.
  const isSubsampled = /[^1× ]/.test(steps);
  if (!/^1×1( (1×1|2×1|2×2)( \2))?( 1×1)?$/.test(steps) || (isSubsampled && (left % 2 || top % 2)))
    throw new Error(`Unsupported subsampling: ${steps}`);
  return { width, height, components, isSubsampled, precision: parts[0]?.[0] ?? 0 };
}

const fourNumbers = (bytes: Buffer, from: number) =>
  [0, 4, 8, 12].map((at) => bytes.readUInt32BE(from + at)) as [number, number, number, number];

function boxOf(boxes: Buffer, name: string): Buffer | undefined {
  const at = boxes.indexOf(name, 4, 'latin1');
  return at < 0 ? undefined : boxes.subarray(at + 4, at - 4 + boxes.readUInt32BE(at - 4));
}

function colourSpace(boxes: Buffer): number | undefined {
  const colour = boxOf(boxes, 'colr');
  return colour && colour.length >= 7 && colour[0] === 1 ? colour.readUInt32BE(3) : undefined;
}

/** The `cdef` box gives the opacity component type 1, or 2 if it is premultiplied. Without the box, the last component is the opacity. */
function opacityOf(boxes: Buffer, components: number): number | undefined {
  if (components !== 2 && components !== 4) return undefined;
  const definitions = boxOf(boxes, 'cdef') ?? Buffer.alloc(0);
  for (let at = 2; at + 6 <= definitions.length; at += 6) {
    const [channel, type] = [definitions.readUInt16BE(at), definitions.readUInt16BE(at + 2)];
    if ((type === 1 || type === 2) && channel < components) return channel;
  }
  return components - 1;
}

/**
 * The decoder supports only images of one or three components. An image with opacity is therefore decoded in parts, each as a file
 * whose header maps the channels to the selected components (ISO/IEC 15444-1, I.5.3.4 and I.5.3.5). The codestream is unchanged.
 */
export function withComponents(selected: readonly number[], image: ImageHeader): Buffer {
  const { codestream, width, height, components, precision, colour_space } = image;
  const isColour = selected.length === 3;
  const space = isColour ? (colour_space ?? COLOUR_SPACES.srgb) : COLOUR_SPACES.grey;
  const header = [
    box('ihdr', uint32(height), uint32(width), uint16(components), Buffer.of(precision, 7, 0, 0)),
    box('colr', Buffer.of(1, 0, 0), uint32(space)),
    // Channels can only be mapped if there is a palette. It has one entry, which no channel uses.
    box('pclr', uint16(1), Buffer.of(selected.length), Buffer.alloc(selected.length, 7), Buffer.alloc(selected.length)),
    box('cmap', ...selected.map((component) => Buffer.concat([uint16(component), Buffer.of(0, 0)]))),
  ];
  return Buffer.concat([
    box('jP  ', Buffer.from('0d0a870a', 'hex')),
    box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ', 'latin1')),
    box('jp2h', ...header),
    box('jp2c', codestream),
  ]);
}

function box(name: string, ...content: Buffer[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([uint32(length), Buffer.from(name, 'latin1'), ...content]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
