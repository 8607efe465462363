/** The cards that exist here: Stripe's published test numbers (https://docs.stripe.com/testing) and their behaviour. */
import data from './test-cards.json' with { type: 'json' };

export interface Decline {
  code: string;
  message: string;
  decline_code?: string;
  advice_code?: string;
  network_decline_code?: string;
  param?: string;
}

export const BRANDS: Record<string, string> = data.brands;

export const DECLINES = data.declines;

export function declineNamed(name: string): Decline {
  const found = new Map<string, Decline>(Object.entries(DECLINES)).get(name);
  if (!found) throw new Error(`There is no decline named ${name}`);
  return found;
}

export interface TestCard {
  number: string;
  /** In calls with the secret key, the card is called `pm_card_${name}`. */
  name: string;
  brand: string;
  does: string;
  country?: string;
  funding?: string;
  /** Declined when it is saved (and when it is charged). */
  refuses?: string;
  /** Can be saved; declined when it is charged. */
  refuses_charge?: string;
  /**
   * When 3-D Secure is required: `always`, or `until_set_up`, which means until the card has been set up for charges without the
   * cardholder.
   */
  authentication?: string;
  /** The reason the cardholder gives for disputing every charge. */
  disputes?: string;
  /** How a refund ends after the response: `late` succeeds later, `fail` fails. */
  refunds?: string;
}

export const TEST_CARDS: readonly TestCard[] = data.cards;

export function testCard(name: string): TestCard {
  const found = TEST_CARDS.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`There is no test card named ${name}`);
  return found;
}

/** The card behind `pm_card_visa` and the like, including Stripe's other names for it. */
export const testCardByAlias = (alias: string) =>
  TEST_CARDS.find(({ name }) => alias === `pm_card_${name}` || alias === `pm_card_visa_${name}`);

export const testCardByNumber = (number: string) => TEST_CARDS.find((known) => known.number === number);

/** The Luhn checksum (ISO/IEC 7812-1, annex B). */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let place = 0; place < number.length; place++) {
    const digit = Number(number[number.length - 1 - place]);
    sum += place % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return sum % 10 === 0;
}
