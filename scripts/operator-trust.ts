/** `npm run operator -- trust …`: what the installation trusts. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readCertificateFile } from '@sigill/emrtd';
import type { OutsideContext } from '../server/core/context.ts';
import { inTransaction } from '../server/database/transaction.ts';
import { describeImport, lossText } from '../server/trust/import-report.ts';
import { countCertified, withPublishedSigners } from '../server/trust/imported.service.ts';
import { askForReload, findSources, removeSource } from '../server/trust/trust-change.service.ts';
import { checkIssuer, NoSecurityObject } from '../server/trust/trust-check.ts';
import { planImport, runImport } from '../server/trust/trust-import.service.ts';
import { checkTrustLog, readTrustLog } from '../server/trust/trust-log.service.ts';
import { describeLog } from '../server/trust/trust-log-report.ts';
import { reportTrust } from '../server/trust/trust-report.ts';
import { assertWhole } from '../server/trust/whole-file.ts';
import { actorAt, type Terminal } from './terminal.ts';

export const TRUST_USAGE = `  trust status                        names what is in MASTER_LISTS_DIR and what is imported, what of it is a trust anchor, what is refused
                                      and why, how old it is, and each State; exit 1 when a file is of no use or nothing is trusted
  trust import FILE… [--root FILE]…   imports certificates, and lists of them, of revocations and of deviations, in DER, PEM or LDIF of the PKD;
                                      --root vouches for the signer of a master list, --by "Alma Vinter" says who imports;
                                      a script that may remove trust anchors with it needs --allow-loss beside --yes
  trust check --sod FILE              explains whether the service takes the signature and the issuer of a document, and why not; exit 1 when it does not
  trust log [NAME]                    tells who imported, replaced and removed what, when, and what was refused, newest first; exit 1 when an entry was changed
  trust remove NAME                   takes back what was imported under this name
  trust reload                        lets every running process read the folder and what is imported again
`;

export interface TrustValues {
  root?: string[] | undefined;
  by?: string | undefined;
  sod?: string | undefined;
  yes: boolean;
  'allow-loss': boolean;
}

export interface TrustTerminal extends Terminal {
  /** Asks whether to proceed. Throws when nobody is there to answer. */
  agrees(warning?: string): Promise<boolean>;
  refuse(reason: string): Error;
}

type Task = (ctx: OutsideContext, words: string[], values: TrustValues, terminal: TrustTerminal) => Promise<number>;

const TASKS: Record<string, Task> = { status, import: importFiles, check, log, remove, reload };

export const trustTask = (word: string): Task | undefined => TASKS[word];

async function status(ctx: OutsideContext, _words: string[], _values: TrustValues, terminal: TrustTerminal) {
  const { trust, clock, config } = ctx.deps;
  if (!config.master_lists_dir && trust.imported.length === 0) {
    print(terminal, ['Nothing is imported and MASTER_LISTS_DIR is not set: no live document can be verified.']);
    return 1;
  }
  const { lines, warnings, sound } = reportTrust(
    { files: trust.files, imported: trust.imported, certified: await countCertified(ctx) },
    clock.now(),
  );
  print(terminal, lines);
  for (const warning of warnings) terminal.writeError(`Warning: ${warning}.\n`);
  return sound ? 0 : 1;
}

