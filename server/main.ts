/** Starts the service: reads the environment, assembles the service, and listens. */

import { parseArgs } from 'node:util';
import packageFile from '../package.json' with { type: 'json' };
import { describeMissingSeller } from './billing/document/seller.service.ts';
import { createService, type Service } from './compose.ts';
import { type Config, ConfigError, readConfig } from './core/config.ts';
import { createLog } from './core/log.ts';
import { isLoopback } from './core/loopback.ts';
import { StartError } from './core/start-error.ts';
import { SCHEMA } from './database/migrate.ts';
import { describePlace } from './database/open-data.ts';
import { isDatabaseUnavailable } from './database/unavailable.ts';
import { warnOfUnknownHost } from './mail/mail.worker.ts';

/** Longer than all work with a timeout can take in total. */
const LONGEST_END_MS = 20_000;

const config = configOrExit();
const log = createLog(config.log_level);
const service = await startOrExit();
let is_ending = false;
warn(config);
announce(config);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => end(0));
process.on('uncaughtException', onDefect);

function end(code: number): void {
  if (is_ending) return;
  is_ending = true;
  const exit = (error: unknown) => {
    log.fatal({ err: error }, 'the process is exiting before all work is finished');
    process.exit(1);
  };
  setTimeout(exit, LONGEST_END_MS, new Error('Shutdown took too long'));
  service.stop().then(() => process.exit(code), exit);
}

/**
 * After an uncaught error the state of the process is unknown, so the process tells clients to use another server and ends.
 * Background work that failed because the database is unavailable is only logged.
 */
function onDefect(error: unknown, origin: NodeJS.UncaughtExceptionOrigin): void {
  if (origin === 'unhandledRejection' && isDatabaseUnavailable(error)) {
    log.error({ err: error }, 'background work failed because the database is unavailable');
    return;
  }
  log.fatal({ err: error }, 'the process is exiting after an uncaught error');
  end(1);
}

async function startOrExit(): Promise<Service> {
  try {
    const created = await createService({ config, log });
    await created.start(config.port);
    return created;
  } catch (error) {
    if (error instanceof StartError) fail(error.message);
    log.fatal({ err: error }, 'the service could not start');
    process.exit(1);
  }
}

function announce(config: Config): void {
  const { mode, public_url, host, role, port } = config;
  const isOffered = host !== undefined && !isLoopback(host);
  const where = isOffered ? `listening on ${host}` : 'for this machine only';
  if (mode === 'local' && isOffered)
    process.stderr.write(
      `Warning: HOST exposes local mode to other machines. Anyone who can reach ${host} can read every email, move the clock and verify with specimen documents.\n`,
    );
  const place = role === 'worker' ? `port ${port}, as a worker,` : public_url;
  const standIns = role === 'worker' ? '' : `; its stand-ins are at ${public_url}/_local/`;
  process.stdout.write(
    `Sigill is running at ${place} in ${mode === 'local' ? `local mode, ${where}${standIns}` : 'production mode'}\n`,
  );
  process.stdout.write(
    `Version ${packageFile.version}, ${describePlace(config)}, schema ${SCHEMA}, ${service.deps.trust.live.size} trusted certificates.\n`,
  );
}

function warn(config: Config): void {
  const { mode, password_policy, rate_limits, warnings } = config;
  for (const warning of warnings) log.warn(warning);
  void warnOfUnknownHost(config, log);
  void warnOfMissingSeller();
  if (mode === 'production' && service.deps.trust.live.size === 0)
    log.warn('no trust anchors: every document is rejected until you import certificates or set MASTER_LISTS_DIR');
  if (mode === 'production' && password_policy === 'specified')
    log.warn(
      'passwords of 4 characters are accepted; set PASSWORD_POLICY=strict to require 15 and reject common and breached ones',
    );
  if (rate_limits === 1) return;
  const often = rate_limits === Number.POSITIVE_INFINITY ? 'any number of' : `${rate_limits} times as many`;
  process.stderr.write(
    `Warning: RATE_LIMITS=${process.env['RATE_LIMITS']}. Clients may send ${often} requests. Use this for load tests only, and unset it otherwise.\n`,
  );
}

async function warnOfMissingSeller(): Promise<void> {
  const missing = await describeMissingSeller(service.ctx);
  if (missing) log.warn(missing);
}

function configOrExit(): Config {
  try {
    return readConfig({ ...process.env, ...readArguments() });
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message);
    throw error;
  }
}

/** `--role worker` takes precedence over ROLE. */
function readArguments(): { ROLE?: string } {
  try {
    const { role } = parseArgs({ options: { role: { type: 'string' } } }).values;
    return role === undefined ? {} : { ROLE: role };
  } catch (error) {
    return fail(`${(error as Error).message.split('. ')[0]}. The only option is --role, with all, web or worker.`);
  }
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
