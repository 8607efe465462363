/**
 * The operator's commands for an installation: `npm run operator -- COMMAND`. They read the same environment as the server, which
 * may be running.
 */
import { createInterface } from 'node:readline/promises';
import { UsageError } from '../../sdk/cli/src/command.ts';
import { standardOutput } from '../../sdk/cli/src/terminal.ts';
import { ConfigError } from '../core/config.ts';
import { CommandRefused } from '../core/planned-change.ts';
import { StartError } from '../core/start-error.ts';
import { access } from './access.ts';
import { audit } from './audit.ts';
import { backups } from './backup.ts';
import { billing } from './billing.ts';
import { bills } from './bills.ts';
import type { OperatorCommand, Terminal } from './command.ts';
import { face } from './face.ts';
import { incidents } from './incidents.ts';
import { keys } from './keys.ts';
import { move } from './move.ts';
import { status } from './status.ts';
import { trust } from './trust.ts';

const COMMANDS: Record<string, OperatorCommand> = {
  ...trust,
  ...bills,
  ...billing,
  ...access,
  ...keys,
  move,
  status,
  ...incidents,
  ...face,
  audit,
  ...backups,
};

const HERE = 'npm run operator --';

const usage = (command: string) => `${command} COMMAND
${Object.entries(COMMANDS)
  .map(([name, { words, summary }]) => `  ${`${name} ${words}`.padEnd(32)}${summary}\n`)
  .join('')}
COMMAND --help lists the options of a command. ACCOUNT is the id on the customer's billing page; suspend and resume also take the
email of one of its users. USER is an id or email. Commands that change something describe the change and ask for confirmation;
--yes skips that, for scripts. Only restore creates a database. --migrate first upgrades one of an earlier version.
`;

if (import.meta.main) await runOperator();

/** `command` is how help texts show the program, such as `node operator.mjs`. */
export async function runOperator(command?: string): Promise<void> {
  process.exitCode = await operate(process.argv.slice(2), {
    ...(command !== undefined && { command }),
    environment: process.env,
    ...standardOutput,
    ask: process.stdin.isTTY ? ask : undefined,
  });
}

export async function operate(typed: string[], terminal: Terminal): Promise<number> {
  const { name, args } = named(withKey(typed));
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const called = terminal.command ?? HERE;
  const help = command ? helpOf(`${called} ${name}`, command) : usage(called);
  if ([name, ...args].some((word) => word === '--help' || word === '-h')) {
    terminal.write(help);
    return 0;
  }
  if (!command) {
    terminal.writeError(help);
    return 2;
  }
  try {
    return await command.run(args, terminal);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const isExpected = error instanceof CommandRefused || error instanceof ConfigError || error instanceof StartError;
    if (!isUsage && !isExpected) throw error;
    terminal.writeError(`${error.message}\n${isUsage ? `\n${help}` : ''}`);
    return 1;
  }
}

function helpOf(call: string, { words, summary, usage }: OperatorCommand): string {
  return `${call}${words && ` ${words}`}\n  ${summary}\n\n${usage}`;
}

/** A command's name is one word or two. `trust` alone means `trust status`. */
function named(typed: string[]): { name: string; args: string[] } {
  const two = typed.slice(0, 2).join(' ');
  if (Object.hasOwn(COMMANDS, two)) return { name: two, args: typed.slice(2) };
  const [first = '', ...args] = typed;
  return { name: first === 'trust' && !args[0]?.match(/^[^-]/) ? 'trust status' : first, args };
}

/** A key id may begin with a dash, which parseArgs would treat as an option. */
function withKey(args: string[]): string[] {
  const at = args.indexOf('--key');
  return at === -1 || at + 1 === args.length
    ? args
    : [...args.slice(0, at), `--key=${args[at + 1]}`, ...args.slice(at + 2)];
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question(question);
  lines.close();
  return answer;
}
