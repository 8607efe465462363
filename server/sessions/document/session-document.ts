/** A session as a document to print or file: a PDF tagged for screen readers, with embedded fonts, in the layout of invoices. */
import { colours } from '../../../openapi/facts/colours.ts';
import { product_name } from '../../../openapi/facts/product.ts';
import {
  ACCENT,
  addColumns,
  addRule,
  addText,
  createPage,
  EDGES,
  finishPage,
  type Page,
  QUIET,
  QUIET_HEAD,
  reserve,
} from '../../billing/document/pdf-page.ts';
import { drawSeal } from '../../billing/document/sheet.ts';
import type { ChipVerification } from '../../generated/operations.gen.ts';
import type { Locale } from '../../mail/locale.ts';
import type { ShownSession } from '../session/session.view.ts';
import { sessionWords } from './session-words.ts';

interface Paper extends Page {
  locale: Locale;
  words: (typeof sessionWords)[Locale];
}

export interface NewDocument {
  session: ShownSession;
  requester: string | undefined;
  locale: Locale;
  now: Date;
}

export const sessionFileName = ({ session }: NewDocument): string => `sigill-session-${session.id}.pdf`;

export function sessionPdf({ session, requester, locale, now }: NewDocument): Promise<Buffer> {
  const words = sessionWords[locale];
  const title = `${words.title} ${session.id}`;
  const page = createPage({
    title: `${product_name}: ${title}`,
    author: product_name,
    created: now,
    locale,
    seed: String(session.id),
    continued: `${title} · ${words.continued}`,
  });
  const paper: Paper = Object.assign(page, { locale, words });
  addTop(paper, session);
  addRecord(paper, { session, requester, now });
  if ('chip' in session) addChecks(paper, session.chip);
  if (session.state === 'APPROVED') addPerson(paper, session);
  paper.y += 16;
  addText(paper, 'P', words.origin, { size: 8.5, color: QUIET });
  return finishPage(paper);
}

const SEAL = 30;

function addTop(paper: Paper, { state, specimen }: ShownSession): void {
  const { words } = paper;
  const color = state === 'APPROVED' ? ACCENT : colours.warning.light;
  drawSeal(paper, { x: EDGES.left, y: paper.y, size: SEAL });
  paper.y += 5;
  addText(paper, 'P', product_name, { size: 14, face: 'serif', from: EDGES.left + SEAL + 10 });
  paper.y += 24;
  addText(paper, 'H1', words.title, { size: 24, face: 'serif' });
  addText(paper, 'P', words.state[state], { size: 13, face: 'bold', color });
  if (specimen) addText(paper, 'P', words.specimen, { face: 'bold', color: colours.danger.light });
  paper.y += 12;
}

type Column = { from: number; to: number };
type Fact = [name: string, value: string | undefined];

function addFacts(paper: Paper, facts: Fact[], column: Column): void {
  for (const [name, value] of facts) {
    if (!value) continue;
    addText(paper, 'H3', name, { ...QUIET_HEAD, ...column });
    addText(paper, 'P', value, column);
    paper.y += 5;
  }
}

function addHeading(paper: Paper, text: string): void {
  reserve(paper, 80);
  paper.y += 10;
  addText(paper, 'H2', text, { size: 14, face: 'serif' });
  addRule(paper);
}

function addRecord(paper: Paper, { session, requester, now }: Omit<NewDocument, 'locale'>): void {
  const { words } = paper;
  const { id, reference, created } = session;
  const ended = 'ended' in session ? session.ended : undefined;
  const left: Fact[] = [
    [words.requested_by, requester],
    [words.session, String(id)],
    [words.reference, reference],
  ];
  const right: Fact[] = [
    [words.created, timeOf(paper, created)],
    [words.ended, ended && timeOf(paper, ended)],
    [words.made, timeOf(paper, now.toISOString())],
    [words.reason, 'failure' in session ? session.failure.code : undefined],
  ];
  addColumns(
    paper,
    (column) => addFacts(paper, left, column),
    (column) => addFacts(paper, right, column),
  );
}

const CHECKS = ['issuer', 'signature', 'data', 'clone', 'face'] as const;

