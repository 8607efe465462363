/** Typed on a screen that came drawn, by the field: registering the fields empties them. */
const typed = new Map<EventTarget, string>();

/** From now until the form is alive. */
export function keepTyped(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('main form input')) keep(input);
  addEventListener('input', onInput, true);
}

/** As if it were typed again: React hears of it by the event. */
export function restoreTyped(): void {
  removeEventListener('input', onInput, true);
  for (const [input, text] of typed) {
    if (!(input instanceof HTMLInputElement) || input.value === text) continue;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  typed.clear();
}

const onInput = ({ target }: Event) => {
  if (target instanceof HTMLInputElement) keep(target);
};

function keep(input: HTMLInputElement): void {
  if (input.type !== 'checkbox' && input.value) typed.set(input, input.value);
}
