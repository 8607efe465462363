/** Operator's work on an installation: `npm run operator -- COMMAND`. Reads the same environment as the server, which may run meanwhile. */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { checkChains } from '../server/audit/audit.service.ts';
import {
  addInvoice,
  CommandRefused,
  changeCancellation,
  changePlan,
  closeCycleByHand,
  describeAccounts,
  describeBills,
  markBillPaid,
  type PlannedChange,
} from '../server/billing/payment/operator.service.ts';
import { parseMoney } from '../server/billing/terms/money.ts';
import { PLANS, type Terms } from '../server/billing/terms/plans.ts';
import type { ChainCheck } from '../server/chains/hash-chain.service.ts';
import { createService } from '../server/compose.ts';
import { ConfigError, readConfig } from '../server/core/config.ts';
import type { OutsideContext } from '../server/core/context.ts';
import { createLog } from '../server/core/log.ts';
import { StartError } from '../server/core/start-error.ts';
import { inTransaction } from '../server/database/transaction.ts';
import { sealedColumns } from '../server/sealed-columns.ts';
import { reseal } from '../server/secrets/reseal.service.ts';
import { checkNotes } from '../server/status/incident.service.ts';
import { checkTrustLog } from '../server/trust/trust-log.service.ts';
import { ACCESS_USAGE, accessChange } from './operator-access.ts';
import { ERASURE_KEYS_USAGE, erasureKeysChange } from './operator-erasure-keys.ts';
import { describeProofKeys, PROOF_KEYS_USAGE, proofKeyChange } from './operator-proof-keys.ts';
import { describeIncidents, incidentChange, STATUS_USAGE, tellStatus } from './operator-status.ts';
import { TRUST_USAGE, trustTask } from './operator-trust.ts';
import { standardOutput, type Terminal } from './terminal.ts';

const usage = (command: string) => `${command} COMMAND
${TRUST_USAGE}  accounts                            lists the accounts, newest first
  bills ACCOUNT                       lists the bills of an account, newest first
  plan ACCOUNT starter|standard       changes the plan at the next cycle; --unit-price 0.05 --fee 49.00 for terms of its own
  cancel ACCOUNT                      ends billing with the open cycle; --undo takes it back
  invoice ACCOUNT --line1 "Storgatan 1" --postal-code "111 22" --city Stockholm --country SE
                                      lets the account pay by invoice; --line2, --state, --reference "PO 4711", --primary
  paid BILL                           marks a bill as paid; --reference "transfer 2026-11-21"
  close-cycle ACCOUNT                 closes and bills a cycle that is over, as the server does by itself
  rekey                               seals everything under SERVER_KEY that SERVER_KEY_PREVIOUS has sealed; may be repeated at any time;
                                      exit 1 when something is left
${ACCESS_USAGE}${PROOF_KEYS_USAGE}${ERASURE_KEYS_USAGE}${STATUS_USAGE}  audit                               checks the audit logs of all accounts, the log of trust and the incidents; exit 1 when an entry was changed or is missing

ACCOUNT is the id on the customer's billing page; suspend and resume also take the e-mail of somebody in it. USER is an id or e-mail. What changes something says so and asks; --yes answers for scripts.
No command makes a database. --migrate brings one of an earlier version to the schema of this one first.
`;

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean', default: false } as const;
const OPTIONS = {
  yes: FLAG,
  migrate: FLAG,
  undo: FLAG,
  primary: FLAG,
  'unit-price': TEXT,
  fee: TEXT,
  line1: TEXT,
  line2: TEXT,
  'postal-code': TEXT,
  city: TEXT,
  state: TEXT,
  country: TEXT,
  reason: TEXT,
  reference: TEXT,
  root: { type: 'string', multiple: true },
  by: TEXT,
  en: TEXT,
  es: TEXT,
  component: TEXT,
  sod: TEXT,
  key: TEXT,
  'allow-loss': FLAG,
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>['values'];

/** What checks or mends the installation as a whole. */
const TASKS: Record<string, (ctx: OutsideContext, terminal: Terminal) => Promise<number>> = {
  audit,
  rekey,
  status: tellStatus,
};

if (import.meta.main) await runOperator();

/** Runs it for who is at the terminal. `command` is what they have typed before its arguments. */
export async function runOperator(command = 'npm run operator --'): Promise<void> {
  process.exitCode = await operate(process.argv.slice(2), {
    ...standardOutput,
    command,
    environment: process.env,
    ask: process.stdin.isTTY ? ask : undefined,
  });
}

/** @returns the exit code. */
export async function operate(args: string[], terminal: Terminal): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args: withKey(args), options: OPTIONS, allowPositionals: true });
    return await perform(positionals, values, terminal);
  } catch (error) {
    const expected =
      error instanceof CommandRefused ||
      error instanceof ConfigError ||
      error instanceof StartError ||
      (error instanceof TypeError && 'code' in error);
    if (!expected) throw error;
    terminal.writeError(`${(error as Error).message}\n`);
    return 1;
  }
}

