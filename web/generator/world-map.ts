/**
 * The world map as SVG: an outline for each country by its ISO 3166 alpha-2 code, and a dot for countries too small for an outline.
 * The outlines are Natural Earth's at 1:110 million, in the projection of the same name.
 */
import { readFileSync } from 'node:fs';
import { type GeoProjection, geoArea, geoCentroid, geoNaturalEarth1 } from 'd3-geo';
import { iso31661 } from 'iso-3166';
import { merge } from 'topojson-client';

export interface WorldMap {
  width: number;
  height: number;
  outlines: Record<string, string>;
  dots: Record<string, [x: number, y: number]>;
}

type Position = number[];
type Atlas = Parameters<typeof merge>[0] & { objects: { countries: { geometries: Country[] } } };
type Country = Extract<Parameters<typeof merge>[1], unknown[]>[number] & {
  id?: string | number;
  properties?: { name?: string };
};

const WIDTH = 1000;
const MARGIN = 4;
/** Antarctica is omitted: it has no documents, and would take a quarter of the height. */
const SOUTHERNMOST = -57;

/** Areas that Natural Earth draws without an ISO 3166 code, with the code whose documents count there. */
const WITHOUT_NUMBER: Record<string, string> = { Kosovo: 'XK', 'N. Cyprus': 'CY', Somaliland: 'SO' };

/** Parts of a country with their own ISO 3166 code, with their bounding box as west, south, east and north. */
const APART: { of: string; code: string; box: [number, number, number, number] }[] = [
  { of: 'FR', code: 'GF', box: [-56, 1, -50, 7] },
  { of: 'NO', code: 'SJ', box: [8, 74, 35, 82] },
];

/** Positions of territories that the atlas does not draw, or draws as part of another country. */
const PLACES: Record<string, Position> = {
  BQ: [-68.25, 12.2],
  BV: [3.4, -54.4],
  CC: [96.85, -12.15],
  CX: [105.65, -10.45],
  GI: [-5.35, 36.14],
  GP: [-61.55, 16.25],
  MQ: [-61, 14.65],
  RE: [55.55, -21.1],
  TK: [-171.85, -9.2],
  TV: [179.2, -8.52],
  UM: [166.65, 19.28],
  YT: [45.15, -12.8],
};

export function worldMapModule(): string {
  const { width, height, outlines, dots } = worldMap();
  return `// Generated from Natural Earth by \`npm run generate\`. Do not edit.
export const mapSize = { width: ${width}, height: ${height} } as const;
/** Outlines as SVG paths, by ISO 3166 alpha-2 code. */
export const outlines: Record<string, string> = ${JSON.stringify(outlines, null, 1)};
/** The positions of countries that are too small for an outline. */
export const dots: Record<string, [x: number, y: number]> = ${JSON.stringify(dots)};
`;
}

export function worldMap(): WorldMap {
  const projection = geoNaturalEarth1().rotate([-11, 0]).precision(0.3);
  // The whole width of the world, and the height from the southernmost to the northernmost land shown.
  projection.fitWidth(WIDTH - 2 * MARGIN, { type: 'Sphere' });
  const [, north] = projection([11, 83.7]) as [number, number];
  const [, south] = projection([11, SOUTHERNMOST]) as [number, number];
  const [left, top] = projection.translate();
  projection.translate([left + MARGIN, top - north + MARGIN]);
  const outlines = Object.fromEntries(
    [...polygonsByCode(atlas(import.meta.resolve('world-atlas/countries-110m.json')))].map(([code, polygons]) => [
      code,
      outlineOf(polygons, projection),
    ]),
  );
  const dots: WorldMap['dots'] = {};
  for (const [code, polygons] of polygonsByCode(atlas(import.meta.resolve('world-atlas/countries-50m.json'))))
    dots[code] = at(projection, middleOf(polygons));
  for (const [code, place] of Object.entries(PLACES)) dots[code] = at(projection, place);
  for (const code of ['AQ', ...Object.keys(outlines)]) delete dots[code];
  return {
    width: WIDTH,
    height: Math.round(south - north) + 2 * MARGIN,
    outlines: sorted(outlines),
    dots: sorted(dots),
  };
}

