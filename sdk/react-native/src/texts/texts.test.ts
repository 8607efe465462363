import { readFileSync } from 'node:fs';
import { sentenceOf } from '@sigill/reader';
import { expect, test } from 'vitest';
import { textsFor } from './texts.ts';

/** The codes of the sentences that the reader brings, which stand on the same screens. */
const CODES = [
  ...['hold_still', 'check_mrz', 'check_can', 'cancelled', 'service_unreachable', 'session_already_started'],
  ...['session_not_open', 'not_found', 'nfc_unavailable', 'nfc_lost', 'access_denied', 'read_error'],
  ...['unsupported_document', 'camera_denied', 'timeout', 'internal'],
];

/** What the reader says of a chip, each with a sentence too. */
const CAUSES: string[] = JSON.parse(
  readFileSync(new URL('../../../../server/generated/openapi.json', import.meta.url), 'utf8'),
).components.schemas.ReaderFailCause.enum;

/** Words that only the polite form has: what belongs to "usted", and how it asks for something. */
const POLITE = new RegExp(
  `(?<!\\p{L})(${[
    ...['usted', 'su', 'sus', 'le', 'abra', 'active', 'actívelo', 'apoye', 'compare', 'compruebe', 'copie', 'cuide'],
    ...['escriba', 'escríbalas', 'inténtelo', 'mantenga', 'mire', 'mueva', 'muévalo', 'permita', 'pida', 'ponga'],
    ...['pregunte', 'quite', 'saque', 'siga', 'tenga', 'use', 'vuelva', 'puede seguir', 'puede retirar', 'se mueva'],
  ].join('|')})(?!\\p{L})`,
  'iu',
);

test('Spanish speaks to a person as the page of the session does: as tú', () => {
  const codes = [...CODES, ...CAUSES];
  const said = [...written(textsFor('es')), ...codes.map((code) => sentenceOf(code, 'es'))];
  expect(said.length).toBeGreaterThan(100);
  expect(said.filter((text) => POLITE.test(text))).toEqual([]);
});

/** Every text of an object, those with a name or a number in them among it. */
function written(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return written(value('2', '3'));
  return value && typeof value === 'object' ? Object.values(value).flatMap(written) : [];
}
