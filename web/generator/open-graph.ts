/** Draws the picture for link previews. Letters are drawn as outlines, so no font is needed. */
import { join } from 'node:path';
import { type Font, openSync } from 'fontkit';
import { root } from '../../openapi/contract/contract.ts';
import { colours } from '../../openapi/facts/colours.ts';
import { portraitFace, portraitPath } from '../../scripts/generate/site/portrait.ts';
import { wrapWords } from '../../server/core/wrap-words.ts';
import { type WorldMap, worldMap } from './world-map.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 84;
const ZONE = 150;
const { 'accent-wash': wash, paper, sunken, ink, muted, accent, rose } = colours;

/** The web app's own drawings, passed in by the prerenderer. */
export interface Shapes {
  rosettes: (name: string, fineness?: number) => { path: string; turns: number[] }[];
  sealRing: string;
  chipPad: string;
}

type Words = { name: string; title: string; product: string; tagline: string };

/** A passport page as SVG, with the title in its field and again in the machine readable lines. */
export function drawPicture(shapes: Shapes, { name, title, product, tagline }: Words): string {
  const { serif, mono } = fonts();
  const width = WIDTH - 2 * MARGIN - 330;
  const lines = wrapWords(title, (line) => widthOf(serif, line, 70) <= width).slice(0, 4);
  const top = 306 - (lines.length - 1) * 39;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${paper.light}"/>
    ${motif(shapes, name)}
    <g transform="translate(${MARGIN + 34} 96) scale(0.72)" fill="none" stroke="${accent.light}" stroke-width="2.4">
      <path d="${shapes.sealRing}"/><path d="${shapes.sealRing}" transform="rotate(15)"/>
      <path d="${shapes.chipPad}" stroke-width="3.2" stroke-linejoin="round"/>
    </g>
    ${textOf(serif, product, 44, MARGIN + 88, 111, ink.light)}
    ${lines.map((line, index) => textOf(serif, line, 70, MARGIN, top + index * 78, ink.light)).join('')}
    <rect y="${HEIGHT - ZONE}" width="${WIDTH}" height="${ZONE}" fill="${sunken.light}"/>
    <path d="M0 ${HEIGHT - ZONE}H${WIDTH}" stroke="${muted.light}" stroke-opacity="0.4"/>
    ${[`P<${product}<<${title === tagline ? '' : title}`, tagline].map((text, index) => textOf(mono, machineReadable(text), 39, MARGIN, HEIGHT - ZONE + 62 + index * 52, ink.light)).join('')}
  </svg>`;
}

/** As in a machine readable zone: 44 letters, digits and fillers. */
const machineReadable = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}’']/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9<]+/g, '<')
    .slice(0, 44)
    .padEnd(44, '<');

let drawn: WorldMap | undefined;
const world = () => (drawn ??= worldMap());

const WORLD = ['coverage', 'supported-documents', 'trust'];
const DOCUMENT = ['home', 'biometric', 'demo', 'compare', 'sign-up'];

function motif({ rosettes }: Shapes, name: string): string {
  const work = (at: string, colour: string, opacity: number, seed: string, rings = 3) =>
    `<g transform="${at}" fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="0.5">${rosettes(
      seed,
      rings === 1 ? 48 : undefined,
    )
      .slice(0, rings)
      .flatMap(({ path, turns }) => turns.map((turn) => `<path d="${path}" transform="rotate(${turn})"/>`))
      .join('')}</g>`;
  const ground = work('translate(70 520) scale(1.2)', rose.light, 0.2, `${name} rose`);
  if (WORLD.includes(name)) {
    const { width, outlines } = world();
    return `<defs><pattern id="engraved" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-32)">
        <path d="M0 2.5H5" stroke="${accent.light}" stroke-width="1.7"/></pattern></defs>
      <g transform="translate(${WIDTH - width + 250} 30) scale(1.05)" fill="url(#engraved)" stroke="${accent.light}"
        stroke-width="0.5" opacity="0.42">${Object.values(outlines)
          .map((path) => `<path d="${path}"/>`)
          .join('')}</g>`;
  }
  if (DOCUMENT.includes(name))
    return `${ground}${work('translate(1030 130) scale(1.7)', accent.light, 0.22, name)}
      <g transform="translate(866 84)"><svg width="250" height="326" viewBox="12 44 196 256"><rect width="260" height="320" fill="${wash.light}"/>
        <path d="${portraitPath()}" transform="scale(0.1)" fill="${accent.light}"/><g fill="none" stroke="${accent.light}" stroke-linecap="round">${portraitFace(accent.light, wash.light)}</g></svg>
        <rect width="250" height="326" fill="none" stroke="${accent.light}"/></g>`;
  return `${ground}${work('translate(1010 190) scale(1.55)', accent.light, 0.5, name, 1)}${work('translate(1010 190) scale(1.05)', accent.light, 0.3, name)}`;
}

let loaded: { serif: Font; mono: Font } | undefined;

function fonts() {
  loaded ??= {
    serif: openSync(join(root, 'web/src/ui/fonts/newsreader-420.woff2')),
    mono: openSync(join(root, 'node_modules/@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2')),
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
