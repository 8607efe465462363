/** The dependencies that parts of the service receive instead of creating them. Assembled in `compose.ts`. */
import type { KeyObject } from 'node:crypto';
import type { BreachedPasswords } from '../auth/password/breached-passwords.ts';
import type { PasswordCost } from '../auth/password/password-hash.ts';
import type { SignInProvider, SignInProviderName } from '../auth/provider/openid-client.ts';
import type { GuessAlarm } from '../auth/sign-in/guess-throttles.ts';
import type { VatNumberCheck } from '../billing/terms/vat.ts';
import type { WaitingCalls } from '../callbacks/waiting-calls.ts';
import type { Reader } from '../database/reader.ts';
import type { DocumentDrawer } from '../drawing/document-drawer.ts';
import type { FaceMatchers } from '../face/face-matcher.ts';
import type { PaymentGateway, ProviderHealth } from '../payments/gateway.ts';
import type { PortraitConverter } from '../portrait/portrait-converter.ts';
import type { DocumentVerifier } from '../reader/document-verifier.ts';
import type { ErasureKeys } from '../secrets/erasure-keys.ts';
import type { Sealer } from '../secrets/sealing.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { Trust } from '../trust/trust.ts';
import type { AccountPlaces } from './account-places.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';

export interface Deps {
  config: Config;
  clock: Clock;
  log: Logger;
  sealer: Sealer;
  /** An additional layer of encryption for session keys, for databases that retain deleted data. */
  erasure_keys?: ErasureKeys | undefined;
  /** Derives a 32-byte key for one purpose. Derived keys stay the same when the server's key is rotated. */
  deriveKey(purpose: string): KeyObject;
  /** The trust anchors for live, demo and specimen sessions (in local mode live ones include the specimen issuer). */
  trust: Trust;
  verifier: DocumentVerifier;
  portraits: PortraitConverter;
  faces: FaceMatchers;
  password_cost: PasswordCost;
  breached_passwords: BreachedPasswords;
  sign_in: Record<SignInProviderName, SignInProvider>;
  guess_alarm: GuessAlarm;
  waiting_calls: WaitingCalls;
  /** For queries that may read much of an account: see `reading`. */
  reader: Reader;
  exports: AccountPlaces;
  documents: DocumentDrawer;
  payments: PaymentGateway;
  card_provider?: ProviderHealth;
  vat_numbers: VatNumberCheck;
  telemetry?: Telemetry | undefined;
  /** Makes a background worker check its queue now instead of on its next run. */
  wake(worker: 'callbacks' | 'mail' | 'purge' | 'billing' | 'collection'): void;
}
