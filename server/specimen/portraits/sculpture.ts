/**
 * Portraits of invented heads: a few rounded shapes, lit and rendered in code. They depict no real person, but face detectors
 * recognise them as faces, which drawings are not. A head can turn, blink and come closer, so that a video of it differs from a
 * video of a photograph.
 */
type Vector = readonly [x: number, y: number, z: number];
type Colour = readonly [red: number, green: number, blue: number];

/** Lengths are in half widths of a head. */
export interface Sitter {
  skin: Colour;
  hair: Colour;
  eyes: Colour;
  lips: Colour;
  cloth: Colour;
  hair_length: number;
  hairline: number;
  skull: number;
  jaw: number;
  chin: number;
  eye_distance: number;
  eye_height: number;
  eye_size: number;
  brow: number;
  brow_tilt: number;
  nose_length: number;
  nose_width: number;
  nose_depth: number;
  cheek: number;
  mouth_width: number;
  mouth_height: number;
  lip: number;
  beard: number;
  age: number;
}

/** How a sitter is seen. Angles in degrees, lengths in half widths of a head. */
export interface Take {
  yaw: number;
  pitch: number;
  roll: number;
  x: number;
  y: number;
  distance: number;
  /** The side that the light comes from: negative is left, positive is right. */
  light: number;
  brightness: number;
  /** From 0, open, to 1, shut. */
  blink: number;
  background: Colour;
}

export const PASSPORT: Take = {
  ...{ yaw: 0, pitch: 0, roll: 0, x: 0, y: 0, distance: 7 },
  ...{ light: -20, brightness: 1, blink: 0, background: [222, 225, 224] },
};

export function portrait(sitter: Sitter, take: Take, width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height * 3);
  const camera = cameraOf(take);
  const light = direction(take.light, 28);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const across = ((column + 0.5 - width / 2) / width) * 0.62;
      const down = ((row + 0.5 - height / 2) / width) * 0.62;
      const hit = trace(sitter, camera.place, camera.ray(across, -down), take.distance);
      const colour = hit ? shade(sitter, take, hit, light) : background(take, across, down);
      for (let channel = 0; channel < 3; channel++)
        pixels[(row * width + column) * 3 + channel] = Math.min(255, Math.max(0, colour[channel]! * take.brightness));
    }
  return pixels;
}

function cameraOf({ yaw, pitch, roll, x, y, distance }: Take) {
  const turn = (v: Vector): Vector => {
    const [a, b] = rotate(v[0], v[1], roll);
    const [c, d] = rotate(b, v[2], pitch);
    const [e, f] = rotate(a, d, yaw);
    return [e, c, f];
  };
  return {
    place: turn([-x, -y - 0.12, distance]),
    ray: (across: number, up: number) => unit(turn([across, up, -1.25])),
  };
}

function rotate(a: number, b: number, degrees: number): [number, number] {
  const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return [c * a - s * b, s * a + c * b];
}

const direction = (side: number, up: number): Vector => {
  const [s, u] = [(side * Math.PI) / 180, (up * Math.PI) / 180];
  return unit([Math.sin(s), Math.sin(u), Math.cos(s)]);
};

function trace(sitter: Sitter, from: Vector, ray: Vector, distance: number): Vector | undefined {
  let way = distance - 2.6;
  for (let step = 0; step < 70 && way < distance + 1.6; step++) {
    const [x, y, z] = along(from, ray, way);
    const gap = surface(sitter, x, y, z);
    if (gap < 0.004) return [x, y, z];
    way += gap * 0.85;
  }
  return undefined;
}

/** The approximate distance of a point from the surface of head, hair, neck and shoulders. */
function surface(sitter: Sitter, x: number, y: number, z: number): number {
  const head = Math.hypot(x, y, z) - 1.9;
  const body = bodyGap(x, y, z);
  return head > 0.4 ? Math.min(head, body) : Math.min(hairGap(sitter, x, y, z), body, headGap(sitter, x, y, z));
}

