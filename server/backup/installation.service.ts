import type { Context } from '../core/context.ts';
import { countTables, findSqliteFaults } from './installation.repository.ts';

export const checkSqlite = async ({ db }: Context): Promise<string[]> =>
  (await findSqliteFaults(db)).map((fault) => `The database file is damaged: ${fault}.`);

export const countRows = ({ db }: Context): Promise<Map<string, number>> => countTables(db);
