import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProofKeys, verifyProof } from '../../sdk/client/src/proof/proof.ts';
import { violationsOn } from '../support/browser/axe.ts';
import { createSite, expectNoComplaints, type Site, signedIn } from '../support/browser/visitor.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site?.stop());

async function verified(proof: string) {
  const { base } = site.server;
  const keys = (await (await fetch(`${base}/.well-known/jwks.json`)).json()) as ProofKeys;
  return verifyProof(proof, { issuer: base, keys, specimens: true });
}

test('the proof of a session shows the chosen claims, and can be downloaded', async () => {
  const account = await site.server.account();
  const { id } = await createWorld(site.server, account).ended('genuine');
  const visitor = await site.visit({ storage: signedIn(account.credentials) });
  const { page } = visitor;
  await page.goto(`/session/${id}`);
  const panel = page.getByRole('region', { name: 'Proof' });
  await panel.getByRole('button', { name: 'Issue a proof' }).click();
  const text = panel.getByRole('textbox', { name: 'Presentation' });
  expect((await verified(await text.inputValue())).claims).toHaveProperty('date_of_birth');

  for (const box of await panel.getByRole('checkbox').all())
    if (!(await box.locator('xpath=..').innerText()).includes('age_over_18')) await box.uncheck();
  const shown = await text.inputValue();
  expect(Object.keys((await verified(shown)).claims)).toEqual(['age_over_18']);
  expect(await violationsOn(page)).toEqual([]);

  const saved = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download' }).click();
  expect(await readFile(await (await saved).path(), 'utf8')).toBe(shown);
  expectNoComplaints(visitor);
});

test('the proof of a session is offered on a phone in Spanish, but not after redaction', async () => {
  const account = await site.server.account();
  const world = createWorld(site.server, account);
  const { id } = await world.ended('genuine');
  const { page } = await site.visit({ storage: signedIn(account.credentials), viewport: { width: 320, height: 700 } });
  await page.goto(`/es/session/${id}`);
  const panel = page.getByRole('region', { name: 'Prueba' });
  await panel.getByRole('button', { name: 'Emitir una prueba' }).click();
  await panel.getByRole('textbox', { name: 'Presentación' }).waitFor();
  expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(320);
  await world.succeed('session.redact', { id }, account);
  await page.reload();
  await page.getByText('Los datos de identidad de esta sesión').first().waitFor();
  await expect.poll(() => panel.count()).toBe(0);
});
