/** The pictures for link previews: drawn as SVG with the pages, and later converted to the format that social networks accept. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { cached, hashOf } from './cached.ts';

const DRAWINGS = '.pictures';

/** A changed drawing gets new file names. */
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
      const svg = readFileSync(join(folder, DRAWINGS, file));
      const png = await cached('pictures', [svg], () =>
        sharp(svg).png({ palette: true, colours: 32, dither: 0, effort: 7 }).toBuffer(),
      );
      mkdirSync(dirname(picture), { recursive: true });
      writeFileSync(picture, png);
    }),
  );
}
