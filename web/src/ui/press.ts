const waiting: (() => void)[] = [];
let isPressed = false;

/**
 * What leaving a field shows must not move what is being pressed: the focus goes when the button goes down, and a click counts only
 * where it comes up again. So it waits for the end of the press. A finger's press has ended by then, and its click is of the same turn.
 */
export function afterPress(run: () => void): void {
  if (isPressed) waiting.push(run);
  else setTimeout(run);
}

function end(): void {
  isPressed = false;
  // The click is of the same turn.
  setTimeout(() => {
    for (const run of waiting.splice(0)) run();
  });
}

if (typeof window !== 'undefined') {
  const first = { capture: true };
  const begin = ({ pointerType }: PointerEvent) => {
    isPressed = pointerType === 'mouse';
  };
  window.addEventListener('pointerdown', begin, first);
  window.addEventListener('pointerup', end, first);
  window.addEventListener('pointercancel', end, first);
  window.addEventListener('blur', end);
}
