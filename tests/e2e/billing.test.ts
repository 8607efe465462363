/** Billing as a customer sees it: from the trial to a paid bill, to a declined one and back, and the rules of each screen. */
// CI only: it plays months of cards, bills and declines.
import { readFileSync } from 'node:fs';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { extractText } from 'unpdf';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cycleOf } from '../../server/billing/terms/cycle.ts';
import { PLANS } from '../../server/billing/terms/plans.ts';
import { addDays } from '../../server/core/clock.ts';
import {
  bankOfCard,
  bankOfPayment,
  cardField,
  cardFrame,
  submitCard,
  typeCard,
  typeHolder,
} from '../support/browser/card-form.ts';
import { createSite, expectNoComplaints, type Site, signedIn, type Visitor } from '../support/browser/visitor.ts';
import { runOperator, runReader } from '../support/packages/script.ts';
import {
  activeSince,
  approve,
  BILLING_DETAILS,
  billedAccount,
  CARDS,
  enabled,
  setBilling,
} from '../support/server/billing.ts';
import { eventually } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

const ASKING = '4000002500003155';
const PASSWORD = 'correct horse battery';

/**
 * High enough to avoid scrolling: after a scroll, headless Chromium is slow to find what is under the pointer in frames of other
 * processes.
 */
const viewport = { width: 1280, height: 2000 };

let site: Site;
let server: Site['server'];

beforeAll(async () => {
  site = await createSite();
  server = site.server;
});
afterAll(() => site?.stop());

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true }).first();
const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
    .locator('dd');
const plain = (text: string) => text.replaceAll(/\s+/g, ' ');

async function addCard(page: Page, number: string, signedInWhen: 'now' | 'days ago' = 'now'): Promise<void> {
  await link(page, 'Billing').click();
  await link(page, 'Add a payment method').click();
  if (signedInWhen === 'days ago') {
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(dialog, 'Confirm').click();
  }
  await submitCard(page, number);
}

