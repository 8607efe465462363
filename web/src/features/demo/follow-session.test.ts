import type { SessionState } from '@sigill/sdk/portal';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followSession, pollingDelay } from './follow-session';

let page: EventTarget & { hidden: boolean };

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Follows a session that returns `answers` in turn and then keeps returning the last one; `at` is when each poll was made. */
function follow(answers: SessionState[]) {
  const at: number[] = [];
  const states: SessionState[] = [];
  const start = Date.now();
  const controller = new AbortController();
  const done = followSession({
    state: 'CREATED',
    signal: controller.signal,
    onState: (state) => states.push(state),
    ask: async () => {
      at.push(Date.now() - start);
      return answers[Math.min(at.length, answers.length) - 1] ?? 'CREATED';
    },
  });
  return { at, states, done, controller };
}

describe('followSession', () => {
  test('polls after 2 s, then waits 1.1 times longer after each unchanged response', async () => {
    const { at, done, controller } = follow(['CREATED']);
    await vi.advanceTimersByTimeAsync(2000 + 2200 + 2420);
    expect(at).toEqual([2000, 4200, 6620]);
    controller.abort(new Error('left'));
    await expect(done).rejects.toThrow('left');
  });

  test('restarts at 2 s after a change and continues past COMPLETED', async () => {
    const { at, states, done } = follow(['CREATED', 'COMPLETED', 'APPROVED']);
    await vi.advanceTimersByTimeAsync(60_000);
    await done;
    expect(at).toEqual([2000, 4200, 6200]);
    expect(states).toEqual(['COMPLETED', 'APPROVED']);
  });

  test.each<SessionState>(['FAILED', 'ABORTED', 'REJECTED', 'APPROVED'])('stops at %s', async (end) => {
    const { at, done } = follow([end]);
    await vi.advanceTimersByTimeAsync(120_000);
    await done;
    expect(at).toHaveLength(1);
  });

  test('pauses while the tab is hidden and polls at once when it is visible again', async () => {
    page.hidden = true;
    const { at, done, controller } = follow(['CREATED']);
    await vi.advanceTimersByTimeAsync(50_000);
    expect(at).toEqual([]);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(at).toEqual([50_000]);
    controller.abort(new Error('left'));
    await expect(done).rejects.toThrow('left');
  });
});

describe('pollingDelay', () => {
  test('never exceeds 30 s', () => {
    expect(pollingDelay(28)).toBeLessThan(30_000);
    expect(pollingDelay(29)).toBe(30_000);
    expect(pollingDelay(500)).toBe(30_000);
  });
});
