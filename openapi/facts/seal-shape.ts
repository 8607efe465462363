const STEPS = 144;

/** One of the seal's two rings, around 0,0 in a box of 100 × 100. Every page contains it twice, so its path is kept short. */
export const sealRing = (() => {
  let path = '';
  // In whole tenths, so that the steps between rounded points return exactly to the first.
  let [x, y] = [0, 0];
  for (let step = 0; step < STEPS; step++) {
    const angle = (step / STEPS) * Math.PI * 2;
    const radius = 405 + 60 * Math.cos(12 * angle);
    const [next_x, next_y] = [Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))];
    path += tenths(next_x - x) + tenths(next_y - y);
    [x, y] = [next_x, next_y];
  }
  return `m${path.trim()}z`;
})();

/** A number without a minus sign needs a space to separate it from the previous number. */
export function tenths(count: number): string {
  const number = `${count / 10}`.replace(/\b0\./, '.');
  return count < 0 ? number : ` ${number}`;
}

export const chipPad =
  'M-13 -17H13A5 5 0 0 1 18 -12V12A5 5 0 0 1 13 17H-13A5 5 0 0 1 -18 12V-12A5 5 0 0 1 -13 -17ZM-6 -7H6V7H-6ZM-18 -7H-6M-18 7H-6M18 -7H6M18 7H6M0 -17V-7M0 17V7';
