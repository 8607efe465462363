export interface MailTables {
  mails: MailTable;
}

export interface MailTable {
  id: number;
  recipient: string;
  template: string;
  /** The mail in clear, in the mailbox of local mode only. */
  subject: string;
  text: string;
  html: string;
  /** The mail while it waits for delivery: sealed, because it carries codes and links. Gone once delivered. */
  sealed: Buffer | null;
  /** KEPT stays in the local mailbox. DISCARDED has no recipient, and cost as much as a mail that has one. */
  state: 'PENDING' | 'SENT' | 'FAILED' | 'KEPT' | 'DISCARDED';
  attempts: number;
  next_attempt: string;
  created: string;
}