describe('from the trial to a paid bill, to a declined one and back', () => {
  const email = 'billing@example.com';
  let visitor: Visitor;
  let page: Page;
  let context: BrowserContext;
  let basic: { public_key: string; secret: string };

  beforeAll(async () => {
    visitor = await site.visit({ viewport, isolated: true });
    ({ page, context } = visitor);
  });
  afterAll(() => site.leave());

  const subjects = async () => (await server.mailbox(email)).map(({ subject }) => subject);

  async function later(duration: string): Promise<void> {
    const { now } = await server.advance(duration);
    await context.clock.setSystemTime(now);
  }

  /** Signs in again, because a sign-in lasts 30 days. */
  async function aCycleLater(): Promise<void> {
    await later('P31D');
    await page.goto('/dashboard');
    await page.waitForURL('**/sign-in**');
    await page.getByLabel(/email/i).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(page, 'Sign in').click();
    await page.waitForURL('**/dashboard');
  }

  async function openBilling(): Promise<void> {
    await page.goto('/billing');
    await fact(page, 'Billing cycle').waitFor();
  }

  const bearer = async () => {
    const { body } = await server.call('password.authenticate', { email, password: PASSWORD });
    return { bearer: body.access_token };
  };
  const bills = async () => (await server.call('bill.list', {}, await bearer())).body.bills;
  const stateOf = async () => (await server.call('billing.self', {}, await bearer())).body.state;

  async function verifySomebody(): Promise<void> {
    const { body } = await server.call('session.create', {}, { basic });
    expect(await runReader('--token', body.token, '--base', server.base)).toMatchObject({ code: 0 });
  }

  test('a new account is in its trial, with credit and nothing to pay', async () => {
    const before = new Date();
    await page.goto('/sign-up');
    await page.getByLabel(/email/i).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(page, 'Create account').click();
    await page.waitForURL('**/dashboard');
    basic = await server.keyOf(await bearer());
    await link(page, 'Billing').click();
    await page.getByText('Trial', { exact: true }).waitFor();
    await page.getByText('30 days left').waitFor();
    await expect.poll(() => page.getByText('Credit left').locator('..').textContent()).toContain('$25.00');
    // Midnight may have passed meanwhile.
    const days = [before, new Date()].map((date) => Math.min(date.getUTCDate(), 28)).join('|');
    await expect
      .poll(() => fact(page, 'Billing cycle').textContent())
      .toMatch(new RegExp(`^Begins the (${days})(st|nd|rd|th) every month$`));
    await expect.poll(() => fact(page, 'Price per verified identity').textContent()).toBe('$0.10');
    await page.getByText('No invoices yet.').waitFor();
    await page.getByText('No payment methods yet.').waitFor();
    await expect.poll(() => button(page, 'Change VAT number').isDisabled()).toBe(true);
  });

  test('the steps to billing open one after the other, and Enable waits for all', async () => {
    await link(page, 'Enable billing').click();
    await link(page, 'Verify email').waitFor();
    await expect.poll(() => button(page, 'Enable').isDisabled()).toBe(true);
    await expect.poll(() => page.locator('#verify-email').getAttribute('open')).not.toBeNull();
    await link(page, 'Verify email').click();
    const codeIn = ({ text }: { text: string }) => /^[A-Z2-9]{6}$/m.exec(text)?.[0];
    const code = await eventually(async () => (await server.mailbox(email)).map(codeIn).find(Boolean), 'a mailed code');
    await page.getByLabel(/code/i).fill(code);
    await button(page, 'Verify').click();
    await page.waitForURL('**/settings');
    await link(page, 'Billing').click();
    await link(page, 'Enable billing').click();
    await page.locator('#payment-method[open]').waitFor();
    await expect.poll(() => page.locator('#verify-email').getAttribute('open')).toBeNull();
    await expect.poll(() => page.locator('#verify-email summary').getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => button(page, 'Enable').isDisabled()).toBe(true);
  });

  test('a card is added through 3-D Secure', async () => {
    await link(page, 'Add a payment method').click();
    await typeHolder(page);
    await expect.poll(() => button(page, 'Add card').isDisabled()).toBe(true);
    await typeCard(page, ASKING);
    await button(page, 'Add card').click();
    const agree = bankOfCard(page).getByRole('button', { name: 'Complete' });
    await agree.waitFor();
    // The bank's page covers the window, not just the frame of the fields.
    const box = await agree.boundingBox();
    expect(box!.y).toBeGreaterThan(100);
    await agree.click();
    await page.waitForURL('**/enable-billing');
    await expect.poll(() => page.locator('summary[aria-disabled=true]').count()).toBe(2);
    await page.getByRole('heading', { name: 'Billing details' }).waitFor();
  });

  test('Enable asks for billing details, which start with the address of the card and need no company', async () => {
    await page.getByText('Without one, invoices name Alma Vinter.').waitFor();
    await expect.poll(() => button(page, 'Enable').isEnabled()).toBe(true);
    await page.getByRole('textbox', { name: 'City' }).fill('');
    await expect.poll(() => button(page, 'Enable').getAttribute('aria-disabled')).toBe('true');
    await button(page, 'Enable').press('Enter');
    await page.getByText('Enter the city.').waitFor();
    await page.getByRole('textbox', { name: 'City' }).fill('Stockholm');
    const company = page.getByRole('textbox', { name: 'Company' });
    await company.fill('株式会社サンプル');
    await button(page, 'Enable').click();
    await page.getByText('Write it in Latin letters').first().waitFor();
    await company.fill('Vinter AB');
    await page.getByRole('textbox', { name: 'Billing emails' }).fill('accounts@example.com, x');
    await page.keyboard.press('Tab');
    await page.getByText('Enter up to five email addresses').waitFor();
    await page.getByRole('textbox', { name: 'Billing emails' }).fill('accounts@example.com');
  });

  test('billing is enabled, and the trial is over', async () => {
    await button(page, 'Enable').click();
    await page.waitForURL('**/billing');
    await page.getByText('Active', { exact: true }).waitFor();
    await expect.poll(() => page.getByText('days left').count()).toBe(0);
    await expect.poll(() => button(page, 'Enable billing').isDisabled()).toBe(true);
    expect(await link(page, 'Enable billing').count()).toBe(0);
    await expect.poll(() => fact(page, 'Country').textContent()).toBe('Sweden');
    // The provider's test cards are from the United States.
    await expect
      .poll(() => fact(page, 'VAT rate').textContent())
      .toBe(
        '25%Your billing country is Sweden, but the country of your card is United States: the higher of the two VAT rates applies. Enter a VAT number, or use a card of your billing country.',
      );
    await link(page, /Card ending in 3155/).waitFor();
  });

  test('company and country are edited next to what cannot be', async () => {
    await link(page, 'Edit billing details').click();
    await page.getByRole('textbox', { name: 'Company' }).fill('');
    await button(page, 'Save').click();
    await page.waitForURL('**/billing');
    await expect.poll(() => fact(page, 'Company').textContent()).toBe('Not set');
    await link(page, 'Edit billing details').click();
    await page.getByRole('textbox', { name: 'Company' }).fill('Vinter & Glans AB');
    const fixed = page.getByRole('region', { name: 'Set by your plan' }).getByRole('term');
    await expect
      .poll(() => fixed.allTextContents())
      .toEqual([
        'Account id',
        'Status',
        'Credit',
        'Currency',
        'Price per verified identity',
        'Service fee',
        'VAT rate',
        'Billing cycle',
      ]);
    await expect.poll(() => fact(page, 'Credit').textContent()).toBe('$25.00');
    await page.getByLabel('Country').selectOption('');
    await page.getByRole('textbox', { name: 'Company' }).focus();
    await expect.poll(() => button(page, 'Save').isDisabled()).toBe(true);
    await page.getByLabel('Country').selectOption({ label: 'Sweden' });
    await button(page, 'Save').click();
    await page.waitForURL('**/billing');
    await expect.poll(() => fact(page, 'Company').textContent()).toBe('Vinter & Glans AB');
  });

  test('verified identities use up credit, and the bill of the cycle is zero', async () => {
    await verifySomebody();
    await verifySomebody();
    await openBilling();
    await page.getByText('2 × $0.10').waitFor();
    await expect.poll(() => page.getByText('Credit left').locator('..').textContent()).toContain('$24.80');
    await expect.poll(() => fact(page, 'Estimate so far').textContent()).toBe('$0.00');
    const { body } = await server.call('billing.self', {}, await bearer());
    expect(await runOperator(server, 'plan', String(body.id), 'standard', '--agreed', '--yes')).toMatchObject({
      code: 0,
    });
    await aCycleLater();
    await eventually(async () => (await bills()).length === 1, 'the first bill');
    await openBilling();
    await link(page, /Nothing to pay/).click();
    await page.getByRole('row', { name: /^Verified identities/ }).waitFor();
    expect(plain(await page.getByRole('row', { name: /^Total/ }).innerText())).toBe('Total $0.00');
    await expect.poll(() => page.getByRole('heading', { name: 'Payments' }).count()).toBe(0);
  });

  test('the next bill is charged: fee, VAT, and the charge with a minus', async () => {
    await verifySomebody();
    await openBilling();
    await expect
      .poll(() => fact(page, 'Service fee').allTextContents())
      .toEqual(['$99.00', expect.stringMatching(/^(\d\d) of \1 days\$99\.00$/)]);
    await expect.poll(() => fact(page, 'Estimate so far').textContent()).toBe('$123.75');
    await aCycleLater();
    await eventually(async () => (await bills())[0]?.state === 'PAID', 'the paid bill');
    // There is one email for each invoice, even if its amount is zero.
    expect((await subjects()).filter((subject) => subject.startsWith('Your Sigill invoice INV-'))).toHaveLength(2);
    await openBilling();
    await link(page, /\$123\.75/).click();
    const amount = async (name: RegExp) => plain(await page.getByRole('row', { name }).last().innerText());
    await page.getByRole('row', { name: /^Service fee/ }).waitFor();
    expect(await amount(/^Verified identities/)).toMatch(/1 \$0\.01 \$0\.01$/);
    expect(await amount(/^Service fee/)).toMatch(/1 \$99\.00 \$99\.00$/);
    expect(await amount(/^Free credit used/)).toMatch(/-\$0\.01$/);
    expect(await amount(/^Subtotal/)).toBe('Subtotal $99.00');
    expect(await amount(/^VAT 25%/)).toBe('VAT 25% $24.75');
    expect(await amount(/^Total/)).toBe('Total $123.75');
    expect(await amount(/^Charge/)).toMatch(/^Charge Card ending in 3155 .* -\$123\.75$/);
    expect(await amount(/^Amount due/)).toBe('Amount due $0.00');
    await page.getByText('Vinter & Glans AB').waitFor();
  });

  test('the bill is the same on paper, without the site around it', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByRole('banner').first().isVisible()).toBe(false);
    await expect.poll(() => button(page, 'Download PDF').isVisible()).toBe(false);
    await expect.poll(() => page.getByRole('row', { name: /^Total/ }).isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
  });

  test('the PDF says what the page says', async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download PDF').click()]);
    expect(file.suggestedFilename()).toMatch(/^sigill-inv-\d{4}-\d{6}\.pdf$/);
    const { text } = await extractText(new Uint8Array(readFileSync(await file.path())), { mergePages: true });
    const said = plain(text);
    for (const words of ['Vinter & Glans AB', '99.00', '24.75', '123.75', (await bills())[0]!.number!])
      expect(said).toContain(words);
  });

  test('another card becomes primary, and the previous one can be deleted', async () => {
    await addCard(page, CARDS.poor);
    await page.waitForURL('**/billing');
    await link(page, /Card ending in 3155/).click();
    await fact(page, 'Cardholder name').waitFor();
    await expect.poll(() => button(page, 'Delete').isDisabled()).toBe(true);
    await expect.poll(() => button(page, 'Make primary').isDisabled()).toBe(true);
    await link(page, 'Billing').click();
    await link(page, /Card ending in 0341/).click();
    await button(page, 'Make primary').click();
    await page.getByText('Invoices are now charged to this method.').waitFor();
    await expect.poll(() => fact(page, 'Primary').textContent()).toBe('Yes');
    await link(page, 'Billing').click();
    await link(page, /Card ending in 3155/).click();
    await button(page, 'Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/billing');
    await eventually(async () => (await link(page, /Card ending in 3155/).count()) === 0, 'the card to be gone');
  });

  test('a declined charge is retried, and finally ends billing', async () => {
    await aCycleLater();
    await eventually(async () => (await subjects()).includes('A payment for Sigill failed'), 'the mail of the decline');
    await openBilling();
    await page.getByText('Active', { exact: true }).waitFor();
    await link(page, /Unpaid/).click();
    await page.getByRole('row', { name: /^Amount due/ }).waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Payments' }).count()).toBe(0);
    expect(plain(await page.getByRole('row', { name: /^Amount due/ }).innerText())).toBe('Amount due $123.75');
    const declines = async () =>
      (await subjects()).filter((subject) => subject === 'A payment for Sigill failed').length;
    for (const [days, mails] of [
      ['P1D', 2],
      ['P2D', 3],
    ] as const) {
      await later(days);
      await eventually(async () => (await declines()) === mails, `mail ${mails} of a decline`);
    }
    await later('P4D');
    await eventually(async () => (await subjects()).includes('Billing for Sigill is inactive'), 'the mail of the end');
    await openBilling();
    await page.getByText('New sessions cannot be created.').waitFor();
    const { status, body } = await server.call('session.create', {}, { basic });
    expect({ status, code: (body as { code?: string }).code }).toEqual({ status: 403, code: 'billing_inactive' });
  });

  test('a valid card makes billing active again', async () => {
    await addCard(page, CARDS.good, 'days ago');
    await page.getByText('Card added. The open invoice is not paid yet. The bank declined the last charge.').waitFor();
    await page.waitForURL('**/billing');
    await link(page, /Card ending in 4242/).click();
    await button(page, 'Make primary').click();
    await page.getByText('Invoices are now charged to this method. The open invoice was paid.').waitFor();
    expect(await stateOf()).toBe('ACTIVE');
    await openBilling();
    await page.getByText('Active', { exact: true }).waitFor();
    expect((await server.call('session.create', {}, { basic })).status).toBe(200);
  });

  test('no page logged complaints', () => expectNoComplaints(visitor));
});

