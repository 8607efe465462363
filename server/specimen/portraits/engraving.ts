/**
 * The portrait in the home page's passport as a line engraving: parallel lines that swell with the tone beneath them. It depicts no
 * real person, and is drawn with every build.
 */
export const WIDTH = 240;
export const HEIGHT = 320;

/** Half the face's width. */
const FACE = 52;
const HAIR_TONE = 0.8;
const CLOTH_TONE = 0.5;
const DISTANCE = 4.2;
const STEP = 3;

type Points = [x: number, y: number][];

/** The lines from top to bottom as closed shapes: along the upper edge and back along the lower. */
export function engravedLines(): Points[] {
  const lines: Points[] = [];
  for (let y = -20; y < HEIGHT + 20; y += DISTANCE) lines.push(swellingLine(y));
  return lines;
}

function swellingLine(y: number): Points {
  const upper: Points = [];
  const lower: Points = [];
  for (let x = 0; x <= WIDTH; x += STEP) {
    const middle = y + bend(x, y);
    const tone = Math.min(1, Math.max(0, toneAt(x, middle)));
    const half = (0.1 + tone * 0.86) * (DISTANCE / 2);
    upper.push([x, middle - half]);
    lower.unshift([x, middle + half]);
  }
  return [...upper, ...lower];
}

/** Lines follow the form: they bow around the head, and ripple everywhere else. */
function bend(x: number, y: number): number {
  const across = (x - 120) / (FACE + 14);
  const down = (y - 150) / 95;
  const onHead = Math.max(0, 1 - across * across - down * down);
  return 10 * Math.sqrt(onHead) * down + 1.6 * Math.sin(x / 11 + y / 23) * (1 - onHead);
}

function toneAt(x: number, y: number): number {
  const head = ellipse(x, y, 120, 152, FACE, 76);
  const strands = 0.12 * Math.sin(x / 2.7 + Math.sin(y / 14) * 2);
  const hairline = 104 + 0.006 * (x - 108) ** 2;
  if (head < 1 && y > hairline) return faceTone(x, y, head);
  if (ellipse(x, y, 120, 140, FACE + 10, 84) < 1 && y < 150) return HAIR_TONE + strands;
  if (Math.abs(x - 120) < 25 + Math.max(0, y - 235) * 0.7 && y > 200 && y < 262) return 0.5 - (y - 215) * 0.006;
  if (y >= 130 && y < 216 && Math.abs(x - 120) < FACE + 13 - Math.max(0, y - 200) * 0.12)
    return HAIR_TONE - 0.08 + strands;
  if (ellipse(x, y, 120, 345, 112, 98) < 1) return CLOTH_TONE + 0.12 * Math.sin((x + y) / 9) + (x - 120) / 700;
  return 0.05 + 0.07 * (1 + Math.sin(Math.hypot(x - 120, y - 150) / 7));
}

function faceTone(x: number, y: number, head: number): number {
  const side = (x - 104) / FACE;
  const edge = head ** 4 * 0.3;
  const cheek = ellipse(x, y, 146, 178, 22, 30) < 1 ? 0.06 : 0;
  const sockets = [96, 144].some((eye) => ellipse(x, y, eye, 143, 17, 11) < 1) ? 0.14 : 0;
  const nose = x > 120 && x < 130 && y > 140 && y < 180 ? 0.12 : 0;
  return 0.08 + Math.max(0, side) * 0.2 + edge + cheek + sockets + nose;
}

const ellipse = (x: number, y: number, cx: number, cy: number, rx: number, ry: number) =>
  ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2;

export function features(ink: string, paper: string): string {
  const eye = (x: number) => `
    <path d="M${x - 12} 145q12 -11 24 0q-12 7 -24 0Z" fill="${paper}" stroke-width="1.4"/>
    <circle cx="${x}" cy="143.5" r="4.2" fill="${ink}" stroke="none"/><circle cx="${x - 1.4}" cy="142" r="1.2" fill="${paper}" stroke="none"/>
    <path d="M${x - 14} 129q14 -8 28 0" stroke-width="3"/>`;
  return `${eye(96)}${eye(144)}
    <path d="M123 146q6 22 7 29q-4 6 -13 4q-5 -1 -7 -4" stroke-width="1.6"/>
    <path d="M103 198q9 -4 17 -1q8 -3 17 1q-17 5 -34 0Z" fill="${ink}" fill-opacity="0.55" stroke-width="1.2"/>
    <path d="M110 209q10 3 20 0" stroke-width="1"/>`;
}
