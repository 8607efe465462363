/** The document that the peers read: the measured operations of the contract, and the components that these need. */
import { readContract } from '../contract/contract.ts';
import { partOf } from '../contract/part.ts';
import { CASES } from './cases.ts';

const measured = new Set(CASES.map(({ path }) => path.split('/').at(-1)));

export function measuredContract(): object {
  const part = partOf(readContract(), ({ operationId }) => measured.has(operationId));
  for (const { post } of Object.values(part.paths)) delete post['callbacks'];
  return { ...part, servers: [{ url: '/' }] };
}
