/** Draws the app's icons from the project's mark (web/public/favicon.svg), in the sizes that both systems and stores require. */
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { root } from '../../../openapi/contract/contract.ts';
import { accent, colours } from '../../../openapi/facts/colours.ts';

const app = join(root, 'sdk/react-native/example');
const [GREEN, PAPER] = [accent.light, colours.paper.light];
const mark = readFileSync(join(root, 'web/public/favicon.svg'), 'utf8');
const lines = mark.slice(mark.indexOf('<g '), mark.indexOf('</svg>'));

interface Drawing {
  width: number;
  height?: number;
  /** Background colour. Without it, the picture is transparent. */
  field?: string;
  ink: string;
  /** Diameter of the mark, as a fraction of the height. */
  part: number;
}

/**
 * Of an adaptive icon, only the inner 66 of 108 parts are certain to be visible on Android; iOS and Google Play round the corners
 * themselves.
 */
const DRAWINGS: Record<string, Drawing> = {
  'assets/icon.png': { width: 1024, field: GREEN, ink: PAPER, part: 0.66 },
  'assets/adaptive.png': { width: 1024, ink: PAPER, part: 0.5 },
  'assets/splash.png': { width: 512, ink: GREEN, part: 0.9 },
  'store/google/en-US/images/icon.png': { width: 512, field: GREEN, ink: PAPER, part: 0.66 },
  'store/google/en-US/images/featureGraphic.png': { width: 1024, height: 500, field: GREEN, ink: PAPER, part: 0.72 },
};

export async function drawIcons(): Promise<void> {
  for (const [path, { width, height = width, field, ink, part }] of Object.entries(DRAWINGS)) {
    // The mark has a diameter of 100.
    const view = 100 / part;
    const wide = (view * width) / height;
    const box = `${-wide / 2} ${-view / 2} ${wide} ${view}`;
    const ground = field ? `<rect x="${-wide / 2}" y="${-view / 2}" width="100%" height="100%" fill="${field}"/>` : '';
    const size = `width="${width}" height="${height}" viewBox="${box}"`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${ground}<g stroke="${ink}" stroke-linejoin="round">${lines}</g></svg>`;
    mkdirSync(dirname(join(app, path)), { recursive: true });
    const picture = sharp(Buffer.from(svg)).resize(width, height);
    // The App Store refuses an icon with an alpha channel.
    await (field ? picture.removeAlpha() : picture)
      .png({ palette: false, compressionLevel: 9 })
      .toFile(join(app, path));
  }
}
