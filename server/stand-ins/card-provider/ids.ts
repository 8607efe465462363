/** Ids in the format of the card provider: `cus_QXg1o8vcGmoR32`, `seti_1Pgag7B7WZ01zgkWSgwGdb8Z`. */
import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const random = (length: number, alphabet = ALPHABET) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

export const newId = {
  customer: () => `cus_${random(14)}`,
  payment_method: () => `pm_1${random(23)}`,
  setup_intent: () => `seti_1${random(23)}`,
  payment_intent: () => `pi_3${random(23)}`,
  charge: () => `ch_3${random(23)}`,
  refund: () => `re_3${random(23)}`,
  dispute: () => `du_1${random(23)}`,
  balance_transaction: () => `txn_3${random(23)}`,
  event: () => `evt_1${random(23)}`,
  source: () => `src_1${random(23)}`,
  request: () => `req_${random(14)}`,
  client_secret: (intent: string) => `${intent}_secret_${random(25)}`,
  publishable_key: () => `pk_local_${random(32)}`,
  secret_key: () => `sk_local_${random(32)}`,
  fingerprint_salt: () => random(32),
  transaction: () => random(15, ALPHABET.slice(0, 10)),
};
