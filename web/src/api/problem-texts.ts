/**
 * Translations of the service's English messages, by error code. The contract lists all the codes. `{seconds}`, `{path}` and
 * `{expected}` come from the response when it has them.
 */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ProblemCode } from '@sigill/sdk/portal';

export const problemTexts: Record<ProblemCode, MessageDescriptor> = {
  missing_property: msg`A required value is missing.`,
  wrong_type: msg`A value has the wrong type.`,
  invalid_value: msg`A value is not valid.`,
  unknown_property: msg`The request contains an unknown value.`,
  malformed_body: msg`The request could not be read.`,
  missing_credentials: msg`Sign in first.`,
  invalid_credentials: msg`You are no longer signed in. Sign in again.`,
  wrong_credentials: msg`The email or password is not correct.`,
  forbidden: msg`You are not allowed to do this.`,
  wrong_user_type: msg`This user cannot do this.`,
  csrf_failed: msg`This page is out of date. Reload it and try again.`,
  role_not_allowed: msg`Your role in the account does not allow this. Ask an account owner.`,
  last_owner: msg`The account needs an owner. Make someone else an owner first.`,
  cannot_delete_self: msg`You cannot delete yourself.`,
  fresh_proof_required: msg`Confirm your identity to continue.`,
  second_factor_required: msg`A second factor is required.`,
  second_factor_setup_required: msg`The account requires a second factor. Set one up first.`,
  last_sign_in_method: msg`This is the only way left to sign in. Add another one first.`,
  account_suspended: msg`This account is suspended. Contact support.`,
  billing_inactive: msg`Billing is inactive. Enable it to create sessions.`,
  credit_exhausted: msg`Your free credit is used up. Enable billing to create sessions.`,
  spending_cap_reached: msg`The spending cap for this billing cycle has been reached. Raise it to create more sessions.`,
  specimen_limit: msg`The account has reached today’s limit of specimen sessions. Try again tomorrow (UTC).`,
  email_not_verified: msg`Verify your email first.`,
  payment_method_missing: msg`Add a payment method first.`,
  primary_payment_method: msg`This is the primary payment method. Make another one primary first.`,
  not_found: msg`This does not exist or does not belong to your account.`,
  method_not_allowed: msg`The service does not support this request.`,
  unsupported_media_type: msg`The service does not support this content type.`,
  payload_too_large: msg`The request is too large.`,
  email_taken: msg`This email is already registered.`,
  invite_for_another_email: msg`This invitation was sent to another email address. Sign up with that one.`,
  invite_used: msg`This invitation is no longer valid. Ask for a new one.`,
  idempotency_conflict: msg`This was already sent with different data. Reload the page and try again.`,
  idempotency_in_progress: msg`This is still being processed. Try again shortly.`,
  answer_not_kept: msg`This was done, but the response was lost and its secret is not stored. Reload the page and create a new one.`,
  session_not_open: msg`The session has ended and cannot be changed.`,
  proof_unavailable: msg`Proofs are available only for approved sessions, until their data is deleted.`,
  session_already_started: msg`The session was started on another device.`,
  challenge_limit: msg`This session has no attempts left.`,
  challenge_invalid: msg`The reading took too long. Start again.`,
  callback_not_resendable: msg`This callback cannot be resent now.`,
  invalid_code: msg`The code is not correct.`,
  invalid_link: msg`The link was already used or is older than 72 hours. If you did not make the change, contact support.`,
  code_expired: msg`The code has expired. Request a new one.`,
  too_many_attempts: msg`Too many attempts. Wait a moment or request a new code.`,
  rate_limited: msg`Too many requests. Try again shortly.`,
  face_verification_unavailable: msg`Face verification is not available on this service.`,
  callback_url_not_allowed: msg`This callback URL is not allowed. Use https and a public host.`,
  invalid_vat_number: msg`This is not a valid VAT number in the billing country.`,
  card_declined: msg`The card was declined. Try another card.`,
  sign_in_refused: msg`The sign-in was refused. Sign in the same way you signed up.`,
  provider_unavailable: msg`The provider is not available right now. Try again later.`,
  not_implemented: msg`This is not available yet.`,
  internal_error: msg`Something went wrong in the service. Try again later.`,
  service_unavailable: msg`The service is not available right now. Try again shortly.`,
};

