import { expect, test } from 'vitest';
import { cardScript } from './card-frame';

test.each([
  ['pk_local_4eC39HqLyjWDarjtT1zdp7dc', '/_local/stripe/v3.js'],
  ['pk_test_51Qx7Lk2eZvKYlo2C', 'https://js.stripe.com/v3/'],
  ['pk_live_51Qx7Lk2eZvKYlo2C', 'https://js.stripe.com/v3/'],
  ['pk_localhost', 'https://js.stripe.com/v3/'],
])('%s loads %s', (key, script) => expect(cardScript(key)).toBe(script));