describe('a card form', () => {
  afterEach(() => site.leave());

  test('stays as it was after a refusal, and accepts another card without a reload', async () => {
    const { page, context, complaints } = await site.visit({ viewport, storage: { 'sigill.consent': 'rejected' } });
    const { email, password, bearer } = await server.signUp();
    await page.goto('/sign-in');
    await page.getByLabel(/email/i).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Sign in').click();
    await page.waitForURL('**/dashboard');
    await addCard(page, CARDS.declined);
    await page.getByRole('alert').getByText('Your card was declined.').waitFor();
    await expect.poll(() => page.getByLabel('Cardholder name').inputValue()).toBe('Alma Vinter');
    await typeCard(page, ASKING);
    await button(page, 'Add card').click();
    await bankOfCard(page).getByRole('button', { name: 'Fail' }).click();
    await page.getByRole('alert').waitFor();
    expect((await server.call('payment_method.list', {}, { bearer })).body.payment_methods).toEqual([]);
    await typeCard(page, CARDS.good);
    await button(page, 'Add card').click();
    await page.waitForURL('**/enable-billing');
    const { body } = await server.call('payment_method.list', {}, { bearer });
    expect(body.payment_methods).toMatchObject([
      {
        type: 'CARD',
        alias: '4242',
        primary: true,
        name: 'Alma Vinter',
        address_line_1: 'Storgatan 1',
        address_postal_code: '111 22',
        address_city: 'Stockholm',
        address_country: 'SE',
      },
    ]);
    expect(complaints).toEqual([]);
    expect(context.pages()).toHaveLength(1);
  });

  test('says at each field what is wrong with it, and Add card waits for all three', async () => {
    const { page } = await site.visitSignedIn({ viewport });
    await page.goto('/add-payment-method');
    await typeHolder(page);
    await cardField(page, 'card number').fill('4242424242424241');
    await cardField(page, 'expiration date').fill('12 / 40');
    await cardFrame(page)
      .locator('p', { hasText: /number/i })
      .waitFor();
    await cardField(page, 'card number').fill(CARDS.good);
    await expect.poll(() => button(page, 'Add card').isDisabled()).toBe(true);
    await cardField(page, 'CVC').fill('123');
    await eventually(() => button(page, 'Add card').isEnabled(), 'the button');
    for (const name of ['Cardholder name', 'Address line 1', 'Postal code', 'City']) {
      const field = page.getByLabel(name);
      const value = await field.inputValue();
      await field.fill(' ');
      await eventually(() => button(page, 'Add card').isDisabled(), `the button to wait for ${name}`);
      await field.fill(value);
      await eventually(() => button(page, 'Add card').isEnabled(), 'the button');
    }
    await page.getByLabel('Country').selectOption('');
    await eventually(() => button(page, 'Add card').isDisabled(), 'the button to wait for the country');
  });

  test('whose provider cannot be loaded shows a quiet message with Try again, and keeps the input', async () => {
    const { page, context } = await site.visitSignedIn({ viewport });
    await context.route('**/_local/stripe/v3.js', (route) => route.abort());
    await page.goto('/add-payment-method');
    await page.getByLabel('Cardholder name').fill('Alma Vinter');
    await page.getByText('This could not be loaded.').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await context.unroute('**/_local/stripe/v3.js');
    await button(page, 'Try again').click();
    await cardField(page, 'card number').waitFor();
    await expect.poll(() => page.getByLabel('Cardholder name').inputValue()).toBe('Alma Vinter');
  });

  test('exists in one document only: no other allows the provider, or loads its script', async () => {
    const { page, at } = await site.visitSignedIn({ viewport });
    const policies = new Map<string, string>();
    const scripts: string[] = [];
    page.on('response', async (response) => {
      if (response.request().resourceType() === 'document')
        policies.set(new URL(response.url()).pathname, (await response.headerValue('content-security-policy')) ?? '');
      if (response.url().endsWith('/stripe/v3.js')) scripts.push(new URL(response.frame().url()).pathname);
    });
    for (const path of ['/dashboard', '/billing', '/enable-billing']) {
      await page.goto(path);
      await at(path);
    }
    expect(scripts).toEqual([]);
    await page.goto('/add-payment-method');
    await cardField(page, 'card number').waitFor();
    expect(scripts).toEqual(['/card-fields.html']);
    for (const [path, policy] of policies) {
      if (path === '/card-fields.html') {
        // The stand-in has our own origin; server/http/site/site.test.ts tests what is allowed for Stripe itself.
        expect(policy).toContain("script-src 'self';");
        expect(policy).toContain("frame-ancestors 'self'");
      } else if (!path.startsWith('/_local/')) {
        expect(policy, path).toContain("frame-ancestors 'none'");
        expect(policy, path).toContain("script-src 'self';");
      }
    }
  });
});

