/**
 * Refusals of the service that the mock does not come to by itself, and why. Each can be asked for by name:
 * `Prefer: code=400, example=code_expired`.
 */
import { operationsOf, readContract } from '../contract/contract.ts';

const NO_MAIL = 'No mail is sent, so that nobody holds an invitation.';
const NO_MAIL_LINK = 'No mail is sent, so that every link is right.';
const NO_TIME = 'Nothing ends with time: neither codes nor trials.';
const NO_GUESSING = 'Nobody guesses codes here: tries are not counted.';
const NO_FACTOR = 'Nobody has a second factor here, and every code of an app is right.';
const NO_PROVIDER = 'The providers are always there, and agree at once.';
const FACES = 'Faces are taken to be compared, so that the screens for them can be built.';
const TRUSTING = 'Every token that was not given out here is right.';

/** The calls that ask for a fresh proof. */
const fresh = operationsOf(readContract())
  .filter((operation) => operation['x-fresh-proof'])
  .map(({ operationId }) => operationId);

/** Those without credentials that a suspended account refuses. */
const suspended = operationsOf(readContract())
  .filter((operation) => operation['x-errors']?.includes('account_suspended'))
  .map(({ operationId }) => operationId);

export const DIFFERENCES: Record<string, string> = {
  ...Object.fromEntries(suspended.map((id) => [`${id} account_suspended`, 'No operator suspends accounts here.'])),
  ...Object.fromEntries(fresh.map((id) => [`${id} fresh_proof_required`, NO_TIME])),
  'password.authenticate second_factor_required': NO_FACTOR,
  'password.authenticate invalid_code': NO_FACTOR,
  'totp.confirm invalid_code': NO_FACTOR,
  'bearer.prove invalid_code': NO_FACTOR,
  'bearer.prove second_factor_required': NO_FACTOR,
  'password.verify_email email_taken': 'A new address takes the place of the one before at once.',
  'password.undo_change_email invalid_link': NO_MAIL_LINK,
  'passkey.sign_up invite_used': NO_MAIL,
  'passkey.sign_up invite_for_another_email': NO_MAIL,
  'passkey.authenticate wrong_credentials': NO_FACTOR,
  'passkey.delete last_sign_in_method': NO_FACTOR,
  'callback.listen email_not_verified': 'Whoever has a key may listen.',
  'session.create face_verification_unavailable': FACES,
  'session.create specimen_limit': 'Specimen sessions are not counted.',
  'demo.create face_verification_unavailable': FACES,
  'session.create billing_inactive': `${NO_TIME} The scenario trial_over shows it.`,
  'session.create spending_cap_reached': 'What sessions cost is not counted.',
  'session.create credit_exhausted': 'Credit is not used up. The scenario credit_exhausted shows it.',
  'password.create invite_for_another_email': NO_MAIL,
  'password.create invite_used': NO_MAIL,
  'google.authenticate invite_used': NO_MAIL,
  'google.authenticate invite_for_another_email': NO_MAIL,
  'microsoft.authenticate invite_used': NO_MAIL,
  'microsoft.authenticate invite_for_another_email': NO_MAIL,
  'password.verify_email code_expired': NO_TIME,
  'password.recover code_expired': NO_TIME,
  'password.verify_email too_many_attempts': NO_GUESSING,
  'password.recover too_many_attempts': NO_GUESSING,
  'google.uri provider_unavailable': NO_PROVIDER,
  'google.authenticate provider_unavailable': NO_PROVIDER,
  'google.authenticate sign_in_refused': NO_PROVIDER,
  'microsoft.uri provider_unavailable': NO_PROVIDER,
  'microsoft.authenticate provider_unavailable': NO_PROVIDER,
  'microsoft.authenticate sign_in_refused': NO_PROVIDER,
  'stripe.start provider_unavailable': NO_PROVIDER,
  'stripe.complete provider_unavailable': NO_PROVIDER,
  'payment_method.delete provider_unavailable': NO_PROVIDER,
  'bearer.renew invalid_credentials': `${TRUSTING} The scenario signed_out shows it.`,
};
