import { createTrustStore, type TrustStore } from '@sigill/emrtd';

export function withSigners(trust: TrustStore, certificates: Uint8Array[]): TrustStore {
  if (certificates.length === 0) return trust;
  const { signers } = createTrustStore([{ name: 'Published signers', certificates: [], signers: certificates }]);
  return { ...trust, signers: [...trust.signers, ...signers] };
}