function addChecks(
  paper: Paper,
  { checks, trust_anchor, signature_algorithm, digest_algorithm }: ChipVerification,
): void {
  const { words } = paper;
  const evidence: Partial<Record<(typeof CHECKS)[number], (string | undefined)[]>> = {
    issuer: [trust_anchor?.subject, trust_anchor?.source, trust_anchor?.source_date],
    signature: [signature_algorithm],
    data: [digest_algorithm],
  };
  addHeading(paper, words.checks);
  for (const name of CHECKS) {
    const { result } = checks[name];
    const color = result === 'FAILED' ? colours.danger.light : result === 'PASSED' ? ACCENT : QUIET;
    reserve(paper, 40);
    addText(paper, 'P', `${words.check[name]}: ${words.result[result]}`, { face: 'bold', color });
    const facts = (evidence[name] ?? []).filter((fact) => fact !== undefined).join(', ');
    const said = result === 'PASSED' ? [words.means[name], facts].filter(Boolean).join('. ') : facts;
    if (said) addText(paper, 'P', said, { size: 8.5, color: QUIET });
    paper.y += 4;
  }
}

const PORTRAIT = { width: 105, height: 135 };

type Approved = Extract<ShownSession, { state: 'APPROVED' }>;

function addPerson(paper: Paper, session: Approved): void {
  const { words } = paper;
  addHeading(paper, session.claims ? words.answers : words.person);
  if (session.redacted) addText(paper, 'P', words.redacted);
  else if (session.delivery_kid) addText(paper, 'P', words.sealed);
  else if (session.claims) addFacts(paper, answersOf(paper, session.claimed), { from: EDGES.left, to: EDGES.right });
  else addDocument(paper, session);
}

function addDocument(paper: Paper, session: Approved): void {
  reserve(paper, PORTRAIT.height + 60);
  if (session.portrait) addPortrait(paper, session.portrait);
  const { y } = paper;
  const indent = session.portrait ? PORTRAIT.width + 20 : 0;
  const middle = (EDGES.left + indent + EDGES.right) / 2;
  const { person, document } = factsOf(paper, session);
  addFacts(paper, person, { from: EDGES.left + indent, to: middle - 10 });
  const end = paper.y;
  paper.y = y;
  addFacts(paper, document, { from: middle + 10, to: EDGES.right });
  paper.y = Math.max(end, paper.y, session.portrait ? y + PORTRAIT.height + 8 : 0);
}

function addPortrait(paper: Paper, image: NonNullable<Approved['portrait']>): void {
  const { doc, root, words, y } = paper;
  const { width, height } = PORTRAIT;
  root.add(
    doc.struct('Figure', { alt: words.portrait }, () => {
      // A thread receives buffers as plain arrays of bytes.
      doc.image(typeof image === 'string' ? Buffer.from(image, 'base64') : Buffer.from(image), EDGES.left, y, {
        fit: [width, height],
      });
    }),
  );
}

function factsOf(paper: Paper, session: Approved): { person: Fact[]; document: Fact[] } {
  const { words } = paper;
  const { surname, given_names, nationality, sex, personal_number, document_type, mrz } = session;
  const day = (date: string | undefined) => date && dayOf(paper, date);
  const born = day(session.date_of_birth) ?? session.partial_date_of_birth;
  return {
    person: [
      [words.surname, surname],
      [words.given_names, given_names],
      [words.note, session.names_truncated ? words.names_cut : undefined],
      [words.born, born && (session.birth_date_ambiguous ? words.or_century_earlier(born) : born)],
      [words.nationality, countryOf(paper, nationality) ?? mrz?.nationality],
      [words.sex, sex && words.sexes[sex]],
      [words.personal_number, personal_number],
    ],
    document: [
      [words.document, words.types[document_type ?? 'OTHER']],
      [words.document_number, session.document_number],
      [words.issuer, session.issuer ?? countryOf(paper, session.issuing_country)],
      [words.issued, day(session.issue_date)],
      [words.expires, day(session.expiry_date)],
    ],
  };
}

const answersOf = ({ words }: Paper, claimed: object = {}): Fact[] =>
  Object.entries(claimed).map(([name, value]) => [
    name.replaceAll('_', ' '),
    typeof value === 'boolean' ? (value ? words.yes : words.no) : String(value),
  ]);

const countryOf = ({ locale }: Paper, code: string | undefined): string | undefined =>
  code && (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code);

const dayOf = ({ locale }: Paper, date: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));

const timeOf = ({ locale }: Paper, time: string): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' }).format(new Date(time))} UTC`;
