import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLAUSE, exportsOf } from '../../../tests/support/documentation/docstrings.ts';

/**
 * Code that talks to the chip must name the clause of a standard. Calls of the service and texts for people follow the contract
 * instead.
 */
const speaksToChip = (file: string) =>
  /^(access|apdu|files|proofs|open-chip|transmit)/.test(relative(import.meta.dirname, file));

describe.each(['index.ts', 'specimen/index.ts'])('each export of %s', (entry) => {
  test.each(exportsOf(join(import.meta.dirname, entry)))(
    '$name has a docstring that names its clause',
    ({ file, comment }) => {
      expect(comment).not.toBe('');
      if (speaksToChip(file)) expect(comment).toMatch(CLAUSE);
    },
  );
});
