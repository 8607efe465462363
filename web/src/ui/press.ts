const waiting: (() => void)[] = [];
let isPressed = false;

/**
 * Runs after the current press, if there is one. A press moves the focus when the mouse button goes down, and becomes a click only
 * if the button is released on the same element. So anything shown when a field is left must not move that element before the press
 * has ended. A touch moves the focus only after it has ended, and its click follows in the same turn of the event loop, so waiting
 * for the next turn is enough.
 */
export function afterPress(run: () => void): void {
  if (isPressed) waiting.push(run);
  else setTimeout(run);
}

function end(): void {
  isPressed = false;
  // The click follows in the same turn of the event loop, so this waits for the next one.
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
