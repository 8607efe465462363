import { readContract } from '../contract.ts';
import { withoutAllOf } from '../generate/all-of.ts';

/** The contract as the mock reads it: a schema says by itself which properties it has. */
export const contract = withoutAllOf(readContract());
