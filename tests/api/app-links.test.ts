/** The files that tell Android and iOS which apps may open a session's link. */
// SQLite only: no query fills these files.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';

const ANDROID = '/.well-known/assetlinks.json';
const IOS = '/.well-known/apple-app-site-association';
const pairs = (pair: string) => Array.from({ length: 32 }, () => pair).join(':');

let configured: TestServer;
let bare: TestServer;
beforeAll(async () => {
  [configured, bare] = await Promise.all([
    createTestServer({
      environment: {
        ANDROID_APP_PACKAGE: 'com.example.verify',
        ANDROID_APP_FINGERPRINTS: `${pairs('0A')}, ${pairs('fb')}`,
        IOS_APP_IDS: 'A1B2C3D4E5.com.example.verify A1B2C3D4E5.com.example.verify-beta',
      },
    }),
    createTestServer(),
  ]);
});
afterAll(() => Promise.all([configured?.stop(), bare?.stop()]));

const get = ({ base }: TestServer, path: string, init: RequestInit = {}) =>
  fetch(base + path, { redirect: 'manual', ...init });

const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`).test(path);

describe('app links, when configured,', () => {
  test.each([ANDROID, IOS])('%s is served as JSON at its own address, without a redirect', async (path) => {
    const answer = await get(configured, path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    expect((await get(configured, path, { method: 'HEAD' })).status).toBe(200);
  });

  test('tell Android the package and every certificate', async () => {
    expect(await (await get(configured, ANDROID)).json()).toEqual([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: 'com.example.verify',
          sha256_cert_fingerprints: [pairs('0A'), pairs('FB')],
        },
      },
    ]);
  });

  test('tell iOS every app and the pages of sessions, for old versions of iOS too', async () => {
    const { applinks } = (await (await get(configured, IOS)).json()) as {
      applinks: {
        apps: string[];
        details: { appID: string; paths: string[]; appIDs: string[]; components: Record<string, string>[] }[];
      };
    };
    const ids = ['A1B2C3D4E5.com.example.verify', 'A1B2C3D4E5.com.example.verify-beta'];
    expect(applinks.apps).toEqual([]);
    expect(applinks.details.map(({ appID }) => appID)).toEqual(ids);
    expect(applinks.details.flatMap(({ appIDs }) => appIDs)).toEqual(ids);
    const account = await configured.account();
    const { open_url } = (await configured.call('session.create', {}, { basic: account.basic })).body;
    const { pathname } = new URL(open_url);
    for (const { paths, components } of applinks.details)
      for (const patterns of [paths, components.map((component) => component['/']!)]) {
        const opens = (path: string) => patterns.some((pattern) => matches(pattern, path));
        expect([pathname, `/es${pathname}`, '/', '/sign-in', '/es/demo'].map(opens)).toEqual([
          ...[true, true],
          ...[false, false, false],
        ]);
      }
  });
});

test.each([ANDROID, IOS])(
  'without an app, %s is not found, like any other file that only programs ask for',
  async (path) => {
    const answer = await get(bare, path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    expect(await answer.json()).toEqual({
      error: expect.stringMatching(/^No app /),
      code: 'not_found',
      request_id: expect.stringMatching(/^req_/),
    });
  },
);
