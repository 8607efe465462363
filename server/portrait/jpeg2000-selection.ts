/**
 * The decoder supports images of one or three components. For an image with opacity it gets some components at a time, as a file
 * whose header maps its channels to only these (ISO/IEC 15444-1, I.5.3.4 and I.5.3.5). The codestream is unchanged.
 */
import { COLOUR_SPACES, type ImageHeader } from './jpeg2000-header.ts';

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
