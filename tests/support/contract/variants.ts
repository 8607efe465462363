/** Operations with several examples of a success: how each comes about, or why the operation never returns it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { terms } from '../../../openapi/facts/terms.ts';
import { findBillById } from '../../../server/billing/ledger/bill.repository.ts';
import { insertBilledSession } from '../../../server/billing/ledger/billing.repository.ts';
import { addInvoice } from '../../../server/billing/operator/invoice-customer.service.ts';
import { nextCycle } from '../../../server/billing/terms/cycle.ts';
import { PLANS } from '../../../server/billing/terms/plans.ts';
import { randomId } from '../../../server/database/random-id.ts';
import { inTransaction } from '../../../server/database/transaction.ts';
import type { OperationId } from '../../../server/generated/operations.gen.ts';
import type { PaymentGateway } from '../../../server/payments/gateway.ts';
import { countPart } from '../../../server/sessions/usage/session-usage.repository.ts';
import { ecKeys, issueCertificate, nameOf } from '../documents/documents.ts';
import { issueListAuthority, issueMasterList } from '../documents/master-lists.ts';
import { addPasskey } from '../outside/passkeys.ts';
import { runOperator } from '../packages/script.ts';
import {
  addCard,
  billedAccount,
  enabled,
  owedBill,
  STORED_ADDRESS,
  setBilling,
  verifyEmail,
  withProvider,
} from '../server/billing.ts';
import type { Result } from '../server/call.ts';
import { invitation, verifiedAccount } from '../server/team.ts';
import { createTestServer, eventually } from '../server/test-server.ts';
import { createWorld, type World } from '../server/world.ts';
import { requestExamples } from './contract.ts';
import { DELIVERY_KEY, serviceOf } from './scenarios.ts';

export type Variant = ((world: World) => Promise<Result>) | `never: ${string}`;

const ENDS = {
  approved: 'genuine',
  rejected: 'expired-document',
  failed: 'nfc-failure',
  aborted: 'user-abort',
} as const;

/** The variants that a call never returns, because its session always ends in one state. */
const onlyState = (end: string): Record<string, Variant> =>
  Object.fromEntries(
    ['initiated', 'created', 'completed', 'approved', 'rejected', 'failed', 'aborted']
      .filter((state) => state !== end)
      .map((state) => [state, `never: it ends in ${end.toUpperCase()}`]),
  );

type End = keyof typeof ENDS;
const ALL = Object.keys(ENDS) as End[];

const afterEnds = (
  ends: End[],
  call: (world: World, ended: Awaited<ReturnType<World['ended']>>) => Promise<Result>,
): Record<string, Variant> =>
  Object.fromEntries(
    ends.map((end): [End, Variant] => [end, async (world) => call(world, await world.ended(ENDS[end]))]),
  );

const afterDemos = (id: 'demo.get' | 'demo.state', ends: End[]): Record<string, Variant> =>
  Object.fromEntries(
    ends.map((end): [End, Variant] => [
      end,
      async (world) => {
        const { token } = await world.succeed('demo.create', {});
        await world.read(ENDS[end], token);
        return world.call(id, { token });
      },
    ]),
  );

const stateOf = (
  world: World,
  operation: 'session.state' | 'reader.state',
  { id, token }: { id: number; token: string },
) =>
  operation === 'session.state'
    ? world.call('session.state', { id }, { basic: world.account.basic })
    : world.call('reader.state', { token });

const completed: Variant = 'never: it ends before the next call';

const states = (id: 'session.state' | 'reader.state'): Record<string, Variant> => ({
  created: async (world) => stateOf(world, id, await world.session()),
  completed,
  initiated: async (world) => stateOf(world, id, await world.started()),
  ...afterEnds(ALL, (world, ended) => stateOf(world, id, ended)),
});

const asFresh =
  (id: OperationId): Variant =>
  async (world) =>
    world.call(id, {}, { bearer: (await world.freshAccount()).bearer });

const asNew =
  (id: OperationId): Variant =>
  async ({ server, call }) =>
    call(id, {}, { bearer: (await server.signUp()).bearer });