describe('VAT', () => {
  afterEach(() => site.leave());

  test('a number is for the EU: the button and Save wait for a country there', async () => {
    const { page, user } = await site.visitSignedIn({ viewport });
    await page.goto('/change-vat-number');
    await page.getByText('Choose a billing country first').waitFor();
    await expect.poll(() => button(page, 'Save').isDisabled()).toBe(true);
    await server.call('billing.update', { country: 'NO' }, { bearer: user.bearer });
    await page.goto('/billing');
    await page.getByText('VAT numbers apply only to billing countries in the EU.').waitFor();
    await expect.poll(() => button(page, 'Change VAT number').isDisabled()).toBe(true);
    await page.goto('/change-vat-number');
    await page.getByText('your billing country is Norway').waitFor();
    await expect.poll(() => button(page, 'Save').isDisabled()).toBe(true);
  });

  test('a wrong number is refused at its field; a valid one exempts, and is removed with the country', async () => {
    const { page, user } = await site.visitSignedIn({ viewport });
    await server.call('billing.update', { country: 'SE' }, { bearer: user.bearer });
    await page.goto('/billing');
    await link(page, 'Change VAT number').click();
    await expect.poll(() => button(page, 'Save').isDisabled()).toBe(true);
    const field = page.getByLabel('VAT number');
    await field.fill('SE556012579002');
    await button(page, 'Save').click();
    await page.getByText('The VAT number is not valid in SE').first().waitFor();
    expect(await field.evaluate((element) => element.matches(':focus'))).toBe(true);
    await field.fill('SE 5560-125790-01');
    await button(page, 'Save').click();
    await page.waitForURL('**/billing');
    await expect.poll(() => fact(page, 'VAT number').textContent()).toBe('SE556012579001');
    await expect.poll(() => fact(page, 'VAT rate').textContent()).toBe('0%');
    await link(page, 'Edit billing details').click();
    await page.getByLabel('Country').selectOption('DE');
    await button(page, 'Save').click();
    await page.getByText('The VAT number is not valid in the new country and was removed.').waitFor();
    await expect.poll(() => fact(page, 'VAT number').textContent()).toBe('Not set');
    await expect.poll(() => fact(page, 'VAT rate').textContent()).toBe('19%');
  });
});

