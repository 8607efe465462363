import { begin } from './begin.ts';

await begin(import.meta.dirname, () => import('../main.ts'));
