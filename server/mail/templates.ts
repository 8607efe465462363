/** The texts of all emails, in ICU message format: one file for each language. The layout is shared. */
import { IntlMessageFormat } from 'intl-messageformat';
import { attemptFailureIn } from '../../openapi/facts/attempt-failures.ts';
import { product_name } from '../../openapi/facts/product.ts';
import { terms } from '../../openapi/facts/terms.ts';
import { type Block, renderHtml, renderText } from './layout.ts';
import type { Locale } from './locale.ts';
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };

/** Amounts are decimal strings and dates are days, as everywhere. Each language has its own format. */
export interface TemplateValues {
  verify_email: { code: string };
  recover: { code: string };
  password_changed: Record<never, never>;
  /** `link` undoes the change, if the previous address was verified. */
  email_changed: { link?: string };
  sign_in_method_changed: { change: SignInChange };
  recovery_code_used: { left: number };
  /** `time` is the time of the sign-in. Browser and system are included if known. */
  new_device: { method: SignInMethod; time: string; browser?: string; system?: string; link: string };
  invite: { link: string; inviter?: string };
  bill: { amount: string; from: string; to: string; link: string; payment: 'charge' | 'invoice' | 'none' };
  payment_failed: { amount: string; next: string; link: string };
  billing_inactive: { amount: string; link: string };
  billing_cancelled: { link: string };
  trial_ended: { link: string };
  /** The prices from the first day of a later cycle on. */
  new_terms: { unit_price: string; fee: string; from: string; link: string };
  vat_number_removed: { vat_number: string; link: string };
  /** How much of the cap a cycle's sessions have used. At 100 percent no further session fits. */
  spending_alert: { percent: number; cost: string; cap: string; until: string; link: string };
  /** `since` is a time. Contains either the status of the last response, or why there was none. */
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

export type SignInChange =
  | 'totp_on'
  | 'totp_off'
  | 'recovery_codes'
  | 'passkey_added'
  | 'passkey_removed'
  | 'factors_reset';

export type SignInMethod = 'password' | 'passkey' | 'google' | 'microsoft';

export type Template = keyof TemplateValues;
export type BillingTemplate =
  | 'bill'
  | 'payment_failed'
  | 'billing_inactive'
  | 'billing_cancelled'
  | 'trial_ended'
  | 'new_terms'
  | 'vat_number_removed';

export interface Mail {
  subject: string;
  text: string;
  html: string;
}

/** A change of address that can be undone has a text of its own. */
type TextName = Template | 'email_changed_undoable';

const texts: Record<Locale, Record<TextName, { subject: string; body: Block[] }>> = { en, es };

export function renderMail<Name extends Template>(locale: Locale, template: Name, values: TemplateValues[Name]): Mail {
  const isUndoable = template === 'email_changed' && 'link' in values && values.link !== undefined;
  const text = texts[locale][isUndoable ? 'email_changed_undoable' : template];
  const written = writtenIn(locale, values);
  const fill = (message: string) =>
    String(new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).format(written));
  const body = text.body.map((block): Block => {
    if (typeof block === 'string') return fill(block);
    return 'code' in block ? { code: fill(block.code) } : { ...block, link: fill(block.link) };
  });
  const letter = { locale, product: product_name, subject: fill(text.subject), body };
  return { subject: letter.subject, text: renderText(letter), html: renderHtml(letter) };
}

/** Texts may ask for these even if they are not given. They refuse any other name that is missing. */
const OPTIONAL = { browser: undefined, system: undefined, inviter: undefined, status: undefined, error: undefined };
const { trial_days, invoice_days } = terms;

/** The values as the language writes them. */
function writtenIn(locale: Locale, values: object): Record<string, string | number | undefined> {
  const written = Object.entries(values).map(([name, value]) => [name, WRITERS[name]?.(locale, value) ?? value]);
  return { product: product_name, trial_days, invoice_days, ...OPTIONAL, ...Object.fromEntries(written) };
}

type Writer = (locale: Locale, value: string) => string;

const WRITERS: Record<string, Writer> = {
  amount: usd,
  cost: usd,
  unit_price: usd,
  fee: usd,
  cap: usd,
  from: day,
  to: day,
  next: day,
  until: day,
  time: moment,
  since: moment,
  error: attemptFailureIn,
};

/** `118.75` is USD 118.75 in English and 118,75 USD in Spanish. */
function usd(locale: Locale, amount: string): string {
  const options = { style: 'currency', currency: 'USD', currencyDisplay: 'code' } as const;
  return new Intl.NumberFormat(locale, options).format(amount as Intl.StringNumericLiteral);
}

function day(locale: Locale, date: string): string {
  return new Date(date).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
}

/** In UTC, since the reader's time zone is unknown. */
function moment(locale: Locale, time: string): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Date(time).toLocaleString(locale, options)} UTC`;
}
