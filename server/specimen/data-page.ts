/** Draws the page of a specimen that a camera reads: an SVG with the lines of the machine readable zone in OCR-B. */
import ocrB from './ocr-b.json' with { type: 'json' };

export interface PrintedPage {
  /** Two lines for a passport, three for a card. */
  lines: string[];
  /** A JPEG. */
  portrait: Uint8Array;
  title: string;
  /** Name and value of each printed field. */
  fields: [name: string, value: string][];
}

/** In millimetres (ICAO Doc 9303-4 and 9303-5): the page, the distance of letters and of lines, and the middle of the first line. */
const SIZES = {
  2: { width: 125, height: 88, first: 72.5, left: 6.6 },
  3: { width: 85.6, height: 54, first: 35.2, left: 4.7 },
};
const PITCH = 2.54;
const LINE_DISTANCE = 6.35;

export function drawDataPage({ lines, portrait, title, fields }: PrintedPage): string {
  const { width, height, first, left } = lines.length === 2 ? SIZES[2] : SIZES[3];
  const picture = { x: left, y: 10, height: Math.min(first - 17, 40) };
  const beside = picture.x + picture.height * 0.75 + 5;
  const step = (first - 17) / fields.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * 10}" height="${height * 10}" role="img" aria-label="${escaped(title)}: ${escaped(lines.join(' '))}">
<rect width="${width}" height="${height}" rx="3" fill="#f3efe4"/>
<path d="${waves(width, first - 4)}" fill="none" stroke="#d9cfe4" stroke-width=".25"/>
<g font-family="sans-serif" fill="#33405c">
<text x="${left}" y="6.5" font-size="3.4" font-weight="600">${escaped(title)}</text>
<image x="${picture.x}" y="${picture.y}" width="${picture.height * 0.75}" height="${picture.height}" href="data:image/jpeg;base64,${Buffer.from(portrait).toString('base64')}"/>
${fields
  .map(([name, value], at) => {
    const y = picture.y + 2 + at * step;
    return `<text x="${beside}" y="${y}" font-size="1.7" fill="#6b7280">${escaped(name)}</text><text x="${beside}" y="${y + 3}" font-size="2.9">${escaped(value)}</text>`;
  })
  .join('\n')}
<text x="${width - 5}" y="${first - 8}" font-size="7" font-weight="700" text-anchor="end" fill="#b3261e" fill-opacity=".55">SPECIMEN</text>
</g>
<g fill="#16181d">${lines.map((line, at) => letters(line, left, first + at * LINE_DISTANCE)).join('')}</g>
</svg>
`;
}

const OUTLINES: Record<string, string> = ocrB.outlines;

/** Letters as outlines, so that no font is needed. */
function letters(line: string, left: number, middle: number): string {
  const scale = PITCH / ocrB.advance;
  const baseline = middle + (ocrB.cap_height / 2) * scale;
  const drawn = [...line].map(
    (letter, at) => `<path transform="translate(${at * ocrB.advance})" d="${OUTLINES[letter] ?? ''}"/>`,
  );
  return `<g transform="translate(${left} ${baseline}) scale(${scale} -${scale})">${drawn.join('')}</g>`;
}

/** Fine lines like those that protect a page from copying. */
function waves(width: number, height: number): string {
  const steps = Math.ceil(width / 5);
  return Array.from({ length: Math.floor(height / 2) }, (_, row) => {
    const y = 2 + row * 2;
    return `M0 ${y}${`q1.25 ${row % 2 ? 1.6 : -1.6} 2.5 0t2.5 0`.repeat(steps)}`;
  }).join('');
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
