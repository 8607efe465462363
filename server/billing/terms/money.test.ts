import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trials } from '../../../tests/support/runs/trials.ts';
import { CENT, formatMoney, lineTotal, parseMoney, roundToCents, shareOf, toCents } from './money.ts';

const micros = fc.integer({ min: -1e15, max: 1e15 });
const owed = fc.integer({ min: 0, max: 1e14 });

describe('decimals', () => {
  test.each([
    ['0.00', 0],
    ['25.00', 25_000_000],
    ['0.10', 100_000],
    ['0.0075', 7_500],
    ['-25.00', -25_000_000],
    ['118.75', 118_750_000],
    ['0.000001', 1],
    ['-0.000001', -1],
    ['999999999.999999', 999_999_999_999_999],
  ])('%s is %i millionths', (text, value) => {
    expect(parseMoney(text)).toBe(value);
    expect(formatMoney(value)).toBe(text);
  });

  test.each(['', '1.', '.5', '1,00', '1e3', '0.0000001', '--1', ' 1', '1 ', 'NaN'])('%j is refused', (text) => {
    expect(() => parseMoney(text)).toThrow();
  });

  test('survive formatting and parsing, in the format of the contract', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), (value) => {
        const text = formatMoney(value);
        expect(text).toMatch(/^-?[0-9]{1,12}\.[0-9]{2,6}$/);
        expect(parseMoney(text)).toBe(value);
      }),
      trials(100),
    );
  });

  test('refuses to format an amount that is not whole', () => {
    expect(() => formatMoney(0.5)).toThrow();
    expect(() => toCents(15_000)).toThrow();
  });
});

describe('rounding', () => {
  test.each([
    [0, 0],
    [4_999, 0],
    [5_000, 10_000],
    [14_999, 10_000],
    [15_000, 20_000],
    [-4_999, 0],
    [-5_000, -10_000],
  ])('turns %i into %i', (exact, rounded) => {
    expect(roundToCents(exact) + 0).toBe(rounded);
  });

  test('is to the nearest cent, and never off by more than half a cent', () => {
    fc.assert(
      fc.property(micros, (value) => {
        const rounded = roundToCents(value);
        expect(Math.abs(rounded % CENT)).toBe(0);
        expect(Math.abs(rounded - value)).toBeLessThanOrEqual(CENT / 2);
      }),
      trials(100),
    );
  });

  test('happens once per line: quantity × price is exact until then', () => {
    expect(lineTotal(3, parseMoney('0.0075'))).toBe(parseMoney('0.02'));
    expect(lineTotal(1_000_000_000, parseMoney('0.10'))).toBe(parseMoney('100000000.00'));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e8 }), fc.integer({ min: 0, max: 1e6 }), (quantity, price) => {
        const exact = BigInt(quantity) * BigInt(price);
        const distance = BigInt(lineTotal(quantity, price)) - exact;
        expect(distance > -5_000n && distance <= 5_000n).toBe(true);
      }),
      trials(100),
    );
  });
});

describe('a share', () => {
  test.each([
    ['95.00', 250_000, '23.75'],
    ['99.00', 255_000, '25.25'], // 25.245
    ['0.10', 250_000, '0.03'], // 0.025
    ['0.02', 210_000, '0.00'], // 0.0042
    ['0.00', 250_000, '0.00'],
    ['100.00', 0, '0.00'],
    ['999999999.99', 270_000, '270000000.00'],
  ])('of %s at %i is %s', (amount, rate, share) => {
    expect(formatMoney(shareOf(parseMoney(amount), rate))).toBe(share);
  });

  test('rounds the exact share half up, however large', () => {
    fc.assert(
      fc.property(owed, fc.integer({ min: 0, max: 270_000 }), (amount, rate) => {
        // In units of 10⁻¹², where nothing is rounded.
        const distance = BigInt(shareOf(amount, rate)) * 1_000_000n - BigInt(amount) * BigInt(rate);
        const half = (BigInt(CENT) * 1_000_000n) / 2n;
        expect(distance > -half && distance <= half).toBe(true);
      }),
      trials(100),
    );
  });

  test('of a negative amount is an error', () => {
    expect(() => shareOf(-1, 250_000)).toThrow();
  });
});
