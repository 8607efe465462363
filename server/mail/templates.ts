/** The texts of all emails, in ICU message format: one file for each language. The layout is shared. */
import { IntlMessageFormat } from 'intl-messageformat';
import { attemptFailureIn } from '../../openapi/facts/attempt-failures.ts';
import { product_name } from '../../openapi/facts/product.ts';
import { terms } from '../../openapi/facts/terms.ts';
import type { PersonLocale } from '../generated/operations.gen.ts';
import { type Block, renderHtml, renderText } from './layout.ts';
import type { Locale } from './locale.ts';
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import sessionLink from './texts/session-link.json' with { type: 'json' };

/** Amounts are decimal strings and dates are days; each language writes them in its own format. */
export type TemplateValues = OtherValues & {
  [Name in BillingTemplate]: BillingValues[Name] & { link: string };
};

export type Template = keyof TemplateValues;
export type BillingTemplate = keyof BillingValues;

interface OtherValues {
  verify_email: { code: string };
  recover: { code: string };
  password_changed: Record<never, never>;
  /** `link` undoes the change. It is given only if the previous address was verified. */
  email_changed: { link?: string };
  sign_in_method_changed: { change: SignInChange };
  delivery_key_changed: { change: 'set' | 'removed'; kid?: string; link: string };
  /** `reason` is the operator's, as in the audit log. */
  account_suspended: { change: 'suspended' | 'resumed'; reason?: string };
  recovery_code_used: { left: number };
  new_device: { method: SignInMethod; time: string; browser?: string; system?: string; link: string };
  invite: { link: string; inviter?: string; company?: string };
  /** `time` is when the link expires. */
  session_link: {
    company?: string;
    document: 'passport' | 'any';
    face: 'compared' | 'none';
    specimen: 'only' | 'none';
    time: string;
    link: string;
  };
  /** `reason` is the code with which sessions are refused. */
  link_paused: { name: string; reason: string; link: string };
  /** `places` is how many people can use the link at a time. */
  link_busy: { name: string; places: number; link: string };
  /** `since` is a time. `status` is that of the last response, and `error` says why there was none. */
  callbacks_failing: {
    host: string;
    since: string;
    failures: number;
    status?: number;
    error?: string;
    link: string;
    guide: string;
  };
  callbacks_arrive_again: { host: string; link: string };
}

export interface BillingValues {
  bill: BillFacts & { from: string; to: string; due?: string; purchase_order?: string; payment: BillPayment };
  /** What the credit does: lowers what is due, goes back to the payer, or pays later bills. */
  credit_note: {
    amount: string;
    number: string;
    effect: 'REDUCTION' | 'REFUND' | 'BALANCE';
    from: string;
    to: string;
  };
  /** `card` is the last digits of the card. Without it, the bill was paid by bank transfer. */
  receipt: BillFacts & { from: string; to: string; paid: string; card?: string };
  payment_failed: BillFacts & { next: string; card?: string; reason?: string };
  /** `until` is the day after which billing becomes inactive. */
  payment_authentication: BillFacts & { until: string };
  /** Without `due`, the bill could not be charged; with it, the customer did not pay it. */
  billing_inactive: BillFacts & { card?: string; reason?: string; due?: string };
  /** `until` is the day on which new sessions are first refused. */
  payment_reminder: BillFacts & { due: string; until: string; purchase_order?: string };
  /** `until` is the last day of the billing cycle. */
  billing_cancels: { until: string };
  billing_kept: Record<never, never>;
  billing_cancelled: Record<never, never>;
  card_ends: { card: string; until: string };
  /** `until` is the last day of the billing cycle. */
  cards_removed: { until: string };
  trial_ended: Record<never, never>;
  /** `from` is the first day of a later cycle, from which these prices apply. Without `fee`, there is no service fee. */
  new_terms: { unit_price: string; fee?: string; from: string };
  vat_number_removed: { vat_number: string };
  /** How much of the cap a cycle's sessions have used. At 100 percent no further session fits. */
  spending_alert: { percent: number; cost: string; cap: string; until: string };
  /** How much of its limit an account that has not paid yet has used. At 100 percent no further session fits. */
  usage_limit: { percent: number; owed: string; limit: string };
}

interface BillFacts {
  /** The invoice number. A bill that an earlier version made during the upgrade may have none. */
  number?: string;
  amount: string;
}

/** How a bill is paid: later when billing is not enabled yet, with the next bill when it is too small, not at all when it is covered. */
type BillPayment = 'charge' | 'invoice' | 'later' | 'next_bill' | 'nothing';

