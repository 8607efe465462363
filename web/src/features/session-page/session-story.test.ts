import type { CallbackDelivery, SessionEvent, SessionState } from '@sigill/sdk/portal';
import { expect, test } from 'vitest';
import { inUnits, storyOf } from './session-story';

const time = (second: number) => new Date(Date.UTC(2026, 2, 2, 9, 30, second)).toISOString();
const happened = (...kinds: SessionEvent['kind'][]): SessionEvent[] =>
  kinds.map((kind, index) => ({ at: time(index * 10), kind }));
const callback = (session_state: SessionState, state: CallbackDelivery['state']): CallbackDelivery => ({
  id: `msg_${session_state}`,
  session_id: 7,
  type: 'session.state_changed',
  url: 'https://shop.example/hook',
  state,
  session_state,
  created: time(40),
  attempts: 2,
});
const tried = (session_state: SessionState, second: number, status_code?: number): SessionEvent => ({
  at: time(second),
  kind: 'CALLBACK_SENT',
  callback: {
    id: `msg_${session_state}`,
    session_state,
    number: 1,
    duration_ms: 9,
    ...(status_code && { status_code }),
  },
});

type Case = [
  what: string,
  state: SessionState,
  events: SessionEvent[],
  callbacks: CallbackDelivery[],
  looks: string,
  seconds: (number | undefined)[],
];

test.each<Case>([
  ['new', 'CREATED', happened('CREATED'), [], 'done next ahead ahead ahead', [undefined]],
  ['opened', 'CREATED', happened('CREATED', 'OPENED'), [], 'done done next ahead ahead', [undefined, 10]],
  [
    'started without its link, as with our reader for computers',
    'INITIATED',
    happened('CREATED', 'STARTED'),
    [],
    'done done next ahead ahead',
    [undefined, 10],
  ],
  [
    'being verified',
    'COMPLETED',
    happened('CREATED', 'OPENED', 'STARTED', 'READ'),
    [],
    'done done done next ahead',
    [undefined, 10, 20],
  ],
  [
    'approved and delivered at the second attempt',
    'APPROVED',
    [
      ...happened('CREATED', 'OPENED', 'STARTED', 'READ', 'APPROVED'),
      tried('APPROVED', 41, 500),
      tried('APPROVED', 49, 204),
    ],
    [callback('APPROVED', 'DELIVERED')],
    'done done done done done',
    [undefined, 10, 20, 10, 9],
  ],
  [
    'approved, and seen and redacted later',
    'APPROVED',
    [...happened('CREATED', 'OPENED', 'STARTED', 'READ', 'APPROVED', 'VIEWED', 'REDACTED')],
    [],
    'done done done done missed',
    [undefined, 10, 20, 10],
  ],
  [
    'rejected, with a callback that is tried again',
    'REJECTED',
    [...happened('CREATED', 'OPENED', 'STARTED', 'READ', 'REJECTED'), tried('REJECTED', 41)],
    [callback('REJECTED', 'PENDING')],
    'done done done bad next',
    [undefined, 10, 20, 10],
  ],
  [
    'failed while reading, and not delivered; an older callback that arrived does not count',
    'FAILED',
    [...happened('CREATED', 'OPENED', 'STARTED', 'FAILED'), tried('INITIATED', 21, 204), tried('FAILED', 36)],
    [callback('FAILED', 'FAILED'), callback('INITIATED', 'DELIVERED')],
    'done done missed warning bad',
    [undefined, 10, undefined, 20, 6],
  ],
  ['expired unopened', 'FAILED', happened('CREATED', 'FAILED'), [], 'done missed missed warning missed', [undefined]],
  [
    'cancelled',
    'ABORTED',
    happened('CREATED', 'OPENED', 'ABORTED'),
    [],
    'done done missed ended missed',
    [undefined, 10, undefined, 10],
  ],
])('a session that was %s', (_, state, events, callbacks, looks, seconds) => {
  const story = storyOf({ state, events, callbacks });
  expect(story.map(({ name }) => name)).toEqual(['created', 'opened', 'read', 'result', 'delivered']);
  expect(story.map(({ look }) => look).join(' ')).toBe(looks);
  for (const [index, expected] of seconds.entries())
    expect(story[index]?.after_ms).toBe(expected === undefined ? undefined : expected * 1000);
});

test.each([
  [30, 30, 'millisecond'],
  [449, 0.4, 'second'],
  [12_400, 12, 'second'],
  [190_000, 3, 'minute'],
  [86_400_000, 24, 'hour'],
  [8 * 86_400_000, 8, 'day'],
])('%d ms is said as %d %s', (ms, value, unit) => expect(inUnits(ms)).toEqual([value, unit]));
