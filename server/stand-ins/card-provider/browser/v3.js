/**
 * The part of Stripe.js that this service uses: split card elements, confirmCardSetup, confirmCardPayment and handleNextAction
 * (https://docs.stripe.com/js). Loaded by a page, it frames the hosted fields and sees no card.
 */
// Pages load this as a plain script, which is not strict automatically.
// biome-ignore lint/suspicious/noRedundantUseStrict: it is not a module
'use strict';
// In a block, so that only `Stripe` becomes global.
{
  const base = new URL('.', document.currentScript.src).pathname.replace(/\/$/, '');
  const FIELDS = { cardNumber: 'number', cardExpiry: 'expiry', cardCvc: 'cvc' };
  const TITLES = {
    cardNumber: 'Secure card number input frame',
    cardExpiry: 'Secure expiration date input frame',
    cardCvc: 'Secure CVC input frame',
  };
  const CLASSES = {
    base: 'StripeElement',
    complete: 'StripeElement--complete',
    empty: 'StripeElement--empty',
    focus: 'StripeElement--focus',
    invalid: 'StripeElement--invalid',
  };
  let frames = 0;
  let calls = 0;

  class Element {
    #type;
    #group;
    #options;
    #listeners = [];
    #container;
    #frame;
    #loaded = false;
    #state = { empty: true, complete: false };
    #replies = new Map();
    #labels = [];

    constructor(type, options, group) {
      this.#type = type;
      this.#options = options;
      this.#group = group;
    }

    on(event, handler) {
      this.#listeners.push({ event, handler });
      return this;
    }

    mount(target) {
      const container = typeof target === 'string' ? document.querySelector(target) : target;
      if (!container) {
        throw integrationError(
          `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
        );
      }
      if (this.#container === container) return;
      this.unmount();
      this.#container = container;
      const frame = document.createElement('iframe');
      frame.name = `__privateStripeFrame${++frames}`;
      frame.title = TITLES[this.#type];
      frame.src = `${base}/field/${FIELDS[this.#type]}`;
      // Neither the field nor this page has access to the other.
      frame.setAttribute('sandbox', 'allow-scripts');
      Object.assign(frame.style, {
        border: '0',
        width: '100%',
        height: '1.2em',
        display: 'block',
        colorScheme: 'light',
      });
      container.replaceChildren(frame);
      this.#frame = frame;
      frame.addEventListener('error', () => this.#emit('loaderror', { error: connectionError() }));
      window.addEventListener('message', this.#hear);
      this.#labels = container.id ? [...document.querySelectorAll(`label[for="${CSS.escape(container.id)}"]`)] : [];
      for (const label of this.#labels) label.addEventListener('click', this.#focusByLabel);
      this.#paint();
    }

    unmount() {
      if (!this.#container) return;
      window.removeEventListener('message', this.#hear);
      for (const label of this.#labels) label.removeEventListener('click', this.#focusByLabel);
      this.#frame.remove();
      this.#container.classList.remove(...Object.values(CLASSES));
      for (const reply of this.#replies.values()) reply({ error: integrationFailure('The element was unmounted.') });
      this.#replies.clear();
      this.#container = undefined;
      this.#frame = undefined;
      this.#loaded = false;
      this.#state = { empty: true, complete: false };
    }

    destroy() {
      this.unmount();
      this.#group.forget(this.#type);
      this.#listeners = [];
    }

    update(options) {
      this.#options = { ...this.#options, ...options };
      this.#sendOptions();
    }

    focus() {
      this.#frame?.focus();
      this.post({ command: 'focus' });
    }

    clear() {
      this.post({ command: 'clear' });
    }

    get loaded() {
      return this.#loaded;
    }

    post(message, ports = []) {
      // A sandboxed frame has no origin to name here. Nothing secret is sent to it.
      if (this.#loaded) this.#frame.contentWindow.postMessage({ card_provider: 'host', ...message }, '*', ports);
    }

    send(key, path, pairs) {
      if (!this.#loaded)
        return Promise.resolve({ error: integrationFailure('The cardNumber element is not mounted.') });
      const call = ++calls;
      return new Promise((resolve) => {
        this.#replies.set(call, resolve);
        this.post({ command: 'send', call, key, path, pairs });
      });
    }

    get group() {
      return this.#group;
    }

    #hear = (event) => {
      if (event.source !== this.#frame?.contentWindow || event.data?.card_provider !== 'field') return;
      const { event: name, ...detail } = event.data;
      if (name === 'loaded') {
        this.#loaded = true;
        this.#sendOptions();
        this.#group.connect();
        this.#emit('ready');
      } else if (name === 'submit') {
        this.#container.closest('form')?.requestSubmit();
      } else if (name === 'size') {
        this.#frame.style.height = `${detail.height}px`;
      } else if (name === 'reply') {
        this.#replies.get(detail.call)?.(detail.result);
        this.#replies.delete(detail.call);
      } else if (name === 'change') {
        const first = !this.#state.told;
        this.#state = { ...detail.state, told: true };
        this.#paint();
        if (first && detail.state.empty && !detail.state.error) return;
        this.#emit('change', { error: undefined, ...detail.state });
      } else {
        if (name === 'focus' || name === 'blur') this.#container.classList.toggle(CLASSES.focus, name === 'focus');
        this.#emit(name);
      }
    };

    #focusByLabel = () => this.focus();

    #sendOptions() {
      const { style, placeholder, disabled } = this.#options;
      this.post({ command: 'options', options: { style, placeholder, disabled, locale: this.#group.locale } });
    }

    #paint() {
      const { base: always, complete, empty, invalid } = CLASSES;
      const { classList } = this.#container;
      classList.add(always);
      classList.toggle(complete, this.#state.complete);
      classList.toggle(empty, this.#state.empty);
      classList.toggle(invalid, Boolean(this.#state.error));
    }

    #emit(event, detail) {
      for (const listener of this.#listeners) {
        if (listener.event === event) listener.handler({ elementType: this.#type, ...detail });
      }
    }
  }

  /** The elements of one form. Its fields talk to each other over channels that this page hands over and cannot read. */
  class Elements {
    #elements = new Map();

    constructor(locale) {
      this.locale = locale;
    }

    create(type, options = {}) {
      if (!Object.hasOwn(FIELDS, type)) throw integrationError(`The local card provider has no ${type} element.`);
      if (this.#elements.has(type))
        throw integrationError(`Can only create one Element of type ${type} through elements().create().`);
      const element = new Element(type, options, this);
      this.#elements.set(type, element);
      return element;
    }

    getElement(type) {
      return this.#elements.get(type) ?? null;
    }

    forget(type) {
      this.#elements.delete(type);
    }

    connect() {
      const number = this.#elements.get('cardNumber');
      for (const type of ['cardExpiry', 'cardCvc']) {
        const peer = this.#elements.get(type);
        if (!number?.loaded || !peer?.loaded) continue;
        const { port1, port2 } = new MessageChannel();
        number.post({ command: 'connect', peer: FIELDS[type] }, [port1]);
        peer.post({ command: 'connect', peer: 'number' }, [port2]);
      }
    }
  }

  function integrationError(message) {
    const error = new Error(message);
    error.name = 'IntegrationError';
    return error;
  }
  const integrationFailure = (message) => ({ type: 'invalid_request_error', message });
  const connectionError = () => ({
    type: 'api_connection_error',
    message:
      'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
  });

  function pairs(value, prefix = '') {
    return Object.entries(value).flatMap(([name, entry]) => {
      const full = prefix ? `${prefix}[${name}]` : name;
      if (entry === undefined || entry === null) return [];
      return typeof entry === 'object' ? pairs(entry, full) : [[full, String(entry)]];
    });
  }

  async function request(key, method, path, params) {
    const form = new URLSearchParams([...pairs(params), ['key', key]]);
    try {
      const response =
        method === 'GET'
          ? await fetch(`${base}${path}?${form}`)
          : await fetch(`${base}${path}`, { method, body: form });
      return await response.json();
    } catch {
      return { error: connectionError() };
    }
  }

  function showChallenge(source) {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', '3-D Secure');
    Object.assign(dialog.style, { padding: '0', border: '0', borderRadius: '6px', width: '460px', maxWidth: '94vw' });
    const frame = document.createElement('iframe');
    frame.name = `__privateStripeFrame${++frames}`;
    frame.title = '3-D Secure authentication frame';
    frame.src = `${base}/authenticate/${source}`;
    frame.setAttribute('sandbox', 'allow-scripts allow-forms');
    Object.assign(frame.style, { border: '0', width: '100%', height: '340px', display: 'block', colorScheme: 'light' });
    frame.addEventListener('load', () => frame.focus());
    dialog.append(frame);
    document.body.append(dialog);
    // Without this, the focus could stay in a card field's frame.
    const before = document.activeElement;
    before?.blur();
    dialog.showModal();
    return new Promise((resolve) => {
      const hear = (event) => {
        if (event.source === frame.contentWindow && event.data?.card_provider === 'authenticated') done();
      };
      const done = () => {
        window.removeEventListener('message', hear);
        dialog.close();
        dialog.remove();
        before?.focus();
        resolve();
      };
      window.addEventListener('message', hear);
      dialog.addEventListener('cancel', async (event) => {
        event.preventDefault();
        const body = new URLSearchParams({ outcome: 'fail' });
        await fetch(`${base}/authenticate/${source}`, { method: 'POST', body }).catch(() => undefined);
        done();
      });
    });
  }

  const KINDS = {
    setup: { path: '/v1/setup_intents', result: 'setupIntent', error: 'last_setup_error' },
    payment: { path: '/v1/payment_intents', result: 'paymentIntent', error: 'last_payment_error' },
  };

  function intentIdOf(secret) {
    const [, id] = /^((?:seti|pi)_[A-Za-z0-9]+)_secret_\w+$/.exec(secret ?? '') ?? [];
    if (!id)
      throw integrationError(
        `Invalid value for clientSecret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${secret}.`,
      );
    return id;
  }

  async function retrieve(key, { path, result }, client_secret) {
    const intent = await request(key, 'GET', `${path}/${intentIdOf(client_secret)}`, { client_secret });
    return intent.error ? { error: intent.error } : { [result]: intent };
  }

  async function confirm(key, kind, client_secret, data = {}) {
    const intent = await sendConfirmation(key, kind, client_secret, data);
    return intent.error ? { error: intent.error } : act(key, kind, client_secret, intent);
  }

  async function act(key, kind, client_secret, intent) {
    if (intent.status !== 'requires_action') return { [kind.result]: intent };
    await showChallenge(intent.next_action.use_stripe_sdk.source);
    const after = await retrieve(key, kind, client_secret);
    const isRefused = after[kind.result]?.status === 'requires_payment_method';
    return isRefused ? { error: after[kind.result][kind.error] } : after;
  }

  async function handleNextAction(key, { clientSecret }) {
    const kind = intentIdOf(clientSecret).startsWith('pi_') ? KINDS.payment : KINDS.setup;
    const found = await retrieve(key, kind, clientSecret);
    return found.error ? found : act(key, kind, clientSecret, found[kind.result]);
  }

  /** The number's field sends a typed card. This page knows at most the id of a saved card. */
  async function sendConfirmation(key, kind, client_secret, { payment_method: method, ...rest }) {
    const path = `${kind.path}/${intentIdOf(client_secret)}/confirm`;
    const params = { client_secret, use_stripe_sdk: true, ...rest };
    if (!(method?.card instanceof Element)) return request(key, 'POST', path, { ...params, payment_method: method });
    const { card, ...details } = method;
    const number = card.group.getElement('cardNumber');
    if (!number) throw integrationError('confirmCardSetup needs a mounted cardNumber element.');
    const given = { ...params, payment_method_data: { type: 'card', ...details } };
    return number.send(key, path, pairs(given));
  }

  const createClient = (key, options) => ({
    elements: ({ locale } = {}) =>
      new Elements(locale && locale !== 'auto' ? locale : (options.locale ?? navigator.language)),
    confirmCardSetup: (secret, data) => confirm(key, KINDS.setup, secret, data),
    confirmCardPayment: (secret, data) => confirm(key, KINDS.payment, secret, data),
    handleNextAction: (options) => handleNextAction(key, options),
  });

  function Stripe(key, options = {}) {
    if (typeof key !== 'string' || !key.startsWith('pk_'))
      throw integrationError('Please call Stripe() with your publishable key. You used an empty string.');
    return createClient(key, options);
  }
  window.Stripe = Stripe;
}
