import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readCertificateFile } from '@sigill/emrtd';
import type { OutsideContext } from '../core/context.ts';
import { CommandRefused, type PlannedChange } from '../core/planned-change.ts';
import { inTransaction } from '../database/transaction.ts';
import { assertWhole } from '../trust/import-entries.ts';
import { describeChange, describeImport, lossText } from '../trust/import-report.ts';
import { countCertified, findPublishedSigners } from '../trust/imported.service.ts';
import { withSigners } from '../trust/published-signers.ts';
import { checkIssuer, NoSecurityObject } from '../trust/trust-check.ts';
import { changeWithout, planImport, removedIn, runImport } from '../trust/trust-import.service.ts';
import { askForReload, checkTrustLog, findSources, readTrustLog, removeSource } from '../trust/trust-log.service.ts';
import { describeLog } from '../trust/trust-log-report.ts';
import { reportTrust } from '../trust/trust-report.ts';
import { actorAt, agrees, BY, change, command, print, type Terminal, YES } from './command.ts';

interface Values {
  root?: string[] | undefined;
  by?: string | undefined;
  sod?: string | undefined;
  yes?: boolean;
  'allow-loss'?: boolean;
}

type Read = { words: string[]; values: Values };

export const trust = {
  'trust status': command({
    summary:
      'shows what is in MASTER_LISTS_DIR and what is imported, the trust anchors, and what is rejected and why; exits with 1 if a file is unusable or nothing is trusted',
    run: status,
  }),
  'trust import': command({
    words: 'FILE…',
    summary: 'imports certificates, master lists, revocation lists and deviation lists, as DER, PEM or LDIF of the PKD',
    options: {
      root: {
        type: 'string',
        multiple: true,
        value: 'FILE',
        says: 'root certificate for the signer of a master list; can be repeated',
      },
      ...BY,
      ...YES,
      'allow-loss': {
        type: 'boolean',
        default: false,
        says: 'with --yes, for scripts that may remove trust anchors',
      },
    },
    run: importFiles,
  }),
  'trust check': command({
    summary:
      'explains whether the service accepts the signature and issuer of a document, and why not; exits with 1 if it does not',
    options: { sod: { type: 'string', value: 'FILE', says: 'security object of the document, EF.SOD' } },
    run: check,
  }),
  'trust log': command({
    words: '[NAME]',
    summary:
      'lists who imported, replaced and removed what and when, and what was rejected, newest first; exits with 1 if an entry was changed',
    run: log,
  }),
  'trust remove': change({
    words: 'NAME',
    summary: 'removes what was imported under this name',
    options: BY,
    plan: removal,
  }),
  'trust reload': command({
    summary: 'makes every running process reload the folder and the imports',
    options: { ...BY, ...YES },
    run: reload,
  }),
};

async function status(ctx: OutsideContext, _read: Read, terminal: Terminal) {
  const { trust, clock, config } = ctx.deps;
  if (!config.master_lists_dir && trust.imported.length === 0) {
    print(terminal, ['Nothing is imported and MASTER_LISTS_DIR is not set, so no live document can be verified.']);
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

async function importFiles(ctx: OutsideContext, { words, values }: Read, terminal: Terminal) {
  if (words.length === 0) throw new CommandRefused('Name the files to import.');
  const files = words.map((path) => ({ name: basename(path), bytes: read(path) }));
  const roots = (values.root ?? []).flatMap((path) => {
    try {
      const bytes = read(path);
      assertWhole(bytes);
      return readCertificateFile(bytes);
    } catch (error) {
      throw new CommandRefused(`${path}: ${error instanceof Error ? error.message : error}`);
    }
  });
  const plan = await planImport(ctx, { files, roots });
  print(terminal, describeImport(plan, ctx.deps.clock.now()));
  if (plan.sources.length + plan.deleted.length === 0) {
    print(terminal, ['Nothing was imported.']);
    return 1;
  }
  const loss = lossText(plan);
  const isAgreed = values.yes ? !loss || values['allow-loss'] : await agrees(terminal, loss);
  if (!isAgreed) {
    print(terminal, ['Nothing was changed.']);
    if (values.yes) terminal.writeError(`${loss} Add --allow-loss to proceed.\n`);
    return 1;
  }
  await runImport(ctx, plan, actorAt(terminal, values.by));
  print(terminal, ['Done. Running processes reload within seconds.']);
  return plan.useless.length > 0 ? 1 : 0;
}

async function check(ctx: OutsideContext, { values: { sod } }: Read, terminal: Terminal) {
  if (!sod) throw new CommandRefused('Add --sod FILE, the security object of the document.');
  const bytes = read(sod);
  const { trust, clock } = ctx.deps;
  try {
    const complete = withSigners(trust.live, await findPublishedSigners(ctx, bytes));
    const { lines, known } = checkIssuer(bytes, complete, clock.now());
    print(terminal, lines);
    return known ? 0 : 1;
  } catch (error) {
    if (error instanceof NoSecurityObject) throw new CommandRefused(`${sod} is not a security object (EF.SOD).`);
    throw new CommandRefused(`${sod}: ${error instanceof Error ? error.message : error}`);
  }
}

async function log(ctx: OutsideContext, { words: [name] }: Read, terminal: Terminal) {
  const entries = await readTrustLog(ctx, name);
  const none = name === undefined ? 'No changes yet.' : `No entry names ${name}.`;
  print(terminal, entries.length > 0 ? describeLog(entries) : [none]);
  const { tampered, lacks_head } = await checkTrustLog(ctx);
  if (tampered !== undefined) terminal.writeError(`Entry ${tampered} was changed or deleted.\n`);
  if (lacks_head) terminal.writeError('The head of the log is missing.\n');
  return tampered === undefined && !lacks_head ? 0 : 1;
}

async function removal(
  ctx: OutsideContext,
  { words: [name], values }: Read,
  terminal: Terminal,
): Promise<PlannedChange> {
  if (name === undefined) throw new CommandRefused('Which one? Use trust remove NAME, with a name from trust status.');
  const sources = findSources(ctx, name);
  if (sources.length === 0) throw new CommandRefused(await whyNothing(ctx, name));
  const change = await changeWithout(ctx, sources);
  return {
    summary: [
      ...sources.map(
        ({ kind, objects, signers, imported, imported_by }) =>
          `${name} (${kind.toLowerCase().replace('_', ' ')}, ${entries(objects.length + signers)}, imported ${imported.slice(0, 10)} by ${imported_by}) will no longer be trusted.`,
      ),
      ...(change ? describeChange(change) : []),
      'Running processes reload within seconds.',
    ],
    async run(ctx) {
      const actor = actorAt(terminal, values.by);
      // The certificates that are removed are logged once, with the first source.
      for (const [at, source] of sources.entries())
        await removeSource(ctx, { source, actor, details: at === 0 ? removedIn(change) : {} });
    },
  };
}

const entries = (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`;

const whyNothing = async (ctx: OutsideContext, name: string) =>
  (await readTrustLog(ctx, name)).length > 0
    ? `Nothing imported as ${name} is trusted now. Run trust log ${name} to see why.`
    : `Nothing was imported as ${name}.`;

async function reload(ctx: OutsideContext, { values }: Read, terminal: Terminal) {
  await inTransaction(ctx, (ctx) => askForReload(ctx, actorAt(terminal, values.by)));
  print(terminal, ['Every running process will reload the folder and the imports within seconds.']);
  return 0;
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new CommandRefused(`Cannot read ${path}.`);
  }
}
