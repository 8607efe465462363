/** Fails when a comment, text or document has a phrase that native English does not use. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../openapi/contract/contract.ts';

/** Patterns with plain spaces, which also match where a comment or text wraps, and what to write instead. */
const PHRASES: Record<string, string> = {
  '\\bwho(so)?ever\\b': 'name the person: a user, the caller, anyone who',
  '\\bwhom\\b': 'who, or name the person',
  '\\b(anew|afresh)\\b': 'again',
  '\\bany more(?=[.,;:!?)]|$| (to|in|on|at|from|for|than) (it|the|a)\\b)': 'no longer',
  '\\b(works|done|ends?|starts?|happens|again|retries|updates) by itself\\b': 'automatically',
  '(?<!\\bthere )\\bis (no|none) (address|date|file|folder|name|number|package|secret|text|time|value)\\b': 'is not a',
  '\\b(a|each|every|one|this) mail\\b(?! (server|address|provider|client|program|box))': 'an email',
  '\\b(the|two|all|no|these|those|its|of) mails\\b': 'emails',
  '\\b(\\d+|wrong|more|last|many|of|its|few|no|all|two|three|five) tries\\b': 'attempts',
};

const SPACE = '\\s+(?:(?:\\*|//|#|>)\\s+)?';
const PATTERNS = Object.entries(PHRASES).map(
  ([phrase, instead]) => [new RegExp(phrase.replaceAll(/(?<!\\) /g, SPACE), 'gim'), instead] as const,
);

export function oldPhrases(file: string, text: string): string[] {
  // In a catalog only the English is checked, and in a document nothing in backticks.
  const unread = file.endsWith('.po') ? /^msgstr.*(\n".*)*|^(?!msgid|").*$/gm : /`[^`\n]*`/g;
  const read = /\.(po|md)$/.test(file) ? text.replaceAll(unread, (part) => part.replaceAll(/\S/g, ' ')) : text;
  return PATTERNS.flatMap(([pattern, instead]) =>
    [...read.matchAll(pattern)].map(({ 0: found, index }) => {
      const line = read.slice(0, index).split('\n').length;
      return `${file}:${line}: "${found.replaceAll(new RegExp(SPACE, 'g'), ' ')}": write ${instead}`;
    }),
  );
}

if (import.meta.main) {
  const kinds = [...['ts', 'tsx', 'js', 'mjs', 'css', 'yaml', 'md', 'po'].map((kind) => `*.${kind}`), '*/en.json'];
  const texts = 'web/src/features/open/texts/*.json';
  const files = execFileSync('git', ['ls-files', '--', ...kinds, texts], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  // The check and its test contain the phrases themselves.
  const found = files
    .filter((file) => !file.startsWith('scripts/checks/plain-words'))
    .flatMap((file) => oldPhrases(file, readFileSync(join(root, file), 'utf8')));
  for (const line of found) process.stderr.write(`${line}\n`);
  if (found.length > 0) process.exitCode = 1;
}
