import { describe, expect, test } from 'vitest';
import { type Reader, renderMail, type Template, type TemplateValues } from './templates.ts';

const values: TemplateValues = {
  verify_email: { code: 'AB2CD3' },
  recover: { code: 'AB2CD3' },
  password_changed: {},
  email_changed: {},
  sign_in_method_changed: { change: 'totp_on' },
  delivery_key_changed: {
    change: 'set',
    kid: 'cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s',
    link: 'https://id.example.com/settings',
  },
  account_suspended: { change: 'suspended', reason: 'Reported for <fraud>' },
  recovery_code_used: { left: 9 },
  new_device: {
    method: 'passkey',
    time: '2026-11-16T09:30:00.000Z',
    browser: 'Firefox',
    system: 'Windows',
    link: 'https://id.example.com/sign-in-security',
  },
  invite: { link: 'https://id.example.com/invite/n4Xc?x=1&y=2', inviter: '<b>"Ada"</b>@example.com', company: 'Shop' },
  session_link: {
    company: '<b>Shop</b> Example AB',
    document: 'any',
    face: 'compared',
    specimen: 'only',
    time: '2026-11-16T09:30:00.000Z',
    link: 'https://id.example.com/open?token=1.x&redirect_url=y',
  },
  link_paused: { name: 'Reception', reason: 'credit_exhausted', link: 'https://id.example.com/billing' },
  link_busy: { name: 'Reception', places: 50, link: 'https://id.example.com/link/4821930477261' },
  bill: {
    number: 'INV-2026-000007',
    amount: '118.75',
    from: '2026-10-15',
    to: '2026-11-14',
    due: '2026-11-16',
    purchase_order: 'PO <4711>',
    link: 'https://id.example.com/bill/7',
    payment: 'invoice',
  },
  credit_note: {
    amount: '118.75',
    number: 'CN-2026-000007',
    effect: 'REFUND',
    from: '2026-10-15',
    to: '2026-11-14',
    link: 'https://id.example.com/bill/7',
  },
  receipt: {
    number: 'INV-2026-000007',
    amount: '118.75',
    from: '2026-10-15',
    to: '2026-11-14',
    paid: '2026-11-16',
    card: '4242',
    link: 'https://id.example.com/bill/7',
  },
  payment_failed: {
    number: 'INV-2026-000007',
    amount: '118.75',
    next: '2026-11-16',
    card: '4242',
    reason: 'insufficient_funds',
    link: 'https://id.example.com/billing',
  },
  payment_authentication: {
    number: 'INV-2026-000007',
    amount: '118.75',
    until: '2026-11-16',
    link: 'https://id.example.com/bill/7',
  },
  billing_inactive: {
    number: 'INV-2026-000007',
    amount: '118.75',
    card: '4242',
    reason: 'expired_card',
    link: 'https://id.example.com/billing',
  },
  payment_reminder: {
    number: 'INV-2026-000007',
    amount: '118.75',
    due: '2026-11-14',
    until: '2026-11-16',
    purchase_order: 'PO 4711',
    link: 'https://id.example.com/bill/7',
  },
  billing_cancels: { until: '2026-11-14', link: 'https://id.example.com/billing' },
  billing_kept: { link: 'https://id.example.com/billing' },
  card_ends: { card: '4242', until: '2026-11-14', link: 'https://id.example.com/billing' },
  cards_removed: { until: '2026-11-14', link: 'https://id.example.com/billing' },
  billing_cancelled: { link: 'https://id.example.com/billing' },
  trial_ended: { link: 'https://id.example.com/billing' },
  new_terms: {
    unit_price: '118.75',
    fee: '118.75',
    from: '2026-11-14',
    link: 'https://id.example.com/billing',
  },
  vat_number_removed: { vat_number: 'SE556012579001', link: 'https://id.example.com/change-vat-number' },
  spending_alert: {
    percent: 80,
    cost: '118.75',
    cap: '118.75',
    until: '2026-11-14',
    link: 'https://id.example.com/billing',
  },
  usage_limit: { percent: 80, owed: '118.75', limit: '118.75', link: 'https://id.example.com/billing' },
  callbacks_failing: {
    host: 'shop.example:8443',
    since: '2026-11-16T09:30:00.000Z',
    failures: 6,
    status: 502,
    link: 'https://id.example.com/callbacks',
    guide: 'https://id.example.com/failure-guide',
  },
  callbacks_arrive_again: { host: 'shop.example', link: 'https://id.example.com/callbacks' },
};
const names = Object.keys(values) as Template[];

