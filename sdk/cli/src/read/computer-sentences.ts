/** What helps a person who reads at a computer: the reader's own sentences talk about holding a phone. */
import { sentenceOf, sentenceOfEnd } from '@sigill/reader';

const AT_A_COMPUTER: Record<string, string> = {
  nfc_lost:
    'The connection to the chip was lost too often. Place the document flat on the reader, without its cover, and leave it there.',
  read_error:
    'The chip could not be read completely. Move the document a little on the reader, and try again with a new session.',
  access_denied:
    'The chip did not open. Check the document number and the dates, or the six digits, and try again with a new session.',
  internal: 'Something went wrong in this program. Update it and try again.',
};

export const sentenceAtComputer = (code: string): string => AT_A_COMPUTER[code] ?? sentenceOf(code, 'en');

/** The sentences for causes also fit a computer. */
export const endAtComputer = ({ code = 'internal', cause }: { code?: string; cause?: string }): string =>
  cause === undefined ? sentenceAtComputer(code) : sentenceOfEnd({ code, cause }, 'en');
