/** Also accepts `1D4F91` and `#abc`. */
export function typedColour(typed: string): string {
  const [, digits] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(typed.trim()) ?? [];
  if (digits === undefined) return typed;
  const all = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return `#${all.toLowerCase()}`;
}

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);
