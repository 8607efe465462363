export interface SignInProviderTables {
  sign_in_subjects: SignInSubjectTable;
  sign_in_attempts: SignInAttemptTable;
}

/** A user of single sign-on is identified by the issuer's subject, never by the email address. */
export interface SignInSubjectTable {
  issuer: string;
  subject: string;
  user_id: number;
}

/** A browser that was redirected to a provider and has not returned. */
export interface SignInAttemptTable {
  state_hash: string;
  provider: 'google' | 'microsoft';
  browser_hash: string;
  expires: string;
}
