/** Delivers the outbox over SMTP, and retries when the mail server is down. In local mode without SMTP, emails stay in the mailbox. */
import { lookup } from 'node:dns/promises';
import { addDays, addSeconds, timestamp } from '../core/clock.ts';
import type { Config } from '../core/config.ts';
import type { OutsideContext } from '../core/context.ts';
import type { Logger } from '../core/log.ts';
import { isLoopback } from '../core/loopback.ts';
import { once, within } from '../core/promises.ts';
import { claimMails, closeMail, nextDue, postponeMail, purgeMails } from './mail.repository.ts';
import { type DrawDocument, openMail } from './mail.service.ts';

const BATCH = 20;
const TIMEOUT_MS = 20_000;
/** Without this limit, a server that responds slowly to each command could take forever. */
const LONGEST_ATTEMPT_MS = 90_000;
const LONGEST_DRAWING_MS = 30_000;
/**
 * How long a worker may claim an email, so that no other worker sends it too: as long as drawing its document and one attempt can
 * take, and the 30 seconds by which the clocks of two machines may differ.
 */
const CLAIM_SECONDS = 150;
export const RETRY_AFTER_SECONDS = [10, 60, 300, 1800, 7200, 21_600, 43_200];
const DELIVERED_KEPT_DAYS = 7;
/** Discarded emails are deleted later, so that a request's duration does not reveal that none was sent. */
const DISCARDED_KEPT_SECONDS = 60;
const IDLE_MS = 30_000;

type ClaimedMail = Awaited<ReturnType<typeof claimMails>>[number];

export function createMailWorker(ctx: OutsideContext, draw: DrawDocument) {
  const { db, deps } = ctx;
  const { smtp_url } = deps.config;
  const transport = smtp_url === undefined ? undefined : once(() => openTransport(smtp_url));
  const host = new URL(deps.config.public_url).hostname;

  async function deliver(mail: ClaimedMail): Promise<void> {
    if (!transport || !mail.sealed) return;
    try {
      const smtp = await transport();
      const { attached, ...words } = openMail(ctx, { id: mail.id, sealed: mail.sealed });
      const file = attached && (await within(LONGEST_DRAWING_MS, draw(attached)));
      const sending = smtp.sendMail({
        from: deps.config.mail_from,
        to: { name: '', address: mail.recipient },
        // All attempts have the same id, so that an email that was accepted twice is shown once.
        messageId: `<${mail.id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
        ...words,
        ...(file && { attachments: [{ filename: file.file_name, content: file.pdf, contentType: 'application/pdf' }] }),
      });
      await within(LONGEST_ATTEMPT_MS, sending);
      await closeMail(db, mail.id, 'SENT');
    } catch (error) {
      const delay = isPermanent(error) ? undefined : RETRY_AFTER_SECONDS[mail.attempts - 1];
      // The error message may contain the recipient, so only its code is logged.
      const code = codeOf(error);
      const reason = OURS_TO_MEND[code];
      deps.log.warn(
        { mail_id: mail.id, attempt: mail.attempts, code, ...(reason && { reason }), final: delay === undefined },
        'email not delivered',
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
      const until = timestamp(addSeconds(now, CLAIM_SECONDS));
      const claimed = await claimMails(db, { now: timestamp(now), until, limit: BATCH });
      await Promise.all(claimed.map(deliver));
      const next = await nextDue(db);
      if (next === undefined) return IDLE_MS;
      return Math.min(IDLE_MS, Math.max(0, Date.parse(next) - deps.clock.now().getTime()));
    },
  };
}

async function openTransport(smtpUrl: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport(withDefaults(smtpUrl));
}

/**
 * Adds defaults to the URL. Codes and links must not cross a network unencrypted, so encryption is required by default. Otherwise
 * an attacker on the network could hide that the server supports it.
 */
function withDefaults(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  const defaults = {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    requireTLS: url.protocol === 'smtp:' && !isLoopback(hostOf(url)),
  };
  for (const [name, value] of Object.entries(defaults)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  }
  return url.href;
}

/** Without the brackets that a URL puts around an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** Only the operator can fix a failed login or missing encryption, so the email waits. */
const OURS_TO_MEND: Record<string, string> = {
  EAUTH: 'the mail server rejected our credentials',
  ETLS: 'the mail server does not offer valid encryption (STARTTLS), and SMTP_URL does not set requireTLS=false',
};

function isPermanent(error: unknown): boolean {
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  return status >= 500 && !(codeOf(error) in OURS_TO_MEND);
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown');

/** Startup does not wait for this, because the name may resolve a minute later. */
export async function warnOfUnknownHost({ smtp_url }: Pick<Config, 'smtp_url'>, log: Logger): Promise<void> {
  if (smtp_url === undefined) return;
  const host = hostOf(new URL(smtp_url));
  try {
    await lookup(host);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    log.warn({ code }, `the mail server ${host} cannot be found. Emails wait until SMTP_URL names one that can`);
  }
}
