/** The card provider of local mode, with whose test cards the card page works. */
import { randomBytes } from 'node:crypto';
import { systemClock } from '../../server/core/clock.ts';
import type { Logger } from '../../server/core/log.ts';
import { createStripeGateway } from '../../server/payments/stripe-gateway.ts';
import { startCardProvider } from '../../server/stand-ins/card-provider/card-provider.ts';

interface CardOptions {
  public_url: string;
  events_url: string;
  folder: string;
  log: Logger;
}

export async function playCards({ events_url, log, ...place }: CardOptions) {
  const webhook_secret = `whsec_${randomBytes(24).toString('hex')}`;
  const provider = await startCardProvider({
    ...place,
    clock: systemClock,
    webhook_url: events_url,
    webhook_secret,
    log,
  });
  const { host, port, publishable_key, secret_key } = provider;
  const account = { publishable_key, secret_key, webhook_secret };
  return { provider, gateway: createStripeGateway({ ...account, host, port, protocol: 'http', log }) };
}
