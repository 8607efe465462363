import { describe, expect, test } from 'vitest';
import { vatRates } from '../../../openapi/facts/vat-rates.ts';
import { factsOfOpenCycle, taxFacts, vatNumberFormatCheck, vatOf } from './vat.ts';

/** For each member state: its rate, a number with valid check digits, and one with wrong check digits. */
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

/** The VAT of a customer who, unless given, has no VAT number and no card. */
const vat = (
  customer: { country: string | null; vat_number?: string; card_country?: string },
  { seller, day = '2026-11-30' }: { seller?: string; day?: string } = {},
) => vatOf({ vat_number: null, card_country: null, ...customer }, { seller, day });

test('the table covers each of the 27 member states once', () => {
  expect(COUNTRIES.map(([country]) => country)).toEqual(Object.keys(vatRates).toSorted());
  expect(COUNTRIES).toHaveLength(27);
});

describe.each(COUNTRIES)('%s', (country, rate, valid, invalid) => {
  test(`charges ${rate}% without a number, and nothing with one`, () => {
    expect(vat({ country })).toMatchObject({ vat_rate: rate * 10_000, vat_country: country });
    expect(vat({ country, vat_number: valid })).toMatchObject({ vat_rate: 0, vat_country: null });
  });

  test('charges domestic customers VAT despite a number', () => {
    expect(vat({ country, vat_number: valid }, { seller: country }).vat_rate).toBe(rate * 10_000);
  });

  test(`accepts ${valid} and refuses ${invalid}`, async () => {
    const found = { vat_number: valid, vat_number_check: 'FORMAT' };
    expect(await check(valid, country)).toEqual(found);
    expect(await check(invalid, country)).toBe('MALFORMED');
    // Without its prefix, as in the customer's own documents.
    expect(await check(valid.slice(2), country)).toEqual(found);
    expect(await check(invalid.slice(2), country)).toBe('MALFORMED');
  });

  test('refuses numbers from other states', async () => {
    for (const [other, , number] of COUNTRIES)
      if (other !== country) expect(await check(number, country)).toBe('MALFORMED');
  });
});

test('charges no VAT outside the EU, nor while the country is unknown', () => {
  for (const country of ['US', 'GB', 'NO', 'CH', 'XK', 'IM', 'GG'])
    expect(vat({ country }, { seller: 'SE' })).toMatchObject({ vat_rate: 0, vat_category: 'OUT_OF_SCOPE' });
  expect(vat({ country: null })).toMatchObject({ vat_rate: 0, vat_category: null });
});

test('treats Monaco as France, whose VAT numbers its companies have', async () => {
  expect(vat({ country: 'MC' })).toMatchObject({ vat_rate: 200_000, vat_country: 'FR' });
  expect(vat({ country: 'MC', card_country: 'FR' }).contradicting_card).toBeNull();
  expect(await check('FR40303265045', 'MC')).toMatchObject({ vat_number: 'FR40303265045' });
  expect(vat({ country: 'MC', vat_number: 'FR40303265045' })).toMatchObject({ vat_category: 'REVERSE_CHARGE' });
  expect(vat({ country: 'MC', vat_number: 'FR40303265045' }, { seller: 'FR' }).vat_rate).toBe(200_000);
});

test.each([
  ['EE', '2025-06-30', 22],
  ['EE', '2025-07-01', 24],
  ['FI', '2024-08-31', 24],
  ['FI', '2024-09-01', 25.5],
  ['RO', '2025-07-31', 19],
  ['RO', '2025-08-01', 21],
  ['SK', '2024-12-31', 20],
  ['SK', '2025-01-01', 23],
])('in %s the rate on %s is %s%%', (country, day, rate) => {
  expect(vat({ country }, { day }).vat_rate).toBe(rate * 10_000);
});

test.each([
  ['US', 'SE', 'SE', 250_000],
  ['SE', 'US', 'SE', 250_000],
  ['DE', 'HU', 'HU', 270_000],
  ['HU', 'DE', 'HU', 270_000],
  ['DK', 'SE', 'DK', 250_000],
  ['MC', 'SE', 'SE', 250_000],
])(
  'without a number, address in %s and card of %s pay the VAT of %s',
  (country, card_country, vat_country, vat_rate) => {
    const contradicting_card = card_country;
    expect(vat({ country, card_country })).toMatchObject({ vat_rate, vat_country, contradicting_card });
  },
);

test.each([
  ['a card of the same country', { country: 'SE', card_country: 'SE' }],
  ['no card', { country: 'SE' }],
  ['two countries outside the EU', { country: 'US', card_country: 'CA' }],
  ['a valid number', { country: 'DE', vat_number: 'DE136695976', card_country: 'US' }],
])('%s contradicts nothing', (_, customer) => expect(vat(customer).contradicting_card).toBeNull());

describe('a change of country or number', () => {
  const none = { cycle_country: null, cycle_vat_number: null, cycle_vat_of: null };
  const swede = { enabled: '2026-01-05T00:00:00.000Z', country: 'SE', vat_number: 'SE556012579001', ...none };

  test('counts from the next cycle, however often it is made in one', () => {
    const first = { ...swede, ...factsOfOpenCycle(swede, { start: '2026-03-05' }), country: 'FI', vat_number: null };
    const second = { ...first, ...factsOfOpenCycle(first, { start: '2026-03-05' }), country: 'US' };
    expect(taxFacts(second, { start: '2026-03-05' })).toEqual({ country: 'SE', vat_number: 'SE556012579001' });
    expect(taxFacts(second, { start: '2026-04-05' })).toEqual({ country: 'US', vat_number: null });
    const third = { ...second, ...factsOfOpenCycle(second, { start: '2026-04-05' }), country: 'NO' };
    expect(taxFacts(third, { start: '2026-04-05' })).toEqual({ country: 'US', vat_number: null });
  });

  test('counts immediately until billing was first enabled, and while there was no country', () => {
    expect(factsOfOpenCycle({ ...swede, enabled: null }, { start: '2026-03-05' })).toEqual({});
    expect(factsOfOpenCycle({ ...swede, country: null }, { start: '2026-03-05' })).toEqual({});
  });
});

test.each([
  ['se 5560-1257.9001', 'SE', 'SE556012579001'],
  ['SE556012579001', 'US', undefined],
  ['GB980780684', 'GB', undefined],
  // Northern Ireland's numbers are for goods. Services there follow the rules of the United Kingdom.
  ['XI980780684', 'GB', undefined],
  ['556012579001', 'SE', 'SE556012579001'],
  ['A13585625', 'ES', 'ESA13585625'],
  ['136 695 976', 'DE', 'DE136695976'],
  ['U13585627', 'AT', 'ATU13585627'],
  ['GR094259216', 'GR', 'EL094259216'],
  ['gr 094 259 216', 'GR', 'EL094259216'],
  ['094259216', 'GR', 'EL094259216'],
  ['GR094259217', 'GR', undefined],
  // French numbers may begin with two letters, like a prefix.
  ['DE136695976', 'FR', undefined],
  ['DE136695978', 'FR', undefined],
  ['', 'SE', undefined],
  ['SE', 'SE', undefined],
])('reads %j in %s as %s', async (number, country, normal) => {
  const found = await check(number, country);
  expect(found).toEqual(normal === undefined ? 'MALFORMED' : { vat_number: normal, vat_number_check: 'FORMAT' });
});