function headGap(s: Sitter, x: number, y: number, z: number): number {
  const side = Math.abs(x);
  const eye = y - s.eye_height;
  let gap = ellipsoid(x, y - 0.32, z + 0.12, 0.92 * s.skull, 1.02, 1.02);
  gap = blend(gap, ellipsoid(x, y + 0.42, z - 0.12, 0.7 * s.jaw, 0.86, 0.68), 0.3);
  gap = blend(gap, ellipsoid(x, y + 0.98 + s.chin, z - 0.52, 0.22 * s.jaw + 0.06, 0.2, 0.2), 0.22);
  gap = blend(gap, ellipsoid(side - 0.34, eye - 0.22, z - 0.7, 0.32, 0.07, 0.16), 0.14);
  gap = -blend(-gap, ellipsoid(side - s.eye_distance, eye, z - 1.02, 0.22, 0.13, 0.2), 0.14);
  gap = blend(gap, ellipsoid(side - s.eye_distance, eye, z - 0.66, 0.17, 0.14, 0.16), 0.05);
  gap = blend(gap, ellipsoid(side - 0.5, y + 0.18, z - 0.6, 0.2, 0.18, 0.16 * s.cheek), 0.2);
  const tip = eye + s.nose_length;
  gap = blend(
    gap,
    rod(x, eye - 0.05, z - 0.8, -s.nose_length - 0.05, 0.3 * s.nose_depth, 0.07 + 0.02 * s.nose_width, 0.14),
    0.12,
  );
  gap = blend(gap, ellipsoid(side - 0.13 * s.nose_width, tip + 0.05, z - 0.96, 0.085, 0.08, 0.12), 0.07);
  const mouth = y + s.mouth_height;
  gap = blend(gap, ellipsoid(x, mouth - 0.05, z - 0.84, s.mouth_width, 0.05 * s.lip + 0.02, 0.08), 0.08);
  gap = blend(gap, ellipsoid(x, mouth + 0.07, z - 0.82, s.mouth_width * 0.8, 0.06 * s.lip + 0.02, 0.09), 0.08);
  return Math.min(gap, ellipsoid(side - 0.93 * s.skull, y - 0.02, z + 0.12, 0.08, 0.26, 0.16));
}

function hairGap(s: Sitter, x: number, y: number, z: number): number {
  const side = Math.abs(x);
  const crown = ellipsoid(x, y - 0.4, z + 0.2, 1.0 * s.skull, 1.08, 1.1);
  const front = y - s.hairline + 0.25 * side ** 2 + 2.2 * Math.min(0, z - 0.42);
  const cap = Math.max(crown, -front * 0.5);
  if (s.hair_length === 0) return cap;
  const fall = ellipsoid(side - 0.84 * s.skull, y - 0.5 + s.hair_length / 2, z + 0.18, 0.22, s.hair_length, 0.5);
  const behind = ellipsoid(x, y + s.hair_length * 0.5, z + 0.62, 0.95 * s.skull, s.hair_length + 0.4, 0.5);
  return blend(blend(cap, fall, 0.25), behind, 0.15);
}

function bodyGap(x: number, y: number, z: number): number {
  return blend(
    rod(x, y + 0.7, z + 0.25, -1.1, -0.1, 0.5, 0.56),
    ellipsoid(x, y + 2.75, z + 0.4, 2.1, 0.95, 0.85),
    0.25,
  );
}

/** The light that a point reflects: from a lamp and from all around, with hollows darker. */
function shade(sitter: Sitter, take: Take, at: Vector, light: Vector): Colour {
  const normal = normalAt(sitter, at);
  const lamp = Math.max(0, dot(normal, light) * 0.75 + 0.25);
  const around = 0.5 + 0.5 * normal[1] * 0.4 + 0.12 * normal[2];
  const hollow = Math.min(1, 0.45 + surface(sitter, ...along(at, normal, 0.16)) / 0.26);
  const sheen = Math.max(0, dot(normal, unit([light[0], light[1], light[2] + 1]))) ** 24;
  const { colour, gloss } = material(sitter, take, at);
  const amount = (0.68 * lamp + 0.5 * around) * (0.4 + 0.6 * hollow);
  return [0, 1, 2].map((channel) => colour[channel]! * amount + 60 * gloss * sheen) as unknown as Colour;
}

function normalAt(sitter: Sitter, [x, y, z]: Vector): Vector {
  const e = 0.006;
  const here = surface(sitter, x, y, z);
  return unit([
    surface(sitter, x + e, y, z) - here,
    surface(sitter, x, y + e, z) - here,
    surface(sitter, x, y, z + e) - here,
  ]);
}