test('billing is cancelled on its page, which says when it ends, and the cancellation is taken back', async () => {
  const { page, user, ...visitor } = await site.visitSignedIn({ viewport });
  const world = createWorld(server, await server.account());
  await enabled(world, { ...world.account, ...user });
  const self = async () => (await server.call('billing.self', {}, { bearer: user.bearer })).body;
  const { cycle_end } = await self();
  const dayOf = (date: Date) => new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(date);
  const last = new Date(cycle_end);
  const ends = new Date(last.getTime() + 86_400_000);

  await page.goto('/billing');
  await page.getByText('Until your first payment, you can owe at most $200.00').waitFor();
  await link(page, 'Cancel billing').click();
  await page.getByText(`whose last day is ${dayOf(last)} (UTC)`).waitFor();
  await button(page, 'Cancel billing').click();
  await page.getByText('Billing is cancelled.').waitFor();
  await page.getByText(`Billing ends on ${dayOf(ends)} at 00:00 UTC.`).waitFor();
  expect(await self()).toMatchObject({ state: 'ACTIVE', cancels_at: ends.toISOString() });
  expect(await link(page, 'Cancel billing').count()).toBe(0);
  await page.goto('/cancel-billing');
  await page.getByText('Billing is already cancelled.').waitFor();

  await page.goto('/billing');
  await button(page, 'Keep billing enabled').click();
  await page.getByText('Billing stays enabled.').waitFor();
  await link(page, 'Cancel billing').waitFor();
  expect(await self()).not.toHaveProperty('cancels_at');
  expectNoComplaints(visitor);
  await site.leave();
});

