const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
/** Printable ASCII, as nearly all text is. */
const PLAIN = /^[ -~]*$/;
const FILLER = /[<\s]/;
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Text from a certificate or a data group that is safe to display: one line, well-formed, and without control characters that redraw a
 * terminal or reverse the rest of a line. Names are compared in their original form, not in this one.
 */
export const readable = (text: string): string =>
  PLAIN.test(text) ? text.trim() : text.toWellFormed().replace(CONTROLS, ' ').replace(DIRECTIONS, '').trim();

/** Removes the `<` that pads document types and numbers in the MRZ, for comparison. */
export function withoutFiller(text: string): string {
  let end = text.length;
  while (end > 0 && FILLER.test(text[end - 1]!)) end--;
  return text.slice(0, end).toUpperCase();
}
