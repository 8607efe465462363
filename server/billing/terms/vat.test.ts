import { describe, expect, test } from 'vitest';
import { vatRates } from '../../../openapi/facts/vat-rates.ts';
import { vatNumberFormatCheck, vatRate } from './vat.ts';

/** For each member state: its rate, a number with valid check digits, and the same with one digit changed. */
const COUNTRIES: [country: string, rate: number, valid: string, invalid: string][] = [
  ['AT', 20, 'ATU13585627', 'ATU13585626'],
  ['BE', 21, 'BE0428759497', 'BE0428759498'],
  ['BG', 20, 'BG175074752', 'BG175074751'],
  ['CY', 19, 'CY10259033P', 'CY10259033Z'],
  ['CZ', 21, 'CZ25123891', 'CZ25123890'],
  ['DE', 19, 'DE136695976', 'DE136695978'],
  ['DK', 25, 'DK13585628', 'DK13585627'],
  ['EE', 24, 'EE100931558', 'EE100594103'],
  ['ES', 21, 'ESA13585625', 'ESA13585620'],
  ['FI', 25.5, 'FI20774740', 'FI20774741'],
  ['FR', 20, 'FR40303265045', 'FR84323140391'],
  ['GR', 24, 'EL094259216', 'EL123456781'],
  ['HR', 25, 'HR33392005961', 'HR33392005962'],
  ['HU', 27, 'HU12892312', 'HU12892313'],
  ['IE', 23, 'IE6433435F', 'IE6433435E'],
  ['IT', 22, 'IT00743110157', 'IT00743110158'],
  ['LT', 21, 'LT119511515', 'LT100001919018'],
  ['LU', 17, 'LU15027442', 'LU15027443'],
  ['LV', 21, 'LV40003521600', 'LV40003521601'],
  ['MT', 18, 'MT11679112', 'MT11679113'],
  ['NL', 21, 'NL004495445B01', 'NL123456789B90'],
  ['PL', 23, 'PL8567346215', 'PL8567346216'],
  ['PT', 23, 'PT501964843', 'PT501964842'],
  ['RO', 21, 'RO18547290', 'RO18547291'],
  ['SE', 25, 'SE556012579001', 'SE556012579101'],
  ['SI', 22, 'SI50223054', 'SI50223055'],
  ['SK', 23, 'SK2022749619', 'SK2022749618'],
];
const { check } = vatNumberFormatCheck;

test('the table covers each of the 27 member states once', () => {
  expect(COUNTRIES.map(([country]) => country)).toEqual(Object.keys(vatRates).toSorted());
  expect(COUNTRIES).toHaveLength(27);
});

describe.each(COUNTRIES)('%s', (country, rate, valid, invalid) => {
  test(`charges ${rate}% without a number, and nothing with one`, () => {
    expect(vatRate({ country, vat_number: null }, undefined)).toBe(rate * 10_000);
    expect(vatRate({ country, vat_number: valid }, undefined)).toBe(0);
  });

  test('charges domestic customers VAT despite a number', () => {
    expect(vatRate({ country, vat_number: valid }, country)).toBe(rate * 10_000);
  });

  test(`accepts ${valid} and refuses ${invalid}`, async () => {
    expect(await check(valid, country)).toEqual({ vat_number: valid, vat_number_check: 'FORMAT' });
    expect(await check(invalid, country)).toBeUndefined();
  });

  test('refuses numbers from other states', async () => {
    for (const [other, , number] of COUNTRIES)
      if (other !== country) expect(await check(number, country)).toBeUndefined();
  });
});

test('charges no VAT outside the EU, nor when the country is unknown', () => {
  for (const country of ['US', 'GB', 'NO', 'CH', 'XK', null])
    expect(vatRate({ country, vat_number: null }, 'SE')).toBe(0);
});

test.each([
  ['se 5560-1257.9001', 'SE', 'SE556012579001'],
  ['SE556012579001', 'US', undefined],
  ['GB980780684', 'GB', undefined],
  ['556012579001', 'SE', undefined],
  ['', 'SE', undefined],
  ['SE', 'SE', undefined],
])('reads %j in %s as %s', async (number, country, normal) => {
  expect((await check(number, country))?.vat_number).toBe(normal);
});
