import { describe, expect, test } from 'vitest';
import { filterOf, hasFilters, readSearch } from './session-search';

describe('reading an address', () => {
  test.each([
    [{}, {}],
    [{ search: '  order-1 ' }, { search: 'order-1' }],
    [{ search: 4821930477261 }, { search: 4821930477261 }],
    [{ search: '007' }, { search: '007' }],
    [{ state: 'REJECTED,FAILED,REJECTED' }, { state: 'REJECTED,FAILED' }],
    [{ state: 'REJECTED,LOST' }, { state: 'REJECTED' }],
    [{ state: 'toString', reason: 'constructor', kind: 'both', country: 'Sweden', from: '2026-13-01' }, {}],
    [
      { reason: 'document_expired', country: 'se', kind: 'specimen' },
      { reason: 'document_expired', country: 'SE', kind: 'specimen' },
    ],
    [
      { from: '2026-03-02', to: '2026-03-08', cursor: 12 },
      { from: '2026-03-02', to: '2026-03-08', cursor: '12' },
    ],
  ])('%j', (address, meant) => expect(readSearch(address)).toEqual(meant));
});

test('days are in the viewer’s time zone, and the last one is included', () => {
  const { created_from, created_to } = filterOf({ from: '2026-02-27', to: '2026-02-28' });
  expect(created_from).toBe(new Date(2026, 1, 27).toISOString());
  expect(created_to).toBe(new Date(2026, 2, 1).toISOString());
});

test('filters are translated to the parameters of the call', () => {
  expect(filterOf({ search: 12, state: 'FAILED,ABORTED', country: 'SE', kind: 'real' })).toEqual({
    search: '12',
    states: ['FAILED', 'ABORTED'],
    document_country: 'SE',
    specimen: false,
  });
  expect([hasFilters({ cursor: 'x' }), hasFilters({ kind: 'real' })]).toEqual([false, true]);
});
