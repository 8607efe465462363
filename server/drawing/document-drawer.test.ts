import { afterAll, expect, test } from 'vitest';
import { createLog } from '../core/log.ts';
import { createDocumentDrawer, type Drawing } from './document-drawer.ts';

const drawer = createDocumentDrawer({ log: createLog('silent') });
afterAll(() => drawer.close());

const drawing: Drawing = {
  kind: 'session',
  session: {
    ...{ id: 4821930477261, state: 'CREATED', specimen: true },
    ...{ created: '2026-03-02T09:30:00.000Z', expires: '2026-03-03T09:30:00.000Z' },
    ...{ face_verification: false, passport_only: false, require_clone_protection: false, refuse_weak: false },
  },
  ...{ requester: undefined, locale: 'en', now: new Date('2026-03-02T09:30:00.000Z') },
};

let used_ms = 0;
const callOf = (merchant_id: number) => ({
  principal: { merchant_id },
  settle: (processor_ms: number) => {
    used_ms += processor_ms;
  },
});

test('while all places are taken, further calls are refused, and documents for emails are drawn', async () => {
  using places = new DisposableStack();
  for (let account = 1; account <= 10; account++) places.use(drawer.reserve(callOf(account)));
  expect(() => drawer.reserve(callOf(11))).toThrow(expect.objectContaining({ status: 503, retryAfter: 2 }));
  const { pdf, file_name } = await drawer.drawForEmail(drawing);
  expect(file_name).toBe('sigill-session-4821930477261.pdf');
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(used_ms).toBe(0);
});

test('an account gets its place back when its document is drawn, and pays for the time that took', async () => {
  using _ = drawer.reserve(callOf(1));
  {
    using place = drawer.reserve(callOf(1));
    expect(() => drawer.reserve(callOf(1))).toThrow(expect.objectContaining({ status: 429, retryAfter: 2 }));
    await place.draw(drawing);
    expect(used_ms).toBeGreaterThan(0);
  }
  drawer.reserve(callOf(1))[Symbol.dispose]();
});
