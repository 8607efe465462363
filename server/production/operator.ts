import { begin } from './begin.ts';

await begin(import.meta.dirname, async () => {
  const { runOperator } = await import('../operator/operator.ts');
  await runOperator('node operator.mjs');
});
