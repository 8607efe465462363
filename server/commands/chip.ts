/** `npm run chip -- verify …`: runs the chip engine on files and prints every check. */

import { readFileSync } from 'node:fs';
import {
  createTrustStore,
  type DocumentFiles,
  type Evidence,
  masterListSource,
  type Policy,
  readCertificateFile,
  readMasterList,
  readRevocationListFile,
  type TrustSource,
  type Verification,
  verifyDocument,
  verifyMaterial,
} from '@sigill/emrtd';
import { readArguments, UsageError } from '../../sdk/cli/src/command.ts';
import { type Output, standardOutput } from '../../sdk/cli/src/terminal.ts';
import { checkText } from '../reader/chip-result.ts';

const USAGE = `Usage: chip verify --sod FILE [--dg1 FILE] [--dg2 FILE] [--dg7 FILE] [--dg11 FILE] [--dg12 FILE] [--dg14 FILE] [--dg15 FILE]
                   (--master-list FILE --master-list-root FILE | --csca FILE)…
                   [--signer FILE]… [--crl FILE]… [--deviation-list FILE]… [--at YYYY-MM-DD] [--passport-only]
                   [--challenge HEX --aa-signature FILE] [--json]

There is no option for Chip Authentication: its keys are created during the reading, so files cannot prove it.
The last line is DOCUMENT VERIFIED if a service could approve the person, and otherwise names what was verified.
The exit code is 0 if everything given verifies, 1 if something is refused, and 2 for wrong usage.`;

const GROUPS = ['dg1', 'dg2', 'dg7', 'dg11', 'dg12', 'dg14', 'dg15'] as const;

const file = { type: 'string' } as const;
const files = { type: 'string', multiple: true } as const;

function readOptions(args: string[]) {
  const { values, words } = readArguments(
    args,
    {
      sod: file,
      ...(Object.fromEntries(GROUPS.map((group) => [group, file])) as Record<(typeof GROUPS)[number], typeof file>),
      'master-list': files,
      'master-list-root': files,
      csca: files,
      signer: files,
      crl: files,
      'deviation-list': files,
      at: file,
      challenge: file,
      'aa-signature': file,
      'passport-only': { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
    { words: 1 },
  );
  if (values.help) return values;
  if (words[0] !== 'verify') throw new UsageError('The command is: verify');
  if (!values.sod) throw new UsageError('--sod is missing');
  return values;
}

type Options = ReturnType<typeof readOptions>;

function readFile(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`Cannot read ${path}: ${error instanceof Error ? error.message : error}`);
  }
}

const readAll = (paths: string[] | undefined, read: (bytes: Uint8Array) => Uint8Array[]): Uint8Array[] =>
  (paths ?? []).flatMap((path) => readNamed(path, read));

