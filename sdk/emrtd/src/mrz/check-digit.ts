const WEIGHTS = [7, 3, 1];

/** The check digit of Doc 9303-3, 4.9: weights 7-3-1, letters from 10, modulo 10. */
export function checkDigit(text: string): string {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += characterValue(text.charCodeAt(i)) * (WEIGHTS[i % 3] ?? 0);
  return String(sum % 10);
}

const characterValue = (character: number) => {
  if (character >= 48 && character <= 57) return character - 48;
  if (character >= 65 && character <= 90) return character - 55;
  return 0; // The filler.
};
