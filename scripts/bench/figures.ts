/** The service's last figures, kept in the repository, so that a later run can say what became dearer. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { here } from './measure.ts';

/** CPU time per request by that of the yardstick, for each case. It hardly depends on the machine. */
export type Figures = Record<string, number>;

const file = join(here, 'figures.json');
/** Two runs of the same version differ by less on a quiet machine. */
const MOST = 1.1;

export function keepFigures(figures: Figures): void {
  writeFileSync(file, `${JSON.stringify({ ...readFigures(), ...figures }, null, 2)}\n`);
}

const readFigures = (): Figures => JSON.parse(readFileSync(file, 'utf8')) as Figures;

/** @returns a line for each case, and one that says which became dearer. */
export function comparedFigures(now: Figures, before: Figures = readFigures()): string {
  const cases = Object.entries(now).flatMap(([name, ratio]) =>
    before[name] ? [{ name, ratio, before: before[name] }] : [],
  );
  const dearer = cases.filter(({ ratio, before }) => ratio / before > MOST).map(({ name }) => name);
  const lines = cases.map(
    ({ name, ratio, before }) =>
      `${name}: ${before.toFixed(2)} before, ${ratio.toFixed(2)} now (${((ratio / before - 1) * 100).toFixed(0)}%)`,
  );
  const verdict =
    dearer.length > 0 ? `More than 10% dearer: ${dearer.join(', ')}.` : 'Nothing became more than 10% dearer.';
  return `Compared with figures.json, CPU/raw:\n${lines.join('\n')}\n${verdict}\n`;
}
