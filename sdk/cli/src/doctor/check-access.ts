/** Whether the service accepts the API key, and the signing secret belongs to the account. */
import { AuthenticationError, SigillError } from '@sigill/sdk';
import { plainSentence, type Service } from '../service.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

export async function checkAccess(service: Service): Promise<Finding> {
  const about = 'API key';
  try {
    const newest = await service.newestSession();
    return ok(
      about,
      newest ? `works; the newest session was created ${newest.created}` : 'works; there are no sessions yet',
    );
  } catch (error) {
    if (error instanceof AuthenticationError)
      return fail(
        about,
        'The service does not accept this key and secret',
        'They may belong to another service, or be rotated or deleted. Create a key in the portal under Add keys.',
      );
    if (error instanceof SigillError)
      return fail(about, plainSentence(error), 'Try again. If it persists, send support the request id.');
    throw error;
  }
}

/** @returns the findings, and the signing secret to test a receiver with. */
export async function checkSigningSecret(
  service: Service,
  given: string | undefined,
): Promise<{ finding: Finding; secret: string }> {
  const about = 'signing';
  const secret = await service.signingSecret();
  if (given === undefined)
    return {
      finding: warn(
        about,
        'SIGILL_CALLBACK_SECRET is not set',
        'Your receiver needs the signing secret. Copy it from the portal under Callbacks.',
      ),
      secret,
    };
  if (given === secret)
    return { finding: ok(about, 'SIGILL_CALLBACK_SECRET is the signing secret of this account'), secret };
  const text = given.startsWith('whsec_')
    ? 'SIGILL_CALLBACK_SECRET is not the signing secret of this account'
    : 'SIGILL_CALLBACK_SECRET is not a signing secret, which begins with whsec_';
  return {
    finding: fail(
      about,
      text,
      'It was rotated, or belongs to another account. Copy it from the portal under Callbacks.',
    ),
    secret,
  };
}
