import { afterAll, describe, expect, test } from 'vitest';
import { createBrowser, createProviders, testSignInWith, verified } from '../support/outside/provider-sign-in.ts';

const world = await createProviders();
afterAll(() => world.stop());
const { server, providers, signIn, profile } = world;

describe('microsoft.uri, microsoft.authenticate', () => {
  testSignInWith('microsoft', { world, type: 'MICROSOFT', label: 'Microsoft' });

  test('send the browser to Microsoft and back to their own address', async () => {
    const uri = new URL(await createBrowser(server).start('microsoft'));
    expect(uri.origin).toBe(providers.microsoft.issuer);
    expect(uri.searchParams.get('redirect_uri')).toBe(`${server.base}/microsoft`);
  });

  test('are named in the audit log', async () => {
    const signedUp = await signIn('microsoft', verified());
    const { id } = await profile(signedUp);
    const { entries } = (await server.call('audit.list', {}, { bearer: signedUp.body.access_token })).body;
    expect(entries[0]).toMatchObject({ action: 'microsoft.authenticate', user_id: id });
  });
});
