/** Records what vitest's own report leaves out, for scripts/test.ts to name at the end. */
import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

export interface RunNotes {
  /** Tests that passed only on a retry. */
  retried: string[];
  /** Errors outside the tests, such as an unhandled rejection. */
  errors: string[];
}

export default class RunReporter implements Reporter {
  readonly #retried: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0)
      this.#retried.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env['RUN_NOTES'];
    const errors = unhandled.map(({ stack, message }) => stack ?? message);
    if (file) writeFileSync(file, JSON.stringify({ retried: this.#retried, errors } satisfies RunNotes));
  }
}
