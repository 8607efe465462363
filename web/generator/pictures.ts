/** The pictures for link previews: drawn as SVG with the pages, and later converted to the format that social networks accept. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { root } from '../../scripts/contract/contract.ts';

const DRAWINGS = '.pictures';
const cache = join(root, 'node_modules/.cache/sigill-pictures');

/** The paths of a page's picture and of the drawing it is made from. A changed drawing gets a different name. */
export function pictureFiles(page: string, svg: string): { picture: string; drawing: string } {
  const name = `${page}-${hashOf(svg).slice(0, 8)}`;
  return { picture: `assets/${name}.png`, drawing: `${DRAWINGS}/${name}.svg` };
}

export async function makePictures(folder: string): Promise<void> {
  const files = readdirSync(join(folder, DRAWINGS), { recursive: true, encoding: 'utf8' });
  const drawings = files.filter((file) => file.endsWith('.svg'));
  await Promise.all(
    drawings.map(async (file) => {
      const picture = join(folder, 'assets', file.replace(/svg$/, 'png'));
      const png = await pngOf(readFileSync(join(folder, DRAWINGS, file)));
      mkdirSync(dirname(picture), { recursive: true });
      writeFileSync(picture, png);
    }),
  );
}

async function pngOf(svg: Buffer): Promise<Buffer> {
  const kept = join(cache, `${hashOf(svg)}.png`);
  if (existsSync(kept)) return readFileSync(kept);
  const png = await sharp(svg).png({ palette: true, colours: 32, dither: 0, effort: 7 }).toBuffer();
  mkdirSync(cache, { recursive: true });
  writeFileSync(kept, png);
  return png;
}

const hashOf = (svg: string | Buffer) => createHash('sha256').update(svg).digest('hex').slice(0, 32);
