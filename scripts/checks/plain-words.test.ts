import { expect, test } from 'vitest';
import { oldPhrases } from './plain-words.ts';

test.each([
  [
    'a comment',
    'server/a.ts',
    '/** Whoever calls. */',
    'server/a.ts:1: "Whoever": write name the person: a user, the caller, anyone who',
  ],
  ['a string', 'web/a.tsx', "\n\nsay('Signed anew.');", 'web/a.tsx:3: "anew": write again'],
  [
    'a phrase that wraps in a comment',
    'a.ts',
    '/*\n * retries by\n * itself\n */',
    'a.ts:2: "retries by itself": write automatically',
  ],
  ['an English message of a catalog', 'a.po', 'msgid "a mail"\nmsgstr "un correo"', 'a.po:1: "a mail": write an email'],
])('reports %s with its place and what to write', (_, file, text, line) => {
  expect(oldPhrases(file, text)).toEqual([line]);
});

test.each([
  ['what a document quotes as code', 'a.md', 'The field `whom` is optional.'],
  ['the translation of a message', 'a.po', 'msgid "again"\nmsgstr "anew"'],
  ['words inside other words', 'a.ts', 'const verification_tries = renewals;'],
  [
    'the same words with another meaning',
    'a.ts',
    '// There is no time limit. Are there any more pages on a mail server? It tries again.',
  ],
])('accepts %s', (_, file, text) => {
  expect(oldPhrases(file, text)).toEqual([]);
});
