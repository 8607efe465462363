/** How alike two embeddings are: 1 minus their distance, and 0 for those further apart. */
export function matchOf(a: Float32Array, b: Float32Array): number {
  return Math.max(0, 1 - Math.sqrt(a.reduce((sum, value, at) => sum + (value - (b[at] ?? 0)) ** 2, 0)));
}