function material(s: Sitter, take: Take, at: Vector): { colour: Colour; gloss: number } {
  const [x, y, z] = at;
  const [hair, body, head] = [hairGap(s, x, y, z), bodyGap(x, y, z), headGap(s, x, y, z)];
  if (hair < head && hair < body) {
    const strand = 0.8 + 0.3 * noise(x * 26, y * 3 + z * 5, z * 26) + 0.15 * noise(x * 60, y * 6, z * 60);
    return { colour: scale(s.hair, strand), gloss: 0.25 };
  }
  if (body < head && y < -1.62 + 0.3 * Math.abs(x))
    return { colour: scale(s.cloth, 0.9 + 0.15 * noise(x * 40, y * 40, z * 40)), gloss: 0 };
  return z > 0.2 && body > 0.01 ? face(s, take, x, y) : { colour: skinAt(s, x, y), gloss: 0.2 };
}

function face(s: Sitter, take: Take, x: number, y: number): { colour: Colour; gloss: number } {
  const side = Math.abs(x);
  const eye = eyeAt(s, take, side - s.eye_distance, y - s.eye_height, x < 0 ? -1 : 1);
  if (eye) return eye;
  let colour = skinAt(s, x, y);
  const browLine = y - s.eye_height - 0.2 - s.brow_tilt * (side - s.eye_distance) + 0.9 * (side - s.eye_distance) ** 2;
  const brow = bump(browLine, 0.045 * s.brow) * soft(0.27 - Math.abs(side - s.eye_distance), 0.06);
  colour = mix(colour, scale(s.hair, 0.75), brow * (0.75 + 0.3 * noise(x * 70, y * 30, 3)));
  const tip = s.eye_height - s.nose_length;
  colour = mix(colour, [45, 22, 18], 0.8 * blob(side - 0.085 * s.nose_width, y - tip + 0.115, 0.05, 0.028));
  const mouth = y + s.mouth_height;
  const reach = 1 - (side / s.mouth_width) ** 2;
  if (reach > 0) {
    const upper = 0.1 * s.lip * Math.sqrt(reach) - 0.025 * Math.exp(-((x / 0.05) ** 2));
    const inLips = mouth > 0 ? soft(upper - mouth, 0.02) : soft(0.13 * s.lip * Math.sqrt(reach) + mouth, 0.025);
    colour = mix(colour, s.lips, 0.85 * inLips);
    colour = mix(colour, [62, 22, 22], 0.85 * bump(mouth + 0.02 * Math.cos(x * 9), 0.016));
  }
  const whiskers =
    Math.max(soft(-0.42 - y - 0.25 * side + 0.1, 0.12), 0) *
    (1 - soft(0.1 - Math.abs(mouth) + reach * 0.02, 0.05) * soft(s.mouth_width - side, 0.05));
  colour = mix(colour, s.hair, s.beard * whiskers * (0.6 + 0.5 * noise(x * 80, y * 50, 7)));
  return { colour, gloss: 0.35 };
}

function eyeAt(
  s: Sitter,
  { blink }: Take,
  across: number,
  up: number,
  side: number,
): { colour: Colour; gloss: number } | undefined {
  const half = 0.165 * s.eye_size;
  const reach = 1 - (across / half) ** 2;
  if (reach <= 0) return undefined;
  const top = 0.088 * s.eye_size * reach ** 0.7 * (1 - blink);
  const bottom = -0.055 * s.eye_size * reach ** 0.8;
  const lid = 0.02 * reach ** 0.3;
  if (up > top - 0.004 && up < top + lid) return { colour: scale(s.hair, 0.35), gloss: 0 };
  if (blink > 0.9) return undefined;
  if (up > top || up < bottom) return undefined;
  const iris = Math.hypot(across * side, up - 0.012) / (0.078 * s.eye_size);
  const glint = Math.hypot(across * side + 0.025, up - 0.04) < 0.016;
  if (glint) return { colour: [250, 250, 250], gloss: 0 };
  if (iris < 0.45) return { colour: [14, 12, 12], gloss: 0.2 };
  if (iris < 1) return { colour: scale(s.eyes, 0.65 + 0.45 * (1 - iris)), gloss: 0.2 };
  return { colour: scale([232, 226, 222], 0.72 + 0.28 * soft(top - up, 0.04)), gloss: 0.2 };
}

