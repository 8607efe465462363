/** What was typed into each field before hydration. Registering the fields with the form empties them. */
const typedTexts = new Map<EventTarget, string>();
/** The checkboxes that were changed before hydration. React would reset them to the rendered state. */
const changedCheckboxes = new Map<HTMLInputElement, boolean>();

export function rememberTyped(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('main input')) remember(input);
  addEventListener('input', onInput, true);
}

/** Input events tell React about the restored values. */
export function restoreTyped(): void {
  removeEventListener('input', onInput, true);
  for (const [input, text] of typedTexts) {
    if (!(input instanceof HTMLInputElement) || input.value === text) continue;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  typedTexts.clear();
  for (const [input, checked] of changedCheckboxes) {
    input.checked = !checked;
    input.click();
  }
  changedCheckboxes.clear();
}

const onInput = ({ target }: Event) => {
  if (target instanceof HTMLInputElement) remember(target);
};

function remember(input: HTMLInputElement): void {
  if (input.type !== 'checkbox') {
    if (input.value) typedTexts.set(input, input.value);
  } else if (input.checked !== input.defaultChecked) changedCheckboxes.set(input, input.checked);
  else changedCheckboxes.delete(input);
}
