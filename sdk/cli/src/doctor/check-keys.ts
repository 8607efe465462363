/** Checks the form of an API key before it is sent anywhere. */

import type { Settings } from '../caller-settings.ts';
import { type Finding, fail, ok } from './finding.ts';

const PUBLIC_KEY = 'public-key-';
const SECRET = 'secret-';

export function checkKeys({ publicKey, secret }: Settings): Finding[] {
  const missing = [
    ...(publicKey
      ? []
      : [fail('public key', 'SIGILL_PUBLIC_KEY is not set', 'Create a key in the portal under Add keys.')]),
    ...(secret
      ? []
      : [
          fail(
            'secret',
            'SIGILL_SECRET is not set',
            'The portal shows it once, with its key. If you lost it, rotate it there.',
          ),
        ]),
  ];
  if (!publicKey || !secret) return missing;
  if (publicKey.startsWith(SECRET) && secret.startsWith(PUBLIC_KEY))
    return [fail('keys', 'The public key and the secret are swapped', 'Swap the two variables.')];
  return [
    shapeOf('public key', 'SIGILL_PUBLIC_KEY', publicKey, PUBLIC_KEY),
    shapeOf('secret', 'SIGILL_SECRET', secret, SECRET),
  ];
}

/** Never shows the value: the output is pasted into tickets. */
function shapeOf(about: string, variable: string, value: string, prefix: string): Finding {
  if (value !== value.trim())
    return fail(about, `${variable} has whitespace around it`, 'Remove it. A file read with cat ends in a line break.');
  if (/^(["']).*\1$/.test(value))
    return fail(
      about,
      `${variable} has quotation marks around it`,
      'Remove them. Some tools keep the quotes of an .env file.',
    );
  if (value.startsWith('whsec_'))
    return fail(
      about,
      `${variable} holds a signing secret`,
      `A signing secret verifies callbacks. This value must begin with ${prefix}.`,
    );
  if (!value.startsWith(prefix))
    return fail(about, `${variable} does not begin with ${prefix}`, 'Copy it from the portal again.');
  return ok(about, `${variable} looks right`);
}