/** Needs its own service because it moves the clock. */
async function afterTrial(): Promise<Result> {
  const server = await createTestServer();
  try {
    const { email, password } = await server.signUp();
    await server.advance(`P${terms.trial_days + 1}D`);
    const { body } = await server.call('password.authenticate', { email, password });
    return await server.call('billing.self', {}, { bearer: body.access_token });
  } finally {
    await server.stop();
  }
}

const withPasskey =
  (id: OperationId): Variant =>
  async (world) => {
    const { bearer } = await world.freshAccount();
    await addPasskey(serviceOf(world), bearer);
    return world.call(id, {}, { bearer });
  };

/** An operator lets the account pay by invoice. @returns the id of the payment method. */
async function invoiceOf({ server, succeed }: World, bearer: string): Promise<number> {
  const { id: merchant_id } = await succeed('billing.self', {}, { bearer });
  const address = { reference: 'PO 4711', ...STORED_ADDRESS };
  await inTransaction(server.ctx, async (ctx) => {
    const invoice = await addInvoice(ctx, { merchant_id, address, primary: false });
    await invoice.run(ctx);
  });
  const { payment_methods } = await succeed('payment_method.list', {}, { bearer });
  return payment_methods.find(({ type }) => type === 'INVOICE')!.id;
}

/** Its own installation, because trusting a list would change the results of the other variants. */
async function withMasterList(): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-master-list-'));
  const server = await createTestServer();
  try {
    const authority = issueListAuthority('DE');
    const csca = issueCertificate({ subject: nameOf({ C: 'SE', CN: 'CSCA' }), keys: ecKeys(), serial: 1, ca: true });
    const [list, root] = [join(folder, 'DE.ml'), join(folder, 'DE.cer')];
    writeFileSync(list, issueMasterList([csca.certificate], authority, server.deps.clock.now()));
    writeFileSync(root, authority.root.certificate);
    await runOperator(server, 'trust', 'import', '--yes', '--by', 'Ada', list, '--root', root);
    await server.advance('PT1S');
    return await eventually(async () => {
      const answer = await server.call('trust.get', {});
      return answer.body.lists.length > 0 && answer;
    }, 'the list');
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

export const variants: Partial<Record<OperationId, Record<string, Variant>>> = {
  'session.get': {
    ...afterEnds(['rejected', 'failed', 'aborted'], (world, { id }) =>
      world.call('session.get', { id }, { basic: world.account.basic }),
    ),
    async initiated(world) {
      const { id } = await world.started();
      return world.call('session.get', { id }, { basic: world.account.basic });
    },
    async claims(world) {
      const { id } = await world.ended('genuine', { claims: ['age_over_18'] });
      return world.call('session.get', { id }, { basic: world.account.basic });
    },
    async redacted(world) {
      const { id } = await world.ended();
      const { basic } = world.account;
      await world.succeed('session.redact', { id }, { basic });
      return world.call('session.get', { id }, { basic });
    },
    sealed: async ({ server, freshAccount }) => {
      const world = createWorld(server, await freshAccount());
      const { basic, bearer } = world.account;
      await world.succeed('merchant.change_delivery_key', { jwk: DELIVERY_KEY }, { bearer });
      const { id } = await world.ended();
      return world.call('session.get', { id }, { basic });
    },
  },
  'session.state': states('session.state'),
  'session.list': { none: asFresh('session.list') },
  'session.count': { none: asFresh('session.count') },
  'session.seen_before': {
    async never(world) {
      const { id } = await world.ended();
      return world.call('session.seen_before', { id }, { bearer: world.account.bearer });
    },
  },
  'session.timeline': afterEnds(ALL, (world, { id }) =>
    world.call('session.timeline', { id }, { bearer: world.account.bearer }),
  ),
  'session.abort': onlyState('aborted'),
  'reader.fail': onlyState('failed'),
  'reader.abort': onlyState('aborted'),
  'reader.open': afterEnds(ALL, (world, { token }) => world.call('reader.open', { token })),
  'reader.state': states('reader.state'),
  'merchant.update': {
    async brand(world) {
      const { bearer } = await world.freshAccount();
      const example = requestExamples('merchant.update').find(({ name }) => name === 'brand')!;
      return world.call('merchant.update', { ...(example.value as object), default_locale: 'sv' }, { bearer });
    },
  },
  'merchant.change_delivery_key': {
    async removed(world) {
      const { bearer } = await world.freshAccount();
      await world.succeed('merchant.change_delivery_key', { jwk: DELIVERY_KEY }, { bearer });
      return world.call('merchant.change_delivery_key', { jwk: null }, { bearer });
    },
  },
  'reader.submit': {
    async rejected(world) {
      const { headers, body } = await world.submission(ENDS.rejected);
      return world.call('reader.submit', body, {}, headers);
    },
  },
  'demo.get': afterDemos('demo.get', ['rejected', 'failed', 'aborted']),
  'demo.state': {
    async created({ succeed, call }) {
      const { token } = await succeed('demo.create', {});
      return call('demo.state', { token });
    },
    completed,
    async initiated({ succeed, call }) {
      const { token } = await succeed('demo.create', {});
      await succeed('reader.start', { token, platform: 'CLI', app_version: '1.0.0' });
      return call('demo.state', { token });
    },
    ...afterDemos('demo.state', ALL),
  },
  'callback.listen': {
    async changed(world) {
      const { succeed, call, freshAccount } = world;
      const account = await freshAccount();
      await verifyEmail(world, account);
      const { basic } = account;
      const { cursor } = await succeed('callback.listen', { wait_seconds: 0 }, { basic });
      const { id } = await succeed('session.create', {}, { basic });
      await succeed('session.abort', { id }, { basic });
      return call('callback.listen', { cursor, wait_seconds: 25 }, { basic });
    },
  },
  'callback.get': {
    async retried({ session, succeed, call, account: { basic } }) {
      // Nothing listens there: the first attempt fails and the next one waits.
      const { id: session_id, token } = await session({ callback_url: 'http://localhost:9/hook' });
      await succeed('reader.abort', { token });
      const id = await eventually(async () => {
        const { callbacks } = await succeed('callback.list', { session_id }, { basic });
        return callbacks[0]?.id;
      }, 'the callback');
      return eventually(async () => {
        const answer = await call('callback.get', { id }, { basic });
        return answer.body.attempt_list.length > 0 && answer;
      }, 'its first attempt');
    },
  },
  'callback.list': { none: asFresh('callback.list') },
  'link.list': { none: asFresh('link.list') },
  'link.open': {
    async ended({ succeed, call, account: { basic } }) {
      const { id, code } = await succeed('link.create', { name: 'Reception' }, { basic });
      await succeed('link.update', { id, ended: true }, { basic });
      return call('link.open', { code });
    },
  },
  'policy.list': { none: asFresh('policy.list') },
  'callback_endpoint.list': { none: asFresh('callback_endpoint.list') },
  'callback_endpoint.deliveries': {
    async none({ succeed, call, freshAccount }) {
      const { basic } = await freshAccount();
      const { id } = await succeed('callback_endpoint.create', { url: 'http://localhost:9/hook' }, { basic });
      return call('callback_endpoint.deliveries', { id }, { basic });
    },
  },
  'request.list': { none: asNew('request.list') },
  'user.list': { alone: asNew('user.list') },
  'dashboard.usage': { none: asFresh('dashboard.usage') },
  'callback.health': { none: asFresh('callback.health') },
  'callback.search': { none: asFresh('callback.search') },
  'callback.failed': { none: asFresh('callback.failed') },
  'dashboard.overview': {
    async none(world) {
      const { bearer } = await world.freshAccount();
      return world.call('dashboard.overview', { days: 30 }, { bearer });
    },
    async default(world) {
      for (const name of Object.values(ENDS)) await world.ended(name);
      const { id: merchant_id } = await world.succeed('billing.self', {}, { bearer: world.account.bearer });
      const day = world.server.deps.clock.now().toISOString().slice(0, 10);
      // Counted directly, because the State of a specimen is not a country of the world.
      const sweden = { kind: 'approved_country', name: 'SE' } as const;
      await inTransaction(world.server.ctx, (ctx) => countPart(ctx.db, { merchant_id, day, specimen: 0 }, sweden));
      return world.call('dashboard.overview', { days: 30 }, { bearer: world.account.bearer });
    },
  },
  'passkey.start_registration': { default: withPasskey('passkey.start_registration') },
  'passkey.list': { default: withPasskey('passkey.list') },
  'trust.get': { default: withMasterList },
  'invite.get': {
    async revoked(world) {
      const account = await verifiedAccount(world);
      const { reference } = await invitation(world, world.freshEmail(), account);
      const { invites } = await world.succeed('invite.list', {}, { bearer: account.bearer });
      await world.succeed('invite.revoke', { id: invites[0]!.id }, { bearer: account.bearer });
      return world.call('invite.get', { reference });
    },
  },
  'invite.list': {
    none: asFresh('invite.list'),
    async default(world) {
      const account = await world.freshAccount();
      await verifyEmail(world, account);
      const { bearer } = account;
      await world.succeed('invite.create', { email: world.freshEmail() }, { bearer });
      return world.call('invite.list', {}, { bearer });
    },
  },
  'user.get': {
    async natural_user({ succeed, call, account: { bearer } }) {
      const { id } = await succeed('user.self', {}, { bearer });
      return call('user.get', { id }, { bearer });
    },
  },
  'billing.self': {
    trial: asFresh('billing.self'),
    credit_exhausted: asFresh('billing.self'),
    trial_over: afterTrial,
    async new_prices(world) {
      const account = await world.freshAccount();
      await enabled(world, account);
      const { id, cycle_start } = await world.succeed('billing.self', {}, { bearer: account.bearer });
      const { unit_price: next_unit_price, monthly_commitment: next_monthly_commitment } = PLANS.standard;
      const next_from = nextCycle(nextCycle({ end: cycle_start })).start;
      await setBilling(world.server, id, { next_unit_price, next_monthly_commitment, next_from });
      return world.call('billing.self', {}, { bearer: account.bearer });
    },
    async active(world) {
      const account = await world.freshAccount();
      await enabled(world, account);
      return world.call('billing.self', {}, { bearer: account.bearer });
    },
  },
  'billing.preview': {
    async default(world) {
      const { caller } = await billedAccount(world);
      return world.call('billing.preview', {}, { bearer: caller.bearer });
    },
    nothing: asFresh('billing.preview'),
  },
  'bill.list': { none: asFresh('bill.list') },
  'bill.usage': {
    async default(world) {
      const { caller, bill_id } = await billedAccount(world);
      const { db } = world.server.ctx;
      const bill = await findBillById(db, bill_id);
      const { merchant_id, cycle_start, cycle_end } = bill!;
      const session = { session_id: randomId(), merchant_id, cycle_start, approved: `${cycle_end}T12:00:00.000Z` };
      await insertBilledSession.all(db, { ...session, unit_price: PLANS.standard.unit_price, credit: 0 });
      return world.call('bill.usage', { id: bill_id, format: 'json' }, { bearer: caller.bearer });
    },
  },
  'bill.pay': {
    async confirm(world) {
      const account = await world.freshAccount();
      const id = await owedBill(world, account);
      const charge: PaymentGateway['charge'] = async (payment) => ({
        state: 'AUTHENTICATION',
        client_secret: `${payment}_secret_R8vT3mN6`,
      });
      return withProvider(world, { charge }, () => world.call('bill.pay', { id }, { bearer: account.bearer }));
    },
  },
  'payment_method.get': {
    async invoice(world) {
      const { bearer } = await world.freshAccount();
      return world.call('payment_method.get', { id: await invoiceOf(world, bearer) }, { bearer });
    },
  },
  'payment_method.change_primary': {
    async default(world) {
      const account = await world.freshAccount();
      await addCard(world, account);
      const { bearer } = account;
      return world.call('payment_method.change_primary', { id: await invoiceOf(world, bearer) }, { bearer });
    },
  },
  'payment_method.list': { none: asFresh('payment_method.list') },
};
