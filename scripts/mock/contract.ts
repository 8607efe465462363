import { withoutAllOf } from '../contract/all-of.ts';
import { readContract } from '../contract/contract.ts';

/** The contract as the mock reads it: a schema says by itself which properties it has. */
export const contract = withoutAllOf(readContract());
