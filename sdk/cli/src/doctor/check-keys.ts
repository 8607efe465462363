/** Checks the form of an API key before it is sent anywhere. */

import type { Settings } from '../caller-settings.ts';
import { type Finding, fail, ok } from './finding.ts';

const PUBLIC_KEY = 'public-key-';
const SECRET = 'secret-';

export function checkKeys({ publicKey, secret }: Settings): Finding[] {
  const missing = [
    !publicKey && fail('public key', 'SIGILL_PUBLIC_KEY is not set', 'Create a key in the portal under Add keys.'),
    !secret && fail('secret', 'SIGILL_SECRET is not set', 'The portal shows it once. If you lost it, rotate it there.'),
  ].filter((finding) => finding !== false);
  if (!publicKey || !secret) return missing;
  if (publicKey.startsWith(SECRET) && secret.startsWith(PUBLIC_KEY))
    return [fail('keys', 'The public key and the secret are swapped', 'Swap the two variables.')];
  return [
    shapeOf('public key', 'SIGILL_PUBLIC_KEY', publicKey, PUBLIC_KEY),
    shapeOf('secret', 'SIGILL_SECRET', secret, SECRET),
  ];
}

/** Never shows the value, because people paste the output into tickets. */
function shapeOf(about: string, variable: string, value: string, prefix: string): Finding {
  const problems: [applies: boolean, text: string, remedy: string][] = [
    [
      value !== value.trim(),
      'has a space or line break around it',
      'Remove it. A file read with cat ends in a line break.',
    ],
    [
      /^(["']).*\1$/.test(value),
      'has quotation marks around it',
      'Remove them. Some tools keep those of an .env file.',
    ],
    [value.startsWith('whsec_'), 'holds a signing secret', `That verifies callbacks. This key begins with ${prefix}.`],
    [!value.startsWith(prefix), `does not begin with ${prefix}`, 'Copy it from the portal again.'],
  ];
  const found = problems.find(([applies]) => applies);
  return found ? fail(about, `${variable} ${found[1]}`, found[2]) : ok(about, `${variable} looks right`);
}
