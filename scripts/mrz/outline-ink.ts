/** Fills the outline of a letter: the commands M, L, C, Q and Z with absolute coordinates, y upwards. */
type Point = [x: number, y: number];

const STEPS = 8;
/** Samples for each cell, in both directions. */
const FINE = 4;

/** How much of each cell is ink. The given middle of the letter is the middle of the map. */
export function inkOf(path: string, size: number, scale: number, middleX: number, middleY: number): Float32Array {
  const edges = polygons(path).flatMap((points) =>
    points.map((point, at): [Point, Point] => [point, points[(at + 1) % points.length]!]),
  );
  const ink = new Float32Array(size * size);
  for (let row = 0; row < size * FINE; row++) {
    const y = middleY - ((row + 0.5) / FINE - size / 2) / scale;
    const crossings = edges
      .filter(([[, from], [, to]]) => from > y !== to > y)
      .map(([[x1, y1], [x2, y2]]) => ({ x: x1 + ((y - y1) / (y2 - y1)) * (x2 - x1), winding: y2 > y1 ? 1 : -1 }))
      .sort((a, b) => a.x - b.x);
    for (let column = 0; column < size * FINE; column++) {
      const x = middleX + ((column + 0.5) / FINE - size / 2) / scale;
      const winding = crossings.reduce((sum, crossing) => sum + (crossing.x < x ? crossing.winding : 0), 0);
      if (winding !== 0) ink[Math.floor(row / FINE) * size + Math.floor(column / FINE)]! += 1 / FINE ** 2;
    }
  }
  return ink;
}

function polygons(path: string): Point[][] {
  const shapes: Point[][] = [];
  let shape: Point[] = [];
  for (const [, command, numbers] of path.matchAll(/([MLCQZ])([^MLCQZ]*)/g)) {
    const values = (numbers ?? '')
      .trim()
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    const points = values.flatMap((x, at): Point[] => (at % 2 ? [] : [[x, values[at + 1]!]]));
    if (command === 'M') {
      shape = points;
      shapes.push(shape);
    } else if (command === 'L') shape.push(...points);
    else if (command !== 'Z') shape.push(...curve([shape.at(-1)!, ...points]));
  }
  return shapes;
}

/** De Casteljau's construction. */
const curve = (controls: Point[]): Point[] =>
  Array.from({ length: STEPS }, (_, step) => {
    const t = (step + 1) / STEPS;
    let points = controls;
    while (points.length > 1)
      points = points
        .slice(1)
        .map(([x, y], at) => [points[at]![0] * (1 - t) + x * t, points[at]![1] * (1 - t) + y * t]);
    return points[0]!;
  });
