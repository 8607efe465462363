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

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', name: 'visa', brand: 'visa', does: 'Succeeds' },
  { number: '4000056655665556', name: 'visa_debit', brand: 'visa', funding: 'debit', does: 'Succeeds (debit)' },
  { number: '4000007520000008', name: 'se', brand: 'visa', country: 'SE', does: 'Succeeds (Sweden)' },
  { number: '5555555555554444', name: 'mastercard', brand: 'mastercard', does: 'Succeeds' },
  { number: '2223003122003222', name: 'mastercard_2series', brand: 'mastercard', does: 'Succeeds' },
  {
    number: '5200828282828210',
    name: 'mastercard_debit',
    brand: 'mastercard',
    funding: 'debit',
    does: 'Succeeds (debit)',
  },
  { number: '378282246310005', name: 'amex', brand: 'amex', does: 'Succeeds' },
  { number: '6011111111111117', name: 'discover', brand: 'discover', does: 'Succeeds' },
  { number: '3056930009020004', name: 'diners', brand: 'diners', does: 'Succeeds' },
  { number: '3566002020360505', name: 'jcb', brand: 'jcb', does: 'Succeeds' },
  {
    number: '4000000000000002',
    name: 'chargeDeclined',
    brand: 'visa',
    refuses: 'generic_decline',
    does: 'Declined',
  },
  {
    number: '4000000000009995',
    name: 'chargeDeclinedInsufficientFunds',
    brand: 'visa',
    refuses: 'insufficient_funds',
    does: 'Declined: insufficient funds',
  },
  {
    number: '4000000000000069',
    name: 'chargeDeclinedExpiredCard',
    brand: 'visa',
    refuses: 'expired_card',
    does: 'Declined: expired',
  },
  {
    number: '4000000000000127',
    name: 'chargeDeclinedIncorrectCvc',
    brand: 'visa',
    refuses: 'incorrect_cvc',
    does: 'Declined: incorrect security code',
  },
  {
    number: '4000000000000119',
    name: 'chargeDeclinedProcessingError',
    brand: 'visa',
    refuses: 'processing_error',
    does: 'Declined: processing error',
  },
  {
    number: '4000000000000341',
    name: 'chargeCustomerFail',
    brand: 'visa',
    refuses_charge: 'generic_decline',
    does: 'Can be saved, but every charge is declined',
  },
  {
    number: '4000002500003155',
    name: 'authenticationRequiredOnSetup',
    brand: 'visa',
    authentication: 'until_set_up',
    does: '3-D Secure when saved, then succeeds',
  },
  {
    number: '4000002760003184',
    name: 'authenticationRequired',
    brand: 'visa',
    authentication: 'always',
    does: '3-D Secure for every payment; charges without the cardholder are declined',
  },
  {
    number: '4000008260003178',
    name: 'authenticationRequiredChargeDeclinedInsufficientFunds',
    brand: 'visa',
    authentication: 'until_set_up',
    refuses_charge: 'insufficient_funds',
    does: '3-D Secure when saved, then every charge is declined: insufficient funds',
  },
];

/** @throws when a stored card is no longer in the table. */
export function testCard(name: string): TestCard {
  const card = findTestCard((candidate) => candidate.name === name);
  if (!card) throw new Error(`There is no test card named ${name}`);
  return card;
}

/** The card behind `pm_card_visa` and the like, including Stripe's other names for it. */
export const testCardByAlias = (alias: string) =>
  findTestCard(({ name }) => alias === `pm_card_${name}` || alias === `pm_card_visa_${name}`);

export const testCardByNumber = (number: string) => findTestCard((card) => card.number === number);

const findTestCard = (matches: (card: TestCard) => boolean) => TEST_CARDS.find(matches);

/** ISO/IEC 7812-1, annex B. */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let place = 0; place < number.length; place++) {
    const digit = Number(number[number.length - 1 - place]);
    sum += place % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return sum % 10 === 0;
}
