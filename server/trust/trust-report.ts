import {
  createTrustStore,
  type DeviationList,
  isValidAt,
  type KnownRevocationList,
  type RevocationList,
  type TrustStore,
  type TrustVerdict,
} from '@sigill/emrtd';
import { type ImportedSource, sourceOf } from './imported.service.ts';
import { agesOf, ageWarnings, daysBetween } from './trust-age.ts';
import type { TrustFile } from './trust-folder.ts';
import { type StateTrust, statesOf } from './trust-states.ts';

const STATES_A_LINE = 12;

interface TrustReport {
  lines: string[];
  warnings: string[];
  /** False when a file cannot be used at all, or when nothing is trusted. */
  sound: boolean;
}

interface Review {
  certificates: number;
  usable: TrustVerdict[];
  lists: KnownRevocationList[];
  deviations: DeviationList[];
  refused: Refusal[];
}

interface Refusal {
  name: string;
  reason: string;
}

interface Trusted {
  files: TrustFile[];
  imported: ImportedSource[];
  certified: Map<number, number>;
}

export function reportTrust({ files, imported, certified }: Trusted, at: Date): TrustReport {
  // Reads everything together, as the server does, because a certificate may have signed a link certificate in another file.
  const folder = files.flatMap((file) => ('source' in file ? [{ ...file.source, name: inFolder(file.file) }] : []));
  const sources = [...folder, ...imported.map((source) => ({ ...sourceOf(source), name: inDatabase(source) }))];
  const store = createTrustStore(sources);
  const reviewOf = reviewer(store);
  const reviewed = [
    ...files.map((file) => {
      const review = 'source' in file ? reviewOf(inFolder(file.file)) : undefined;
      return { lines: describe(file, review, at), isUseless: file.kind === 'REFUSED' || (review && !isOfUse(review)) };
    }),
    ...imported.map((source) => {
      const review = reviewOf(inDatabase(source));
      return {
        lines: describeImported(source, review, certified.get(source.id) ?? 0, at),
        isUseless: source.signers === 0 && !isOfUse(review),
      };
    }),
  ];
  const names = new Map(imported.map((source) => [inDatabase(source), source.name]));
  const states = withNames(statesOf(store, sources), (name) => names.get(name) ?? name.replace(/^folder /, ''));
  const anchors = states.reduce((sum, state) => sum + state.anchors.length, 0);
  const useless = reviewed.filter(({ isUseless }) => isUseless).length;
  return {
    lines: [
      ...reviewed.flatMap(({ lines }) => lines),
      ...statesTable(states),
      `Total: ${count(anchors, 'trust anchor')}${useless > 0 ? `; ${count(useless, 'unusable file')}` : ''}.`,
    ],
    warnings: ageWarnings(agesOf({ files, imported }, at), states, at),
    sound: anchors > 0 && useless === 0,
  };
}

/** The prefix is needed because the folder and an import may have files of the same name. */
const inFolder = (file: string) => `folder ${file}`;
const inDatabase = ({ id }: ImportedSource) => `import ${id}`;

const withNames = (states: StateTrust[], nameOf: (source: string) => string): StateTrust[] =>
  states.map(({ lists, ...state }) => ({
    ...state,
    lists: lists.map((list) => ({ ...list, source: nameOf(list.source) })),
  }));

function statesTable(states: StateTrust[]): string[] {
  if (states.length === 0) return [];
  const cells = states.map(
    ({ country, anchors, lists }) => `${country ?? 'without country'} ${anchors.length}${lists.length > 0 ? '*' : ''}`,
  );
  const rows = cells.flatMap((_, at) => (at % STATES_A_LINE === 0 ? [cells.slice(at, at + STATES_A_LINE)] : []));
  const marked = states.some(({ lists }) => lists.length > 0) ? ' (* with a revocation list)' : '';
  return [
    `Trust anchors of ${count(states.length, 'State')}${marked}:`,
    ...rows.map(
      (row) =>
        `  ${row
          .map((cell) => cell.padEnd(6))
          .join(' ')
          .trimEnd()}`,
    ),
  ];
}

function reviewer(store: TrustStore): (source: string) => Review {
  const verdicts = store.review();
  const revocationLists = store.revocationLists();
  return (name) => {
    const own = verdicts.filter(({ source }) => source === name);
    const unreadable = store.skipped.filter(({ source }) => source === name);
    const lists = revocationLists.filter(({ source }) => source === name);
    return {
      certificates: own.length + unreadable.length,
      lists,
      deviations: store.deviations.filter(({ source }) => source === name),
      usable: own.filter(({ refused }) => refused === undefined),
      refused: [
        ...own.flatMap(({ certificate: { subject, serial_number }, refused }) =>
          refused === undefined ? [] : [{ name: `${subject.text}, serial ${serial_number}`, reason: refused }],
        ),
        ...lists.flatMap(({ list: { issuer }, issuers }) =>
          issuers.length > 0 ? [] : [{ name: issuer.text, reason: 'revocation list not signed by a trusted CSCA' }],
        ),
        ...unreadable.map(({ index, message }) => ({ name: `certificate ${index + 1}`, reason: message })),
      ],
    };
  };
}

