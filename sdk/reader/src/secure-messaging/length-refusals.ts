/** Statuses after which another form of the command may succeed (ISO/IEC 7816-4, 5.6). */
const LENGTH_WRONG = 0x6700;
/** In SW1; SW2 is the correct length. */
const OTHER_LENGTH = 0x6c;
const OUTSIDE = 0x6b00;
const PARAMETERS_WRONG = 0x6a86;
export const NOT_FOUND = 0x6a82;

export const isLengthWrong = (status: number): boolean => status === LENGTH_WRONG || status >> 8 === OTHER_LENGTH;

/** The length that the chip would accept, when it says so. */
export const lengthInstead = (status: number): number | undefined =>
  status >> 8 === OTHER_LENGTH && (status & 0xff) > 0 ? status & 0xff : undefined;

/** Chips use different statuses to say that too much was requested. */
export const isAboutLength = (status: number): boolean =>
  isLengthWrong(status) || status === OUTSIDE || status === PARAMETERS_WRONG;
