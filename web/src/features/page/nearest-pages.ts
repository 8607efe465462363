/** The paths most similar to a mistyped one, best first. Empty when none is similar. */
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

/** The first segment of a path, which is the most telling. A two-letter prefix is treated as a locale and left out. */
const words = (path: string) =>
  path
    .toLowerCase()
    .replace(/^\/[a-z]{2}(?=\/)/, '')
    .replace(/\.\w+$/, '')
    .replace(/[^a-z0-9/]+/g, '')
    .replace(/^\/+|\/+$/g, '')
    .split('/')[0] ?? '';

/** The edit distance with transpositions, from 0 (identical) to 1, reduced when one text contains the other. */
function distance(a: string, b: string): number {
  if (!b) return 1;
  const longest = Math.max(a.length, b.length);
  if (a.length >= 3 && (b.includes(a) || a.includes(b))) return 0.2 * (1 - Math.min(a.length, b.length) / longest);
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const above = rows[i - 1] ?? [];
      let best = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return (rows[a.length]?.[b.length] ?? longest) / longest;
}
