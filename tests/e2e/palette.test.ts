/** Any object's id or name, from a response, a screen, an email or an invoice, opens the object when pasted into the palette. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createSite, expectNoComplaints, type Site, signedIn, type Visitor } from '../support/browser/visitor.ts';
import { DELIVERY_KEY } from '../support/contract/scenarios.ts';
import { runOperator } from '../support/packages/script.ts';
import { paidBill } from '../support/server/billing.ts';
import { eventually } from '../support/server/test-server.ts';
import { createWorld } from '../support/server/world.ts';

let site: Site;
let all: Awaited<ReturnType<typeof furnish>>;
beforeAll(async () => {
  site = await createSite();
  all = await furnish();
});
afterEach(() => site.leave());
afterAll(() => site?.stop());

/** Nothing listens here, so that the endpoint's events stay in the list of deliveries. */
const ENDPOINT = 'http://localhost:9/events';

async function furnish() {
  const account = await site.server.account();
  const world = createWorld(site.server, account);
  const { bearer, basic } = account;
  const bill_id = await paidBill(world, account);
  await runOperator(site.server, 'refund', String(bill_id), '--amount', '1.00', '--reason', 'Charged twice', '--yes');
  const bill = await world.succeed('bill.get', { id: bill_id }, { bearer });
  const { payment_methods } = await world.succeed('payment_method.list', {}, { bearer });
  await world.succeed('merchant.change_delivery_key', { jwk: DELIVERY_KEY }, { bearer });
  const merchant = await world.succeed('merchant.self', {}, { bearer });
  await world.succeed('invite.create', { email: 'new-colleague@example.com' }, { bearer });
  const { invites } = await world.succeed('invite.list', {}, { bearer });
  const { users } = await world.succeed('user.list', {}, { bearer });
  const link = await world.succeed('link.create', { name: 'Reception', title: 'Check in' }, { basic });
  await world.succeed('policy.create', { name: 'adults', rules: { minimum_age: 18 } }, { bearer });
  const callback = await world.delivered();
  const request = await world.requested();
  const endpoint = await world.succeed('callback_endpoint.create', { url: ENDPOINT }, { bearer });
  const session = await world.session({ reference: 'order/10 42, Ö', policy: 'adults' });
  await world.succeed('reader.abort', { token: session.token });
  const event = await eventually(async () => {
    const { deliveries } = await world.succeed('callback_endpoint.deliveries', { id: endpoint.id }, { bearer });
    return deliveries[0]?.event.id;
  }, 'the event at the endpoint');
  return {
    ...{ account, bill, callback, endpoint, event, invite: invites[0]!, link, merchant, request, session },
    key: users.find(({ type }) => type === 'SERVICE')!,
    user: users.find(({ type }) => type !== 'SERVICE')!,
    card: payment_methods[0]!,
  };
}

interface Kind {
  paste: () => (string | number | undefined)[];
  opens: () => string;
}

const kinds = {
  session: {
    paste: () => [all.session.id, 'order/10 42, Ö', `https://sigill.example/es/session/${all.session.id}?from=mail`],
    opens: () => `/session/${all.session.id}`,
  },
  callback: { paste: () => [all.callback], opens: () => `/callback/${all.callback}` },
  'event at an endpoint': { paste: () => [all.event], opens: () => `/callback-endpoint/${all.endpoint.id}` },
  endpoint: { paste: () => [all.endpoint.id, ENDPOINT], opens: () => `/callback-endpoint/${all.endpoint.id}` },
  request: { paste: () => [all.request, `"${all.request}",`], opens: () => `/request/${all.request}` },
  link: { paste: () => [all.link.id, all.link.code, all.link.url], opens: () => `/link/${all.link.id}` },
  policy: { paste: () => ['adults'], opens: () => '/policies#policy-adults' },
  user: { paste: () => [all.user.id, all.user.alias], opens: () => `/user/${all.user.id}` },
  'API key': {
    paste: () => [all.key.id, all.key.alias, all.key.public_key, all.key.alias.slice(0, -2)],
    opens: () => `/user/${all.key.id}`,
  },
  invitation: { paste: () => [all.invite.id, all.invite.email], opens: () => '/users#pending' },
  bill: { paste: () => [all.bill.id, all.bill.number], opens: () => `/bill/${all.bill.id}` },
  'credit note': { paste: () => [all.bill.credit_notes?.[0]?.number], opens: () => `/bill/${all.bill.id}` },
  'payment method': {
    paste: () => [all.card.id, all.card.alias, all.card.reference],
    opens: () => `/payment-method/${all.card.id}`,
  },
  account: { paste: () => [all.merchant.id], opens: () => '/settings' },
  'delivery key': { paste: () => [all.merchant.delivery_key?.kid], opens: () => '/settings#delivery-key' },
} satisfies Record<string, Kind>;

