/** Refuses what cannot be meant, with a sentence: JavaScript does not look at types, and the environment has none. */
import { checkValues } from './values.ts';

const callOptions = ['signal', 'maxRetries', 'timeoutMs', 'idempotencyKey', 'headers', 'baseUrl'];
const clientOptions = [
  'publicKey',
  'secret',
  'baseUrl',
  'maxRetries',
  'timeoutMs',
  'defaultHeaders',
  'fetch',
  'logger',
  'logLevel',
  'sleep',
  'random',
];

/** @throws TypeError for a name that no option has, and for a value that no such option can have. */
export function checkOptions(options: object, isForClient = false, more: string[] = []): void {
  const known = [...(isForClient ? clientOptions : callOptions), ...more];
  for (const name of Object.keys(options))
    if (!known.includes(name)) throw new TypeError(`There is no option ${name}.${meant(name, known)}`);
  checkValues(options);
}

/** The option whose name is most like the one that was given. */
function meant(given: string, known: string[]): string {
  const plain = (name: string) => [...name.toLowerCase().replace(/[^a-z]/g, '')];
  const likeness = (name: string) => {
    const letters = plain(name);
    const shared = plain(given).filter(
      (letter) => letters.includes(letter) && letters.splice(letters.indexOf(letter), 1),
    );
    return (2 * shared.length) / (plain(name).length + given.length);
  };
  const [best = ''] = [...known].sort((one, other) => likeness(other) - likeness(one));
  return likeness(best) > 0.6 ? ` Did you mean ${best}?` : ` Known are ${known.join(', ')}.`;
}

export interface Keys {
  publicKey: string | undefined;
  secret: string | undefined;
}

/** @throws TypeError when a key cannot be one of the service. Says nothing of what it is. */
export function checkKeys({ publicKey = '', secret = '' }: Keys): void {
  if (publicKey.startsWith('secret-') || secret.startsWith('public-'))
    throw new TypeError(
      'publicKey and secret are swapped: a public key begins with public-key-, a secret with secret-.',
    );
  for (const [name, key] of Object.entries({ publicKey, secret })) {
    if (/^\s|\s$/.test(key)) throw new TypeError(`${name} begins or ends with white space.`);
    if (/[^\x21-\x7e]/.test(key))
      throw new TypeError(`${name} holds a character that no key has. Was it copied whole?`);
  }
}
