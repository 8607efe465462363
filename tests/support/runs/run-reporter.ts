/** Records what vitest's own report leaves out, for scripts/test.ts to name at the end. */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

export interface RunNotes {
  /** Tests that passed only on a retry, each with what failed first. */
  retried: string[];
  errors: string[];
}

export default class RunReporter implements Reporter {
  readonly #retried: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    if (state !== 'passed' || (test.diagnostic()?.retryCount ?? 0) === 0) return;
    const [{ message = '', stacks = [] } = {}] = errors;
    const [place] = stacks;
    const at = place ? ` (${basename(place.file)}:${place.line})` : '';
    this.#retried.push(`${test.module.relativeModuleId} > ${test.fullName}\n${message}${at}`);
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env['RUN_NOTES'];
    const errors = unhandled.map(({ stack, message }) => stack ?? message);
    if (file) writeFileSync(file, JSON.stringify({ retried: this.#retried, errors } satisfies RunNotes));
  }
}
