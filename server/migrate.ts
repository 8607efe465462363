/** Migrates the configured database to the newest schema; `npm start` does so automatically. */
import { ConfigError, readConfig } from './core/config.ts';
import { StartError } from './core/start-error.ts';
import { openData } from './database/open-data.ts';

try {
  const { applied, close } = await openData(readConfig(process.env, { sends_mail: false }));
  await close();
  process.stdout.write(applied.length > 0 ? `Applied ${applied.join(', ')}.\n` : 'The database is up to date.\n');
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
