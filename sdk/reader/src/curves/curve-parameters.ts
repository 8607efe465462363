import parameters from './curves.json' with { type: 'json' };

/**
 * The elliptic curves among the standardized domain parameters (Doc 9303-11, 9.5.1; FIPS 186-4; RFC 5639). All have the cofactor 1.
 */
export interface CurveParameters {
  id: number;
  name: string;
  oid: string;
  p: bigint;
  a: bigint;
  b: bigint;
  gx: bigint;
  gy: bigint;
  n: bigint;
}

export const CURVES: readonly CurveParameters[] = parameters.map(({ p, a, b, gx, gy, n, ...names }) => ({
  ...names,
  ...{ p: BigInt(p), a: BigInt(a), b: BigInt(b), gx: BigInt(gx), gy: BigInt(gy), n: BigInt(n) },
}));
