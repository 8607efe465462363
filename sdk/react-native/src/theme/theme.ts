/** The look of the screens. Every value can be replaced: `{ ...lightTheme, accent: '#1d4f91', on_accent: '#ffffff' }`. */
export interface Theme {
  paper: string;
  raised: string;
  ink: string;
  muted: string;
  line: string;
  /** Colour of buttons and of finished steps. */
  accent: string;
  on_accent: string;
  danger: string;
  radius: number;
  /** Unit of all distances, in points. */
  space: number;
  /** Font sizes in points, before the person's own setting enlarges them. */
  text: { title: number; body: number; small: number };
  /** Font families, if the app has loaded its own. */
  font?: string;
  title_font?: string;
}

const shape = { radius: 6, space: 8, text: { title: 26, body: 17, small: 15 } };

export const lightTheme: Theme = {
  ...shape,
  paper: '#fbfaf6',
  raised: '#ffffff',
  ink: '#15191c',
  muted: '#545c63',
  line: '#8d8a80',
  accent: '#0b5d4e',
  on_accent: '#ffffff',
  danger: '#b3261e',
};

export const darkTheme: Theme = {
  ...shape,
  paper: '#0e1214',
  raised: '#151b1e',
  ink: '#e8ecea',
  muted: '#9aa5a8',
  line: '#6b777c',
  accent: '#4cc7a6',
  on_accent: '#08211b',
  danger: '#f2857d',
};

/** A theme with the customer's colour, and black or white on it, whichever has more contrast (WCAG 2.2, contrast ratio). */
export function withAccent(theme: Theme, accent: string): Theme {
  const light = luminance(accent);
  if (light === undefined) return theme;
  const on_white = 1.05 / (light + 0.05);
  const on_black = (light + 0.05) / 0.05;
  return { ...theme, accent, on_accent: on_white >= on_black ? '#ffffff' : '#000000' };
}

function luminance(color: string): number | undefined {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color)?.slice(1);
  if (!parts) return undefined;
  const [red, green, blue] = parts.map((part) => {
    const value = Number.parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
