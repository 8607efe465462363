/** Reads the environment, builds the service and listens. The only file with side effects. */
import { type Config, ConfigError, readConfig } from './config.ts';
import { createLog } from './log.ts';
import { createService, type Service } from './service.ts';

const config = configOrExit();
const log = createLog(config.log_level);
const service = await createService({ config, log });

try {
  await service.start(config.port);
} catch (error) {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  fail(
    taken
      ? `Port ${config.port} is in use: stop what listens there, or set PORT to another one.`
      : `Sigill could not start: ${error}`,
  );
}
process.stdout.write(`Sigill is running at ${config.public_url}\n`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(service));

async function stop(running: Service): Promise<void> {
  await running.stop();
  process.exit(0);
}

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message);
    throw error;
  }
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
