/** The API, the PDF and the page show the same VAT rule for a bill. */
import { extractText } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSite, type Site, signedIn } from '../support/browser/visitor.ts';
import { addBillingDetails, addCard, verifyEmail } from '../support/server/billing.ts';
import { eventually } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

const REVERSE_CHARGE = 'Reverse charge: the customer accounts for VAT';

let site: Site;
beforeAll(async () => {
  site = await createSite({ environment: { SELLER_COUNTRY: 'SE' } });
});
afterAll(() => site?.stop());

/** Without spaces, which depend on the layout, and in lower case, because small caps appear as capitals. */
const joined = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, '').toLowerCase();

test.each([
  ['of the seller’s country, with a number and nothing left to pay', 'SE', 'SE556012579001', 'STANDARD', '0.25'],
  ['of another EU country, with a number', 'DE', 'DE136695976', 'REVERSE_CHARGE', '0.00'],
  ['of another EU country, without a number', 'FI', undefined, 'STANDARD', '0.255'],
  ['outside the EU', 'US', undefined, 'OUT_OF_SCOPE', '0.00'],
])('the bill of a customer %s', async (_, country, new_vat_number, vat_category, vat_rate) => {
  const { server } = site;
  const account = await server.account();
  const world = createWorld(server, account);
  await verifyEmail(world, account);
  await addCard(world, account);
  await world.succeed('billing.update', { country, company: 'Vinter & Glans' }, { bearer: account.bearer });
  if (new_vat_number) await world.succeed('billing.change_vat_number', { new_vat_number }, { bearer: account.bearer });
  await addBillingDetails(world, account);
  await world.succeed('billing.enable', {}, { bearer: account.bearer });
  // The credit pays for this session, so that no bill has any VAT to pay.
  await world.ended('genuine');
  await server.advance('P31D');
  const credentials = await world.succeed('password.authenticate', {
    email: account.email,
    password: account.password,
  });
  const bearer = { bearer: credentials.access_token };
  const bill = await eventually(async () => (await world.succeed('bill.list', {}, bearer)).bills[0], 'a bill');
  expect(bill).toMatchObject({ subtotal: '0.00', vat: '0.00', vat_rate, vat_category });

  const { page } = await site.visit({ storage: signedIn(credentials) });
  for (const [locale, path, rule] of [
    ['en', '', REVERSE_CHARGE],
    ['es', '/es', 'Inversión del sujeto pasivo'],
  ] as const) {
    const { pdf } = await world.succeed('bill.pdf', { id: bill.id, locale }, bearer);
    const { text } = await extractText(new Uint8Array(Buffer.from(pdf, 'base64')), { mergePages: false });
    await page.goto(`${server.base}${path}/bill/${bill.id}`);
    await page.getByRole('row', { name: /^Total/ }).waitFor();
    const shown = joined(await page.locator('article').innerText());
    // The screen must show the lines of the PDF in the same order.
    let at = 0;
    for (const line of text.flatMap((page) => page.split('\n')).map(joined)) {
      const found = shown.indexOf(line, at);
      expect({ line, found: found >= 0, shown: found >= 0 || shown.slice(at, at + 80) }).toMatchObject({ found: true });
      at = found;
    }
    expect(shown.includes(joined(rule))).toBe(vat_category === 'REVERSE_CHARGE');
  }
  await site.leave();
});
