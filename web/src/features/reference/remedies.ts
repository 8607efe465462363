import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ProblemCode } from '@sigill/sdk/portal';

/** What to do about each code. */
export const remedies: Record<ProblemCode, MessageDescriptor> = {
  missing_property: msg`Send the property that details names.`,
  wrong_type: msg`Send the type that details expects.`,
  invalid_value: msg`Correct the value; its bounds stand with the property.`,
  unknown_property: msg`Leave the property out, or correct its spelling.`,
  malformed_body: msg`Send one JSON object in UTF-8, or no body.`,
  missing_credentials: msg`Send the public key and secret with HTTP Basic, or the access token as Bearer.`,
  invalid_credentials: msg`Check the key pair or renew the token. A deleted key and a rotated secret end here too.`,
  wrong_credentials: msg`Check the e-mail and the password, or recover the password.`,
  forbidden: msg`Use credentials that may do this.`,
  wrong_user_type: msg`Use the kind of credentials that the call names.`,
  csrf_failed: msg`Call from a page of this site and repeat its cookie in the header, or call from a backend.`,
  cannot_delete_self: msg`Let another user of the account delete you, or delete the account.`,
  billing_inactive: msg`Enable billing.`,
  credit_exhausted: msg`Enable billing.`,
  specimen_limit: msg`Wait for the next day in UTC. Tests of your own code can do without the service.`,
  email_not_verified: msg`Verify the e-mail first.`,
  payment_method_missing: msg`Add a payment method first.`,
  primary_payment_method: msg`Make another payment method primary first.`,
  not_found: msg`Check the id and the account. What belongs to another account is not found either.`,
  method_not_allowed: msg`Use POST.`,
  unsupported_media_type: msg`Set Content-Type to application/json.`,
  payload_too_large: msg`Send less.`,
  email_taken: msg`Sign in, or use another address.`,
  invite_used: msg`Ask for a new invitation.`,
  invite_for_another_email: msg`Sign up with the invited address.`,
  idempotency_conflict: msg`Use a new key for a new intention.`,
  idempotency_in_progress: msg`Wait, then repeat the call with the same key.`,
  session_not_open: msg`Create a new session.`,
  session_already_started: msg`Go on with the device that started, or create a new session.`,
  challenge_limit: msg`Create a new session.`,
  challenge_invalid: msg`Ask for a new challenge and have the chip answer that one.`,
  callback_not_resendable: msg`Wait until its attempts have ended.`,
  invalid_code: msg`Enter the newest code.`,
  code_expired: msg`Have a new code sent.`,
  too_many_attempts: msg`Wait as long as Retry-After says, or have a new code sent.`,
  rate_limited: msg`Wait as long as Retry-After says.`,
  face_verification_unavailable: msg`Create the session without face_verification.`,
  callback_url_not_allowed: msg`Use https and a public host.`,
  invalid_vat_number: msg`Check the number and the billing country.`,
  card_declined: msg`Use another card.`,
  sign_in_refused: msg`Sign in the way in which the account was made.`,
  provider_unavailable: msg`Repeat the call later.`,
  not_implemented: msg`Nothing yet: this call is announced and not built.`,
  internal_error: msg`Repeat the call with the same Idempotency-Key; tell us the request id if it stays.`,
  service_unavailable: msg`Repeat the call with the same Idempotency-Key.`,
};

const repeatable: readonly ProblemCode[] = [
  'idempotency_in_progress',
  'rate_limited',
  'too_many_attempts',
  'provider_unavailable',
  'internal_error',
  'service_unavailable',
];

/** Whether the same call may succeed later. */
export const isRepeatable = (code: ProblemCode): boolean => repeatable.includes(code);
