/** Tells an operator about each file in the folder of trust anchors: what can be used of it, what cannot, and why. */

import {
  createTrustStore,
  type DeviationList,
  isValidAt,
  type KnownRevocationList,
  type RevocationList,
  type TrustVerdict,
} from '@sigill/emrtd';
import { type TrustFile, trustSources } from './trust-folder.ts';

const DAY_MS = 86_400_000;

export interface TrustReport {
  lines: string[];
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

export function reportTrust(files: TrustFile[], at: Date): TrustReport {
  // All files are read together, as the server does, because a certificate may have signed a link certificate in another file.
  const store = createTrustStore(trustSources(files));
  const verdicts = store.review();
  const revocationLists = store.revocationLists();
  const reviewOf = (file: string): Review => {
    const own = verdicts.filter(({ source }) => source === file);
    const unreadable = store.skipped.filter(({ source }) => source === file);
    const lists = revocationLists.filter(({ source }) => source === file);
    return {
      certificates: own.length + unreadable.length,
      lists,
      deviations: store.deviations.filter(({ source }) => source === file),
      usable: own.filter(({ refused }) => refused === undefined),
      refused: [
        ...own.flatMap(({ certificate: { subject, serial_number }, refused }) =>
          refused === undefined ? [] : [{ name: `${subject.text}, serial ${serial_number}`, reason: refused }],
        ),
        ...lists.flatMap(({ list: { issuer }, issuers }) =>
          issuers.length > 0 ? [] : [{ name: issuer.text, reason: 'revocation list that no trusted CSCA signed' }],
        ),
        ...unreadable.map(({ index, message }) => ({ name: `certificate ${index + 1}`, reason: message })),
      ],
    };
  };

  const reviewed = files.map((file) => ({ file, review: 'source' in file ? reviewOf(file.file) : undefined }));
  const anchors = verdicts.filter(({ refused }) => refused === undefined).length;
  const useless = reviewed.filter(({ file, review }) => file.kind === 'REFUSED' || (review && !isOfUse(review))).length;
  return {
    lines: [
      ...reviewed.flatMap(({ file, review }) => describe(file, review, at)),
      `Together ${count(anchors, 'trust anchor')}${useless > 0 ? `; ${count(useless, 'file')} of no use` : ''}.`,
    ],
    sound: anchors > 0 && useless === 0,
  };
}

const isOfUse = ({ usable, lists, deviations }: Review) =>
  usable.length + deviations.length > 0 || lists.some(({ issuers }) => issuers.length > 0);

function describe(file: TrustFile, review: Review | undefined, at: Date): string[] {
  const name = `${file.file}:`;
  switch (file.kind) {
    case 'MASTER_LIST':
      return [`${name} master list ${ageOf(file.source.date, at)}, signed by ${file.signer}`, ...summary(review, at)];
    case 'CERTIFICATES':
      return [`${name} trusted as ${review?.certificates === 1 ? 'it is' : 'they are'}`, ...summary(review, at)];
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
    `  ${count(certificates, 'certificate')}, ${usable.length} usable as trust ${usable.length === 1 ? 'anchor' : 'anchors'}${expired > 0 ? ` (${expired} outside their validity today)` : ''}`,
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
  const age = ageOf(list.signed_at?.slice(0, 10), at);
  return [`${name} deviation list of ${list.country} ${age}, ${count(list.deviations.length, 'deviation')}`];
}

/** A stale list still counts, because a revoked certificate stays revoked. But later revocations are missing from it. */
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

function ageOf(date: string | undefined, at: Date): string {
  if (!date) return 'without a date';
  return `of ${date} (${count(Math.floor((at.getTime() - Date.parse(date)) / DAY_MS), 'day')} old)`;
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);
const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