function describeImported(source: ImportedSource, review: Review, certified: number, at: Date): string[] {
  const { kind, name, dated, signer, signers, imported, imported_by } = source;
  const by = `  imported ${imported.slice(0, 10)} by ${imported_by}, SHA-256 ${source.sha256}`;
  switch (kind) {
    case 'MASTER_LIST':
      return [`${name}: master list ${ageOf(dated ?? undefined, at)}, signed by ${signer}`, by, ...summary(review, at)];
    case 'CERTIFICATES':
      return [`${name}: trusted directly`, by, ...summary(review, at)];
    case 'PUBLISHED':
      return [
        `${name}: ${contentsText({
          links: review.certificates,
          signers,
          lists: review.lists.length,
          deviations: review.deviations.length,
          certified,
        })}`,
        by,
        ...revocations(review, at),
        ...review.deviations.map((list) => `  ${describeDeviations(list, at)}`),
      ];
    default:
      return kind satisfies never;
  }
}

interface Contents {
  links: number;
  signers: number;
  lists: number;
  deviations: number;
  /** Only signers certified by a trusted CSCA count, because anyone can publish a signer. */
  certified: number;
}

export function contentsText({ links, signers, lists, deviations, certified }: Contents): string {
  const share = certified < signers ? ` (${certified} of ${signers} certified by a trusted CSCA)` : '';
  return [
    links > 0 && count(links, 'link certificate'),
    signers > 0 && count(signers, 'document signer') + share,
    lists > 0 && count(lists, 'revocation list'),
    deviations > 0 && count(deviations, 'deviation list'),
  ]
    .filter(Boolean)
    .join(', ');
}

const isOfUse = ({ usable, lists, deviations }: Review) =>
  usable.length + deviations.length > 0 || lists.some(({ issuers }) => issuers.length > 0);

function describe(file: TrustFile, review: Review | undefined, at: Date): string[] {
  const name = `${file.file}:`;
  switch (file.kind) {
    case 'MASTER_LIST':
      return [`${name} master list ${ageOf(file.source.date, at)}, signed by ${file.signer}`, ...summary(review, at)];
    case 'CERTIFICATES':
      return [`${name} trusted directly`, ...summary(review, at)];
    case 'CRLS':
      return [
        `${name} ${review?.lists.length === 1 ? 'revocation list' : 'revocation lists'}`,
        ...revocations(review, at),
      ];
    case 'DEVIATIONS':
      return deviations(name, review, at);
    case 'ROOTS':
      return [`${name} ${count(file.certificates.length, 'root')} of master lists`];
    case 'REFUSED':
      return [`${name} NOT USED. ${file.reason}`];
    case 'IGNORED':
      return [`${name} ${file.reason}`];
    default:
      return file satisfies never;
  }
}

function summary(review: Review | undefined, at: Date): string[] {
  if (!review) return [];
  const { certificates, usable, refused } = review;
  const expired = usable.filter(({ certificate }) => !isValidAt(certificate, at)).length;
  return [
    `  ${count(certificates, 'certificate')}, ${usable.length} usable as trust ${usable.length === 1 ? 'anchor' : 'anchors'}${expired > 0 ? ` (${expired} not valid today)` : ''}`,
    ...refusals(refused),
  ];
}

function revocations(review: Review | undefined, at: Date): string[] {
  if (!review) return [];
  const genuine = review.lists.filter(({ issuers }) => issuers.length > 0);
  return [...genuine.map(({ list }) => `  ${describeList(list, at)}`), ...refusals(review.refused)];
}

function deviations(name: string, review: Review | undefined, at: Date): string[] {
  const [list] = review?.deviations ?? [];
  if (!list) return [`${name} NOT USED. ${review?.refused[0]?.reason}`];
  return [`${name} ${describeDeviations(list, at)}`];
}

export const describeDeviations = ({ country, signed_at, deviations }: DeviationList, at: Date): string =>
  `deviation list of ${country} ${ageOf(signed_at?.slice(0, 10), at)}, ${count(deviations.length, 'deviation')}`;

/** A stale list still counts, because a revoked certificate stays revoked, but it lacks later revocations. */
export function describeList({ issuer, this_update, next_update, size }: RevocationList, at: Date): string {
  const stale = next_update && next_update < at ? `, STALE since ${dayOf(next_update)}` : '';
  return `${issuer.text}, of ${dayOf(this_update)}${stale}, revokes ${count(size, 'certificate')}`;
}

function refusals(refused: Refusal[]): string[] {
  const byReason = [...Map.groupBy(refused.sort(byText), ({ reason }) => reason)];
  return byReason.flatMap(([reason, entries]) => [
    `  ${entries.length} refused: ${reason}`,
    ...entries.map((entry) => `    ${entry.name}`),
  ]);
}

const byText = (a: Refusal, b: Refusal) => (`${a.reason}\n${a.name}` < `${b.reason}\n${b.name}` ? -1 : 1);

export function ageOf(date: string | undefined, at: Date): string {
  if (!date) return 'without a date';
  return `of ${date} (${count(daysBetween(date, at), 'day')} old)`;
}

export const dayOf = (date: Date) => date.toISOString().slice(0, 10);
export const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
