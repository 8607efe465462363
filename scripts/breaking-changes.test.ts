import { describe, expect, test } from 'vitest';
import { breakingChanges } from './breaking-changes.ts';
import { type Contract, readContract } from './contract.ts';

type Schema = { properties: Record<string, unknown>; required?: string[] };

const changed = (change: (contract: Contract) => void): string[] => {
  const after = readContract();
  change(after);
  return breakingChanges(readContract(), after);
};
const requestOf = (contract: Contract, name: string) =>
  contract.paths[`/api/v1/${name}`]!.post.requestBody!.content['application/json'].schema as Schema;

describe('the contract against its last release', () => {
  test('an unchanged contract breaks nothing', () => {
    expect(changed(() => {})).toEqual([]);
  });

  test('a new operation and a new optional property break nothing', () => {
    expect(
      changed((contract) => {
        contract.paths['/api/v1/session.added'] = structuredClone(contract.paths['/api/v1/session.create']!);
        requestOf(contract, 'session.create').properties['added'] = { type: 'string' };
      }),
    ).toEqual([]);
  });

  test.each<[string, (contract: Contract) => void]>([
    ['a removed operation', (contract) => delete contract.paths['/api/v1/session.state']],
    [
      'a property that became required',
      (contract) => Object.assign(requestOf(contract, 'session.create'), { required: ['reference'] }),
    ],
    ['a removed property', (contract) => delete requestOf(contract, 'session.create').properties['passport_only']],
    [
      'a changed type',
      (contract) =>
        Object.assign(requestOf(contract, 'session.create').properties, { passport_only: { type: 'string' } }),
    ],
  ])('%s is named', (_, change) => {
    expect(changed(change)).not.toEqual([]);
  });
});
