/**
 * How long sessions took from creation to verdict, counted in buckets that grow by a constant factor. The median of any number of
 * sessions can then be read from a few dozen counts. Above one second, it is less than 4.5% off, which is half a bucket, apart from
 * rounding to whole seconds.
 */

const SPANS_PER_DOUBLING = 8;
/**
 * The last bucket, which begins at 36 hours. A session lives 24 hours, and a verdict taken over by another process may come
 * slightly later.
 */
const LAST_SPAN = 17 * SPANS_PER_DOUBLING;

export function spanOf(ms: number): number {
  if (ms < 1000) return 0;
  // Corrects rounding errors of the logarithm. A boundary belongs to the bucket that it begins.
  let span = Math.floor(Math.log2(ms / 1000) * SPANS_PER_DOUBLING);
  if (ms >= startOf(span + 1)) span += 1;
  else if (ms < startOf(span)) span -= 1;
  return Math.min(span, LAST_SPAN);
}

/** The first whole millisecond of a bucket. */
const startOf = (span: number): number => (span === 0 ? 0 : Math.ceil(1000 * 2 ** (span / SPANS_PER_DOUBLING)));

/** The middle of a bucket, in seconds. */
const middleOf = (span: number): number => 2 ** ((span + 0.5) / SPANS_PER_DOUBLING);

/** The time in seconds within which this share of the sessions had its verdict. Undefined when there are none. */
export function secondsAt(share: number, counts: readonly { span: number; count: number }[]): number | undefined {
  const sorted = counts.toSorted((a, b) => a.span - b.span);
  const wanted = sorted.reduce((sum, { count }) => sum + count, 0) * share;
  let passed = 0;
  for (const { span, count } of sorted) {
    passed += count;
    if (count > 0 && passed >= wanted) return Math.round(middleOf(span));
  }
  return undefined;
}
