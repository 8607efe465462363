/** Runs in its own thread: verifies one document at a time. It keeps the trust stores, with the signers that they have seen. */
import { createTrustStore, type TrustStore, type Verification, verifyDocument } from '@sigill/emrtd';
import { replyToRequests } from '../core/thread-pool.ts';
import { withSigners } from '../trust/published-signers.ts';
import type { TrustKind } from '../trust/trust.ts';
import type { VerifierRequest } from './document-verifier.ts';

const stores = new Map<TrustKind, TrustStore>();

replyToRequests(({ kind, sources, signers, evidence, policy }: VerifierRequest): Verification => {
  if (sources) {
    const store = createTrustStore(sources);
    stores.set(kind, store);
    // Verifies the certificates in advance, in short turns between documents. For those of all States this takes a second.
    void store.prove();
  }
  return verifyDocument(evidence, { ...policy, trust: withSigners(stores.get(kind)!, signers) });
});
