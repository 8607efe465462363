const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
/** Nearly all text is: letters, digits and signs of ASCII. */
const PLAIN = /^[ -~]*$/;
const FILLER = /[<\s]/;
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Text from a certificate or a data group as it may be shown: one line, well-formed, and without the characters that
 * redraw a terminal or turn the rest of a line around. Names are compared as they are written, not by this.
 */
export const readable = (text: string): string =>
  PLAIN.test(text) ? text.trim() : text.toWellFormed().replace(CONTROLS, ' ').replace(DIRECTIONS, '').trim();

/** Document types and numbers are compared without the `<` that fills them up in the MRZ. */
export function withoutFiller(text: string): string {
  let end = text.length;
  while (end > 0 && FILLER.test(text[end - 1]!)) end--;
  return text.slice(0, end).toUpperCase();
}
