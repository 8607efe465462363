import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLAUSE, exportsOf } from '../../../tests/support/documentation/docstrings.ts';

test.each(exportsOf(join(import.meta.dirname, 'index.ts')))(
  '$name has a docstring that names its clause',
  ({ comment }) => {
    expect(comment).toMatch(CLAUSE);
  },
);
