import { readFileSync } from 'node:fs';
import { sentenceOf } from '@sigill/reader';
import { expect, test } from 'vitest';
import { textsFor } from './texts.ts';

const CODES = [
  ...['hold_still', 'check_mrz', 'check_can', 'cancelled', 'service_unreachable', 'session_already_started'],
  ...['session_not_open', 'not_found', 'nfc_unavailable', 'nfc_lost', 'access_denied', 'read_error'],
  ...['unsupported_document', 'camera_denied', 'timeout', 'internal'],
];

const CAUSES: string[] = JSON.parse(
  readFileSync(new URL('../../../../server/generated/openapi.json', import.meta.url), 'utf8'),
).components.schemas.ReaderFailCause.enum;

/** Words that these texts would contain only in the formal address: forms of "usted", and formal imperatives. */
const POLITE = new RegExp(
  `(?<!\\p{L})(${[
    ...['usted', 'su', 'sus', 'le', 'abra', 'active', 'actívelo', 'apoye', 'compare', 'compruebe', 'copie', 'cuide'],
    ...['escriba', 'escríbalas', 'inténtelo', 'mantenga', 'mire', 'mueva', 'muévalo', 'permita', 'pida', 'ponga'],
    ...['pregunte', 'quite', 'saque', 'siga', 'tenga', 'use', 'vuelva', 'puede seguir', 'puede retirar', 'se mueva'],
  ].join('|')})(?!\\p{L})`,
  'iu',
);

test('addresses a person in Spanish as tú, like the session page', () => {
  const codes = [...CODES, ...CAUSES];
  const said = [...written(textsFor('es')), ...codes.map((code) => sentenceOf(code, 'es'))];
  expect(said.length).toBeGreaterThan(100);
  expect(said.filter((text) => POLITE.test(text))).toEqual([]);
});

/** Includes the texts of functions, which insert a name or a number. */
function written(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return written(value('2', '3'));
  return value && typeof value === 'object' ? Object.values(value).flatMap(written) : [];
}
