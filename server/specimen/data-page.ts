/** Draws the page of a specimen that a camera reads: an SVG with the machine readable zone in OCR-B. */
import ocrB from './ocr-b.json' with { type: 'json' };

export interface PrintedPage {
  /** Two lines for a passport, three for a card. */
  lines: string[];
  /** A JPEG. */
  portrait: Uint8Array;
  title: string;
  fields: [name: string, value: string][];
}

interface Layout {
  width: number;
  height: number;
  /** `first` is the vertical middle of the zone's first line, and `left` is where its lines begin. */
  first: number;
  left: number;
  /** The height of the portrait, the number of columns beside it, and the distance between the rows. */
  portrait: number;
  columns: number;
  row: number;
}

/** In millimetres (ICAO Doc 9303-4 and 9303-5). */
const PASSPORT: Layout = { width: 125, height: 88, first: 72.5, left: 6.6, portrait: 42, columns: 1, row: 10 };
const CARD: Layout = { width: 85.6, height: 54, first: 35.2, left: 4.7, portrait: 19, columns: 2, row: 6.6 };
const COLUMN = 26;
const PITCH = 2.54;
const LINE_DISTANCE = 6.35;

export function drawDataPage({ lines, portrait, title, fields }: PrintedPage): string {
  const layout = lines.length === 2 ? PASSPORT : CARD;
  const { width, height, first, left } = layout;
  const used = [...new Set(lines.join(''))].filter((letter) => letter in OUTLINES);
  const jpeg = Buffer.from(portrait).toString('base64');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * 10}" height="${height * 10}" role="img" aria-label="${escaped(`${title}: ${lines.join(' ')}`)}">
<defs>
<pattern id="waves" width="5" height="4" patternUnits="userSpaceOnUse"><path d="M0 1q1.25 1.6 2.5 0t2.5 0M0 3q1.25-1.6 2.5 0t2.5 0" fill="none" stroke="#ded6e6" stroke-width=".22"/></pattern>
${used.map((letter) => `<path id="${idOf(letter)}" d="${OUTLINES[letter]}"/>`).join('\n')}
</defs>
<rect width="${width}" height="${height}" rx="3" fill="#f3efe4"/>
<rect width="${width}" height="${first - 4}" rx="3" fill="url(#waves)"/>
<g font-family="sans-serif" fill="#33405c">
<text x="${left}" y="6.5" font-size="3.4" font-weight="600">${escaped(title)}</text>
<text x="${width - left}" y="7" font-size="4.6" font-weight="700" text-anchor="end" fill="#b3261e" fill-opacity=".75">SPECIMEN</text>
<image x="${left}" y="10" width="${layout.portrait * 0.75}" height="${layout.portrait}" href="data:image/jpeg;base64,${jpeg}"/>
${fields.map(([name, value], at) => drawField(name, value, placeOf(at, layout))).join('\n')}
</g>
<g fill="#16181d">
${lines.map((line, at) => drawLine(line, left, first + at * LINE_DISTANCE)).join('\n')}
</g>
</svg>
`;
}

function placeOf(field: number, { left, portrait, columns, row }: Layout) {
  const column = field % columns;
  return { x: left + portrait * 0.75 + 5 + column * COLUMN, y: 12 + Math.floor(field / columns) * row };
}

const drawField = (name: string, value: string, { x, y }: { x: number; y: number }) =>
  `<text x="${x}" y="${y}" font-size="1.8" fill="#6b7280">${escaped(name)}</text><text x="${x}" y="${y + 3}" font-size="2.8">${escaped(value)}</text>`;

const OUTLINES: Record<string, string> = ocrB.outlines;

/** Letters as outlines, so that no font is needed. */
function drawLine(line: string, left: number, middle: number): string {
  const scale = PITCH / ocrB.advance;
  const baseline = middle + (ocrB.cap_height / 2) * scale;
  const letters = [...line].map((letter, at) => `<use href="#${idOf(letter)}" x="${at * ocrB.advance}"/>`);
  return `<g transform="translate(${left} ${baseline}) scale(${scale} -${scale})">${letters.join('')}</g>`;
}

const idOf = (letter: string) => (letter === '<' ? 'filler' : `letter-${letter}`);

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