/** Texts for responses that name a property. */
export const detailTexts: Partial<Record<ProblemCode, MessageDescriptor>> = {
  missing_property: msg`{path} is missing.`,
  wrong_type: msg`{path} must be {expected}.`,
  invalid_value: msg`{path} must be {expected}.`,
  unknown_property: msg`{path} is not a known property.`,
};

/** Texts for responses that say how long to wait. */
export const waitTexts: Partial<Record<ProblemCode, MessageDescriptor>> = {
  too_many_attempts: msg`Too many attempts. Try again in {seconds} s.`,
  rate_limited: msg`Too many requests. Try again in {seconds} s.`,
};

/**
 * Translations of the service's expectations of a value, by the contract's fixed phrases (`x-expected`). `{limit}` is the number in a
 * phrase.
 */
export const expectations: [phrase: RegExp, text: MessageDescriptor][] = [
  [/^at least (?<limit>\d+) characters$/, msg`at least {limit} characters`],
  [/^at most (?<limit>\d+) characters$/, msg`at most {limit} characters`],
  [/^text of 1 to (?<limit>\d+) characters$/, msg`text of 1 to {limit} characters`],
  [/^text of at most (?<limit>\d+) characters$/, msg`text of at most {limit} characters`],
  [/^text on one line, without control characters$/, msg`text on one line, without control characters`],
  [/^one of (?<limit>.+)$/, msg`one of {limit}`],
  [/^an integer from (?<limit>\d+ to \d+)$/, msg`a whole number in the allowed range`],
  [/email address/, msg`an email address such as name@company.com`],
  [/^a password of at least 4 characters$/, msg`a password of at least 4 characters`],
  [/^a password that is not commonly used$/, msg`a password that is not commonly used`],
  [/^the 6 characters from the email$/, msg`the 6 characters from the email`],
  [/^the 6 digits that the authenticator app shows$/, msg`the 6 digits shown in the authenticator app`],
  [/^a passkey that this browser/, msg`a passkey that this browser has just created`],
  [/^the browser’s response for the passkey$/, msg`the browser’s response for the passkey`],
  [/^bytes in base64url$/, msg`bytes in base64url`],
  [/^a list of at most 8 transports$/, msg`a list of transports`],
  [/^a transport such as/, msg`a transport such as internal`],
  [/^a recovery code such as/, msg`a recovery code such as 7KQ4M-XPR2T`],
  [/^a token of the service$/, msg`a token of the service`],
  [/^the next_cursor of another page$/, msg`a page of this list`],
  [/^a date such as/, msg`a date`],
  [/^(a web address such as|an https address)/, msg`an https address on a public host`],
  [/^the (code|state) that the provider returned$/, msg`what the provider returned`],
  [/^the id of a card setup/, msg`the id of a card setup`],
  [/^an amount in whole cents/, msg`an amount such as 250.00`],
  [/^a whole number of hours from 0 to 24$/, msg`a whole number of hours from 0 to 24`],
  [
    /^(at most 20 hosts|a host such as)/,
    msg`a host such as shop.example, or the scheme of an app such as com.example.shop:`,
  ],
  [/^an address such as https/, msg`an address such as https://shop.example/done`],
  [/^an address that the account/, msg`an address that the account settings allow`],
  [/^a web address or app link/, msg`an address such as https://shop.example/done`],
  [/^a VAT number of the billing country$/, msg`a VAT number of the billing country`],
  [/^(a country code of two capital letters|an ISO 3166-1 alpha-2 country code)/, msg`an ISO 3166-1 alpha-2 code`],
  [/^a colour such as/, msg`a colour such as #1d4f91`],
  [/^a PNG, JPEG or WebP image/, msg`a PNG, JPEG or WebP image of at most 256 KB`],
  [/^a list of 1 to (?<limit>\d+) states$/, msg`a list of 1 to {limit} states`],
  [/^a time in UTC such as/, msg`a time in UTC`],
  [/^the name of an operation such as/, msg`the name of an operation such as session.create`],
  [/^an HTTP status from/, msg`an HTTP status from 100 to 599`],
  [/^the id of a request$/, msg`the id of a request`],
  [/^the code in the link$/, msg`the code in the link`],
  [/^string$/, msg`text`],
  [/^(integer|number)$/, msg`a number`],
  [/^boolean$/, msg`true or false`],
];
