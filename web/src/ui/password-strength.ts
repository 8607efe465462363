export type Strength = 'short' | 'guessable' | 'fair' | 'strong';

/**
 * Estimates the strength of a password, for a hint that is never enforced. Length counts most. Repetitions and sequences (aaaa, 1234,
 * qwerty) count for nothing.
 */
export function passwordStrength(password: string): Strength {
  if (password.length < 8) return 'short';
  const rows = 'abcdefghijklmnopqrstuvwxyz 01234567890 qwertyuiop asdfghjkl zxcvbnm';
  const lower = password.toLowerCase();
  let worth = 0;
  for (let index = 0; index < lower.length; index++) {
    const pair = lower.slice(index - 1, index + 1);
    const predictable = pair.length === 2 && (pair[0] === pair[1] || rows.includes(pair));
    worth += predictable ? 0.25 : 1;
  }
  worth = Math.min(worth, new Set(lower).size * 1.6);
  if (worth < 7) return 'guessable';
  return worth < 12 ? 'fair' : 'strong';
}
