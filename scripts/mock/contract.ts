import { readContract } from '../contract/contract.ts';
import { withoutAllOf } from '../contract/all-of.ts';

/** The contract as the mock reads it: a schema says by itself which properties it has. */
export const contract = withoutAllOf(readContract());