/** The kind of object that each property of a response identifies, or null if no screen shows the object. */
const namedBy: Record<string, keyof typeof kinds | 'one of the others' | null> = {
  'AccountEndpoint.id': 'endpoint',
  'AccountPolicy.name': 'policy',
  'AccountUser.alias': 'user',
  'AccountUser.id': 'user',
  'AccountUser.public_key': 'API key',
  'ApiRequest.request_id': 'request',
  'ApiRequest.session_id': 'session',
  'ApiRequest.user_id': 'API key',
  'AppliedPolicy.name': 'policy',
  'AuditEntry.id': null,
  'AuditEntry.request_id': 'request',
  'AuditEntry.target_id': 'one of the others',
  'AuditEntry.user_id': 'user',
  // Used only to download the credit note, from the page of its bill.
  'BillCreditNote.id': null,
  'BillCreditNote.number': 'credit note',
  'BillTransaction.payment_method_id': 'payment method',
  'BilledSession.reference': 'session',
  'BilledSession.session_id': 'session',
  'BillingAccount.id': 'account',
  'CallbackDelivery.id': 'callback',
  'CallbackDelivery.session_id': 'session',
  'CallbackEvent.id': 'session',
  'CallbackEvent.reference': 'session',
  'CallbackMessage.webhook-id': 'callback',
  'CallbackRecord.id': 'callback',
  'CallbackRecord.session_id': 'session',
  'CallbackTry.id': 'callback',
  'CardSetup.setup_intent_id': null,
  'CustomerBill.id': 'bill',
  'CustomerBill.number': 'bill',
  'DeliveryKey.kid': 'delivery key',
  'Invitation.id': 'invitation',
  'Invitation.user_id': 'user',
  'MerchantProfile.id': 'account',
  'NewSession.id': 'session',
  'PasskeyCreation.id': null,
  'PolicyPreview.id': 'session',
  'PolicyPreview.reference': 'session',
  'ReusableLink.code': 'link',
  'ReusableLink.id': 'link',
  'ServiceKey.id': 'API key',
  'ServiceKey.public_key': 'API key',
  'SessionDetails.delivery_kid': 'delivery key',
  'SessionEvent.user_id': 'user',
  'SessionLinkRenewedEvent.id': 'session',
  'SessionLinkRenewedEvent.reference': 'session',
  'SessionOptions.policy': 'policy',
  'SessionOptions.reference': 'session',
  'SessionRedactedEvent.id': 'session',
  'SessionRedactedEvent.reference': 'session',
  'SessionSummary.id': 'session',
  'SessionSummary.link_id': 'link',
  'SessionSummary.reference': 'session',
  'SignedInDevice.id': null,
  'SpendingCapNearEvent.id': 'event at an endpoint',
  'StoredPasskey.id': null,
  'StoredPaymentMethod.alias': 'payment method',
  'StoredPaymentMethod.id': 'payment method',
  'StoredPaymentMethod.reference': 'payment method',
  'UserProfile.alias': 'user',
  'UserProfile.id': 'user',
  // The demo belongs to no account.
  'demo.create.id': null,
  'FailedEndpoint.id': 'endpoint',
  'SameDocument.id': 'session',
  'SameDocument.reference': 'session',
  'session_mark.assignees.alias': 'user',
  'session_mark.assignees.id': 'user',
  'session_mark.get.alias': 'user',
  'session_mark.get.assignee_id': 'user',
  'session_mark.get.session_id': 'session',
  'session_mark.get.user_id': 'user',
  'session_mark.set.alias': 'user',
  'session_mark.set.assignee_id': 'user',
  'session_mark.set.session_id': 'session',
  'session_mark.set.user_id': 'user',
  'session_note.create.alias': 'user',
  'session_note.create.session_id': 'session',
  'session_note.create.user_id': 'user',
  'session_note.list.alias': 'user',
  'session_note.list.session_id': 'session',
  'session_note.list.user_id': 'user',
  'session_note.update.alias': 'user',
  'session_note.update.session_id': 'session',
  'session_note.update.user_id': 'user',
  'session_view.create.user_id': 'user',
  'session_view.list.user_id': 'user',
  'session_view.update.user_id': 'user',
  // Notes and views have no screens of their own.
  'session_note.create.id': null,
  'session_note.list.id': null,
  'session_note.update.id': null,
  'session_view.create.id': null,
  'session_view.list.id': null,
  'session_view.update.id': null,
};

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
}

