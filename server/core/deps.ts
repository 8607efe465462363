/** What the parts of the service are given instead of making it themselves. Put together in `compose.ts`. */

import type { BreachedPasswords } from '../auth/password/breached-passwords.ts';
import type { PasswordCost } from '../auth/password/password-hash.ts';
import type { SignInProvider, SignInProviderName } from '../auth/provider/openid-client.ts';
import type { GuessAlarm } from '../auth/sign-in/guess-alarm.ts';
import type { VatNumberCheck } from '../billing/terms/vat.ts';
import type { WaitingCalls } from '../callbacks/waiting-calls.ts';
import type { FaceMatcher } from '../face/face-matcher.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import type { ProviderHealth } from '../payments/provider-health.ts';
import type { PortraitConverter } from '../portrait/portrait-converter.ts';
import type { ErasureKeys } from '../secrets/erasure-keys.ts';
import type { Sealer } from '../secrets/sealing.ts';
import type { ExportPlaces } from '../sessions/list/export-places.ts';
import type { Trust } from '../trust/trust.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';

export interface Deps {
  config: Config;
  clock: Clock;
  log: Logger;
  /** Seals secrets and session keys under the server's key. */
  sealer: Sealer;
  /** Seal session keys as well, where the database keeps what was deleted. */
  erasure_keys?: ErasureKeys | undefined;
  /** Keys for one purpose each: 32 bytes. They stay the same when the server's key is changed. */
  deriveKey(purpose: string): Buffer;
  /** The trust anchors for live, demo and specimen sessions (in local mode live ones hold the specimen issuer too). */
  trust: Trust;
  portraits: PortraitConverter;
  /** What compares faces in live and in demo sessions. Absent when nothing does: then face verification is refused. */
  faces: { live?: FaceMatcher | undefined; demo?: FaceMatcher | undefined };
  /** What hashing a new password costs. */
  password_cost: PasswordCost;
  /** What nobody may choose as a password under the strict policy. */
  breached_passwords: BreachedPasswords;
  /** The providers with whom people sign in instead of a password. */
  sign_in: Record<SignInProviderName, SignInProvider>;
  /** Is told of every failed sign-in of a stranger, in this process. */
  guess_alarm: GuessAlarm;
  /** The calls of this process that wait for callbacks. */
  waiting_calls: WaitingCalls;
  /** The exports of this process that are running. */
  exports: ExportPlaces;
  payments: PaymentGateway;
  /** How the card provider answers. Absent where none is set up. */
  card_provider?: ProviderHealth;
  vat_numbers: VatNumberCheck;
  /** Asks a background worker to look at its queue now instead of at its next turn. */
  wake(worker: 'callbacks' | 'mail' | 'purge' | 'billing' | 'collection'): void;
}
