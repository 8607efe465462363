import type { VerificationSession } from '@sigill/sdk/portal';
import { expect, test } from 'vitest';
import { shortened } from './use-demo';

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAPAAAAFA';

test('shortens images to 20 characters, and nothing else', () => {
  const session = { id: 1, state: 'APPROVED', surname: 'A surname of more than twenty letters', portrait: picture };
  const images = { signature_image: picture, face: picture };
  expect(shortened({ ...session, ...images } as VerificationSession)).toEqual({
    ...session,
    portrait: 'iVBORw0KGgoAAAANSUhE',
    signature_image: 'iVBORw0KGgoAAAANSUhE',
    face: 'iVBORw0KGgoAAAANSUhE',
  });
  expect(shortened(session as VerificationSession)).not.toHaveProperty('face');
});

test.each(['REJECTED', 'FAILED', 'ABORTED'])('leaves a session that is %s unchanged', (state) => {
  const session = { id: 1, state } as VerificationSession;
  expect(shortened(session)).toEqual(session);
});