/** Schemas of ids, and names of properties that hold ids. */
const ID_SCHEMA = /^(Id|EventId|LinkCode|PolicyName|KeyId|RequestIdentifier|SessionReference)$/;
const ID_NAME = /(^|[_-])(id|kid)$|^(number|alias|public_key|reference)$/;

function namesInResponses(): string[] {
  const contract = JSON.parse(readFileSync(join(import.meta.dirname, '../../server/generated/openapi.json'), 'utf8'));
  const schemas: Record<string, Schema> = contract.components.schemas;
  const names = new Set<string>();
  const seen = new Set<string>();
  const nameOf = ({ $ref = '' }: Schema) => $ref.split('/').at(-1)!;
  function walk(schema: Schema, owner: string): void {
    const name = nameOf(schema);
    if (name && seen.has(name)) return;
    seen.add(name);
    const { items, properties = {}, allOf = [], oneOf = [] } = name ? schemas[name]! : schema;
    for (const part of [...allOf, ...oneOf, ...(items ? [items] : [])]) walk(part, name || owner);
    for (const [key, property] of Object.entries(properties)) {
      const isId = ID_SCHEMA.test(nameOf(property)) || (ID_NAME.test(key) && property.type !== 'integer');
      if (isId) names.add(`${name || owner}.${key}`);
      else walk(property, name || owner);
    }
  }
  for (const { post } of Object.values<{ post: { operationId: string; responses: Record<string, unknown> } }>(
    contract.paths,
  )) {
    const { content } = post.responses['200'] as { content?: Record<string, { schema: Schema }> };
    const schema = content?.['application/json']?.schema;
    if (schema) walk(schema, post.operationId);
  }
  return [...names].sort();
}

test('every id of a response has a kind that the palette is tried with', () => {
  expect(namesInResponses()).toEqual(Object.keys(namedBy).sort());
});

const enter = () => site.visit({ storage: signedIn(all.account.credentials) });

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: /^(Search|Buscar)$/ }).waitFor();
  // Inserts the text at once, as pasting does.
  await page.keyboard.insertText(text);
}

const firstOption = (page: Page) => page.getByRole('option').first();

/** Leaves the page of an object, so that opening it again changes the address. A link is quicker than loading a page. */
async function goHome({ page, at }: Visitor): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Requests', exact: true });
  if (await link.isVisible()) await link.click();
  else await page.goto('/requests');
  await at('/requests');
  await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
}

test.each(Object.entries<Kind>(kinds))('%s: each of its names opens it', async (_kind, { paste, opens }) => {
  const visitor = await enter();
  const { page } = visitor;
  for (const text of paste()) {
    expect(text).toBeTruthy();
    await goHome(visitor);
    await search(page, String(text));
    await page.getByRole('group', { name: /^(In your account|Users and keys)$/ }).waitFor();
    const group = firstOption(page).locator('xpath=..');
    await expect
      .poll(() => group.getAttribute('aria-label'), { message: String(text) })
      .toMatch(/^(In your account|Users and keys)$/);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname + url.hash === opens());
  }
  expectNoComplaints(visitor);
});

test('Enter right after pasting waits for the object', async () => {
  const visitor = await enter();
  const { page, at } = visitor;
  await goHome(visitor);
  await search(page, String(all.session.id));
  await page.keyboard.press('Enter');
  await at(`/session/${all.session.id}`);
});

test('pages and actions are found by other words, in both languages', async () => {
  const visitor = await enter();
  const { page } = visitor;
  await goHome(visitor);
  for (const [text, title] of [
    ['dark', 'Dark theme'],
    ['oscuro', 'Dark theme'],
    ['theme', 'Dark theme'],
    ['logout', 'Sign out'],
    ['cerrar sesión', 'Sign out'],
    ['invite', 'Invite a user'],
    ['export', 'Export sessions'],
    ['new verification', 'New verification'],
    ['new key', 'Add new API keys'],
    ['spanish', 'Español'],
    ['idioma', 'Español'],
    ['refund', 'Billing'],
    ['webhook', 'Callbacks'],
  ] as const) {
    await search(page, text);
    await expect.poll(() => firstOption(page).innerText(), { message: text }).toContain(title);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Search', exact: true }).waitFor({ state: 'detached' });
  }
});

test('an action is carried out, and the page stays', async () => {
  const visitor = await enter();
  const { page, at } = visitor;
  await goHome(visitor);
  await search(page, 'dark');
  await expect.poll(() => firstOption(page).innerText()).toContain('Dark theme');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate<string>('document.documentElement.dataset.theme')).toBe('dark');
  await search(page, 'español');
  await expect.poll(() => firstOption(page).innerText()).toContain('Español');
  await page.keyboard.press('Enter');
  await at('/es/requests');
  expectNoComplaints(visitor);
});
