/** The colours of the mark, on the icon, the splash screen and the app's ground. */
export const GREEN = '#0b5d4e';
export const PAPER = '#fbfaf6';
export const NIGHT = '#0e1214';
