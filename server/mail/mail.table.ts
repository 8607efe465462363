export interface MailTables {
  mails: MailTable;
}

export interface MailTable {
  id: number;
  recipient: string;
  template: string;
  /** The email without encryption, only in local mode's mailbox. */
  subject: string;
  text: string;
  html: string;
  /**
   * The email while it waits for delivery; in local mode's mailbox, only an email with an attachment. Encrypted, because it contains
   * codes and links, and deleted after delivery.
   */
  sealed: Buffer | null;
  /** KEPT emails stay in local mode's mailbox. DISCARDED ones have no recipient; creating them took as long as creating others. */
  state: 'PENDING' | 'SENT' | 'FAILED' | 'KEPT' | 'DISCARDED';
  attempts: number;
  next_attempt: string;
  created: string;
}
