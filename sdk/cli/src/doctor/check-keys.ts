/** Checks the form of an API key before it is sent anywhere. */

import type { Settings } from '../caller-settings.ts';
import { type Finding, fail, ok } from './finding.ts';

const PUBLIC_KEY = 'public-key-';
const SECRET = 'secret-';

export function checkKeys({ publicKey, secret }: Settings): Finding[] {
  const missing = [
    ...(publicKey
      ? []
      : [fail('public key', 'SIGILL_PUBLIC_KEY is not set', 'The portal makes a key under Add keys.')]),
    ...(secret
      ? []
      : [fail('secret', 'SIGILL_SECRET is not set', 'It is shown once, with its key; the portal can rotate it.')]),
  ];
  if (!publicKey || !secret) return missing;
  if (publicKey.startsWith(SECRET) && secret.startsWith(PUBLIC_KEY))
    return [fail('keys', 'The public key and the secret are swapped', 'Put each in the variable of the other.')];
  return [
    shapeOf('public key', 'SIGILL_PUBLIC_KEY', publicKey, PUBLIC_KEY),
    shapeOf('secret', 'SIGILL_SECRET', secret, SECRET),
  ];
}

/** Never shows the value: the output is pasted into tickets. */
function shapeOf(about: string, variable: string, value: string, prefix: string): Finding {
  if (value !== value.trim())
    return fail(
      about,
      `${variable} has blanks or a line break around it`,
      'Remove them; a file read with cat ends in one.',
    );
  if (/^(["']).*\1$/.test(value))
    return fail(
      about,
      `${variable} has quotation marks around it`,
      'Some tools keep those of an .env file. Remove them.',
    );
  if (value.startsWith('whsec_'))
    return fail(
      about,
      `${variable} holds a signing secret`,
      `A signing secret checks callbacks. This one begins with ${prefix}.`,
    );
  if (!value.startsWith(prefix))
    return fail(about, `${variable} does not begin with ${prefix}`, 'Copy it again from where the portal showed it.');
  return ok(about, `${variable} has the right shape`);
}