function skinAt(s: Sitter, x: number, y: number): Colour {
  const side = Math.abs(x);
  const grain = 1 + 0.05 * noise(x * 55, y * 55, 1) + 0.05 * noise(x * 12, y * 12, 2) + 0.04 * noise(x * 4, y * 4, 5);
  let colour = scale(s.skin, grain);
  colour = mix(colour, [205, 105, 92], 0.2 * blob(side - 0.48, y + 0.2, 0.26, 0.2));
  const under = blob(side - s.eye_distance, y - s.eye_height + 0.12, 0.2, 0.05);
  colour = mix(colour, scale(s.skin, 0.68), (0.2 + 0.5 * s.age) * under);
  const fold = bump(side - 0.24 - 0.3 * (-0.22 - y), 0.03) * soft(-0.2 - y, 0.08) * soft(y + 0.55, 0.08);
  colour = mix(colour, scale(s.skin, 0.6), (0.1 + 0.6 * s.age) * fold);
  const wrinkle = bump(Math.sin(y * 42 + Math.cos(x * 3)), 0.25) * soft(y - 0.62, 0.08) * soft(0.6 - side, 0.1);
  return mix(colour, scale(s.skin, 0.7), 0.5 * s.age * wrinkle);
}

function background({ background: base }: Take, across: number, down: number): Colour {
  return scale(base, 1 - 0.12 * Math.hypot(across, down) + 0.01 * noise(across * 300, down * 300, 9));
}

function ellipsoid(x: number, y: number, z: number, a: number, b: number, c: number): number {
  const out = Math.sqrt((x / a) ** 2 + (y / b) ** 2 + (z / c) ** 2);
  const slope = Math.sqrt((x / (a * a)) ** 2 + (y / (b * b)) ** 2 + (z / (c * c)) ** 2);
  return slope === 0 ? -Math.min(a, b, c) : (out * (out - 1)) / slope;
}

function rod(x: number, y: number, z: number, up: number, out: number, first: number, last: number): number {
  const t = Math.min(1, Math.max(0, (y * up + z * out) / (up * up + out * out)));
  return Math.sqrt(x ** 2 + (y - up * t) ** 2 + (z - out * t) ** 2) - (first + (last - first) * t);
}

/** The union of two shapes, with a round seam. */
function blend(a: number, b: number, seam: number): number {
  const h = Math.max(0, seam - Math.abs(a - b)) / seam;
  return Math.min(a, b) - (h * h * seam) / 4;
}

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (v: Vector): Vector => {
  const length = Math.hypot(...v) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
};
const along = (at: Vector, to: Vector, way: number): Vector => [
  at[0] + to[0] * way,
  at[1] + to[1] * way,
  at[2] + to[2] * way,
];
const scale = (c: Colour, by: number): Colour => [c[0] * by, c[1] * by, c[2] * by];
const mix = (a: Colour, b: Colour, share: number): Colour => {
  const t = Math.min(1, Math.max(0, share));
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
};
/** Rises smoothly from 0 to 1 as `value` passes 0. */
const soft = (value: number, width: number): number => {
  const t = Math.min(1, Math.max(0, value / width / 2 + 0.5));
  return t * t * (3 - 2 * t);
};
const bump = (value: number, width: number): number => Math.exp(-((value / width) ** 2));
const blob = (x: number, y: number, width: number, height: number) => Math.exp(-((x / width) ** 2) - (y / height) ** 2);

/** Smooth noise from -1 to 1, the same on every machine. */
function noise(x: number, y: number, z: number): number {
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [u, v, w] = [ease(x - i), ease(y - j), ease(z - k)];
  let sum = 0;
  for (let corner = 0; corner < 8; corner++) {
    const [a, b, c] = [corner & 1, (corner >> 1) & 1, corner >> 2];
    sum += grain(i + a, j + b, k + c) * (a ? u : 1 - u) * (b ? v : 1 - v) * (c ? w : 1 - w);
  }
  return sum;
}

const ease = (t: number) => t * t * (3 - 2 * t);

function grain(x: number, y: number, z: number): number {
  let n = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(z, 1274126177);
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  return ((n ^ (n >>> 16)) >>> 0) / 2147483648 - 1;
}
