/**
 * A service whose card provider is the stand-in behind a relay. Tests also use the stand-in directly with the official `stripe`
 * package, as an owner uses the provider's dashboard. The relay can respond in place of the stand-in, or not at all.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { type Clock, systemClock } from '../../../server/core/clock.ts';
import { createLog } from '../../../server/core/log.ts';
import { type CardProvider, startCardProvider } from '../../../server/stand-ins/card-provider/card-provider.ts';
import { runOperator } from '../packages/script.ts';
import { ADDRESS, addBillingDetails, verifyEmail } from '../server/billing.ts';
import { createTestServer } from '../server/test-server.ts';
import { type Account, createWorld } from '../server/world.ts';

/** What the relay does with a call: passes it on (undefined), responds to it, or leaves it without a response. */
type Relayed = { status: number; body: string } | 'silence' | undefined;

export const WEBHOOK_SECRET = 'whsec_of_this_test';

export async function createProviderWorld({ log }: { log?: (line: string) => void } = {}) {
  let clock: Clock = systemClock;
  const folder = mkdtempSync(join(tmpdir(), 'sigill-cards-'));
  const provider = await startCardProvider({
    clock: { now: () => clock.now() },
    folder,
    public_url: 'http://localhost:9',
    // Nothing listens here, so the service has to do without the provider's events.
    webhook_url: 'http://localhost:9/api/stripe/webhook',
    webhook_secret: WEBHOOK_SECRET,
    log: createLog('silent'),
  });
  const { relay, ...front } = await startRelay(provider);
  const server = await createTestServer({
    environment: {
      STRIPE_SECRET_KEY: provider.secret_key,
      STRIPE_PUBLISHABLE_KEY: provider.publishable_key,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API: front.base,
    },
    ...(log && { log }),
  });
  clock = server.deps.clock;
  const stripe = new Stripe(provider.secret_key, {
    host: provider.host,
    port: provider.port,
    protocol: 'http',
    telemetry: false,
  });
  const world = createWorld(server, await server.account());

  async function addCard(account: Account, card = 'pm_card_visa'): Promise<void> {
    const signedIn = await server.signIn(account);
    const { setup_intent_id } = await world.succeed('stripe.start', {}, signedIn);
    await confirmCard(stripe, setup_intent_id, card);
    await world.succeed('stripe.complete', { setup_intent_id }, signedIn);
  }

  return {
    ...world,
    server,
    stripe,
    relay,
    signIn: server.signIn,
    addCard,
    operator: (...args: string[]) => runOperator(server, ...args),
    billing: async (account: Account) => world.succeed('billing.self', {}, await server.signIn(account)),
    bills: async (account: Account) => (await world.succeed('bill.list', {}, await server.signIn(account))).bills,
    subjects: async ({ email }: Account) => (await server.mailbox(email)).map(({ subject }) => subject),

    /** An account that owes the fee of Standard from its next cycle. */
    async customer(card?: string): Promise<Account & { id: string }> {
      const account = await world.freshAccount();
      await verifyEmail(world, account);
      await addCard(account, card);
      await addBillingDetails(world, account);
      await world.succeed('billing.enable', {}, { bearer: account.bearer });
      const id = String((await world.succeed('billing.self', {}, { bearer: account.bearer })).id);
      await runOperator(server, 'plan', id, 'standard', '--agreed', '--yes');
      return { ...account, id };
    },

    async customerOf(account: Account): Promise<string> {
      const { payment_methods } = await world.succeed('payment_method.list', {}, await server.signIn(account));
      const { customer } = await stripe.paymentMethods.retrieve(payment_methods[0]!.reference!);
      return String(customer);
    },

    /** The provider's payments for an account's bills. `paid` are those that succeeded. */
    async held(account: Account) {
      const { bills } = await world.succeed('bill.list', {}, await server.signIn(account));
      const ids = bills.map(({ id }) => String(id));
      const payments = (await stripe.paymentIntents.list({ limit: 100 })).data.filter(({ metadata }) =>
        ids.includes(metadata?.['bill_id'] ?? ''),
      );
      return { payments, paid: payments.filter(({ status }) => status === 'succeeded') };
    },

    async stop() {
      front.cutOff();
      await server.stop();
      await front.close();
      await provider.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function confirmCard(stripe: Stripe, setup_intent_id: string, card = 'pm_card_visa'): Promise<void> {
  const { payment_method } = await stripe.setupIntents.confirm(setup_intent_id, { payment_method: card });
  await stripe.paymentMethods.update(String(payment_method), {
    billing_details: { name: 'Alma Vinter', address: ADDRESS },
  });
}

export type ProviderWorld = Awaited<ReturnType<typeof createProviderWorld>>;

export async function startRelay(provider: Pick<CardProvider, 'host' | 'port'>) {
  const relay = {
    decide: (_call: string): Relayed => undefined,
    /** Called after the provider has acted and before its response is passed on. */
    acted: async (_call: string): Promise<void> => {},
    /** The calls made, as `POST /v1/customers`. */
    calls: [] as string[],
  };
  const front = createServer((req, res) => {
    const call = `${req.method} ${req.url}`;
    relay.calls.push(call);
    const relayed = relay.decide(call);
    if (relayed === 'silence') return;
    if (relayed) res.writeHead(relayed.status, { 'Request-Id': 'req_of_the_relay' }).end(relayed.body);
    else pass(req, res, provider, () => relay.acted(call));
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  return {
    relay,
    base: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    cutOff: () => front.closeAllConnections(),
    close: () => new Promise((resolve) => front.close(resolve)),
  };
}

function pass(
  req: IncomingMessage,
  res: ServerResponse,
  { host, port }: { host: string; port: number },
  acted: () => Promise<void>,
): void {
  const { method, url, headers } = req;
  const onward = request({ host, port, method, path: url, headers, agent: false }, async (answer) => {
    await acted();
    res.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(res);
  });
  onward.on('error', () => res.destroy());
  req.pipe(onward);
}