/** The id of a key may begin with a dash, and parseArgs would take it for an option. */
function withKey(args: string[]): string[] {
  const at = args.indexOf('--key');
  return at === -1 || at + 1 === args.length
    ? args
    : [...args.slice(0, at), `--key=${args[at + 1]}`, ...args.slice(at + 2)];
}

async function perform([command = '', ...words]: string[], values: Values, terminal: Terminal): Promise<number> {
  const lists: Record<string, (ctx: OutsideContext) => Promise<string[]>> = {
    accounts: describeAccounts,
    bills: (ctx) => describeBills(ctx, idOf(words[0], 'ACCOUNT')),
    'proof-keys list': describeProofKeys,
    'incident list': describeIncidents,
  };
  const account = () => ({ merchant_id: idOf(words[0], 'ACCOUNT') });
  const changes: Record<string, (ctx: OutsideContext) => Promise<PlannedChange>> = {
    plan: (ctx) => changePlan(ctx, { ...account(), terms: termsOf(words[1], values) }),
    cancel: (ctx) => changeCancellation(ctx, { ...account(), cancels: !values.undo }),
    invoice: (ctx) => addInvoice(ctx, { ...account(), address: addressOf(values), primary: values.primary }),
    paid: (ctx) => markBillPaid(ctx, { bill_id: idOf(words[0], 'BILL'), reference: values.reference }),
    'erasure-keys replace': erasureKeysChange,
    'close-cycle': (ctx) => closeCycleByHand(ctx, idOf(words[0], 'ACCOUNT')),
  };
  const name = ['proof-keys', 'incident', 'erasure-keys'].includes(command) ? `${command} ${words[0]}` : command;
  const list = lists[name];
  const change =
    command === 'incident'
      ? incidentChange(words, values, terminal)
      : command === 'proof-keys'
        ? ofProofKeys(words[0], values, terminal)
        : (changes[name] ?? accessChange(command, words, values));
  const task = command === 'trust' ? ofTrust(words, values) : TASKS[command];
  if (!list && !change && !task) {
    terminal.writeError(usage(terminal.command ?? 'npm run operator --'));
    return 2;
  }
  // A server may be running beside this command, and plays the card provider then.
  const service = await createService({
    config: readConfig(terminal.environment, { sends_mail: false }),
    log: createLog('error'),
    plays_card_provider: false,
    access: { makes: false, migrates: values.migrate, beside: true },
    replaces_erasure_keys: name === 'erasure-keys replace',
  });
  const { ctx } = service;
  try {
    if (list) print(terminal, await list(ctx), 'None yet.');
    else if (task) return await task(ctx, terminal);
    else if (change) return await confirmed(ctx, await change(ctx), values.yes, terminal);
    return 0;
  } finally {
    await service.stop();
  }
}

async function audit(ctx: OutsideContext, terminal: Terminal): Promise<number> {
  const { checked, tampered } = await checkChains(ctx);
  print(
    terminal,
    [...tampered].map(([account, entry]) => `Account ${account}: entry ${entry} is not as it was written.`),
  );
  print(terminal, [`${checked} audit logs checked, ${checked - tampered.size} intact.`]);
  return Math.max(tampered.size > 0 ? 1 : 0, await auditTrust(ctx, terminal), await auditIncidents(ctx, terminal));
}

/** What is trusted belongs to no account, and has a log of its own. */
async function auditTrust(ctx: OutsideContext, terminal: Terminal): Promise<number> {
  const { unlogged, ...check } = await checkTrustLog(ctx);
  const code = tellCheck(terminal, 'Trust', check);
  print(
    terminal,
    unlogged.map((name) => `Trust: ${name} is trusted, and the log does not say who imported it.`),
  );
  const { entries } = check;
  if (entries > 0) print(terminal, [`Trust: ${entries} ${entries === 1 ? 'change' : 'changes'} in the log.`]);
  return unlogged.length > 0 ? 1 : code;
}

async function auditIncidents(ctx: OutsideContext, terminal: Terminal): Promise<number> {
  const check = await checkNotes(ctx);
  const code = tellCheck(terminal, 'Incidents', check);
  const { entries } = check;
  if (entries > 0) print(terminal, [`Incidents: ${entries} ${entries === 1 ? 'note' : 'notes'}.`]);
  return code;
}

