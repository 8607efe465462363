/** The check digit of a part of the machine readable zone (ICAO Doc 9303-3, 4.9): weights 7, 3, 1; `<` counts as zero. */
export function checkDigit(text: string): string {
  const sum = [...text].reduce((total, letter, index) => total + numberOf(letter) * WEIGHTS[index % 3]!, 0);
  return String(sum % 10);
}

const WEIGHTS = [7, 3, 1];
const LETTER_A = 'A'.charCodeAt(0);

function numberOf(letter: string): number {
  if (letter >= '0' && letter <= '9') return Number(letter);
  return letter >= 'A' && letter <= 'Z' ? letter.charCodeAt(0) - LETTER_A + 10 : 0;
}
