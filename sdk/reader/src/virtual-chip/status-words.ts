/** The status words that this chip returns (ISO/IEC 7816-4, 5.6). */
export const STATUS = {
  OK: 0x9000,
  /** Fewer bytes than requested, because the file ends. */
  END_OF_FILE: 0x6282,
  /** The proof of the key was wrong. */
  WRONG_KEY: 0x6300,
  WRONG_LENGTH: 0x6700,
  NO_LOGICAL_CHANNELS: 0x6881,
  NO_SECURE_MESSAGING: 0x6882,
  LAST_OF_CHAIN_EXPECTED: 0x6883,
  SECURITY_STATUS: 0x6982,
  METHOD_BLOCKED: 0x6983,
  CONDITIONS_OF_USE: 0x6985,
  NO_CURRENT_FILE: 0x6986,
  /** Secure messaging was expected. */
  OBJECTS_MISSING: 0x6987,
  /** Wrong checksum, or data objects that cannot be read. */
  OBJECTS_INCORRECT: 0x6988,
  WRONG_DATA: 0x6a80,
  NOT_FOUND: 0x6a82,
  WRONG_P1_P2: 0x6a86,
  /** No such password, key or protocol. */
  NO_REFERENCE_DATA: 0x6a88,
  WRONG_OFFSET: 0x6b00,
  UNKNOWN_INSTRUCTION: 0x6d00,
  UNKNOWN_CLASS: 0x6e00,
  UNDIAGNOSED: 0x6f00,
} as const;

/** The number of remaining response bytes; 0 means 256 or more (61xx). */
export const moreBytes = (count: number): number => 0x6100 | (count > 0xff ? 0 : count);

/** The correct expected length (6Cxx). */
export const exactLength = (count: number): number => 0x6c00 | (count & 0xff);
