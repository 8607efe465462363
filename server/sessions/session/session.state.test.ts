import { describe, expect, test } from 'vitest';
import { isEnd, isOpen, STATES, sourcesOf, TRANSITIONS } from './session.state.ts';

describe('states of a session', () => {
  test('have exactly these transitions', () => {
    const changes = STATES.flatMap((from) => TRANSITIONS[from].map((to) => `${from}→${to}`));
    expect(changes.sort()).toEqual(
      [
        'CREATED→INITIATED',
        'CREATED→ABORTED',
        'CREATED→FAILED',
        'INITIATED→COMPLETED',
        'INITIATED→FAILED',
        'INITIATED→ABORTED',
        'COMPLETED→APPROVED',
        'COMPLETED→REJECTED',
      ].sort(),
    );
  });

  test('include four final ones', () => {
    expect(STATES.filter(isEnd).sort()).toEqual(['ABORTED', 'APPROVED', 'FAILED', 'REJECTED']);
  });

  test('are open while the end user may act', () => {
    expect(STATES.filter(isOpen)).toEqual(['CREATED', 'INITIATED']);
  });

  test('are reached from the states in the table', () => {
    expect(sourcesOf('FAILED')).toEqual(['CREATED', 'INITIATED']);
    expect(sourcesOf('CREATED')).toEqual([]);
  });
});
