/** The screens of the site, as web/src/routes has them, and an account with something to show on each. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { paidBill } from '../server/billing.ts';
import { invitation } from '../server/team.ts';
import type { TestServer } from '../server/test-server.ts';
import { createWorld } from '../server/world.ts';

const root = join(import.meta.dirname, '../../..');
const ROUTES = join(root, 'web/src/routes/{-$locale}');
export const GUIDES = readdirSync(join(root, 'docs/guides')).flatMap((file) =>
  /^[\w-]+\.md$/.test(file) ? `/${file.replace('.md', '')}` : [],
);

export interface Screen {
  path: string;
  who: 'visitor' | 'user';
}

/** Nothing listens here, so that deliveries to this endpoint fail. */
const ENDPOINT = 'http://localhost:9/an-endpoint-with-an-address-that-is-long-enough-to-break';

export const REFERENCE = 'a-reference-without-any-space-that-is-long-enough-to-break';

export const LEADING_ON: Record<string, string> = { '/reference': '/api-reference', '/new_demo': '/demo' };
/** Screens that act when they are opened; tests/e2e/accounts-browser.test.ts opens this one. */
const ACTIONS = ['/sign-out'];

export const screens: Screen[] = readdirSync(ROUTES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(_\w+(-\w+)?\/)?[^/]+\.tsx$/.test(file) && !/^(route|_\w+(-\w+)?)\.tsx$/.test(file))
  .flatMap((file) => (file === '$guide.tsx' ? GUIDES.map((guide) => `${guide.slice(1)}.tsx`) : file))
  .map((file): Screen => {
    const [layout, name] = file.includes('/') ? [file.split('/')[0]!, file.split('/')[1]!] : ['', file];
    const path = `/${name
      .replace(/\.tsx$/, '')
      .replace(/(^|\.)index$/, '')
      .replaceAll('.', '/')}`;
    return { path, who: layout === '_signed-in' ? 'user' : 'visitor' };
  })
  .filter(({ path }) => !(path in LEADING_ON) && !ACTIONS.includes(path));

export async function furnish(server: TestServer) {
  const account = await server.account();
  const world = createWorld(server, account);
  const ended = await world.ended('genuine', {
    reference: REFERENCE,
  });
  await world.ended('expired-document');
  const bill_id = await paidBill(world, account);
  const { payment_methods } = await world.succeed('payment_method.list', {}, account);
  const endpoint = await world.succeed('callback_endpoint.create', { url: ENDPOINT }, account);
  const callback = await world.delivered();
  const request = await world.requested();
  const { reference } = await invitation(world, 'maximiliana.von-und-zu@accounting.example.com', account);
  const { id } = await world.succeed('user.self', {}, { bearer: account.bearer });
  const { token } = await world.session();
  const link = await world.succeed('link.create', { name: REFERENCE, title: REFERENCE, limit: 500 }, account);
  const demo = await world.succeed('demo.create', {});
  const addresses: Record<string, string> = {
    '/user/$id': `/user/${id}`,
    '/user/$id of a key': `/user/${account.key_id}`,
    '/session/$id': `/session/${ended.id}`,
    '/link/$id': `/link/${link.id}`,
    '/edit-link/$id': `/edit-link/${link.id}`,
    '/v': `/v/${link.code}`,
    '/callback/$id': `/callback/${callback}`,
    '/callback-endpoint/$id': `/callback-endpoint/${endpoint.id}`,
    '/request/$id': `/request/${request}`,
    '/bill/$id': `/bill/${bill_id}`,
    '/payment-method/$id': `/payment-method/${payment_methods[0]!.id}`,
    '/invite/$token': `/invite/${reference}`,
    '/old_demo/$token': `/old_demo/${demo.token}`,
    '/api-reference/$resource': '/api-reference/sessions',
    '/google': '/google?error=access_denied',
    '/microsoft': '/microsoft?error=access_denied',
    '/undo-email-change': '/undo-email-change?code=a-code-from-an-email',
    '/open': `/open?token=${encodeURIComponent(token)}`,
    '/reader': `/reader?token=${encodeURIComponent(token)}`,
  };
  return { account, addresses };
}
