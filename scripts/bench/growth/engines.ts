/** Measures on each engine that was asked for, one after the other. */
import { UsageError } from '../usage-error.ts';
import { type Dialect, postgresql, sqlite } from './dialect.ts';
import { type Postgres, startPostgres } from './postgres.ts';

const ENGINES: Record<string, Dialect> = { sqlite, postgresql };

export async function onEngines<T>(
  names: readonly string[],
  measure: (dialect: Dialect, postgres?: Postgres) => Promise<T>,
): Promise<T[]> {
  const unknown = names.find((name) => !ENGINES[name]);
  if (unknown) throw new UsageError(`There is no engine "${unknown}": ${Object.keys(ENGINES).join(', ')}`);
  const measured: T[] = [];
  for (const name of names) {
    const postgres = name === 'postgresql' ? await startPostgres() : undefined;
    try {
      measured.push(await measure(ENGINES[name]!, postgres));
    } finally {
      await postgres?.stop();
    }
  }
  return measured;
}
