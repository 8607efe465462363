/** The cards that exist here: Stripe's published test numbers (https://docs.stripe.com/testing) and their behaviour. */

export interface Decline {
  code: string;
  message: string;
  decline_code?: string;
  advice_code?: string;
  network_decline_code?: string;
  param?: string;
}

export const DECLINES = {
  generic_decline: {
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
    advice_code: 'try_again_later',
    network_decline_code: '05',
  },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
    advice_code: 'try_again_later',
    network_decline_code: '51',
  },
  expired_card: {
    code: 'expired_card',
    decline_code: 'expired_card',
    message: 'Your card has expired.',
    advice_code: 'confirm_card_data',
    network_decline_code: '54',
    param: 'exp_month',
  },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    advice_code: 'confirm_card_data',
    param: 'cvc',
  },
  processing_error: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
    advice_code: 'try_again_later',
  },
  authentication_required: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  live_card: {
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message: 'Your card was declined. Only test cards exist here: see /_local/stripe for their numbers.',
  },
  incorrect_number: { code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' },
  invalid_expiry_month: {
    code: 'invalid_expiry_month',
    message: "Your card's expiration month is invalid.",
    param: 'exp_month',
  },
  invalid_expiry_year: {
    code: 'invalid_expiry_year',
    message: "Your card's expiration year is invalid.",
    param: 'exp_year',
  },
  invalid_cvc: { code: 'invalid_cvc', message: "Your card's security code is invalid.", param: 'cvc' },
} as const satisfies Record<string, Decline>;

type DeclineName = keyof typeof DECLINES;

export interface TestCard {
  number: string;
  /** `pm_card_${name}` represents the card in calls with the secret key. */
  name: string;
  brand: string;
  does: string;
  country?: string;
  funding?: string;
  /** Declined when it is saved (and when it is charged). */
  refuses?: DeclineName;
  /** Can be saved; declined when it is charged. */
  refuses_charge?: DeclineName;
  /** Requires 3-D Secure for every payment, or only until the card was set up for later use. */
  authentication?: 'always' | 'until_set_up';
}

const card = (
  brand: string,
  number: string,
  name: string,
  does: string,
  more: Omit<TestCard, 'brand' | 'number' | 'name' | 'does'> = {},
): TestCard => ({ brand, number, name, does, ...more });

export const TEST_CARDS: readonly TestCard[] = [
  card('visa', '4242424242424242', 'visa', 'Succeeds'),
  card('visa', '4000056655665556', 'visa_debit', 'Succeeds (debit)', { funding: 'debit' }),
  card('visa', '4000007520000008', 'se', 'Succeeds (Sweden)', { country: 'SE' }),
  card('mastercard', '5555555555554444', 'mastercard', 'Succeeds'),
  card('mastercard', '2223003122003222', 'mastercard_2series', 'Succeeds'),
  card('mastercard', '5200828282828210', 'mastercard_debit', 'Succeeds (debit)', { funding: 'debit' }),
  card('amex', '378282246310005', 'amex', 'Succeeds'),
  card('discover', '6011111111111117', 'discover', 'Succeeds'),
  card('diners', '3056930009020004', 'diners', 'Succeeds'),
  card('jcb', '3566002020360505', 'jcb', 'Succeeds'),
  card('visa', '4000000000000002', 'chargeDeclined', 'Declined', { refuses: 'generic_decline' }),
  card('visa', '4000000000009995', 'chargeDeclinedInsufficientFunds', 'Declined: insufficient funds', {
    refuses: 'insufficient_funds',
  }),
  card('visa', '4000000000000069', 'chargeDeclinedExpiredCard', 'Declined: expired', { refuses: 'expired_card' }),
  card('visa', '4000000000000127', 'chargeDeclinedIncorrectCvc', 'Declined: incorrect security code', {
    refuses: 'incorrect_cvc',
  }),
  card('visa', '4000000000000119', 'chargeDeclinedProcessingError', 'Declined: processing error', {
    refuses: 'processing_error',
  }),
  card('visa', '4000000000000341', 'chargeCustomerFail', 'Can be saved, but every charge is declined', {
    refuses_charge: 'generic_decline',
  }),
  card('visa', '4000002500003155', 'authenticationRequiredOnSetup', '3-D Secure when saved, then succeeds', {
    authentication: 'until_set_up',
  }),
  card(
    'visa',
    '4000002760003184',
    'authenticationRequired',
    '3-D Secure for every payment; charges without the cardholder are declined',
    { authentication: 'always' },
  ),
  card(
    'visa',
    '4000008260003178',
    'authenticationRequiredChargeDeclinedInsufficientFunds',
    '3-D Secure when saved, then every charge is declined: insufficient funds',
    { authentication: 'until_set_up', refuses_charge: 'insufficient_funds' },
  ),
];

/** @throws when a stored card is no longer in the table. */
export function testCard(name: string): TestCard {
  const found = TEST_CARDS.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`There is no test card named ${name}`);
  return found;
}

/** The card behind `pm_card_visa` and the like, including Stripe's other names for it. */
export const testCardByAlias = (alias: string) =>
  TEST_CARDS.find(({ name }) => alias === `pm_card_${name}` || alias === `pm_card_visa_${name}`);

export const testCardByNumber = (number: string) => TEST_CARDS.find((known) => known.number === number);

/** ISO/IEC 7812-1, annex B. */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let place = 0; place < number.length; place++) {
    const digit = Number(number[number.length - 1 - place]);
    sum += place % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return sum % 10 === 0;
}
