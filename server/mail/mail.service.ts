/** The outbox. An email is stored in the transaction it reports on, so that an unavailable mail server delays only emails. */
import { timestamp } from '../core/clock.ts';
import type { Context, TransactionContext } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import type { QueueLength } from '../core/queue-length.ts';
import { randomId } from '../database/random-id.ts';
import type { SealedColumn } from '../secrets/reseal.service.ts';
import type { Locale } from './locale.ts';
import { countDueMails, findStuckMail, insertMail } from './mail.repository.ts';
import { type LocaleOf, type Mail, type Reader, renderMail, type Template, type TemplateValues } from './templates.ts';

/** A document that the worker draws and attaches on delivery, so that no large file waits in the outbox. */
export interface Attached {
  document: 'bill' | 'credit_note';
  id: number;
  locale: Locale;
}

/** Draws a document as a file. Passed in, because the rooms that can draw documents import this one. */
export type DrawDocument = (attached: Attached) => Promise<{ pdf: Buffer; file_name: string }>;

export interface OutgoingMail<Name extends Template> {
  /** Without a recipient the same work is done but nothing is sent, so that the two cases cannot be told apart. */
  to: string | undefined;
  locale: LocaleOf<Name>;
  template: Name;
  values: TemplateValues[Name];
  /** Set if the reader cannot sign in. Links are then left out. */
  reader?: Reader | undefined;
  attached?: Attached | undefined;
}

export async function sendMail<Name extends Template>(
  { db, deps, afterCommit }: TransactionContext,
  { to, locale, template, values, reader, attached }: OutgoingMail<Name>,
): Promise<void> {
  const id = randomId();
  const now = timestamp(deps.clock.now());
  const mail = renderMail(locale, template, values, reader);
  const sealed = sealMail(deps, id, { ...mail, ...(attached && { attached }) });
  // Only in local mode: in production, operator commands may run without SMTP_URL, and the service delivers their emails.
  const kept = deps.config.smtp_url === undefined && deps.config.mode === 'local';
  const state = to === undefined ? 'DISCARDED' : kept ? 'KEPT' : 'PENDING';
  await insertMail(db, {
    id,
    recipient: to ?? '',
    template,
    ...(state === 'KEPT' ? { ...mail, sealed: attached ? sealed : null } : { subject: '', text: '', html: '', sealed }),
    state,
    attempts: 0,
    next_attempt: now,
    created: now,
  });
  // Wakes the worker even without a recipient, so that the call's duration does not reveal whether an email is sent.
  afterCommit(() => deps.wake('mail'));
}

type Sealed = Mail & { attached?: Attached };

export const openMail = ({ deps }: Context, { id, sealed }: { id: number; sealed: Buffer }): Sealed =>
  JSON.parse(deps.sealer.open(sealed, contextOf(id)).toString('utf8'));

const sealMail = (deps: Deps, id: number, mail: Sealed) =>
  deps.sealer.seal(Buffer.from(JSON.stringify(mail)), contextOf(id));
const contextOf = (id: number) => `mail ${id}`;

export const sealedMails: SealedColumn = {
  what: 'emails waiting for delivery',
  table: 'mails',
  id: 'id',
  column: 'sealed',
  context: (id) => contextOf(Number(id)),
};

/** How long the oldest email has been waiting, in seconds, if no later one has been sent. */
export async function mailDelay({ db, deps }: Context): Promise<number> {
  const created = await findStuckMail(db);
  return created === undefined ? 0 : Math.max(0, (deps.clock.now().getTime() - Date.parse(created)) / 1000);
}

/** For monitoring. A deferred email is not due, but it counts as overdue if no later email was sent. */
export const measureMail = async (ctx: Context): Promise<QueueLength> => ({
  depth: await countDueMails(ctx.db, timestamp(ctx.deps.clock.now())),
  oldest_due_seconds: await mailDelay(ctx),
});
