import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { receivers } from './receivers';

const root = new URL('../../../../', import.meta.url);
const sources: Record<string, string> = {
  Express: 'docs/guides/integration-guide.md',
  Flask: 'sdk/python/README.md',
  Go: 'sdk/go/README.md',
};

const withoutIndents = (code: string) => code.replace(/^[ \t]+/gm, '');

test.each(receivers)('the receiver in $label is the one that the documentation has', ({ label, code }) => {
  const documented = readFileSync(new URL(sources[label]!, root), 'utf8');
  expect(withoutIndents(documented)).toContain(withoutIndents(code));
});
