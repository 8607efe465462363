/**
 * One hosted card field. It runs in a sandboxed frame: it talks to the script that framed it (states and commands, never
 * what was typed) and, over private channels, to the other fields. The number's field sends the card to the provider.
 */
(() => {
  const { field, month: thisMonth } = document.body.dataset;
  const input = document.querySelector('input');
  const host = window.parent;
  /** Channels to the other fields, by name; only the number's field has several. */
  const peers = new Map();

  const TEXTS = {
    en: {
      number: ['Credit or debit card number', '1234 1234 1234 1234'],
      expiry: ['Credit or debit card expiration date', 'MM / YY'],
      cvc: ['Credit or debit card CVC/CVV', 'CVC'],
      incomplete_number: 'Your card number is incomplete.',
      invalid_number: 'Your card number is invalid.',
      incomplete_expiry: "Your card's expiration date is incomplete.",
      invalid_expiry_month_past: "Your card's expiration date is in the past.",
      invalid_expiry_year_past: "Your card's expiration year is in the past.",
      invalid_expiry_year: "Your card's expiration year is invalid.",
      incomplete_cvc: "Your card's security code is incomplete.",
    },
    es: {
      number: ['Número de tarjeta de crédito o débito', '1234 1234 1234 1234'],
      expiry: ['Fecha de caducidad de la tarjeta', 'MM / AA'],
      cvc: ['Código de seguridad de la tarjeta', 'CVC'],
      incomplete_number: 'El número de tu tarjeta está incompleto.',
      invalid_number: 'El número de tu tarjeta no es válido.',
      incomplete_expiry: 'La fecha de caducidad de tu tarjeta está incompleta.',
      invalid_expiry_month_past: 'La fecha de caducidad de tu tarjeta ya pasó.',
      invalid_expiry_year_past: 'El año de caducidad de tu tarjeta ya pasó.',
      invalid_expiry_year: 'El año de caducidad de tu tarjeta no es válido.',
      incomplete_cvc: 'El código de seguridad de tu tarjeta está incompleto.',
    },
  };

  const BRANDS = [
    { brand: 'amex', start: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvc: 4 },
    { brand: 'diners', start: /^3(0[0-5]|[689])/, lengths: [14, 16], groups: [4, 4, 4, 4], cvc: 3 },
    { brand: 'jcb', start: /^35/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
    { brand: 'visa', start: /^4/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
    { brand: 'mastercard', start: /^(5[1-5]|2(2[2-9]|[3-6]|7[01]|720))/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
    { brand: 'discover', start: /^6(011|4[4-9]|5)/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
    { brand: 'unionpay', start: /^62/, lengths: [16, 17, 18, 19], groups: [4, 4, 4, 4, 3], cvc: 3 },
  ];
  const UNKNOWN = { brand: 'unknown', start: /^/, lengths: [16], groups: [4, 4, 4, 4], cvc: 4 };

  let texts = TEXTS.en;
  let style = {};
  /** The brand by number, as the code's field learns it. */
  let brand = UNKNOWN;
  /** Incomplete input is only an error once the field was left or the form was sent. */
  let strict = false;
  let digits = '';
  let last = '';

  const KINDS = {
    number: {
      accept(text) {
        const typed = text.replace(/\D/g, '');
        brand = BRANDS.find(({ start }) => start.test(typed)) ?? UNKNOWN;
        return typed.slice(0, Math.max(...brand.lengths));
      },
      show(value) {
        const groups = [];
        let from = 0;
        for (const length of brand.groups) {
          if (from < value.length) groups.push(value.slice(from, from + length));
          from += length;
        }
        return groups.join(' ');
      },
      problem(value) {
        if (!brand.lengths.includes(value.length)) return strict ? 'incomplete_number' : 'unfinished';
        return luhn(value) ? undefined : 'invalid_number';
      },
    },
    expiry: {
      accept(text) {
        const typed = text.replace(/\D/g, '');
        // Autofill gives the year in four digits; a month above 1 needs no leading zero.
        if (typed.length === 6) return typed.slice(0, 2) + typed.slice(4);
        const padded = /^[2-9]/.test(typed) || /^1\s*\//.test(text) ? `0${typed}` : typed;
        if (/^(1[3-9]|00)/.test(padded)) return padded.slice(0, 1);
        return padded.slice(0, 4);
      },
      show(value, deleting) {
        if (value.length < 2 || (value.length === 2 && deleting)) return value;
        return `${value.slice(0, 2)} / ${value.slice(2)}`;
      },
      problem(value) {
        if (value.length < 4) return strict ? 'incomplete_expiry' : 'unfinished';
        const [year, month] = thisMonth.split('-').map(Number);
        const given = 2000 + Number(value.slice(2));
        if (given < year) return 'invalid_expiry_year_past';
        if (given > year + 50) return 'invalid_expiry_year';
        return given === year && Number(value.slice(0, 2)) < month ? 'invalid_expiry_month_past' : undefined;
      },
    },
    cvc: {
      accept: (text) => text.replace(/\D/g, '').slice(0, brand.cvc),
      show: (value) => value,
      problem(value) {
        const complete = value.length === brand.cvc || (brand === UNKNOWN && value.length >= 3);
        return complete ? undefined : strict ? 'incomplete_cvc' : 'unfinished';
      },
    },
  };
  const kind = KINDS[field];

  function luhn(number) {
    let sum = 0;
    for (let place = 0; place < number.length; place++) {
      const digit = Number(number[number.length - 1 - place]);
      sum += place % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
    }
    return sum % 10 === 0;
  }

  function state() {
    const problem = digits === '' ? (strict === 'sent' ? `incomplete_${field}` : 'unfinished') : kind.problem(digits);
    return {
      empty: digits === '',
      complete: problem === undefined,
      ...(problem && problem !== 'unfinished' && { error: validationError(problem) }),
      ...(field === 'number' && { brand: brand.brand }),
    };
  }

  const validationError = (code) => ({ type: 'validation_error', code, message: texts[code] });
  const tell = (message) => host.postMessage({ card_provider: 'field', ...message }, '*');

  function tellState() {
    const now = state();
    input.setAttribute('aria-invalid', String(Boolean(now.error)));
    applyStyle(now);
    const text = JSON.stringify(now);
    if (text !== last) tell({ event: 'change', state: now });
    last = text;
    return now;
  }

  function typed(event) {
    const deleting = event?.inputType?.startsWith('delete') ?? false;
    const before = input.value.slice(0, input.selectionStart ?? input.value.length);
    const atEnd = before.length === input.value.length;
    digits = kind.accept(input.value);
    input.value = kind.show(digits, deleting);
    if (!atEnd) {
      let place = 0;
      for (let left = before.replace(/\D/g, '').length; place < input.value.length && left > 0; place++) {
        if (/\d/.test(input.value[place])) left--;
      }
      input.setSelectionRange(place, place);
    }
    if (field === 'number') for (const port of peers.values()) port.postMessage({ brand: brand.brand });
    strict = false;
    tellState();
  }

  input.addEventListener('input', typed);
  input.addEventListener('focus', () => tell({ event: 'focus' }));
  input.addEventListener('blur', () => {
    strict ||= true;
    tellState();
    tell({ event: 'blur' });
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') tell({ event: 'escape' });
    // As in any field of a form.
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
    blur: () => input.blur(),
    clear() {
      input.value = '';
      digits = '';
      strict = false;
      tellState();
    },
    connect({ peer }, [port]) {
      peers.set(peer, port);
      port.onmessage = field === 'number' ? undefined : ({ data }) => answer(port, data);
      if (field === 'number') port.postMessage({ brand: brand.brand });
      port.start();
    },
    async send({ call, key, path, params }) {
      tell({ event: 'reply', call, result: await send(key, path, params) });
    },
  };

  /** The code's length depends on the brand; the card is given to the number's field alone. */
  function answer(port, data) {
    if (data.brand) {
      brand = BRANDS.find((known) => known.brand === data.brand) ?? UNKNOWN;
      if (field === 'cvc' && digits !== '') tellState();
    }
    if (data.ask === undefined) return;
    strict = 'sent';
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

  /** Posts `params` with the card of all fields. @returns the provider's answer, an `{ error }` when there is none. */
  async function send(key, path, params) {
    strict = 'sent';
    const mine = tellState();
    try {
      const expiry = await ask('expiry');
      const cvc = peers.has('cvc') ? await ask('cvc') : undefined;
      const error = mine.error ?? expiry.state.error ?? cvc?.state.error;
      if (error) return { error };
      const prefix = params.wrap ? `${params.wrap}[card]` : 'card';
      const body = new URLSearchParams([
        ...params.pairs,
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
})();
