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
  /** The mail while it waits for delivery. It is sealed, because it contains codes and links, and deleted once delivered. */
  sealed: Buffer | null;
  /** KEPT mails stay in the mailbox of local mode. DISCARDED ones have no recipient; making them took as long as making others. */
  state: 'PENDING' | 'SENT' | 'FAILED' | 'KEPT' | 'DISCARDED';
  attempts: number;
  next_attempt: string;
  created: string;
}