const atlas = (url: string): Atlas => JSON.parse(readFileSync(new URL(url), 'utf8'));

/** The polygons of each country as `[ring, hole, …]`, in degrees. Shapes with the same code are merged, without a border in between. */
function polygonsByCode(world: Atlas): Map<string, Position[][][]> {
  const { countries } = world.objects;
  const shapes = Map.groupBy(countries.geometries, codeOf);
  const found = new Map<string, Position[][][]>();
  for (const [code, parts] of shapes) {
    if (!code || code === 'AQ') continue;
    for (const polygon of merge(world, parts).coordinates) {
      const own =
        APART.find(({ of, box }) => of === code && isWithin(box, geoCentroid(polygonOf(polygon))))?.code ?? code;
      found.set(own, [...(found.get(own) ?? []), polygon]);
    }
  }
  return found;
}

function codeOf({ id, properties }: Country): string | undefined {
  const numeric = id === undefined ? undefined : String(id).padStart(3, '0');
  return iso31661.find((country) => country.numeric === numeric)?.alpha2 ?? WITHOUT_NUMBER[properties?.name ?? ''];
}

const polygonOf = (coordinates: Position[][]) => ({ type: 'Polygon' as const, coordinates });
const isWithin = ([west, south, east, north]: number[], [x = 0, y = 0]: Position) =>
  x > west! && x < east! && y > south! && y < north!;

function middleOf(polygons: Position[][][]): Position {
  const [largest] = polygons.map(polygonOf).toSorted((a, b) => geoArea(b) - geoArea(a));
  return geoCentroid(largest!);
}

function at(projection: GeoProjection, place: Position): [number, number] {
  const [x, y] = projection(place as [number, number]) as [number, number];
  return [Math.round(x), Math.round(y)];
}

/**
 * One path in whole numbers. Neighbours share the points of their border and round them in the same way, so no gaps appear between
 * them.
 */
function outlineOf(polygons: Position[][][], projection: GeoProjection): string {
  const rings: string[] = [];
  let points: [number, number][] = [];
  const sink = projection.stream({
    point: (x, y) => points.push([Math.round(x), Math.round(y)]),
    lineStart: () => {
      points = [];
    },
    lineEnd: () => rings.push(ringOf(points)),
    polygonStart() {},
    polygonEnd() {},
    sphere() {},
  });
  for (const polygon of polygons) {
    sink.polygonStart();
    for (const ring of polygon) {
      sink.lineStart();
      for (const [longitude = 0, latitude = 0] of ring.slice(0, -1)) sink.point(longitude, latitude);
      sink.lineEnd();
    }
    sink.polygonEnd();
  }
  return rings.join('');
}

/** A closed line in relative steps, without empty or collinear ones. Shapes with fewer than three points left are omitted. */
function ringOf(points: [number, number][]): string {
  const kept: [number, number][] = [];
  for (const point of points) {
    const [before, last] = [kept.at(-2), kept.at(-1)];
    if (last && last[0] === point[0] && last[1] === point[1]) continue;
    if (before && last && isStraight(before, last, point)) kept.pop();
    kept.push(point);
  }
  if (kept.length < 3) return '';
  let [x, y] = kept[0]!;
  let path = `M${x} ${y}`;
  for (const [next_x, next_y] of kept.slice(1)) {
    path += `l${next_x - x} ${next_y - y}`.replace(' -', '-');
    [x, y] = [next_x, next_y];
  }
  return `${path}z`;
}

const isStraight = (a: [number, number], b: [number, number], c: [number, number]) =>
  (b[0] - a[0]) * (c[1] - b[1]) === (c[0] - b[0]) * (b[1] - a[1]) &&
  (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) > 0;

const sorted = <Value>(record: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
