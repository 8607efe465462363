import { lookup } from 'node:dns/promises';
import type { Config } from '../core/config.ts';
import type { Logger } from '../core/log.ts';

/** Logs a warning if the mail server's name cannot be resolved. Startup does not wait for this: the name may resolve a minute later. */
export async function warnOfUnknownHost({ smtp_url }: Pick<Config, 'smtp_url'>, log: Logger): Promise<void> {
  if (smtp_url === undefined) return;
  const host = new URL(smtp_url).hostname.replace(/^\[|\]$/g, '');
  try {
    await lookup(host);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    log.warn({ code }, `the mail server ${host} cannot be found. Emails wait until SMTP_URL names one that can`);
  }
}