/** @returns the exit code. */
function tellCheck(terminal: Terminal, log: string, { tampered, lacks_head, found }: ChainCheck): number {
  if (tampered !== undefined) print(terminal, [`${log}: entry ${tampered} is not as it was written.`]);
  if (lacks_head) print(terminal, [`${log}: the head of the log is missing.`]);
  if (found > 0)
    print(terminal, [
      `${log}: the first ${found} were there before the log had a head; whether newer ones were deleted before that is not known.`,
    ]);
  return tampered !== undefined || lacks_head ? 1 : 0;
}

async function rekey(ctx: OutsideContext, terminal: Terminal): Promise<number> {
  const say = (line: string) => print(terminal, [line]);
  const { resealed, left, unreadable } = await reseal(ctx, sealedColumns, (what, done, of) =>
    say(`${what}: ${done} of ${of}`),
  );
  for (const [what, count] of unreadable) say(`${what}: ${count} cannot be opened with any of the keys, and stay.`);
  if (left > 0)
    say(
      `${left} were sealed under a previous key meanwhile, by a process that has it as SERVER_KEY. Start every process with the new key, then run this again.`,
    );
  else if (resealed > 0)
    say(`${resealed} sealed anew. SERVER_KEY_PREVIOUS is no longer needed: start every process without it.`);
  else say('Nothing is sealed under a previous key.');
  const log = createLog('info', (line) => terminal.writeError(line));
  log.info({ resealed, left, unreadable: unreadable.size, key: ctx.deps.sealer.key_id.toString('hex') }, 'server key');
  return left > 0 || unreadable.size > 0 ? 1 : 0;
}

/** Says what will happen, asks, and does it in one transaction. */
async function confirmed(
  ctx: OutsideContext,
  change: PlannedChange,
  yes: boolean,
  terminal: Terminal,
): Promise<number> {
  print(terminal, change.summary);
  if (!yes && !(await agrees(terminal))) {
    print(terminal, ['Nothing was changed.']);
    return 1;
  }
  await inTransaction(ctx, (ctx) => change.run(ctx));
  print(terminal, ['Done.']);
  return 0;
}

async function agrees(terminal: Terminal, warning?: string): Promise<boolean> {
  if (!terminal.ask) throw new CommandRefused('Nobody is here to answer: add --yes.');
  return /^y(es)?$/i.test((await terminal.ask(`${warning ? `${warning} ` : ''}Proceed? [y/N] `)).trim());
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question(question);
  lines.close();
  return answer;
}

function idOf(text: string | undefined, name: string): number {
  const id = Number(text);
  if (!text || !/^\d{1,16}$/.test(text) || !Number.isSafeInteger(id))
    throw new CommandRefused(`${name} must be an id.`);
  return id;
}

function termsOf(plan: string | undefined, { 'unit-price': price, fee }: Values): Terms {
  if (plan === undefined && price !== undefined && fee !== undefined)
    return { unit_price: amountOf(price), monthly_commitment: amountOf(fee) };
  if (plan !== 'starter' && plan !== 'standard')
    throw new CommandRefused('Name a plan, starter or standard, or give --unit-price and --fee.');
  return PLANS[plan];
}

function amountOf(text: string): number {
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(text)) throw new CommandRefused(`${text} is no amount in USD.`);
  return parseMoney(text);
}

function addressOf(values: Values) {
  const { line1, line2, 'postal-code': postal_code, city, state, country, reference } = values;
  if (!line1 || !postal_code || !city || !country)
    throw new CommandRefused('An invoice needs --line1, --postal-code, --city and --country.');
  return {
    reference: reference ?? null,
    address_line_1: line1,
    address_line_2: line2 ?? null,
    address_postal_code: postal_code,
    address_city: city,
    address_state: state ?? null,
    address_country: country,
  };
}

function ofProofKeys(word: string | undefined, { by, key }: Values, terminal: Terminal) {
  const plan = proofKeyChange(word, key);
  return plan && ((ctx: OutsideContext) => plan(ctx, terminal, by));
}

function ofTrust([word = 'status', ...words]: string[], values: Values) {
  const task = trustTask(word);
  const refuse = (reason: string) => new CommandRefused(reason);
  return (
    task &&
    ((ctx: OutsideContext, terminal: Terminal) =>
      task(ctx, words, values, { ...terminal, refuse, agrees: (warning) => agrees(terminal, warning) }))
  );
}

function print(terminal: Terminal, lines: string[], otherwise?: string): void {
  const shown = lines.length === 0 && otherwise ? [otherwise] : lines;
  terminal.write(shown.map((line) => `${line}\n`).join(''));
}
