const INK = '#15191c';

/** Exported separately, so that a bundle that needs one colour does not include all of them. */
export const accent = { light: '#0b5d4e', dark: '#4cc7a6' };

export const colours = {
  paper: { light: '#fbfaf6', dark: '#0e1214' },
  raised: { light: '#ffffff', dark: '#151b1e' },
  sunken: { light: '#f3f1ea', dark: '#0a0d0f' },
  ink: { light: INK, dark: '#e8ecea' },
  muted: { light: '#5b646b', dark: '#9aa5a8' },
  hairline: { light: '#e4e1d8', dark: '#263035' },
  edge: { light: '#858a83', dark: '#69767b' },
  accent,
  'accent-strong': { light: '#084a3e', dark: '#74dcc0' },
  'accent-wash': { light: '#e9f0ea', dark: '#14251f' },
  'on-accent': { light: '#ffffff', dark: '#06231c' },
  rose: { light: '#c2486a', dark: '#d8708d' },
  warning: { light: '#8f5300', dark: '#f0b35a' },
  'warning-wash': { light: '#faf1df', dark: '#2a2113' },
  danger: { light: '#b3261e', dark: '#f2857d' },
  'danger-wash': { light: '#fbecea', dark: '#2d1817' },
  // Codes for cameras are dark on light in both themes.
  'scanned-ink': { light: INK, dark: INK },
  'scanned-paper': { light: '#ffffff', dark: '#ffffff' },
} as const;

export const colourVariables = Object.entries(colours)
  .map(([name, { light, dark }]) => `--${name}: light-dark(${light}, ${dark});`)
  .join('\n');