export type SignInChange =
  | 'totp_on'
  | 'totp_off'
  | 'recovery_codes'
  | 'passkey_added'
  | 'passkey_removed'
  | 'factors_reset';

export type SignInMethod = 'password' | 'passkey' | 'google' | 'microsoft';

export interface Reader {
  /** A billing email address, or a user of an account that was just deleted. */
  is: 'billing_email' | 'deleted';
  company?: string;
  attached?: 'bill' | 'credit_note' | undefined;
}

export interface Mail {
  subject: string;
  text: string;
  html: string;
}

/** Emails to people who are to be verified exist in all languages of their page, emails to customers in those of the site. */
export type LocaleOf<Name extends Template> = Name extends 'session_link' ? PersonLocale : Locale;

/** A change of address that can be undone has a text of its own. */
type TextName = Exclude<Template, 'session_link'> | 'email_changed_undoable';

type Text = { subject: string; body: Block[] };

type ReaderNotes = Record<`reader_${Reader['is']}`, { body: Block[] }>;

const texts: Record<Locale, Record<TextName, Text> & ReaderNotes> = { en, es };
const personTexts: Record<PersonLocale, Text> = sessionLink;

export function renderMail<Name extends Template>(
  locale: LocaleOf<Name>,
  template: Name,
  values: TemplateValues[Name],
  reader?: Reader,
): Mail {
  const text = textOf(locale, template, values);
  const written = writtenIn(locale, { ...values, ...reader });
  const fill = (message: string) =>
    String(new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).format(written));
  const blocks = reader
    ? [...text.body.filter((block) => !isLink(block)), ...texts[locale as Locale][`reader_${reader.is}`].body]
    : text.body;
  const body = blocks.map((block): Block => {
    if (typeof block === 'string') return fill(block);
    if ('facts' in block) return { facts: filledRows(block.facts, fill) };
    return 'code' in block ? { code: fill(block.code) } : { ...block, link: fill(block.link) };
  });
  const letter = { locale, product: product_name, subject: fill(text.subject), body };
  return { subject: letter.subject, text: renderText(letter), html: renderHtml(letter) };
}

function textOf(locale: PersonLocale, template: Template, values: object): Text {
  if (template === 'session_link') return personTexts[locale];
  const isUndoable = template === 'email_changed' && 'link' in values && values.link !== undefined;
  // LocaleOf allows only the site's languages for these templates.
  return texts[locale as Locale][isUndoable ? 'email_changed_undoable' : template];
}

const isLink = (block: Block) => typeof block === 'object' && 'link' in block;

const filledRows = (rows: Record<string, string>, fill: (message: string) => string) =>
  Object.fromEntries(Object.entries(rows).flatMap(([name, message]) => (fill(message) ? [[name, fill(message)]] : [])));

/** Values that a text may use even if they are not given. Any other missing value is an error. */
const OPTIONAL = Object.fromEntries(
  [
    ...['browser', 'system', 'inviter', 'status', 'error', 'number', 'due', 'purchase_order', 'card', 'reason'],
    ...['company', 'attached', 'kid', 'fee'],
  ].map((name) => [name, undefined]),
);
const { trial_days, invoice_days } = terms;

function writtenIn(locale: PersonLocale, values: object): Record<string, string | number | undefined> {
  const written = Object.entries(values).map(([name, value]) => [name, WRITERS[name]?.(locale, value) ?? value]);
  return { product: product_name, trial_days, invoice_days, ...OPTIONAL, ...Object.fromEntries(written) };
}

type Writer = (locale: PersonLocale, value: string) => string;

const WRITERS: Record<string, Writer> = {
  amount: usd,
  cost: usd,
  unit_price: usd,
  fee: usd,
  cap: usd,
  owed: usd,
  limit: usd,
  from: day,
  to: day,
  next: day,
  due: day,
  paid: day,
  until: day,
  time: moment,
  since: moment,
  error: (locale, error) => attemptFailureIn(locale as Locale, error),
};

function usd(locale: PersonLocale, amount: string): string {
  const options = { style: 'currency', currency: 'USD', currencyDisplay: 'code', maximumFractionDigits: 6 } as const;
  return new Intl.NumberFormat(locale, options).format(amount as Intl.StringNumericLiteral);
}

function day(locale: PersonLocale, date: string): string {
  return new Date(date).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
}

/** In UTC, since the reader's time zone is unknown. */
function moment(locale: PersonLocale, time: string): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Date(time).toLocaleString(locale, options)} UTC`;
}
