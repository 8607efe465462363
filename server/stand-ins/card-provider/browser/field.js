/**
 * One hosted card field. It runs in a sandboxed frame. It exchanges states and commands with the script that framed it, never what
 * was typed, and talks to the other fields over private channels. The number's field sends the card to the provider.
 */
import { brandNamed, brandOf, FORMATS } from './field-formats.js';
import { TEXTS } from './field-texts.js';

const { field, month: thisMonth } = document.body.dataset;
const input = document.querySelector('input');
const host = window.parent;
/** Channels to other fields, by name. Only the number's field has several. */
const peers = new Map();

const format = FORMATS[field];

let texts = TEXTS.en;
let style = {};
/** Determined by the number's field, which tells the other fields. */
let brand = brandNamed('unknown');
let digits = '';
/** A partly filled field is an error once the person has left it, and any incomplete field once the form was submitted. */
let isLeft = false;
let isSent = false;
let told = '';

function state() {
  const problem = digits === '' ? 'unfinished' : format.problem(digits, { brand, thisMonth });
  const isMissed = isSent || (isLeft && digits !== '');
  const code = problem === 'unfinished' ? isMissed && `incomplete_${field}` : problem;
  return {
    empty: digits === '',
    complete: problem === undefined,
    ...(code && { error: { type: 'validation_error', code, message: texts[code] } }),
    ...(field === 'number' && { brand: brand.brand }),
  };
}

const tell = (message) => host.postMessage({ card_provider: 'field', ...message }, '*');

function tellState() {
  const now = state();
  input.setAttribute('aria-invalid', String(Boolean(now.error)));
  applyStyle(now);
  const text = JSON.stringify(now);
  if (text !== told) tell({ event: 'change', state: now });
  told = text;
  return now;
}

function onInput(event) {
  const caret = input.selectionStart ?? input.value.length;
  const isAtEnd = caret === input.value.length;
  const digitsBefore = input.value.slice(0, caret).replace(/\D/g, '').length;
  digits = format.accept(input.value, { brand });
  if (field === 'number') setBrand(brandOf(digits));
  input.value = format.show(digits, { isDeleting: event.inputType?.startsWith('delete') ?? false });
  if (!isAtEnd) placeCaretAfter(digitsBefore);
  isLeft = false;
  isSent = false;
  tellState();
}

/** Keeps the caret behind the same digit, because the digits may now be grouped differently. */
function placeCaretAfter(count) {
  let place = 0;
  for (let left = count; place < input.value.length && left > 0; place++) {
    if (/\d/.test(input.value[place])) left--;
  }
  input.setSelectionRange(place, place);
}

/** The other fields need the brand, because the length of the security code depends on it. */
function setBrand(next) {
  brand = next;
  for (const port of peers.values()) port.postMessage({ brand: brand.brand });
}

input.addEventListener('input', onInput);
input.addEventListener('focus', () => tell({ event: 'focus' }));
input.addEventListener('blur', () => {
  isLeft = true;
  tellState();
  tell({ event: 'blur' });
});
input.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') tell({ event: 'escape' });
  if (event.key === 'Enter') tell({ event: 'submit' });
});

const STYLES = [
  'color',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'padding',
  'textAlign',
  'textDecoration',
  'textShadow',
  'textTransform',
];

function applyStyle({ empty, complete, error }) {
  const variant = error ? style.invalid : complete ? style.complete : empty ? style.empty : undefined;
  const wanted = { ...style.base, ...variant };
  for (const name of STYLES) input.style[name] = wanted[name] ?? '';
  const placeholder = variant?.['::placeholder']?.color ?? style.base?.['::placeholder']?.color;
  if (placeholder) document.body.style.setProperty('--placeholder', placeholder);
}

function setOptions(options) {
  texts = TEXTS[(options.locale ?? 'en').slice(0, 2)] ?? TEXTS.en;
  style = options.style ?? style;
  input.disabled = options.disabled ?? input.disabled;
  input.setAttribute('aria-label', texts[field][0]);
  input.placeholder = options.placeholder ?? texts[field][1];
  tellState();
  tell({ event: 'size', height: input.offsetHeight });
}

const COMMANDS = {
  options: ({ options }) => setOptions(options),
  focus: () => input.focus(),
  clear() {
    input.value = '';
    digits = '';
    isLeft = false;
    isSent = false;
    tellState();
  },
  connect({ peer }, [port]) {
    peers.set(peer, port);
    port.onmessage = field === 'number' ? undefined : ({ data }) => answer(port, data);
    if (field === 'number') port.postMessage({ brand: brand.brand });
    port.start();
  },
  async send({ call, key, path, pairs }) {
    tell({ event: 'reply', call, result: await send(key, path, pairs) });
  },
};

function answer(port, data) {
  if (data.brand) {
    brand = brandNamed(data.brand);
    if (field === 'cvc' && digits !== '') tellState();
  }
  if (data.ask === undefined) return;
  isSent = true;
  port.postMessage({ ask: data.ask, digits, state: tellState() });
}

const ask = (peer) =>
  new Promise((resolve, reject) => {
    const port = peers.get(peer);
    if (!port) {
      reject(new Error(`The ${peer} element is not mounted.`));
      return;
    }
    const id = crypto.getRandomValues(new Uint32Array(1))[0];
    const listener = ({ data }) => {
      if (data.ask !== id) return;
      port.removeEventListener('message', listener);
      resolve(data);
    };
    port.addEventListener('message', listener);
    port.postMessage({ ask: id });
  });

/** Posts `pairs` with the card from all fields. @returns the provider's response, or `{ error }` if there was none. */
async function send(key, path, pairs) {
  isSent = true;
  const mine = tellState();
  try {
    const expiry = await ask('expiry');
    const cvc = peers.has('cvc') ? await ask('cvc') : undefined;
    const error = mine.error ?? expiry.state.error ?? cvc?.state.error;
    if (error) return { error };
    const prefix = 'payment_method_data[card]';
    const body = new URLSearchParams([
      ...pairs,
      [`${prefix}[number]`, digits],
      [`${prefix}[exp_month]`, String(Number(expiry.digits.slice(0, 2)))],
      [`${prefix}[exp_year]`, `20${expiry.digits.slice(2)}`],
      ...(cvc ? [[`${prefix}[cvc]`, cvc.digits]] : []),
      ['key', key],
    ]);
    const response = await fetch(`/_local/stripe${path}`, { method: 'POST', body });
    return await response.json();
  } catch (error) {
    return { error: { type: 'api_connection_error', message: error.message } };
  }
}

window.addEventListener('message', (event) => {
  if (event.source !== host || event.data?.card_provider !== 'host') return;
  COMMANDS[event.data.command]?.(event.data, event.ports);
});
tell({ event: 'loaded' });
