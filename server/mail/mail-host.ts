import { lookup } from 'node:dns/promises';
import type { Config } from '../core/config.ts';
import type { Logger } from '../core/log.ts';

/** Says in the log that the name of the mail server leads nowhere. A start does not wait for it: it may be known in a minute. */
export async function warnOfUnknownHost({ smtp_url }: Pick<Config, 'smtp_url'>, log: Logger): Promise<void> {
  if (smtp_url === undefined) return;
  const host = new URL(smtp_url).hostname.replace(/^\[|\]$/g, '');
  try {
    await lookup(host);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    log.warn({ code }, `the mail server ${host} cannot be found: mails wait until SMTP_URL leads to one`);
  }
}
