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
    const remedy =
      'They may belong to another service, or be rotated or deleted. Create a key in the portal under Add keys.';
    if (error instanceof AuthenticationError)
      return fail(about, 'The service does not accept this key and secret', remedy);
    if (error instanceof SigillError)
      return fail(about, plainSentence(error), 'Try again. If it persists, send support the request id.');
    throw error;
  }
}

export async function checkSigningSecret(
  service: Service,
  given: string | undefined,
): Promise<{ finding: Finding; secret: string }> {
  const secret = await service.signingSecret();
  return { finding: compareSecrets(given, secret), secret };
}

function compareSecrets(given: string | undefined, secret: string): Finding {
  const about = 'signing';
  const remedy = 'It was rotated, or belongs to another account. Copy it from the portal under Callbacks.';
  if (given === undefined)
    return warn(
      about,
      'SIGILL_CALLBACK_SECRET is not set',
      'Your receiver needs it. Copy it from the portal under Callbacks.',
    );
  if (given === secret) return ok(about, 'SIGILL_CALLBACK_SECRET is the signing secret of this account');
  if (given.startsWith('whsec_'))
    return fail(about, 'SIGILL_CALLBACK_SECRET is not the signing secret of this account', remedy);
  return fail(about, 'SIGILL_CALLBACK_SECRET is not a signing secret, which begins with whsec_', remedy);
}
