import { mod, pow } from '@noble/curves/abstract/modular.js';
import type { CurveParameters } from './curve-parameters.ts';

/**
 * Maps a field element to a point (Doc 9303-11, appendix B: simplified Shallue–van de Woestijne–Ulas, for primes that are 3 modulo 4).
 * For 0, 1 and −1, which no nonces produce, the result may not be on the curve.
 */
export function pointOf({ p, a, b }: CurveParameters, number: bigint): { x: bigint; y: bigint } {
  const t = mod(number, p);
  const invert = (value: bigint) => pow(value, p - 2n, p);
  const curveAt = (x: bigint) => mod(x * x * x + a * x + b, p);
  const alpha = mod(-(t * t), p);
  const sum = mod(alpha + alpha * alpha, p);
  const x2 = mod(-b * invert(a) * mod(1n + invert(sum), p), p);
  const x3 = mod(alpha * x2, p);
  const h2 = curveAt(x2);
  const u = mod(t * t * t * h2, p);
  // One of the two has a square root: h2 itself, or the value at x3, whose root is then u times this power.
  const power = pow(h2, p - 1n - (p + 1n) / 4n, p);
  return mod(power * power * h2, p) === 1n ? { x: x2, y: mod(power * h2, p) } : { x: x3, y: mod(power * u, p) };
}
