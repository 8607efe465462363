export interface SignInProviderTables {
  sign_in_subjects: SignInSubjectTable;
  sign_in_attempts: SignInAttemptTable;
}

/** A user of single sign-on is an issuer's subject. The e-mail address does not identify anybody. */
export interface SignInSubjectTable {
  issuer: string;
  subject: string;
  user_id: number;
}

/** A browser that was sent to a provider and has not come back. */
export interface SignInAttemptTable {
  state_hash: string;
  provider: 'google' | 'microsoft';
  browser_hash: string;
  expires: string;
}
