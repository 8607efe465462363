/** The card provider's hosted fields and 3-D Secure page in Chromium, on a page that contains nothing else. */
// CI only: it types into fields of another origin.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../server/core/clock.ts';
import { createLog } from '../../server/core/log.ts';
import { type CardProvider, startCardProvider } from '../../server/stand-ins/card-provider/card-provider.ts';
import { launchChromium } from '../support/browser/chromium.ts';

// The policy that the site sends with its card page in local mode: everything from its own origin, frames too.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Card</title><link rel="icon" href="data:,">
<script src="/_local/stripe/v3.js"></script><script type="module" src="/page.js"></script></head><body>
<form id="form"><label for="number">Card number</label><div id="number"></div><label for="expiry">Expires</label><div id="expiry"></div>
<label for="cvc">Security code</label><div id="cvc"></div><button id="outside" type="button">Outside</button></form></body></html>`;

const SCRIPT = `import { loadStripe } from '/stripe-js/pure.mjs';
window.told = []; window.heard = [];
window.addEventListener('message', ({ data }) => window.heard.push(JSON.stringify(data)));
const { key, locale } = Object.fromEntries(new URLSearchParams(location.search));
const stripe = await loadStripe(key);
const elements = stripe.elements({ locale });
const all = { number: elements.create('cardNumber'), expiry: elements.create('cardExpiry'), cvc: elements.create('cardCvc') };
for (const [name, element] of Object.entries(all)) {
  for (const event of ['ready', 'change', 'focus', 'blur']) element.on(event, (detail) => window.told.push({ on: event, ...detail }));
  element.mount('#' + name);
}
document.querySelector('#form').addEventListener('submit', (event) => { event.preventDefault(); window.told.push({ on: 'submit' }); });
Object.assign(window, { stripe, elements, all });`;

interface Told {
  on: string;
  elementType: string;
  complete?: boolean;
  empty?: boolean;
  brand?: string;
  error?: { code: string; message: string };
}

interface Outcome {
  setupIntent?: { id: string; status: string };
  paymentIntent?: { id: string; status: string };
  error?: { type: string; code: string; message: string; decline_code?: string };
}

let folder: string;
let server: Server;
let base: string;
let provider: CardProvider;
let stripe: Stripe;
let browser: Browser;
let page: Page;
let complaints: string[];
/** Request bodies, with the URL of the frame that sent each. */
let sent: { from: string; to: string; body: string }[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sigill-fields-'));
  const app = express();
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  base = `http://localhost:${(server.address() as AddressInfo).port}`;
  provider = await startCardProvider({
    clock: systemClock,
    folder,
    public_url: base,
    webhook_url: `${base}/webhook`,
    webhook_secret: 'whsec_fields',
    log: createLog('silent'),
  });
  app.use((_req, res, next) => {
    res.set({
      'Content-Security-Policy': POLICY,
      'X-Frame-Options': 'SAMEORIGIN',
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
    next();
  });
  app.post('/webhook', (_req, res) => void res.sendStatus(200));
  app.get('/card', (_req, res) => void res.type('html').send(PAGE));
  app.get('/page.js', (_req, res) => void res.type('js').send(SCRIPT));
  app.use('/stripe-js', express.static(join(import.meta.dirname, '../../node_modules/@stripe/stripe-js/dist')));
  app.use('/_local/stripe', provider.router);
  stripe = new Stripe(provider.secret_key, {
    host: provider.host,
    port: provider.port,
    protocol: 'http',
    telemetry: false,
  });
  browser = await launchChromium(['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost']);
});

afterAll(async () => {
  await browser?.close();
  await provider?.close();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  await page?.context().close();
  page = await (await browser.newContext()).newPage();
  complaints = [];
  sent = [];
  page.on('console', (message) => {
    // The browser logs every 402 as an error.
    if (message.type() === 'error' && !message.text().includes('402 (Payment Required)'))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== base && !request.url().startsWith('data:'))
      complaints.push(`left: ${request.url()}`);
    sent.push({ from: request.frame().url(), to: request.url(), body: request.postData() ?? '' });
  });
  await open();
});

