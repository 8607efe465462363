/** The service in its own process, for integrators' tests: `@sigill/testing` starts it and talks to it over IPC. */
import module from 'node:module';
import { unfitForSqlite } from './sqlite-version.ts';

const refused = unfitForSqlite();
if (refused) {
  process.send?.({ refused });
  process.disconnect?.();
} else {
  module.enableCompileCache?.();
  const { answerQuestions } = await import('./questions.ts');
  await answerQuestions();
}
