/**
 * Each failure's link opens an existing entry of the guide. The link is in the session's response and callback, and on its page in
 * the portal.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readContract } from '../../openapi/contract/contract.ts';
import { createSite, type Site, signedIn } from '../support/browser/visitor.ts';
import { schemaValues } from '../support/contract/contract.ts';
import { createReceiver } from '../support/server/receiver.ts';
import { eventually } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let site: Site;
let world: World;

beforeAll(async () => {
  site = await createSite();
  world = createWorld(site.server, await site.server.account());
});
afterAll(() => site?.stop());

const pageOf = async (path: string) => (await fetch(new URL(path, site.server.base))).text();

describe('the failure guide', () => {
  test.each([
    ['/failure-guide', 'The person:', 'You:', 'Again:'],
    ['/es/failure-guide', 'La persona:', 'Tú:', 'Otra vez:'],
  ])('%s has an entry for every code', async (path, ...parts) => {
    const html = await pageOf(path);
    const codes = schemaValues('FailureCode').map(String);
    for (const code of codes) expect(html.split(`id="${code}"`), code).toHaveLength(2);
    for (const part of parts) expect(html.split(part)).toHaveLength(codes.length + 1);
  });

  test('can be found by search engines and programs', async () => {
    expect(await pageOf('/sitemap.xml')).toContain('/es/failure-guide<');
    expect(await pageOf('/llms.txt')).toContain('/failure-guide.md): Why a session ended without approval');
    expect(await pageOf('/failure-guide.md')).toContain('chip_auth_missing');
    expect(await pageOf('/es/failure-guide.md')).toContain('El chip no demostró que es el que se expidió');
  });

  test('has an entry for each link in the examples of the contract', async () => {
    const links = JSON.stringify(readContract()).matchAll(/"help_url":"https:\/\/[^/"]+(\/[^#"]+)#([^"]+)"/g);
    const found = [...links].map(([, path = '', anchor = '']) => [path, anchor] as const);
    expect(found.length).toBeGreaterThan(2);
    for (const [path, anchor] of found) expect(await pageOf(path)).toContain(`id="${anchor}"`);
  });
});

describe('a failure', () => {
  test('links from the session, its callback and its page in the portal to its entry', async () => {
    await using receiver = await createReceiver(() => ({ status: 204 }));
    const { id } = await world.ended('cloned', { callback_url: receiver.url });
    const { basic } = world.account;
    const session = (await world.succeed('session.get', { id }, { basic })) as { failure: { help_url: string } };
    expect(session.failure.help_url).toBe(`${site.server.base}/failure-guide#chip_auth_failed`);
    const events = () => receiver.received.map(({ raw }) => JSON.parse(raw).data as typeof session & { state: string });
    await eventually(async () => events().some(({ state }) => state === 'REJECTED'), 'the callback of the end');
    expect(events().find(({ state }) => state === 'REJECTED')?.failure).toEqual(session.failure);

    const { page } = await site.visit({ storage: signedIn(world.account.credentials) });
    await page.goto(session.failure.help_url);
    await expect.poll(() => page.locator(':target').innerText()).toBe('chip_auth_failed');
    await page.goto(`/session/${id}`);
    await page.getByRole('link', { name: 'chip_auth_failed' }).click();
    await page.waitForURL('**/failure-guide#chip_auth_failed');
    await page.getByRole('heading', { name: 'chip_auth_failed' }).waitFor();
  });
});
