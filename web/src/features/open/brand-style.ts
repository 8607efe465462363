/** The customer's colour as CSS variables. The site's policy forbids styles in the document, but a script may set them. */
export const brandStyle = (color: string | undefined): Record<`--${string}`, string> =>
  color && /^#[0-9a-f]{6}$/i.test(color) ? { '--brand': color, '--on-brand': inkOn(color) } : {};

/** Black or white, whichever is more legible on a colour (WCAG 2.2, relative luminance). The contrast is at least 4.5:1 on every colour. */
export const inkOn = (color: string): '#000000' | '#ffffff' =>
  (luminance(color) + 0.05) ** 2 > 1.05 * 0.05 ? '#000000' : '#ffffff';

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
