import { pow } from '@noble/curves/abstract/modular.js';
import { bytesToNumberBE, numberToBytesBE, numberToVarBytesBE } from '@noble/curves/utils.js';
import { ChipError } from '../chip-error.ts';
import parameters from './dh-groups.json' with { type: 'json' };
import { type Group, randomScalar } from './group.ts';

/** The Diffie-Hellman groups among the standardized domain parameters (Doc 9303-11, 9.5.1; RFC 5114, 2.1 to 2.3). */
export interface DhParameters {
  id: number;
  p: bigint;
  q: bigint;
  g: bigint;
}

export const DH_GROUPS: readonly DhParameters[] = parameters.map(({ id, p, q, g }) => {
  return { id, p: BigInt(p), q: BigInt(q), g: BigInt(g) };
});

export function dhGroup({ p, q, g }: DhParameters): Group {
  const bytes = Math.ceil(p.toString(16).length / 2);
  /** Without leading zeros, as the tokens of PACE require in practice (Doc 9303-11, 9.4.3). */
  const write = (number: bigint): Uint8Array => numberToVarBytesBE(number);
  /** Accepts leading zeros, which some chips send. */
  const read = (element: Uint8Array) => {
    const number = element.length > bytes ? 0n : bytesToNumberBE(element);
    // 0, 1 and −1 would reveal the secret, and numbers of other subgroups parts of it.
    if (number <= 1n || number >= p - 1n || pow(number, q, p) !== 1n)
      throw new ChipError('public_key_invalid', 'The chip sent a public key that is not in its group.');
    return number;
  };
  const raised = (scalar: bigint, element: Uint8Array) => {
    const number = pow(read(element), scalar % q, p);
    if (number === 1n) throw new ChipError('public_key_invalid', 'The keys of both sides yield the identity element.');
    return number;
  };
  return {
    kind: 'DH',
    p,
    order: q,
    generator: write(g),
    randomScalar: (random) => randomScalar(random, q),
    multiply: (scalar, element) => write(raised(scalar, element)),
    combine: (a, b) => write((read(a) * read(b)) % p),
    sharedSecret: (scalar, element) => numberToBytesBE(raised(scalar, element), bytes),
    elementOf(number) {
      const element = pow(number % p, (p - 1n) / q, p);
      if (element <= 1n)
        throw new ChipError('public_key_invalid', 'The nonces of both sides yield the identity element.');
      return write(element);
    },
  };
}