async function open(locale = 'en'): Promise<void> {
  await page.goto(`${base}/card?key=${provider.publishable_key}&locale=${locale}`);
  await page.waitForFunction(
    () => (globalThis as unknown as { told: Told[] }).told?.filter(({ on }) => on === 'ready').length === 3,
  );
}

const field = (name: 'number' | 'expiry' | 'cvc'): FrameLocator => page.frameLocator(`#${name} iframe`);
const input = (name: 'number' | 'expiry' | 'cvc') => field(name).locator('input');
const told = () => page.evaluate(() => (globalThis as unknown as { told: Told[] }).told);
const lastChange = async (type: string) =>
  (await told()).findLast(({ on, elementType }) => on === 'change' && elementType === type);

async function fill(number: string, expiry = '1234', cvc = '123'): Promise<void> {
  await input('number').pressSequentially(number);
  await input('expiry').pressSequentially(expiry);
  await input('cvc').pressSequentially(cvc);
}

const DETAILS = {
  name: 'Ada Lovelace',
  address: { line1: 'Storgatan 1', city: 'Uppsala', postal_code: '753 10', country: 'SE' },
};

const confirm = (call: 'confirmCardSetup' | 'confirmCardPayment', secret: string): Promise<Outcome> =>
  page.evaluate(
    ([name, client_secret, billing_details]) => {
      const { stripe: client, all } = globalThis as unknown as {
        stripe: Record<string, (secret: string, data: object) => Promise<Outcome>>;
        all: { number: object };
      };
      return client[name]!(client_secret, { payment_method: { card: all.number, billing_details } });
    },
    [call, secret, DETAILS] as const,
  );

async function newSetup() {
  const customer = await stripe.customers.create({ name: 'Ada' });
  const intent = await stripe.setupIntents.create({ customer: customer.id, allowed_payment_method_types: ['card'] });
  return { customer, intent, secret: intent.client_secret! };
}

test('the card fields save a card whose number only the provider sees', async () => {
  const { customer, intent, secret } = await newSetup();
  await page.click('label[for=number]');
  // The focus moves to a frame in another process. Keys pressed before the focus has arrived are lost.
  await expect.poll(() => input('number').evaluate((field) => field.matches(':focus'))).toBe(true);
  await page.keyboard.type('4242424242424242');
  await expect.poll(() => input('number').inputValue()).toBe('4242 4242 4242 4242');
  await input('expiry').pressSequentially('534');
  await expect.poll(() => input('expiry').inputValue()).toBe('05 / 34');
  await input('cvc').pressSequentially('9173');
  await expect.poll(() => input('cvc').inputValue()).toBe('917');
  await expect.poll(() => lastChange('cardNumber')).toMatchObject({ complete: true, empty: false, brand: 'visa' });
  await expect.poll(() => lastChange('cardExpiry')).toMatchObject({ complete: true });
  await expect.poll(() => lastChange('cardCvc')).toMatchObject({ complete: true });
  const events = (await told()).map(({ on, elementType }) => `${elementType} ${on}`);
  expect(events).toEqual(expect.arrayContaining(['cardNumber focus', 'cardNumber blur', 'cardExpiry focus']));
  await expect.poll(() => page.locator('#number').getAttribute('class')).toContain('StripeElement--complete');

  const outcome = await confirm('confirmCardSetup', secret);
  expect(outcome).toMatchObject({ setupIntent: { id: intent.id, status: 'succeeded' } });
  const { data } = await stripe.paymentMethods.list({ customer: customer.id });
  expect(data).toMatchObject([
    { card: { last4: '4242', exp_month: 5, exp_year: 2034, checks: { cvc_check: 'pass' } }, billing_details: DETAILS },
  ]);

  const carriers = sent.filter(({ body }) => body.includes('4242424242424242'));
  expect(carriers.map(({ from, to }) => [from, to])).toEqual([
    [`${base}/_local/stripe/field/number`, `${base}/_local/stripe/v1/setup_intents/${intent.id}/confirm`],
  ]);
  const seen = await page.evaluate<{ heard: string[]; html: string; open: number }>(`({
    heard: window.heard,
    html: document.documentElement.outerHTML,
    open: [...document.querySelectorAll('iframe')].filter((frame) => frame.contentDocument).length,
  })`);
  expect(seen.open).toBe(0);
  expect(seen.heard.length).toBeGreaterThan(10);
  for (const text of [seen.html, ...seen.heard]) {
    expect(text).not.toMatch(/4242 ?4242/);
    expect(text).not.toContain('917');
  }
  expect(complaints).toEqual([]);
});

