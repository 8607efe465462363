import { mod, pow } from '@noble/curves/abstract/modular.js';
import { weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { numberToBytesBE } from '@noble/curves/utils.js';
import { ChipError } from '../chip-error.ts';
import type { CurveParameters } from './curve-parameters.ts';
import { type Group, randomScalar } from './group.ts';

export function curveGroup(curve: CurveParameters): Group {
  const Point = weierstrass({ p: curve.p, a: curve.a, b: curve.b, n: curve.n, h: 1n, Gx: curve.gx, Gy: curve.gy });
  const bytes = Math.ceil(curve.p.toString(16).length / 2);

  const read = (element: Uint8Array) => {
    if (element.length !== 1 + 2 * bytes || element[0] !== 0x04) throw notAnElement();
    return unlessRefused(() => {
      const point = Point.fromBytes(element);
      point.assertValidity();
      return point;
    });
  };
  const multiplied = (scalar: bigint, element: Uint8Array) => {
    const factor = scalar % curve.n;
    if (factor === 0n) throw nothing();
    // The faster multiplication is not constant-time, but each key is used for one chip only, and bigint arithmetic is not
    // constant-time anyway.
    return read(element).multiplyUnsafe(factor);
  };
  return {
    kind: 'ECDH',
    p: curve.p,
    order: curve.n,
    generator: Point.BASE.toBytes(false),
    randomScalar: (random) => randomScalar(random, curve.n),
    multiply: (scalar, element) => multiplied(scalar, element).toBytes(false),
    combine(a, b) {
      const sum = read(a).add(read(b));
      if (sum.is0()) throw nothing();
      return sum.toBytes(false);
    },
    sharedSecret: (scalar, element) => numberToBytesBE(multiplied(scalar, element).x, bytes),
    elementOf: (number) =>
      unlessRefused(() => {
        const point = Point.fromAffine(pointOf(curve, number));
        point.assertValidity();
        return point.toBytes(false);
      }),
  };
}

const notAnElement = (cause?: unknown) =>
  new ChipError('public_key_invalid', 'The chip sent a public key that is not a point on its curve.', { cause });

const nothing = () => new ChipError('public_key_invalid', 'The keys of both sides yield the point at infinity.');

function unlessRefused<T>(compute: () => T): T {
  try {
    return compute();
  } catch (cause) {
    throw notAnElement(cause);
  }
}

/**
 * Maps a field element to a point (Doc 9303-11, appendix B: simplified Shallue–van de Woestijne–Ulas, for primes that are 3 modulo
 * 4). For 0, 1 and −1, which nonces do not produce in practice, the result may not be on the curve.
 */
function pointOf({ p, a, b }: CurveParameters, number: bigint): { x: bigint; y: bigint } {
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
