/** Why sealed data could not be opened. */
export type DecryptionRefusal = 'unusable_key' | 'wrong_key' | 'malformed' | 'not_authentic';

/** The sealed data of a session could not be opened. The message never contains a key. */
export class DecryptionError extends Error {
  readonly code: DecryptionRefusal;
  /** With `wrong_key`, the thumbprint of the key that the data is sealed to. */
  readonly wanted: string | undefined;
  /** With `wrong_key`, the thumbprints of the keys that the caller gave. Otherwise empty. */
  readonly given: readonly string[];

  constructor(
    code: DecryptionRefusal,
    message: string,
    { wanted, given = [] }: { wanted?: string; given?: string[] } = {},
  ) {
    super(message);
    this.code = code;
    this.wanted = wanted;
    this.given = given;
  }

  override get name(): string {
    return 'DecryptionError';
  }
}

export function refuse(code: DecryptionRefusal, message: string): never {
  throw new DecryptionError(code, message);
}