test('all bills, and the sessions of one, are saved as tables', async () => {
  const world = createWorld(server, await server.account());
  const { caller, bill_id } = await billedAccount(world);
  const { page } = await site.visit({ viewport, storage: signedIn(caller.credentials) });
  await page.goto('/billing');
  const [bills] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download all invoices as CSV').click(),
  ]);
  expect(bills.suggestedFilename()).toMatch(/^bills-\d{4}-\d\d-\d\d\.csv$/);
  expect(readFileSync(await bills.path(), 'utf8')).toContain(String(bill_id));
  await page.goto(`/bill/${bill_id}`);
  const [sessions] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download sessions as CSV').click(),
  ]);
  expect(readFileSync(await sessions.path(), 'utf8')).toBe('\ufeffapproved,session_id,reference,unit_price,credit\r\n');
  await site.leave();
});

test('a spending cap is set, shown with its usage, reached and removed', async () => {
  const { page, user } = await site.visitSignedIn({ viewport });
  const { body: account } = await server.call('billing.self', {}, { bearer: user.bearer });
  await setBilling(server, account.id, { credit: 100_000 });
  // Ends the trial, in which only the credit pays for sessions.
  await server.ctx.db.updateTable('merchants').set({ billing_state: 'ACTIVE' }).where('id', '=', account.id).execute();
  await page.goto('/billing');
  await link(page, 'Set a spending cap').click();
  const field = page.getByLabel('Spending cap in USD');
  await field.fill('a lot');
  await field.press('Enter');
  await page.getByText('Enter an amount such as 250 or 99.50.').waitFor();
  await field.fill('1,5');
  await button(page, 'Save').click();
  await page.getByText('Spending cap saved.').waitFor();
  const meter = page.getByRole('meter', { name: 'Spending cap used' });
  expect(await meter.getAttribute('aria-valuetext')).toBe('$0.00 of $1.50');

  await approve(server, account.id, 11);
  const basic = await server.keyOf(user);
  await setBilling(server, account.id, { credit: 100_000 });
  for (let left = 6; left > 0; left--) await server.call('session.create', {}, { basic });
  await page.reload();
  await page.getByText('Open sessions could add $0.50.').waitFor();
  expect(await meter.getAttribute('aria-valuetext')).toBe('$1.00 of $1.50');
  await page.getByText('New sessions cannot be created.').waitFor();

  await link(page, 'Change the spending cap').click();
  expect(await field.inputValue()).toBe('1.50');
  await field.fill('');
  await button(page, 'Save').click();
  await page.getByText('Spending cap removed.').waitFor();
  expect(await page.getByText('New sessions cannot be created.').count()).toBe(0);
  await site.leave();
});