/** A non-breaking space keeps an amount together. */
const said = {
  en: {
    '118.75': 'USD\u00a0118.75',
    '2026-10-15': 'October 15, 2026',
    '2026-11-14': 'November 14, 2026',
    '2026-11-16': 'November 16, 2026',
    '2026-11-16T09:30:00.000Z': 'November 16, 2026 at 9:30 AM UTC',
    declined: 'ask your bank whether',
    REFUND: 'We are sending the money back.',
    passkey: 'a passkey',
    totp_on: 'An authenticator app was added',
    suspended: 'We have suspended your account.',
    insufficient_funds: 'The card does not have enough funds.',
    expired_card: 'The card has expired.',
    credit_exhausted: 'The free credit is used up',
    any: 'passport or identity card',
    compared: 'Your face is compared',
    only: 'It accepts only specimen documents.',
  },
  es: {
    '118.75': '118,75\u00a0USD',
    '2026-10-15': '15 de octubre de 2026',
    '2026-11-14': '14 de noviembre de 2026',
    '2026-11-16': '16 de noviembre de 2026',
    '2026-11-16T09:30:00.000Z': '16 de noviembre de 2026 a las 9:30 UTC',
    declined: 'pregunta a tu banco',
    REFUND: 'Te devolvemos el dinero.',
    passkey: 'una clave de acceso',
    totp_on: 'Se ha añadido una aplicación de autenticación',
    suspended: 'Hemos suspendido tu cuenta.',
    insufficient_funds: 'La tarjeta no tiene fondos suficientes.',
    expired_card: 'La tarjeta ha caducado.',
    credit_exhausted: 'El crédito gratuito se ha agotado',
    any: 'pasaporte o documento de identidad',
    compared: 'Tu cara se compara',
    only: 'Solo acepta documentos de muestra.',
  },
};

describe.each(['en', 'es'] as const)('in %s', (locale) => {
  test.each(names)('%s says the same in text and in HTML', (name) => {
    const { subject, text, html } = renderMail(locale, name, values[name]);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).toContain(`<html lang="${locale}">`);
    const words: Record<string, string> = said[locale];
    for (const [field, value] of Object.entries(values[name]))
      if (field !== 'payment') expect(text).toContain(words[value] ?? value);
    const plain = html.replace(/<[^>]+>/g, ' ').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
    const sentences = text.split('\n').filter((line) => line.endsWith('.'));
    expect(sentences).not.toEqual([]);
    for (const sentence of sentences) expect(plain).toContain(sentence);
  });

  test('escapes text from users', () => {
    const { html } = renderMail(locale, 'invite', values.invite);
    expect(html).not.toContain('<b>');
    expect(html).toContain('x=1&#38;y=2');
  });
});

test('lists of emails show the first sentence beside the subject', () => {
  const { html } = renderMail('en', 'verify_email', values.verify_email);
  expect(/<body[^>]*>\s*<div style="display:none[^>]*>([^&<]+)/.exec(html)?.[1]).toBe(
    'Enter this code to verify your email address:',
  );
});

test.each(names)('%s exists in both languages', (name) => {
  const [en, es] = [renderMail('en', name, values[name]), renderMail('es', name, values[name])];
  expect(es.subject).not.toBe(en.subject);
  expect(es.text).not.toBe(en.text);
});

test.each([
  ['en', 'are in the portal', 'Failure guide'],
  ['es', 'están en el portal', 'Guía de fallos'],
] as const)('in %s that callbacks fail leads to what failed sessions mean', (locale, place, name) => {
  const { guide } = values.callbacks_failing;
  const { text, html } = renderMail(locale, 'callbacks_failing', values.callbacks_failing);
  expect(text).toContain(place);
  expect(text).toContain(`\n\n${name}:\n${guide}\n\n-- \n`);
  expect(html).toMatch(new RegExp(`<a href="${guide}" class="accent" [^>]+>${name}</a>`));
  expect(html.match(/class="button"/g)).toHaveLength(1);
});

test.each([
  ['en', 'Connection refused', 'The last error: Connection refused.'],
  ['es', 'Connection refused', 'El último error: Conexión rechazada.'],
  ['es', 'The TLS connection failed: CERT_HAS_EXPIRED', 'El último error: La conexión TLS falló: CERT_HAS_EXPIRED.'],
  ['es', 'socket hang up', 'El último error: socket hang up.'],
] as const)('in %s says why callbacks fail: %s', (locale, error, sentence) => {
  const { status: _, ...failing } = values.callbacks_failing;
  expect(renderMail(locale, 'callbacks_failing', { ...failing, error }).text).toContain(sentence);
});

