/** Why a proof was refused. */
export type ProofRefusal =
  | 'malformed'
  | 'wrong_type'
  | 'wrong_algorithm'
  | 'unknown_key'
  | 'wrong_signature'
  | 'wrong_disclosure'
  | 'wrong_issuer'
  | 'wrong_time'
  | 'specimen'
  | 'unknown_claim';

/** The proof is not valid. Do not rely on any of its claims. */
export class ProofVerificationError extends Error {
  readonly code: ProofRefusal;

  constructor(code: ProofRefusal, message: string) {
    super(message);
    this.code = code;
  }

  override get name(): string {
    return 'ProofVerificationError';
  }
}

export function refuse(code: ProofRefusal, message: string): never {
  throw new ProofVerificationError(code, message);
}
