import parameters from './curves.json' with { type: 'json' };

/** Elliptic curves that may sign or authenticate: the NIST and Brainpool prime curves (BSI TR-03111, FIPS 186-4). */
export interface Curve {
  name: string;
  oid: string;
  /** Length of a coordinate, and of r and s, in bytes. */
  bytes: number;
  p: bigint;
  a: bigint;
  b: bigint;
  gx: bigint;
  gy: bigint;
  n: bigint;
}

export const CURVES: readonly Curve[] = parameters.map(({ p, a, b, gx, gy, n, ...names }) => ({
  ...names,
  ...{ p: BigInt(p), a: BigInt(a), b: BigInt(b), gx: BigInt(gx), gy: BigInt(gy), n: BigInt(n) },
}));

export const curveByOid = (oid: string): Curve | undefined => CURVES.find((curve) => curve.oid === oid);
