import { weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { numberToBytesBE } from '@noble/curves/utils.js';
import { ChipError } from '../chip-error.ts';
import type { CurveParameters } from './curve-parameters.ts';
import { type Group, randomScalar } from './group.ts';
import { pointOf } from './point-encoding.ts';

/** The group of the points of a curve. */
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
    // Each key is used for one chip only, and bigint arithmetic is not constant-time anyway.
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
