import { suggestion } from '@sigill/sdk/suggestion';
import packageJson from '../package.json' with { type: 'json' };
import { type Command, Refusal, UsageError } from './command.ts';
import { deliveryKey } from './delivery-key.ts';
import { doctor } from './doctor/doctor.ts';
import { listen } from './listen/listen.ts';
import { mcp } from './mcp/mcp.ts';
import { read } from './read/read.ts';
import { plainSentence } from './service.ts';
import { coloured, type Terminal } from './terminal.ts';
import { trigger } from './trigger/trigger.ts';

const commands: Record<string, Command> = { listen, trigger, read, doctor, mcp, 'delivery-key': deliveryKey };

const usage = (): string => `Sigill on the command line.

  sigill COMMAND [OPTIONS]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(14)}${summary}`)
  .join('\n')}

  sigill COMMAND --help shows the options of a command, sigill --version the version.

Environment variables:

  SIGILL_PUBLIC_KEY, SIGILL_SECRET   your API key; create one in the portal under Add keys
  SIGILL_BASE_URL                    address of the service; --base-url overrides it
  SIGILL_CALLBACK_SECRET             the signing secret that your receiver uses, whsec_…

--env FILE reads the variables that are not set from a file.
`;

/** Runs the command line. @returns the exit code: 0 done, 1 failed, 2 usage error. */
export async function run([name, ...args]: string[], terminal: Terminal): Promise<number> {
  if (name === undefined || ['help', '--help', '-h'].includes(name)) {
    const about = name === undefined ? undefined : commands[args[0] ?? ''];
    terminal.write(about ? `${about.usage}\n` : usage());
    return 0;
  }
  if (name === '--version' || name === '-v') {
    terminal.write(`${packageJson.version}\n`);
    return 0;
  }
  const command = commands[name];
  if (!command) {
    terminal.writeError(
      `Unknown command: ${name}.${suggestion(name, Object.keys(commands))} Run sigill --help for a list.\n`,
    );
    return 2;
  }
  if (args.includes('--help') || args.includes('-h')) {
    terminal.write(`${command.usage}\n`);
    return 0;
  }
  try {
    return await command.run(args, terminal);
  } catch (error) {
    return explain(error, name, terminal);
  }
}

function explain(error: unknown, name: string, terminal: Terminal): number {
  if (terminal.stop.aborted) return 0;
  if (error instanceof UsageError) {
    terminal.writeError(`${error.message} Run sigill ${name} --help for help.\n`);
    return 2;
  }
  const text = error instanceof Refusal ? error.message : plainSentence(error);
  terminal.writeError(`${coloured(terminal, 'red', text)}\n`);
  return 1;
}
