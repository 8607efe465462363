/** The names and messages of the fields, in the languages of the site. */
export const TEXTS = {
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
