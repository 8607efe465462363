import { readCertificate } from '@sigill/emrtd';
import type { Difference, ImportChange } from './import-change.ts';
import type { RefusedEntry } from './import-entries.ts';
import { fingerprint, rootText } from './import-lists.ts';
import type { NewObject } from './import-published.ts';
import { daysBetween, overdueText } from './trust-age.ts';
import type { ImportPlan, NewSource } from './trust-import.service.ts';
import { ageOf, contentsText, count, describeDeviations, describeList } from './trust-report.ts';

/** The limit applies per reason for refused entries, and per file for signers, because a PKD file may contain thousands of them. */
const NAMED_AT_MOST = 50;

export const describeImport = (
  { sources, refused, replaced, deleted, ended, change }: ImportPlan,
  at: Date,
): string[] => [
  ...sources.flatMap((source) => describeSource(source, at)),
  ...replaced.map(
    ({ name, imported, dated }) => `Replaces ${name}${dated ? ` of ${dated}` : ''}, imported ${imported.slice(0, 10)}.`,
  ),
  ...sources
    .flatMap(({ published }) => published?.superseded ?? [])
    .flatMap(({ text }) => (text ? [`Replaces ${text}.`] : [])),
  ...(deleted.length > 0 ? [`Deletes ${count(deleted.length, 'record')} of earlier PKD files.`] : []),
  ...ended.map((list) => `  including ${list}`),
  ...(change ? describeChange(change) : []),
  ...describeRefused(refused),
];

/** For the confirmation prompt, and for scripts that do not allow removals. Undefined when no trust anchor is removed. */
export function lossText({ change }: ImportPlan): string | undefined {
  if (!change || change.anchors.removed.length === 0) return undefined;
  const anchors = count(change.anchors.removed.length, 'trust anchor');
  const states = change.states.removed;
  return states.length > 0
    ? `This removes ${count(states.length, 'State')} (${states.join(', ')}) and ${anchors}.`
    : `This removes ${anchors}.`;
}

export function describeChange({ anchors, states, signers }: ImportChange): string[] {
  const removed = anchors.removed.map(({ subject, serial_number }) => `  ${subject.text}, serial ${serial_number}`);
  return [
    `Trust anchors: ${differenceText(anchors)}`,
    ...removed.sort(),
    `States: ${differenceText(states, (codes) => (codes.length > 0 ? ` (${codes.join(', ')})` : ''))}`,
    ...(signers.kept.length + signers.removed.length > 0 ? [`Document signers: ${differenceText(signers)}`] : []),
  ];
}

const differenceText = <T>({ kept, added, removed }: Difference<T>, names = (_: T[]) => '') =>
  `${kept.length} kept, ${added.length} added${names(added)}, ${removed.length} removed${names(removed)}`;

function describeSource(source: NewSource, at: Date): string[] {
  const { name, kind, objects, list, published } = source;
  const certificates = objects.map(({ content }) => content);
  switch (kind) {
    case 'MASTER_LIST':
      return [
        `${name}: master list ${ageOf(list?.dated, at)}, signed by ${list?.signer}`,
        `  root ${list ? rootText(list.root) : ''}`,
        `  ${count(objects.length, 'trust anchor')} of ${count(statesIn(certificates), 'State')}`,
        ...overdue(list?.dated, at),
      ];
    case 'CERTIFICATES':
      return [
        `${name}: ${count(objects.length, 'certificate')}, trusted directly`,
        ...certificates.map((certificate) => `  ${certificateText(certificate)}`),
      ];
    case 'PUBLISHED': {
      const countOf = (kind: NewObject['kind']) => objects.filter((object) => object.kind === kind).length;
      const signers = countOf('SIGNER');
      const lists = { lists: countOf('CRL'), deviations: countOf('DEVIATION_LIST') };
      return [
        `${name}: ${contentsText({ links: countOf('CSCA'), signers, certified: signers, ...lists })}`,
        ...describeChosen(objects),
        ...(published?.lists ?? []).map((list) => `  ${describeList(list, at)}`),
        ...(published?.deviations ?? []).map((list) => `  ${describeDeviations(list, at)}`),
      ];
    }
    default:
      return kind satisfies never;
  }
}

/** Lists document signers only for files of single certificates, because a PKD file contains thousands. */
function describeChosen(objects: NewObject[]): string[] {
  const chosen = objects.filter(({ kind, dn }) => kind === 'SIGNER' && dn === null);
  return [
    ...chosen.slice(0, NAMED_AT_MOST).map(({ content }) => `  ${certificateText(content)}`),
    ...(chosen.length > NAMED_AT_MOST ? [`  and ${chosen.length - NAMED_AT_MOST} more`] : []),
  ];
}

function overdue(dated: string | undefined, at: Date): string[] {
  const text = dated && overdueText(daysBetween(dated, at));
  return text ? [`  It is ${text}. Check whether its publisher has a newer one.`] : [];
}

function certificateText(bytes: Uint8Array): string {
  const { subject, serial_number } = readCertificate(bytes);
  return `${subject.text}, serial ${serial_number}, SHA-256 ${fingerprint(bytes)}`;
}

const statesIn = (certificates: Uint8Array[]) =>
  new Set(certificates.map((certificate) => readCertificate(certificate).subject.country)).size;

function describeRefused(refused: RefusedEntry[]): string[] {
  const byReason = Map.groupBy(refused, ({ file, reason }) => `${file}: ${reason}`);
  return [...byReason].flatMap(([reason, entries]) => [
    `Refused ${count(entries.length, 'entry').replace(/entrys$/, 'entries')} of ${reason}`,
    ...entries.slice(0, NAMED_AT_MOST).map(({ place }) => `  ${place}`),
    ...(entries.length > NAMED_AT_MOST ? [`  and ${entries.length - NAMED_AT_MOST} more`] : []),
  ]);
}
