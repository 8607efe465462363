/** Instructions of an eMRTD (ISO/IEC 7816-4, 5.4.2). */
export const INS = {
  SET_SECURITY_ENVIRONMENT: 0x22,
  EXTERNAL_AUTHENTICATE: 0x82,
  GET_CHALLENGE: 0x84,
  GENERAL_AUTHENTICATE: 0x86,
  INTERNAL_AUTHENTICATE: 0x88,
  SELECT: 0xa4,
  READ_BINARY: 0xb0,
  READ_BINARY_ODD: 0xb1,
  GET_RESPONSE: 0xc0,
} as const;

/** The template of GENERAL AUTHENTICATE (ISO/IEC 7816-4, 11.5.4). */
export const DYNAMIC_AUTHENTICATION_DATA = 0x7c;
/** CLA bit of all parts of a command except the last (ISO/IEC 7816-4, 5.3.3). */
export const CHAINED = 0x10;
/** CLA bits of secure messaging, with the header under the checksum (ISO/IEC 7816-4, 5.4.1). */
export const SECURED = 0x0c;

/** Status words (ISO/IEC 7816-4, 5.6). */
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
  REFERENCE_DATA_NOT_USABLE: 0x6984,
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

/** 61xx: SW2 is the number of remaining response bytes; 00 means 256 or more. */
export const moreBytes = (count: number): number => 0x6100 | (count > 0xff ? 0 : count);

/** The correct expected length (6Cxx). */
export const exactLength = (count: number): number => 0x6c00 | (count & 0xff);

/** SW1 after which SW2 is the correct length. */
export const OTHER_LENGTH = 0x6c;

export const isLengthWrong = (status: number): boolean =>
  status === STATUS.WRONG_LENGTH || status >> 8 === OTHER_LENGTH;

export const lengthInstead = (status: number): number | undefined =>
  status >> 8 === OTHER_LENGTH && (status & 0xff) > 0 ? status & 0xff : undefined;

/** Chips use different statuses to say that too much was requested. */
export const isAboutLength = (status: number): boolean =>
  isLengthWrong(status) || status === STATUS.WRONG_OFFSET || status === STATUS.WRONG_P1_P2;
