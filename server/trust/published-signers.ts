import { createTrustStore, type TrustStore } from '@sigill/emrtd';

/** A trust store with document signers that were published separately. */
export function withSigners(trust: TrustStore, certificates: Uint8Array[]): TrustStore {
  if (certificates.length === 0) return trust;
  const { signers } = createTrustStore([{ name: 'Published signers', certificates: [], signers: certificates }]);
  return { ...trust, signers: [...trust.signers, ...signers] };
}
