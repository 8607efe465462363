/**
 * An integrator's main story, from the session to the callback, with the current SDK and with that of the last release. The current
 * service must still serve users of the released SDK. `npm run release` keeps that SDK and its program, so before the first release
 * only the current SDK is tested.
 */
// SQLite only: tests/contract/main-story.test.ts runs on both databases.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RELEASED_SDK, RELEASED_STORY } from '../../scripts/release/kept.ts';
import { installPackedSdk, installTarball, type PackedSdk } from '../support/packages/packed-sdk.ts';
import { packedReader } from '../support/packages/reader-package.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';

const root = join(import.meta.dirname, '../..');

let server: TestServer;
const installed: PackedSdk[] = [];

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(async () => {
  for (const sdk of installed) sdk.remove();
  await server?.stop();
});

const TOLD = {
  ended: 'APPROVED',
  person: ['ALMA SIGRID', 'VINTERGLANS'],
  listed: [[true, 'APPROVED']],
  events: [
    ['session.state_changed', 'INITIATED', 'order-1042'],
    ['session.state_changed', 'COMPLETED', 'order-1042'],
    ['session.state_changed', 'APPROVED', 'order-1042'],
  ],
  missing: ['NotFoundError', 404, 'not_found'],
};

const TODAY = ['today', () => installPackedSdk(packedReader()), join(import.meta.dirname, 'main-story.mjs')] as const;
const RELEASED = [
  'the last release',
  () => installTarball(join(root, RELEASED_SDK), packedReader()),
  join(root, RELEASED_STORY),
] as const;

test.each(existsSync(join(root, RELEASED_SDK)) ? [TODAY, RELEASED] : [TODAY])(
  'the SDK of %s takes a session to its end',
  async (_, install, story) => {
    const sdk = install();
    installed.push(sdk);
    const { basic } = await server.account();
    const environment = { BASE: server.base, SIGILL_PUBLIC_KEY: basic.public_key, SIGILL_SECRET: basic.secret };
    const { events, ...told } = JSON.parse(await sdk.play(story, environment));
    expect({ ...told, events: events.toSorted() }).toEqual({ ...TOLD, events: TOLD.events.toSorted() });
  },
);
