/**
 * The curves of guilloches. A rosette is a closed curve r(θ) = R + A·cos(kθ) + B·cos(mθ), drawn several times, each time turned by a
 * fraction of its period. A band is a wave, drawn several times with a shifted phase. The name of the page is the seed.
 */
import { tenths } from './seal-shape.ts';

type Rosette = { path: string; turns: number[] };

/** Yields the same numbers for the same name (mulberry32, seeded by FNV-1a). */
function seeded(name: string): () => number {
  let state = 0x811c9dc5;
  for (const character of name) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Concentric rosettes in a box of 400 × 400 with its centre at 0,0. `fineness` is the number of points per petal: a large rosette
 * needs more than 22.
 */
export function rosettes(name: string, fineness = 22): Rosette[] {
  const random = seeded(name);
  const rings = [
    { radius: 168, depth: 24 },
    { radius: 118, depth: 34 },
    { radius: 62, depth: 30 },
  ];
  return rings.map(({ radius, depth }) => {
    const petals = 7 + Math.floor(random() * 9);
    const overtone = petals * (2 + Math.floor(random() * 2));
    const swing = depth * (0.12 + random() * 0.22);
    const copies = 9 + Math.floor(random() * 4);
    const path = closed(
      (angle) => radius + (depth - swing) * Math.cos(petals * angle) + swing * Math.cos(overtone * angle),
      petals * fineness,
    );
    return {
      path,
      turns: Array.from({ length: copies }, (_, copy) => Math.round((copy * 3600) / petals / copies) / 10),
    };
  });
}

/** The waves of a band of the given width and height around y = 0. Their amplitude grows and shrinks along it. */
export function band(name: string, width: number, height: number): string[] {
  const random = seeded(name);
  const waves = 9;
  const period = width / (5 + Math.floor(random() * 4));
  const swell = period * (1.5 + random());
  const half = height / 2;
  return Array.from({ length: waves }, (_, wave) => {
    const phase = (wave / waves) * Math.PI * 2;
    return lineOf(width, 6, (x) => {
      const envelope = 0.55 + 0.45 * Math.cos((x / swell) * Math.PI * 2);
      const turn = (x / period) * Math.PI * 2;
      return half * (0.72 * Math.sin(turn + phase) * envelope + 0.26 * Math.sin(3 * turn - phase));
    });
  });
}

export function weave(name: string, width: number, height: number): string {
  const random = seeded(name);
  const [long, short] = [90 + random() * 60, 34 + random() * 20];
  const drift = 0.1 + random() * 0.08;
  let path = '';
  for (let line = 0; line * 7 <= height; line++)
    path += lineOf(
      width,
      8,
      (x) => line * 7 + 9 * Math.sin(x / long + line * drift) + 4 * Math.sin(x / short - line * drift * 2),
    );
  return path;
}

const lineOf = (width: number, step: number, y: (x: number) => number): string =>
  lineThrough(Array.from({ length: Math.floor(width / step) + 1 }, (_, index) => [index * step, y(index * step)]));

function closed(radius: (angle: number) => number, steps: number): string {
  const points = Array.from({ length: steps }, (_, step): Point => {
    const angle = (step / steps) * Math.PI * 2;
    return [radius(angle) * Math.cos(angle), radius(angle) * Math.sin(angle)];
  });
  return `${lineThrough(points)}z`;
}

type Point = [x: number, y: number];

/** Relative steps in tenths make the path half as long. Positions are rounded, not steps, so that errors do not add up. */
function lineThrough(points: Point[]): string {
  let [x, y] = [0, 0];
  const steps = points.map((point) => {
    const next = [Math.round(point[0] * 10), Math.round(point[1] * 10)] as const;
    const step = tenths(next[0] - x) + tenths(next[1] - y);
    [x, y] = next;
    return step;
  });
  return `M${steps[0]?.trim()}l${steps.slice(1).join('').trim()}`;
}
