/** One of the two rings of the seal, with twelve lobes, around 0,0 in a box of 100 × 100. */
export const sealRing = (() => {
  const points = Array.from({ length: 144 }, (_, step) => {
    const angle = (step / 144) * Math.PI * 2;
    const radius = 40.5 + 6 * Math.cos(12 * angle);
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
})();

/** The contact pad of a chip: its frame, the field in the middle and the lines between them. */
export const chipPad =
  'M-13 -17H13A5 5 0 0 1 18 -12V12A5 5 0 0 1 13 17H-13A5 5 0 0 1 -18 12V-12A5 5 0 0 1 -13 -17ZM-6 -7H6V7H-6ZM-18 -7H-6M-18 7H-6M18 -7H6M18 7H6M0 -17V-7M0 17V7';
