type Keys = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean };

/** Control-K, or Command-K on a Mac. */
export const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;

/** Takes the key from now on. @returns whether it was pressed while nobody took it; public/early.js has kept that. */
export function takePaletteKey(): boolean {
  const { dataset } = document.documentElement;
  const wasPressed = dataset['palette'] === 'asked';
  dataset['palette'] = 'alive';
  return wasPressed;
}

/** Nobody takes the key until the next page does. */
export function leavePaletteKey(): void {
  const { dataset } = document.documentElement;
  if (dataset['palette'] === 'alive') delete dataset['palette'];
}
