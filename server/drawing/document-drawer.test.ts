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

test('while all places are taken, further calls are refused, and documents for emails are drawn', async () => {
  using places = new DisposableStack();
  for (let account = 1; account <= 10; account++) places.use(drawer.reserve(account));
  expect(() => drawer.reserve(11)).toThrow(expect.objectContaining({ status: 503, retryAfter: 2 }));
  const { file, used_ms } = await drawer.drawForEmail(drawing);
  expect(file.file_name).toBe('sigill-session-4821930477261.pdf');
  expect(file.pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(used_ms).toBeGreaterThan(0);
});

test('an account gets its place back when its document is drawn', async () => {
  using _ = drawer.reserve(1);
  {
    using place = drawer.reserve(1);
    expect(() => drawer.reserve(1)).toThrow(expect.objectContaining({ status: 429, retryAfter: 2 }));
    await place.draw(drawing);
  }
  drawer.reserve(1)[Symbol.dispose]();
});