describe('an unpaid bill', () => {
  afterEach(() => site.leave());

  /** An account that owes money, because the card that it added could not be charged. */
  async function owing(number: string, agree: boolean) {
    const visitor = await site.visitVerified({ viewport });
    const { page, user } = visitor;
    await page.goto('/add-payment-method');
    await submitCard(page, number);
    if (agree) await bankOfCard(page).getByRole('button', { name: 'Complete' }).click();
    await page.waitForURL('**/enable-billing');
    await server.call('billing.update', { ...BILLING_DETAILS, country: 'SE' }, { bearer: user.bearer });
    await server.call('billing.enable', {}, { bearer: user.bearer });
    const { id } = (await server.call('billing.self', {}, { bearer: user.bearer })).body;
    const { start: cycle_end } = cycleOf(server.deps.clock.now(), 1);
    const { start: cycle_start } = cycleOf(addDays(new Date(cycle_end), -1), 1);
    await setBilling(server, id, { ...PLANS.standard, cycle_start, cycle_end, cycle_start_day: 1 });
    await activeSince(server, id, cycle_start);
    server.deps.wake('billing');
    const bill = () => server.call('bill.list', {}, { bearer: user.bearer }).then(({ body }) => body.bills[0]);
    await eventually(async () => (await bill())?.payment_failure, 'a charge that failed');
    return { ...visitor, bill };
  }
  test('is paid on the page, when the holder confirms the payment at the bank', async () => {
    const { page, context, bill, complaints } = await owing('4000002760003184', true);
    await page.goto('/billing');
    await page.getByText('The bank asks you to confirm the payment').waitFor();
    await button(page, 'Pay $123.75 now').click();
    await bankOfPayment(page).getByRole('button', { name: 'Fail' }).click();
    await page
      .getByRole('alert')
      .getByText(/unable to authenticate/)
      .waitFor();
    await button(page, 'Pay $123.75 now').click();
    await page.getByText(/This card was declined before.* try again after/).waitFor();
    expect(await bill()).toMatchObject({ state: 'OPEN' });
    const { now } = await server.advance('PT11M');
    await context.clock.setSystemTime(now);
    await page.goto(`/bill/${(await bill())!.id}`);
    await button(page, 'Pay $123.75 now').click();
    await bankOfPayment(page).getByRole('button', { name: 'Complete' }).click();
    await page.getByText('The invoice is paid.').waitFor();
    await page.getByRole('article').getByText('Paid', { exact: true }).waitFor();
    expect(await bill()).toMatchObject({ state: 'PAID' });
    await expect.poll(() => button(page, 'Pay $123.75 now').count()).toBe(0);
    expect(await page.locator('iframe[title="Your bank"]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('says in Spanish why it is not paid, and what to do', async () => {
    const { page } = await owing(CARDS.poor, false);
    await page.goto('/es/billing');
    await page.getByText('El banco rechazó el último cargo.').waitFor();
    await page.getByRole('button', { name: /^Pagar 123,75/ }).click();
    await page.getByText(/Esta tarjeta ya se rechazó antes/).waitFor();
  });

  test('that keeps billing inactive is charged by Enable, and the page says once what became of that', async () => {
    const { page, user } = await owing(CARDS.poor, false);
    const { id } = (await server.call('billing.self', {}, { bearer: user.bearer })).body;
    const { db } = server.ctx;
    await db.updateTable('merchants').set({ billing_state: 'INACTIVE' }).where('id', '=', id).execute();
    await setBilling(server, id, { inactive_reason: 'UNPAID' });
    const created = addDays(server.deps.clock.now(), -1).toISOString();
    await db.updateTable('payment_attempts').set({ created }).where('merchant_id', '=', id).execute();
    await page.goto('/enable-billing');
    await page.getByText('is unpaid. It is charged now').waitFor();
    await button(page, 'Enable').click();
    await page.getByText('The payment was declined, so billing stays inactive.').waitFor();
    expect(await page.getByText('is unpaid. It is charged now').count()).toBe(0);
    await button(page, 'Enable').click();
    await page.getByText(/This card was declined before.* try again after/).waitFor();
    expect(await page.getByText(/declined/).count()).toBe(1);
  });
});

describe('a payment method', () => {
  afterEach(() => site.leave());

  test('that is an invoice is called so, has no digits, and receives bills', async () => {
    const { page, user } = await site.visitSignedIn({ viewport });
    const { body } = await server.call('billing.self', {}, { bearer: user.bearer });
    const address = ['--line1', 'Storgatan 1', '--postal-code', '111 22', '--city', 'Stockholm', '--country', 'SE'];
    const invoiced = await runOperator(
      server,
      'invoice',
      String(body.id),
      ...address,
      '--reference',
      'PO 4711',
      '--yes',
    );
    expect(invoiced).toMatchObject({ code: 0 });
    await page.goto('/billing');
    await link(page, /^Invoice/).click();
    await page.getByRole('heading', { name: 'Payment method' }).waitFor();
    await expect.poll(() => fact(page, 'Type').textContent()).toBe('Invoice');
    await expect.poll(() => fact(page, 'Primary').textContent()).toBe('Yes');
    await expect.poll(() => fact(page, 'Reference').textContent()).toBe('PO 4711');
    await expect.poll(() => page.getByText('Card ending').count()).toBe(0);
  });

  test('is shown as primary immediately, and reverted when the call fails', async () => {
    const { page, context } = await site.visitSignedIn({ viewport });
    for (const number of [CARDS.good, '5555555555554444']) {
      await page.goto('/billing');
      await addCard(page, number);
      await page.waitForURL('**/enable-billing');
    }
    await link(page, 'Billing').click();
    await link(page, /Card ending in 4444/).click();
    await fact(page, 'Expires').waitFor();
    // People must not see the card provider's ids of cards.
    expect(await page.getByText('pm_').count()).toBe(0);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await context.route('**/api/v1/payment_method.change_primary', async (route) => {
      await held;
      const body = { error: 'This cannot be done now', code: 'bad_request', request_id: 'req_0000000000000000' };
      await route.fulfill({ status: 400, json: body });
    });
    await button(page, 'Make primary').click();
    await eventually(async () => (await fact(page, 'Primary').textContent()) === 'Yes', 'the mark before the answer');
    for (const name of ['Make primary', 'Delete']) await expect.poll(() => button(page, name).isDisabled()).toBe(true);
    answer();
    await page.getByRole('alert').getByText('This cannot be done now').waitFor();
    await expect.poll(() => fact(page, 'Primary').textContent()).toBe('No');
    await context.unroute('**/api/v1/payment_method.change_primary');
    await button(page, 'Make primary').click();
    await button(page, 'Undo').click();
    await eventually(async () => (await fact(page, 'Primary').textContent()) === 'No', 'the undone mark');
  });
});
