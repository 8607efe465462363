export interface ProofKeyTables {
  proof_keys: {
    /** The thumbprint of the public key (RFC 7638), and `kid` in its signatures. */
    id: string;
    /** `x` of the JWK. */
    public_key: string;
    /** PKCS #8, encrypted. Destroyed when the key is retired. */
    private_key: Buffer | null;
    /** 1, or null once retired. Unique, so that two processes cannot each create a key. */
    is_current: 1 | null;
    created: string;
    retired: string | null;
    /** When an operator withdrew the key. From then on it is not published, so nothing that it has signed verifies. */
    withdrawn: string | null;
  };
}