function readNamed<T>(path: string, read: (bytes: Uint8Array) => T): T {
  try {
    return read(readFile(path));
  } catch (error) {
    throw error instanceof UsageError ? error : new Error(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}

function trustSources(options: Options): TrustSource[] {
  const roots = readAll(options['master-list-root'], readCertificateFile);
  const lists = options['master-list'] ?? [];
  const cscas = readAll(options.csca, readCertificateFile);
  if (lists.length + cscas.length === 0)
    throw new UsageError('--master-list with --master-list-root, or --csca, is missing');
  if (lists.length > 0 && roots.length === 0) throw new UsageError('--master-list-root is missing');
  return [
    ...lists.map((path) => readNamed(path, (bytes) => masterListSource(path, readMasterList(bytes, roots)))),
    {
      name: 'command line',
      certificates: cscas,
      pinned: true,
      signers: readAll(options.signer, readCertificateFile),
      crls: readAll(options.crl, readRevocationListFile),
      deviation_lists: readAll(options['deviation-list'], (bytes) => [bytes]),
    },
  ];
}

function readChallenge(hex: string): Uint8Array {
  if (!/^([0-9a-f]{2})+$/i.test(hex)) throw new UsageError('--challenge must be hexadecimal');
  return Buffer.from(hex, 'hex');
}

function readMoment(text: string | undefined): Date {
  if (text === undefined) return new Date(Date.now());
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new UsageError('--at must be a date: 2026-01-01');
  return at;
}

function run(args: string[], output: Output): number {
  const options = readOptions(args);
  if (options.help) {
    output.write(`${USAGE}\n`);
    return 0;
  }
  const groups = GROUPS.flatMap((group) => (options[group] ? [[group, readFile(options[group])] as const] : []));
  const material: DocumentFiles = { sod: readFile(options.sod ?? ''), ...Object.fromEntries(groups) };
  const trust = createTrustStore(trustSources(options));
  for (const { source, index, message } of trust.skipped)
    output.writeError(`Skipped entry ${index} of ${source}: ${message}\n`);
  const challenge = options.challenge === undefined ? undefined : readChallenge(options.challenge);
  const signature = options['aa-signature'] === undefined ? undefined : readFile(options['aa-signature']);
  const evidence = { files: material, ...(challenge && { challenge }), ...(signature && { aa_signature: signature }) };
  const policy = { at: readMoment(options.at), trust, passport_only: options['passport-only'] === true };
  const result = verifyMaterial(evidence, policy);
  const unlisted =
    result.data_groups.length === 0
      ? []
      : groups.map(([group]) => group).filter((group) => !result.data_groups.includes(Number(group.slice(2))));
  const verified = result.verdict === 'APPROVED' && unlisted.length === 0;
  const outcome = verified ? scopeOf(evidence, policy) : { verified };
  const text = options.json ? jsonOf(result, outcome, unlisted) : linesOf(result, outcome, unlisted).join('\n');
  output.write(`${text}\n`);
  return verified ? 0 : 1;
}

type Outcome =
  | { verified: false }
  | { verified: true; scope: 'document' }
  | { verified: true; scope: 'security_object' | 'files'; files: string[]; document_refused?: string };

/** Genuine files alone may not be enough to accept a person. */
function scopeOf(evidence: Evidence, policy: Policy): Outcome {
  const { verdict, reason } = verifyDocument(evidence, policy);
  if (verdict === 'APPROVED') return { verified: true, scope: 'document' };
  const { sod: _, ...groups } = evidence.files;
  const files = Object.keys(groups).map((name) => name.toUpperCase());
  return {
    verified: true,
    scope: files.length === 0 ? 'security_object' : 'files',
    files: ['SOD', ...files],
    ...(reason && { document_refused: reason }),
  };
}

function sentenceOf(outcome: Outcome, reason: string | undefined): string {
  if (!outcome.verified) return `REFUSED ${reason ?? ''}`.trimEnd();
  if (outcome.scope === 'document') return 'DOCUMENT VERIFIED';
  const what = outcome.scope === 'files' ? `${outcome.files.join(', ')} only` : 'security object only';
  return `VERIFIED: ${what}. The document is not: ${outcome.document_refused}`;
}

function jsonOf(
  { portrait, checks: given, verdict, reason, ...result }: Verification,
  outcome: Outcome,
  unlisted: string[],
): string {
  // Without the whole document there is no verdict, because a program that only looks for APPROVED would accept single files.
  const isVerdict = verdict === 'REJECTED' || (outcome.verified && outcome.scope === 'document');
  const judged = isVerdict && { verdict, ...(reason && { reason }) };
  const checks = Object.fromEntries(
    Object.entries(given).map(([name, check]) => [name, { ...check, detail: undefined, message: checkText(check) }]),
  );
  const image = portrait && { portrait: { format: portrait.format, bytes: portrait.bytes.length } };
  return JSON.stringify(
    { ...outcome, ...judged, ...result, checks, ...(unlisted.length > 0 && { unlisted }), ...image },
    null,
    2,
  );
}

function linesOf(result: Verification, outcome: Outcome, unlisted: string[]): string[] {
  const { signer, trust_anchor, weaknesses, flags } = result;
  return [
    ...Object.entries(result.checks).map(([name, check]) =>
      [name.padEnd(10), check.result.padEnd(12), check.code ?? '', checkText(check) ?? ''].join(' ').trimEnd(),
    ),
    `groups     ${result.data_groups.map((number) => `DG${number}`).join(' ')}`,
    ...(result.signature_algorithm
      ? [`algorithm  ${result.signature_algorithm}, data groups ${result.digest_algorithm}`]
      : []),
    ...(signer ? [`signer     ${signer.subject}, serial ${signer.serial_number}`] : []),
    ...(trust_anchor
      ? [`anchor     ${trust_anchor.subject} from ${trust_anchor.source} ${trust_anchor.source_date ?? ''}`.trimEnd()]
      : []),
    ...weaknesses.map(({ where, algorithm }) => `weak       ${where.toLowerCase().replace('_', ' ')}: ${algorithm}`),
    ...flags.map(({ code, message }) => `flag       ${code}: ${message}`),
    ...(unlisted.length > 0 ? [`unlisted   ${unlisted.join(', ')}: given, but not in the security object`] : []),
    sentenceOf(outcome, result.reason),
  ];
}

export function chip(args: string[], output: Output): number {
  try {
    return run(args, output);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isUsage = error instanceof UsageError;
    output.writeError(isUsage ? `${message}\n\n${USAGE}\n` : `${message}\n`);
    return isUsage ? 2 : 1;
  }
}

if (import.meta.main) process.exitCode = chip(process.argv.slice(2), standardOutput);
