/** Turns typed or pasted text into a code of six characters: `ab c-123` becomes `ABC123`. */
export const normaliseCode = (text: string, length = 6): string =>
  text
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
    .slice(0, length);
