/**
 * Assembles local mode: a movable clock, stand-ins for external services, and the pages under /_local/. Production never loads
 * this file or the stand-ins.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Router } from 'express';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config.ts';
import type { Logger } from '../core/log.ts';
import type { Db } from '../database/database.ts';
import { createCallbackReceiver } from '../stand-ins/callback-receiver.ts';
import { startCardProvider } from '../stand-ins/card-provider/card-provider.ts';
import { createFaceProvider } from '../stand-ins/face-provider.ts';
import { createSignInProvider } from '../stand-ins/sign-in-provider.ts';
import { createLocalRouter } from './local-router.ts';
import { createMovableClock } from './movable-clock.ts';
import { page } from './pages.ts';

export interface LocalModeOptions {
  config: Config;
  db: Db;
  clock: Clock;
  log: Logger;
  card_events_url: string;
  /** Whether to run the card provider's stand-in. Operator commands do not, because the server beside them runs it. */
  plays_card_provider: boolean;
}

export type LocalMode = Awaited<ReturnType<typeof startLocalMode>>;

export async function startLocalMode({ config, db, log, ...options }: LocalModeOptions) {
  const clock = await createMovableClock(db, options.clock);
  // The provider and the service are in this process, so the secret need not outlive it.
  const webhook_secret = `whsec_${randomBytes(24).toString('hex')}`;
  const cards = options.plays_card_provider
    ? await startCardProvider({
        clock,
        folder: join(config.data_dir, 'card-provider'),
        public_url: config.public_url,
        webhook_url: options.card_events_url,
        webhook_secret,
        log,
        page,
      })
    : undefined;
  const faces = playsFaceProvider(config)
    ? createFaceProvider({ address: `http://${hostOf(config)}:${config.port}/_local/face`, page })
    : undefined;
  return {
    clock,
    faces,
    stripe: cards && {
      host: cards.host,
      port: cards.port,
      protocol: 'http' as const,
      publishable_key: cards.publishable_key,
      secret_key: cards.secret_key,
      webhook_secret,
    },
    createRouter: (onClockMoved: () => void): Router =>
      createLocalRouter({
        config,
        db,
        clock,
        onClockMoved,
        standIns: {
          ...(cards && { stripe: cards.router }),
          ...(faces && { face: faces.router }),
          ...signInProviders(config),
          callbacks: createCallbackReceiver(clock),
        },
      }),
    close: async (): Promise<void> => cards?.close(),
  };
}

const playsFaceProvider = ({ face_matcher }: Config) =>
  face_matcher === undefined || face_matcher.by === 'demonstration';

const hostOf = ({ host = 'localhost' }: Config) => (host.includes(':') ? `[${host}]` : host);

const SIGN_IN = {
  google: { label: 'Google', verified_claim: 'email_verified' },
  microsoft: { label: 'Microsoft', verified_claim: 'xms_edov' },
} as const;

function signInProviders({ public_url, sign_in }: Config): Record<string, Router> {
  const routers: Record<string, Router> = {};
  for (const name of ['google', 'microsoft'] as const) {
    const client = sign_in[name];
    if (client?.issuer !== `${public_url}/_local/${name}`) continue;
    const redirect_uri = `${public_url}/${name}`;
    routers[name] = createSignInProvider({ ...client, ...SIGN_IN[name], redirect_uri, page });
  }
  return routers;
}
