/** Typed on a screen that came drawn, by the field: registering the fields empties them. */
const typed = new Map<EventTarget, string>();
/** Switched there: React would show again what it drew. */
const switched = new Map<HTMLInputElement, boolean>();

/** What was done so far, and from now until the form is alive. */
export function keepTyped(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('main input')) keep(input);
  addEventListener('input', onInput, true);
}

/** As if it were done again: React hears of it by the events. */
export function restoreTyped(): void {
  removeEventListener('input', onInput, true);
  for (const [input, text] of typed) {
    if (!(input instanceof HTMLInputElement) || input.value === text) continue;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  typed.clear();
  for (const [input, checked] of switched) {
    input.checked = !checked;
    input.click();
  }
  switched.clear();
}

const onInput = ({ target }: Event) => {
  if (target instanceof HTMLInputElement) keep(target);
};

function keep(input: HTMLInputElement): void {
  if (input.type !== 'checkbox') {
    if (input.value) typed.set(input, input.value);
  } else if (input.checked !== input.defaultChecked) switched.set(input, input.checked);
  else switched.delete(input);
}
