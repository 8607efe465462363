import type { Generated } from 'kysely';
import type { DeliveryKey } from '../generated/operations.gen.ts';

export interface DeliveryKeyTables {
  /**
   * The public keys that an account has had. They are kept, because sessions are sealed to the key that was current when they
   * were created.
   */
  delivery_keys: {
    merchant_id: number;
    /** Thumbprint (RFC 7638). */
    kid: string;
    alg: DeliveryKey['alg'];
    jwk: string;
    /** 1, or null once another key or none is set. Unique for each account. */
    is_current: Generated<1 | null>;
    created: string;
  };
}
