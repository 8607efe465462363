/**
 * Black or white, whichever reads better on a colour (WCAG 2.2, relative luminance). On every colour one of them has at least 4.5
 * to 1.
 */
export const inkOn = (colour: string): '#000000' | '#ffffff' =>
  // Where both have the same contrast, (l + 0.05) / 0.05 is 1.05 / (l + 0.05).
  (luminance(colour) + 0.05) ** 2 > 1.05 * 0.05 ? '#000000' : '#ffffff';

/** How light a colour is that is written as `#rrggbb`, from 0 to 1. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
