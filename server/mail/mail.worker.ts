/** Delivers the outbox over SMTP, and tries again when the mail server is down. In local mode without SMTP, mails stay in the mailbox. */
import { addDays, addSeconds, timestamp } from '../core/clock.ts';
import type { OutsideContext } from '../core/context.ts';
import { once } from '../core/once.ts';
import { claimMail, closeMail, listDue, nextDue, postponeMail, purgeMails } from './mail.repository.ts';
import { openMail } from './mail.service.ts';

const BATCH = 20;
const TIMEOUT_MS = 20_000;
/** How long a worker may claim a mail: longer than one attempt can take, so that no other sends it too. */
const CLAIM_SECONDS = 120;
export const RETRY_AFTER_SECONDS = [10, 60, 300, 1800, 7200, 21_600, 43_200];
const DELIVERED_KEPT_DAYS = 7;
/** Discarded mails are deleted later, so that the time of a request does not tell that it sent nothing. */
const DISCARDED_KEPT_SECONDS = 60;
const IDLE_MS = 30_000;

type DueMail = Awaited<ReturnType<typeof listDue>>[number];

export function createMailWorker(ctx: OutsideContext) {
  const { db, deps } = ctx;
  const { smtp_url } = deps.config;
  const transport = smtp_url === undefined ? undefined : once(() => openTransport(smtp_url));
  const host = new URL(deps.config.public_url).hostname;

  async function deliver(mail: DueMail): Promise<void> {
    const now = deps.clock.now();
    if (!transport || !mail.sealed) return;
    if (!(await claimMail(db, mail, timestamp(addSeconds(now, CLAIM_SECONDS))))) return;
    try {
      const smtp = await transport();
      await smtp.sendMail({
        from: deps.config.mail_from,
        to: { name: '', address: mail.recipient },
        // All attempts have the same id, so that a mail which was accepted twice is shown once.
        messageId: `<${mail.id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
        ...openMail(ctx, { id: mail.id, sealed: mail.sealed }),
      });
      await closeMail(db, mail.id, 'SENT');
    } catch (error) {
      const delay = isPermanent(error) ? undefined : RETRY_AFTER_SECONDS[mail.attempts];
      // The error's text may contain the recipient, so only its code is logged.
      deps.log.warn(
        { mail_id: mail.id, attempt: mail.attempts + 1, code: codeOf(error), final: delay === undefined },
        'mail not delivered',
      );
      if (delay === undefined) await closeMail(db, mail.id, 'FAILED');
      else await postponeMail(db, mail.id, timestamp(addSeconds(deps.clock.now(), delay)));
    }
  }

  return {
    async run(): Promise<number> {
      const now = deps.clock.now();
      await purgeMails(db, {
        delivered: timestamp(addDays(now, -DELIVERED_KEPT_DAYS)),
        discarded: timestamp(addSeconds(now, -DISCARDED_KEPT_SECONDS)),
      });
      if (!transport) return IDLE_MS;
      const due = await listDue(db, timestamp(now), BATCH);
      await Promise.all(due.map(deliver));
      const next = await nextDue(db);
      if (next === undefined) return IDLE_MS;
      return Math.min(IDLE_MS, Math.max(0, Date.parse(next) - deps.clock.now().getTime()));
    },
  };
}

/** The library is loaded with the first mail, because a start does not need it. */
async function openTransport(smtpUrl: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport(withTimeouts(smtpUrl));
}

function withTimeouts(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const timeout of ['connectionTimeout', 'greetingTimeout', 'socketTimeout']) {
    if (!url.searchParams.has(timeout)) url.searchParams.set(timeout, String(TIMEOUT_MS));
  }
  return url.href;
}

/** With 5xx the mail server will never take the mail. A refused sign-in is a matter of our configuration, and is tried again. */
function isPermanent(error: unknown): boolean {
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  return status >= 500 && codeOf(error) !== 'EAUTH';
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown');
