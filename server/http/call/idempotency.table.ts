export interface IdempotencyTables {
  idempotency_keys: {
    /** SHA-256 of scope, operation and key. */
    id: string;
    /** SHA-256 of the required headers and the request body. */
    fingerprint: string;
    status: number;
    /** Encrypted, because it may contain secrets. */
    answer: Buffer;
    expires: string;
  };
}
