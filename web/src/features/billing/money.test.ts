import { describe, expect, test } from 'vitest';
import { decimal, formatMoney, formatRate, negated, parseMoney } from './money';

describe('amounts', () => {
  test.each([
    ['0.00', 0n],
    ['0.10', 100_000n],
    ['-25.00', -25_000_000n],
    ['0.0075', 7_500n],
    ['999999999999.999999', 999_999_999_999_999_999n],
  ])('%s keeps every decimal place', (text, value) => {
    expect(parseMoney(text)).toBe(value);
    expect(decimal(value)).toBe(text);
  });

  test.each(['', '1,5', '1e3', '0.0000001', '--1', 'NaN'])('%o is not an amount', (text) => {
    expect(() => parseMoney(text)).toThrow(RangeError);
  });

  test('shows a charge as negative', () => {
    expect(negated('118.75')).toBe('-118.75');
    expect(negated('0.00')).toBe('0.00');
  });
});

describe('formatted for display', () => {
  const plain = (text: string) => text.replace(/\s/g, ' ');

  test.each([
    ['25.00', '$25.00', '25,00 $'],
    ['-118.75', '-$118.75', '-118,75 $'],
    ['1200.00', '$1,200.00', '1.200,00 $'],
    ['0.0075', '$0.0075', '0,0075 $'],
    ['999999999999.99', '$999,999,999,999.99', '999.999.999.999,99 $'],
  ])('formats %s as %s and %s', (amount, english, spanish) => {
    expect(plain(formatMoney(amount, 'en'))).toBe(english);
    expect(plain(formatMoney(amount, 'es'))).toBe(spanish);
  });

  test.each([
    ['0.25', '25%', '25 %'],
    ['0.255', '25.5%', '25,5 %'],
    ['0.00', '0%', '0 %'],
  ])('formats %s as %s and %s', (rate, english, spanish) => {
    expect(plain(formatRate(rate, 'en'))).toBe(english);
    expect(plain(formatRate(rate, 'es'))).toBe(spanish);
  });
});