test.each([
  ['4000002500003155', 'Complete', 'succeeded', undefined],
  ['4000002760003184', 'Fail', undefined, 'setup_intent_authentication_failure'],
])("the bank's page is shown for %s; %s", async (number, button, status, code) => {
  const { intent, secret } = await newSetup();
  await fill(number);
  const outcome = confirm('confirmCardSetup', secret);
  const bank = page.frameLocator('dialog iframe');
  await bank.getByText('wants to save your card').waitFor();
  expect((await stripe.setupIntents.retrieve(intent.id)).status).toBe('requires_action');
  await bank.getByRole('button', { name: button }).click();
  const { setupIntent, error } = await outcome;
  expect({ status: setupIntent?.status, code: error?.code }).toEqual({ status, code });
  await expect.poll(() => page.locator('dialog').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("Escape on the bank's page counts as a refusal", async () => {
  const { intent, secret } = await newSetup();
  await fill('4000002500003155');
  await page.click('#outside');
  const outcome = confirm('confirmCardSetup', secret);
  await page.frameLocator('dialog iframe').getByText('Do you agree').waitFor();
  await page.waitForFunction(`document.activeElement?.title === '3-D Secure authentication frame'`);
  await page.keyboard.press('Escape');
  expect((await outcome).error?.code).toBe('setup_intent_authentication_failure');
  await expect.poll(() => page.locator('dialog').count()).toBe(0);
  expect((await stripe.setupIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
});

test('the card fields pay with a card that asks for 3-D Secure', async () => {
  const customer = await stripe.customers.create();
  const intent = await stripe.paymentIntents.create({ amount: 1250, currency: 'usd', customer: customer.id });
  await fill('4000002760003184');
  const outcome = confirm('confirmCardPayment', intent.client_secret!);
  const bank = page.frameLocator('dialog iframe');
  await bank.getByText('12.50 USD').waitFor();
  await bank.getByRole('button', { name: 'Complete' }).click();
  expect(await outcome).toMatchObject({ paymentIntent: { status: 'succeeded' } });
});

test('the card fields say why a card was refused, and accept another', async () => {
  const { intent, secret } = await newSetup();
  await fill('4000000000009995');
  expect(await confirm('confirmCardSetup', secret)).toMatchObject({
    error: {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    },
  });
  await input('number').fill('');
  await input('number').pressSequentially('5555555555554444');
  expect(await confirm('confirmCardSetup', secret)).toMatchObject({
    setupIntent: { id: intent.id, status: 'succeeded' },
  });
});

test('the card fields accept test cards only', async () => {
  const { secret } = await newSetup();
  await fill('4000000000000010');
  expect(await confirm('confirmCardSetup', secret)).toMatchObject({ error: { decline_code: 'test_mode_live_card' } });
});

test('the card fields say what is missing or wrong, and send nothing until it is right', async () => {
  const { secret } = await newSetup();
  expect(await confirm('confirmCardSetup', secret)).toMatchObject({
    error: { type: 'validation_error', code: 'incomplete_number', message: 'Your card number is incomplete.' },
  });
  await input('number').pressSequentially('4242424242424241');
  await expect
    .poll(() => lastChange('cardNumber'))
    .toMatchObject({ complete: false, error: { code: 'invalid_number' } });
  await input('expiry').pressSequentially('0120');
  await expect.poll(() => lastChange('cardExpiry')).toMatchObject({ error: { code: 'invalid_expiry_year_past' } });
  await input('cvc').pressSequentially('1');
  await expect.poll(async () => (await lastChange('cardCvc'))?.error).toBeUndefined();
  await page.click('#outside');
  await expect.poll(() => lastChange('cardCvc')).toMatchObject({ error: { code: 'incomplete_cvc' } });
  await expect.poll(() => page.locator('#number').getAttribute('class')).toContain('StripeElement--invalid');
  await expect.poll(() => input('number').getAttribute('aria-invalid')).toBe('true');
  expect((await confirm('confirmCardSetup', secret)).error?.code).toBe('invalid_number');
  expect(sent.filter(({ to }) => to.includes('/v1/'))).toEqual([]);
});

test('the card fields recognise the brands', async () => {
  await fill('378282246310005', '1234', '1234');
  await expect.poll(() => input('number').inputValue()).toBe('3782 822463 10005');
  await expect.poll(() => input('cvc').inputValue()).toBe('1234');
  await expect.poll(() => lastChange('cardNumber')).toMatchObject({ brand: 'amex', complete: true });
  await expect.poll(() => lastChange('cardCvc')).toMatchObject({ complete: true });
});

test('the card fields send the form on Enter', async () => {
  await fill('4242424242424242');
  await input('cvc').press('Enter');
  await expect.poll(async () => (await told()).filter(({ on }) => on === 'submit').length).toBe(1);
});

test('the card number can be edited in the middle without losing the caret', async () => {
  await input('number').pressSequentially('42424242');
  await input('number').press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('9');
  await expect.poll(() => input('number').inputValue()).toBe('4924 2424 2');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('7');
  await expect.poll(() => input('number').inputValue()).toBe('4724 2424 2');
  await input('expiry').pressSequentially('12');
  await expect.poll(() => input('expiry').inputValue()).toBe('12 / ');
  await input('expiry').press('Backspace');
  await expect.poll(() => input('expiry').inputValue()).toBe('12');
  await input('expiry').press('Backspace');
  await expect.poll(() => input('expiry').inputValue()).toBe('1');
});

test('the card fields speak Spanish', async () => {
  await open('es');
  const { secret } = await newSetup();
  expect((await confirm('confirmCardSetup', secret)).error?.message).toBe('El número de tu tarjeta está incompleto.');
  await expect.poll(() => input('expiry').getAttribute('placeholder')).toBe('MM / AA');
});

test('the card fields can be mounted again elsewhere, cleared and destroyed', async () => {
  await fill('4242424242424242');
  await page.evaluate(() => {
    const { all } = globalThis as unknown as {
      all: Record<string, { unmount(): void; mount(to: string): void; clear(): void }>;
    };
    all['cvc']!.clear();
    all['number']!.unmount();
    all['number']!.mount('#number');
  });
  await expect.poll(() => input('number').inputValue()).toBe('');
  await expect.poll(() => input('cvc').inputValue()).toBe('');
  await input('number').pressSequentially('4242424242424242');
  await input('cvc').pressSequentially('123');
  const { secret } = await newSetup();
  expect(await confirm('confirmCardSetup', secret)).toMatchObject({ setupIntent: { status: 'succeeded' } });
  await page.evaluate(() => {
    for (const element of Object.values((globalThis as unknown as { all: Record<string, { destroy(): void }> }).all))
      element.destroy();
  });
  await expect.poll(() => page.locator('iframe').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('the card fields list the test cards', async () => {
  const html = await (await fetch(`${base}/_local/stripe/`)).text();
  expect(html).toContain('4000 0025 0000 3155');
});