describe.each(['en', 'es'] as const)('in %s, someone who cannot sign in', (locale) => {
  const billing = names.filter((name) => /^(bill|card|credit|pay|rec|spend|trial)/.test(name));

  test.each(billing.filter((name) => name !== 'recover' && name !== 'recovery_code_used'))(
    'gets %s without links, and reads why',
    (name) => {
      const says = (reader?: Reader) => renderMail(locale, name, values[name], reader).text;
      const attached: Reader['attached'] = name === 'credit_note' ? name : 'bill';
      const reader = { company: 'Nordlicht', attached };
      const forAddress = says({ ...reader, is: 'billing_email' });
      expect(says()).toContain('https://');
      expect(forAddress).not.toContain('http');
      expect(forAddress).toContain('Nordlicht');
      const document = {
        en: { bill: 'invoice', credit_note: 'credit note' },
        es: { bill: 'factura', credit_note: 'nota de crédito' },
      };
      for (const text of [forAddress, says({ ...reader, is: 'deleted' })])
        expect(text).toMatch(new RegExp(`${document[locale][attached]} (is attached as a|va adjunta en) PDF`));
      expect(says({ is: 'billing_email' })).not.toMatch(/PDF|undefined/);
      expect(says({ ...reader, is: 'deleted' })).not.toMatch(/http|Nordlicht/);
    },
  );
});

test('facts that are not known have no row', () => {
  const { number: _, due: __, purchase_order: ___, ...known } = values.bill;
  const { text, html } = renderMail('en', 'bill', known);
  expect(text).toContain('Billing cycle: October 15, 2026 – November 14, 2026\nAmount due: USD\u00a0118.75\n\n');
  expect(html).not.toMatch(/Purchase order|Due date|Invoice<\/th>/);
  expect(renderMail('en', 'bill', values.bill).html).toContain('PO &#60;4711&#62;');
});

describe.each(['en', 'es'] as const)('in %s, each variant differs from the others', (locale) => {
  const { link } = values.invite;
  const { status: _, ...failing } = values.callbacks_failing;
  const { card: __, ...transferred } = values.receipt;
  const texts = <Name extends Template>(name: Name, variants: TemplateValues[Name][]) =>
    variants.map((variant) => renderMail(locale, name, variant).text);

  test.each([
    ['email_changed', texts('email_changed', [{}, { link }])],
    [
      'sign_in_method_changed',
      texts(
        'sign_in_method_changed',
        (['totp_on', 'totp_off', 'recovery_codes', 'passkey_added', 'passkey_removed', 'factors_reset'] as const).map(
          (change) => ({ change }),
        ),
      ),
    ],
    ['recovery_code_used', texts('recovery_code_used', [{ left: 1 }, { left: 2 }])],
    [
      'new_device',
      texts('new_device', [
        ...(['password', 'passkey', 'google', 'microsoft'] as const).map((method) => ({
          ...values.new_device,
          method,
        })),
        { method: 'passkey', time: values.new_device.time, link },
      ]),
    ],
    ['invite', texts('invite', [values.invite, { link }, { link, company: 'Shop' }])],
    [
      'bill',
      texts(
        'bill',
        (['charge', 'invoice', 'later', 'next_bill', 'nothing'] as const).map((payment) => ({
          ...values.bill,
          payment,
        })),
      ),
    ],
    ['receipt', texts('receipt', [values.receipt, transferred])],
    ['new_terms', texts('new_terms', [values.new_terms, { unit_price: '0.10', from: '2026-11-14', link }])],
    [
      'payment_failed',
      texts(
        'payment_failed',
        [
          ...[
            'insufficient_funds',
            'expired_card',
            'card_velocity_exceeded',
            'processing_error',
            'issuer_not_available',
          ],
          ...['authentication_required', 'card_not_supported', 'currency_not_supported', 'no_card', 'do_not_honor'],
        ].map((reason) => ({ ...values.payment_failed, reason })),
      ),
    ],
    [
      'billing_inactive',
      texts('billing_inactive', [values.billing_inactive, { ...values.billing_inactive, due: '2026-11-14' }]),
    ],
    [
      'spending_alert',
      texts(
        'spending_alert',
        [80, 100].map((percent) => ({ ...values.spending_alert, percent })),
      ),
    ],
    [
      'usage_limit',
      texts(
        'usage_limit',
        [80, 100].map((percent) => ({ ...values.usage_limit, percent })),
      ),
    ],
    ['callbacks_failing', texts('callbacks_failing', [values.callbacks_failing, { ...failing, error: 'EPROTO' }])],
  ])('%s', (_name, variants) => {
    expect(new Set(variants).size).toBe(variants.length);
    for (const text of variants) expect(text).not.toMatch(/[{}]|undefined/);
  });
});

test.each([
  ['en', 'USD\u00a00.0075'],
  ['es', '0,0075\u00a0USD'],
] as const)('in %s, a price below one cent is not rounded', (locale, price) => {
  expect(renderMail(locale, 'new_terms', { ...values.new_terms, unit_price: '0.0075' }).text).toContain(price);
});
