/** How alike two embeddings are: the cosine of the angle between them, or 0 if that is negative. */
export function matchOf(a: Float32Array, b: Float32Array): number {
  let [product, squaresOfA, squaresOfB] = [0, 0, 0];
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0;
    product += value * other;
    squaresOfA += value * value;
    squaresOfB += other * other;
  }
  return Math.max(0, product / (Math.sqrt(squaresOfA * squaresOfB) || 1));
}
