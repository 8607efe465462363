type Keys = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean };

export const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;

/** Tells public/early.js that this page now handles the key. @returns whether it was pressed before. */
export function claimPaletteKey(): boolean {
  const { dataset } = document.documentElement;
  const wasPressed = dataset['palette'] === 'asked';
  dataset['palette'] = 'alive';
  return wasPressed;
}

/** Lets public/early.js note the key again until the next page handles it. */
export function releasePaletteKey(): void {
  const { dataset } = document.documentElement;
  if (dataset['palette'] === 'alive') delete dataset['palette'];
}
