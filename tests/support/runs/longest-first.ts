/** Starts the files that take longest first, so that none of them is left for one core at the end of a run. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where nothing was measured yet, as after a clone, vitest goes by the size of a file, which says little of these. Longest first. */
const LONGEST = [
  ...['scripts/release', 'scripts/generate', 'scripts/tasks', 'scripts/bench', 'scripts/contract/command'],
  ...['durability/artefact', 'contract/proxy', 'accounts/enumeration', 'durability/start', 'sdk/reader', 'sdk/cli'],
  ...['contract/statuses', 'sdk/packed', 'durability/rekey', 'contract/input', 'sdk/guides', 'contract/access'],
  ...['contract/idempotency', 'contract/conformance', 'sdk/testing', 'contract/mock', 'services/billing-charges'],
  ...['accounts/lock-out', 'services/card-provider-failures', 'services/callback.worker', 'durability/kill'],
  ...['accounts/guessing'],
  ...['e2e/accounts-browser', 'e2e/screens', 'e2e/accounts', 'e2e/site', 'e2e/portal', 'e2e/mock', 'e2e/forms'],
  ...['e2e/open', 'e2e/billing', 'e2e/main-story'],
];

const root = `${import.meta.dirname}/../../..`;
const rankOf = ({ moduleId }: TestSpecification): number => {
  const name = relative(root, moduleId).replace(/^tests\//, '');
  const at = LONGEST.findIndex((long) => name === `${long}.test.ts`);
  return at < 0 ? LONGEST.length : at;
};

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A worker goes on with files of its project alone.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return sorted.toSorted(
      (a, b) => projects.indexOf(a.project) - projects.indexOf(b.project) || rankOf(a) - rankOf(b),
    );
  }
}
