/**
 * Says what a changed contract means for those who use v1, and fails when it would break them:
 *
 *   node scripts/breaking-changes.ts [--before FILE] [--after FILE] [--json]
 *   node scripts/breaking-changes.ts --accept    makes openapi/v1.yaml the released copy
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './contract.ts';
import { compareSources, textOf } from './contract-diff/report.ts';
import { readSource } from './contract-diff/tree.ts';

const { values } = parseArgs({
  options: {
    before: { type: 'string', default: join(root, 'openapi/released/v1.yaml') },
    after: { type: 'string', default: join(root, 'openapi/v1.yaml') },
    json: { type: 'boolean', default: false },
    accept: { type: 'boolean', default: false },
  },
});

const report = compareSources(readSource(values.before), readSource(values.after));
process.stdout.write(values.json ? `${JSON.stringify(report, undefined, 2)}\n` : textOf(report));
if (values.accept) {
  const heading = '# The last released copy of v1.yaml. A breaking change against it fails the check.\n';
  writeFileSync(values.before, heading + readFileSync(values.after, 'utf8'));
} // Not process.exit(): what is written to a pipe would be cut.
else if (report.verdict === 'major') process.exitCode = 1;
