import { editDistance } from '../../../../openapi/facts/edit-distance';

/** Best first. Empty when none is similar. */
export function nearestPaths(pathname: string, paths: string[], count = 3): string[] {
  const typed = words(pathname);
  if (!typed) return [];
  return paths
    .map((path) => ({ path, distance: distance(typed, words(path)) }))
    .filter(({ distance }) => distance <= 0.5)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ path }) => path);
}

/** The first segment of a path, which says most about it. A two-letter prefix is skipped as a locale. */
const words = (path: string) =>
  path
    .toLowerCase()
    .replace(/^\/[a-z]{2}(?=\/)/, '')
    .replace(/\.\w+$/, '')
    .replace(/[^a-z0-9/]+/g, '')
    .replace(/^\/+|\/+$/g, '')
    .split('/')[0] ?? '';

/** The edit distance with transpositions, from 0 (identical) to 1, or at most 0.2 when one text contains the other. */
function distance(a: string, b: string): number {
  if (!b) return 1;
  const longest = Math.max(a.length, b.length);
  if (a.length >= 3 && (b.includes(a) || a.includes(b))) return 0.2 * (1 - Math.min(a.length, b.length) / longest);
  return editDistance(a, b) / longest;
}
