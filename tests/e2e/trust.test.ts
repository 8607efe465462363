import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSite, expectNoComplaints, openLive, type Site, type Visitor } from '../support/browser/visitor.ts';
import { ecKeys, issueCertificate, nameOf } from '../support/documents/documents.ts';
import { issueListAuthority, issueMasterList } from '../support/documents/master-lists.ts';
import { issueRevocationList } from '../support/documents/revocation-lists.ts';
import { runTrust } from '../support/packages/script.ts';
import { createFiles } from '../support/runs/files.ts';
import { eventually } from '../support/server/test-server.ts';

const cscaOf = (C: string) =>
  issueCertificate({ subject: nameOf({ C, CN: 'CSCA' }), keys: ecKeys(), ca: true, not_after: '2090-01-01' });
const sweden = cscaOf('SE');
const publisher = issueListAuthority('DE');
const day = (days: number) => new Date(Date.now() - days * 86_400_000);

const { write, remove } = createFiles();

let site: Site;
let visitor: Visitor;

beforeAll(async () => {
  site = await createSite();
  visitor = await site.visit();
});
afterAll(async () => {
  await site?.stop();
  remove();
});

const text = async () => (await visitor.page.locator('main').innerText()).replaceAll(/\s+/g, ' ');

test('the trust page says before any list is loaded that only specimens are approved', async () => {
  await openLive(visitor.page, '/trust');
  await visitor.page.getByText('Specimens only').waitFor();
  expect(await text()).toContain('Real documents are read and rejected, because nothing proves their origin.');
  await expect
    .poll(() => visitor.page.getByRole('heading', { level: 1 }).innerText())
    .toBe('States whose documents we can verify');
});

test('the trust page shows the States and the age of its data, in both languages', async () => {
  const certificates = [sweden, cscaOf('NO'), cscaOf('NO'), cscaOf('EU')].map(({ certificate }) => certificate);
  const { lines } = await runTrust(
    site.server,
    ...['import', '--yes', write('DE.ml', issueMasterList(certificates, publisher, day(40)))],
    ...['--root', write('DE.cer', publisher.root.certificate)],
  );
  expect(lines.join('\n')).toContain('4 trust anchors of 3 States');
  const overdue = issueRevocationList(sweden, { serials: [1], this_update: '2026-01-01', next_update: '2026-02-01' });
  await runTrust(site.server, 'import', '--yes', write('SE.crl', overdue));
  await eventually(async () => {
    const { body } = await site.server.call('trust.get', {});
    return body.states.length === 3 && body.states.some(({ revocations }) => revocations);
  }, 'the trust to be renewed');

  await openLive(visitor.page, '/trust');
  await visitor.page.getByText('40 days old: due for renewal').waitFor();
  const shown = await text();
  for (const part of ['States 3', 'signing certificates 4', 'State with a revocation list 1', 'Germany Signed on'])
    expect(shown).toContain(part);
  const states = await visitor.page.locator('[data-state]').allInnerTexts();
  expect(states.map((state) => state.replaceAll(/\s+/g, ' '))).toEqual([
    'EU European Union 1 signing certificate',
    'NO Norway 2 signing certificates',
    'SE Sweden Revocation list from 2026-01-01, overdue 1 signing certificate',
  ]);
  await openLive(visitor.page, '/es/trust');
  await visitor.page.getByText('40 días: toca renovarla').waitFor();
  expect(await text()).toContain('NO Noruega');
  expectNoComplaints(visitor);
});

test('the trust page fits a phone of 320 pixels, says when the service does not respond, and retries', async () => {
  await using phone = await site.visit({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' });
  await phone.page.route('**/api/v1/trust.get', (route) => route.fulfill({ status: 400, body: '{}' }));
  await openLive(phone.page, '/trust');
  await phone.page.getByText('This could not be loaded.').waitFor();
  await phone.page.unroute('**/api/v1/trust.get');
  await phone.page.getByRole('button', { name: 'Try again' }).click();
  await phone.page.getByText('40 days old').waitFor();
  expect(await phone.page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
});

test('the trust page is linked from the country coverage', async () => {
  await openLive(visitor.page, '/coverage');
  await visitor.page.getByRole('link', { name: 'Which documents can be verified here today' }).click();
  await visitor.at('/trust');
});
