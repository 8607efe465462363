/** Starts the slowest test files first, so that none of them runs alone on one core at the end of a run. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The order is fixed, because vitest without earlier measurements goes by file size, which says little here. Files that mostly wait
 * come early, while others compute in parallel.
 */
const LONGEST = [
  ...['openapi/diff/diff', 'scripts/release/release', 'scripts/generate/generate', 'scripts/tasks', 'scripts/bench'],
  ...['durability/rekey', 'durability/artefact', 'durability/start', 'durability/commands', 'accounts/enumeration'],
  ...['contract/proxy', 'contract/statuses', 'contract/idempotency', 'api/session-export', 'services/billing-charges'],
  ...[
    'sdk/cli',
    'sdk/reader',
    'sdk/testing',
    'contract/access',
    'contract/input',
    'sdk/packed',
    'sdk/go',
    'sdk/guides',
  ],
  ...[
    'contract/conformance',
    'contract/mock',
    'durability/database-outage',
    'contract/hostile-bodies',
    'durability/erasure',
  ],
  ...['services/callback.worker', 'accounts/lock-out', 'api/billing-preview', 'services/card-provider-failures'],
  ...['e2e/accounts-browser', 'e2e/screens', 'e2e/accounts', 'e2e/portal-states', 'e2e/mock', 'e2e/site', 'e2e/portal'],
  ...[
    'e2e/pseudo-locale',
    'e2e/shells',
    'e2e/keyboard',
    'e2e/billing',
    'e2e/public',
    'e2e/forms',
    'e2e/account-security',
  ],
  ...['e2e/open', 'e2e/main-story', 'e2e/roles', 'e2e/what-next'],
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
    // Grouped by project, because a worker continues only with files of its own project.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return sorted.toSorted(
      (a, b) => projects.indexOf(a.project) - projects.indexOf(b.project) || rankOf(a) - rankOf(b),
    );
  }
}
