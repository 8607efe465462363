/** `npm run operator -- trust …`: what the installation trusts. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readCertificateFile } from '@sigill/emrtd';
import { CommandRefused } from '../billing/payment/operator.service.ts';
import type { OutsideContext } from '../core/context.ts';
import { inTransaction } from '../database/transaction.ts';
import { assertWhole } from '../trust/import-entries.ts';
import { describeImport, lossText } from '../trust/import-report.ts';
import { countCertified, withPublishedSigners } from '../trust/imported.service.ts';
import { checkIssuer, NoSecurityObject } from '../trust/trust-check.ts';
import { planImport, runImport } from '../trust/trust-import.service.ts';
import { askForReload, checkTrustLog, findSources, readTrustLog, removeSource } from '../trust/trust-log.service.ts';
import { describeLog } from '../trust/trust-log-report.ts';
import { reportTrust } from '../trust/trust-report.ts';
import { actorAt, agrees, BY, command, print, type Terminal, YES } from './command.ts';

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
      'names what is in MASTER_LISTS_DIR and what is imported, what is a trust anchor, what is refused and why; exit 1 when a file is of no use or nothing is trusted',
    run: status,
  }),
  'trust import': command({
    words: 'FILE…',
    summary:
      'imports certificates, and lists of them, of revocations and of deviations, in DER, PEM or LDIF of the PKD',
    options: {
      root: {
        type: 'string',
        multiple: true,
        value: 'FILE',
        says: 'vouches for the signer of a master list; may be given several times',
      },
      ...BY,
      ...YES,
      'allow-loss': {
        type: 'boolean',
        default: false,
        says: 'beside --yes, for scripts that may remove trust anchors',
      },
    },
    run: importFiles,
  }),
  'trust check': command({
    summary:
      'explains whether the service accepts the signature and the issuer of a document, and why not; exit 1 when it does not',
    options: { sod: { type: 'string', value: 'FILE', says: 'the security object of the document, EF.SOD' } },
    run: check,
  }),
  'trust log': command({
    words: '[NAME]',
    summary:
      'tells who imported, replaced and removed what, when, and what was refused, newest first; exit 1 when an entry was changed',
    run: log,
  }),
  'trust remove': command({
    words: 'NAME',
    summary: 'takes back what was imported under this name',
    options: { ...BY, ...YES },
    run: remove,
  }),
  'trust reload': command({
    summary: 'lets every running process read the folder and what is imported again',
    options: { ...BY, ...YES },
    run: reload,
  }),
};

async function status(ctx: OutsideContext, _read: Read, terminal: Terminal) {
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
    if (values.yes) terminal.writeError(`${loss} Add --allow-loss if that is meant.\n`);
    return 1;
  }
  await runImport(ctx, plan, actorAt(terminal, values.by));
  print(terminal, ['Done. Running processes go over to it within seconds.']);
  return plan.useless.length > 0 ? 1 : 0;
}

async function check(ctx: OutsideContext, { values: { sod } }: Read, terminal: Terminal) {
  if (!sod) throw new CommandRefused('Name the security object: --sod FILE');
  const bytes = read(sod);
  const { trust, clock } = ctx.deps;
  try {
    const { lines, known } = checkIssuer(bytes, await withPublishedSigners(ctx, trust.live, bytes), clock.now());
    print(terminal, lines);
    return known ? 0 : 1;
  } catch (error) {
    if (error instanceof NoSecurityObject) throw new CommandRefused(`${sod} is no security object (EF.SOD).`);
    throw new CommandRefused(`${sod}: ${error instanceof Error ? error.message : error}`);
  }
}

async function log(ctx: OutsideContext, { words: [name] }: Read, terminal: Terminal) {
  const entries = await readTrustLog(ctx, name);
  const none = name === undefined ? 'Nothing was changed yet.' : `No entry names ${name}.`;
  print(terminal, entries.length > 0 ? describeLog(entries) : [none]);
  const { tampered, lacks_head } = await checkTrustLog(ctx);
  if (tampered !== undefined) terminal.writeError(`Entry ${tampered} is not as it was written.\n`);
  if (lacks_head) terminal.writeError('The head of the log is missing.\n');
  return tampered === undefined && !lacks_head ? 0 : 1;
}

async function remove(ctx: OutsideContext, { words: [name], values }: Read, terminal: Terminal) {
  if (name === undefined) throw new CommandRefused('Say which: trust remove NAME, as trust status names it.');
  const sources = findSources(ctx, name);
  if (sources.length === 0) throw new CommandRefused(await whyNothing(ctx, name));
  print(
    terminal,
    sources.map(
      ({ kind, objects, signers, imported, imported_by }) =>
        `${name} (${kind.toLowerCase().replace('_', ' ')}, ${objects.length + signers} entries, imported ${imported.slice(0, 10)} by ${imported_by}) is no longer trusted.`,
    ),
  );
  if (!values.yes && !(await agrees(terminal))) {
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

async function reload(ctx: OutsideContext, { values }: Read, terminal: Terminal) {
  await inTransaction(ctx, (ctx) => askForReload(ctx, actorAt(terminal, values.by)));
  print(terminal, ['Every running process reads the folder and what is imported again within seconds.']);
  return 0;
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new CommandRefused(`${path} cannot be read.`);
  }
}
