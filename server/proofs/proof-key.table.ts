export interface ProofKeyTables {
  /** The keys that sign proofs. One of them is the current one, the others only verify. */
  proof_keys: {
    /** The thumbprint of the public key (RFC 7638), `kid` of what it signs. */
    id: string;
    /** `x` of the JWK. */
    public_key: string;
    /** PKCS #8, sealed. It is destroyed when another key takes over. */
    private_key: Buffer | null;
    /** 1, or null once it is retired. It is unique, so that two processes cannot make a key each. */
    is_current: 1 | null;
    created: string;
    retired: string | null;
    /** When an operator took it back: it is no longer published, so that nothing it has signed can be verified. */
    withdrawn: string | null;
  };
}
