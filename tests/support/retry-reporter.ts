/** Notes the tests that passed only when they were tried again, for scripts/test.ts to name at the end. */
import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

export default class RetryReporter implements Reporter {
  readonly #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0)
      this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    const file = process.env['RETRIED_TESTS'];
    if (file) writeFileSync(file, JSON.stringify(this.#names));
  }
}