async function importFiles(ctx: OutsideContext, words: string[], values: TrustValues, terminal: TrustTerminal) {
  if (words.length === 0) throw terminal.refuse('Name the files to import.');
  const files = words.map((path) => ({ name: basename(path), bytes: read(path, terminal) }));
  const roots = (values.root ?? []).flatMap((path) => {
    try {
      const bytes = read(path, terminal);
      assertWhole(bytes);
      return readCertificateFile(bytes);
    } catch (error) {
      throw terminal.refuse(`${path}: ${error instanceof Error ? error.message : error}`);
    }
  });
  const plan = await planImport(ctx, { files, roots });
  print(terminal, describeImport(plan, ctx.deps.clock.now()));
  if (plan.sources.length + plan.deleted.length === 0) {
    print(terminal, ['Nothing was imported.']);
    return 1;
  }
  const loss = lossText(plan);
  const agrees = values.yes ? !loss || values['allow-loss'] : await terminal.agrees(loss);
  if (!agrees) {
    print(terminal, ['Nothing was changed.']);
    if (values.yes) terminal.writeError(`${loss} Add --allow-loss if that is meant.\n`);
    return 1;
  }
  await runImport(ctx, plan, actorAt(terminal, values.by));
  print(terminal, ['Done. Running processes go over to it within seconds.']);
  return plan.useless.length > 0 ? 1 : 0;
}

async function check(ctx: OutsideContext, _words: string[], { sod }: TrustValues, terminal: TrustTerminal) {
  if (!sod) throw terminal.refuse('Name the security object: --sod FILE');
  const bytes = read(sod, terminal);
  const { trust, clock } = ctx.deps;
  try {
    const { lines, known } = checkIssuer(bytes, await withPublishedSigners(ctx, trust.live, bytes), clock.now());
    print(terminal, lines);
    return known ? 0 : 1;
  } catch (error) {
    if (error instanceof NoSecurityObject) throw terminal.refuse(`${sod} is no security object (EF.SOD).`);
    throw terminal.refuse(`${sod}: ${error instanceof Error ? error.message : error}`);
  }
}

async function log(ctx: OutsideContext, [name]: string[], _values: TrustValues, terminal: TrustTerminal) {
  const entries = await readTrustLog(ctx, name);
  const none = name === undefined ? 'Nothing was changed yet.' : `No entry names ${name}.`;
  print(terminal, entries.length > 0 ? describeLog(entries) : [none]);
  const { tampered, lacks_head } = await checkTrustLog(ctx);
  if (tampered !== undefined) terminal.writeError(`Entry ${tampered} is not as it was written.\n`);
  if (lacks_head) terminal.writeError('The head of the log is missing.\n');
  return tampered === undefined && !lacks_head ? 0 : 1;
}

async function remove(ctx: OutsideContext, [name]: string[], values: TrustValues, terminal: TrustTerminal) {
  if (name === undefined) throw terminal.refuse('Say which: trust remove NAME, as trust status names it.');
  const sources = findSources(ctx, name);
  if (sources.length === 0) throw terminal.refuse(await whyNothing(ctx, name));
  print(
    terminal,
    sources.map(
      ({ kind, objects, signers, imported, imported_by }) =>
        `${name} (${kind.toLowerCase().replace('_', ' ')}, ${objects.length + signers} entries, imported ${imported.slice(0, 10)} by ${imported_by}) is no longer trusted.`,
    ),
  );
  if (!values.yes && !(await terminal.agrees())) {
    print(terminal, ['Nothing was changed.']);
    return 1;
  }
  await inTransaction(ctx, async (ctx) => {
    for (const source of sources) await removeSource(ctx, source, actorAt(terminal, values.by));
  });
  print(terminal, ['Done. Running processes go over to it within seconds.']);
  return 0;
}

const whyNothing = async (ctx: OutsideContext, name: string) =>
  (await readTrustLog(ctx, name)).length > 0
    ? `Nothing that was imported as ${name} is trusted now. trust log ${name} says what became of it.`
    : `Nothing was imported as ${name}.`;

async function reload(ctx: OutsideContext, _words: string[], values: TrustValues, terminal: TrustTerminal) {
  await inTransaction(ctx, (ctx) => askForReload(ctx, actorAt(terminal, values.by)));
  print(terminal, ['Every running process reads the folder and what is imported again within seconds.']);
  return 0;
}

function read(path: string, terminal: TrustTerminal): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw terminal.refuse(`${path} cannot be read.`);
  }
}

const print = (terminal: Terminal, lines: string[]) => terminal.write(lines.map((line) => `${line}\n`).join(''));
