/** Brings the configured database to the newest schema; `npm start` does the same by itself. */
import { join } from 'node:path';
import { readConfig } from '../server/config.ts';
import { openDatabase } from '../server/database/database.ts';
import { migrate } from '../server/database/migrate.ts';

const config = readConfig(process.env);
const database = openDatabase({ url: config.database_url, file: join(config.data_dir, 'sigill.db') });
const applied = await migrate(database.db);
await database.close();
process.stdout.write(applied.length > 0 ? `Applied ${applied.join(', ')}.\n` : 'The database is current.\n');
