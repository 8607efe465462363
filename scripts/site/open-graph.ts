/** The picture in link previews: the drawing of the page, its title and the seal. Letters are drawn as outlines, so no font is needed. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Font, openSync } from 'fontkit';
import sharp from 'sharp';
import { colours } from '../../openapi/facts/colours.ts';
import { wrapWords } from '../../server/core/wrap-words.ts';
import { root } from '../contract.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 84;
const { paper, ink, muted, accent, rose } = colours;

const cache = join(root, 'node_modules/.cache/sigill-pictures');

/** What the web app draws with, handed over by the prerenderer. */
export interface Shapes {
  rosettes: (name: string) => { path: string; turns: number[] }[];
  sealRing: string;
  chipPad: string;
}

export async function drawPicture(
  { rosettes, sealRing, chipPad }: Shapes,
  { name, title, product, footer }: { name: string; title: string; product: string; footer: string },
): Promise<Buffer> {
  const { serif, sans } = fonts();
  const width = WIDTH - 2 * MARGIN - 120;
  const lines = wrapWords(title, (line) => widthOf(serif, line, 76) <= width).slice(0, 4);
  const work = (at: string, colour: string, opacity: number, seed: string) =>
    `<g transform="${at}" fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="0.5">${rosettes(seed)
      .flatMap(({ path, turns }) => turns.map((turn) => `<path d="${path}" transform="rotate(${turn})"/>`))
      .join('')}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${paper.light}"/>
    ${work('translate(1030 120) scale(2.1)', accent.light, 0.3, name)}
    ${work('translate(80 640) scale(1.3)', rose.light, 0.22, `${name} rose`)}
    <g transform="translate(${MARGIN + 34} 112) scale(0.72)" fill="none" stroke="${accent.light}" stroke-width="2.4">
      <path d="${sealRing}"/><path d="${sealRing}" transform="rotate(15)"/>
      <path d="${chipPad}" stroke-width="3.2" stroke-linejoin="round"/>
    </g>
    ${textOf(serif, product, 44, MARGIN + 88, 127, ink.light)}
    ${lines.map((line, index) => textOf(serif, line, 76, MARGIN, 470 - (lines.length - 1 - index) * 88, ink.light)).join('')}
    <path d="M${MARGIN} 520H${WIDTH - MARGIN}" stroke="${muted.light}" stroke-opacity="0.4"/>
    ${textOf(sans, footer, 26, MARGIN, 568, muted.light)}
  </svg>`;
  const kept = join(cache, `${createHash('sha256').update(svg).digest('hex').slice(0, 32)}.png`);
  if (existsSync(kept)) return readFileSync(kept);
  const png = await sharp(Buffer.from(svg)).png({ palette: true, colours: 32, dither: 0, effort: 7 }).toBuffer();
  mkdirSync(cache, { recursive: true });
  writeFileSync(kept, png);
  return png;
}

let loaded: { serif: Font; sans: Font } | undefined;

function fonts() {
  loaded ??= {
    serif: openSync(join(root, 'web/src/ui/fonts/newsreader-420.woff2')),
    sans: openSync(join(root, 'web/src/ui/fonts/inter-400-600.woff2')),
  };
  return loaded;
}

const widthOf = (font: Font, text: string, size: number) => (font.layout(text).advanceWidth / font.unitsPerEm) * size;

function textOf(font: Font, text: string, size: number, x: number, y: number, colour: string): string {
  const scale = size / font.unitsPerEm;
  let advance = 0;
  const { glyphs, positions } = font.layout(text);
  const outlines = glyphs.map((glyph, index) => {
    const at = advance;
    advance += positions[index]?.xAdvance ?? 0;
    return `<path transform="translate(${at} 0)" d="${glyph.path.toSVG()}"/>`;
  });
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})" fill="${colour}">${outlines.join('')}</g>`;
}
