import { checkDigit } from '../../sdk/reader/src/access/mrz-fields.ts';
import { drawDataPage } from '../../server/specimen/data-page.ts';
import type { Random } from './random.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';
const STATES = ['UTO', 'SWE', 'ESP', 'NLD', 'D<<', 'POL', 'USA', 'IND', 'BRA', 'FRA', 'QAT', 'ZAF'];

export type Size = 'TD1' | 'TD2' | 'TD3';

/** Random lines of an MRZ, all with correct check digits. */
export function randomLines(size: Size, random: Random): string[] {
  const field = (text: string, length: number) => text.slice(0, length).padEnd(length, '<');
  const checked = (text: string) => text + checkDigit(text);
  const word = (letters: string, least: number, most: number) =>
    Array.from({ length: Math.round(random.between(least, most)) }, () => letters[random.below(letters.length)]).join(
      '',
    );
  const date = (least: number, most: number) =>
    [random.below(most - least) + least, 1 + random.below(12), 1 + random.below(28)]
      .map((part) => String(part % 100).padStart(2, '0'))
      .join('');
  const state = random.pick(STATES);
  const name = [word(LETTERS, 3, 12), '', word(LETTERS, 3, 10), random.next() < 0.5 ? word(LETTERS, 2, 9) : ''].join(
    '<',
  );
  const number = checked(
    field(random.next() < 0.5 ? word(LETTERS, 1, 2) + word(DIGITS, 6, 7) : word(LETTERS + DIGITS, 8, 9), 9),
  );
  const [birth, expiry] = [checked(date(30, 107)), checked(date(126, 136))];
  const sex = random.pick(['M', 'F', '<']);
  const optional = random.next() < 0.5 ? word(LETTERS + DIGITS, 5, 11) : '';
  if (size === 'TD3') {
    const personal = field(optional, 14);
    const last = checked(personal);
    return [
      field(`P<${state}${name}`, 44),
      `${number}${state}${birth}${sex}${expiry}${last}${checkDigit(number + birth + expiry + last)}`,
    ];
  }
  if (size === 'TD2') {
    const last = field(optional, 7);
    return [
      field(`I<${state}${name}`, 36),
      `${number}${state}${birth}${sex}${expiry}${last}${checkDigit(number + birth + expiry + last)}`,
    ];
  }
  const [upper, lower] = [field(optional, 15), field('', 11)];
  return [
    `I<${state}${number}${upper}`,
    `${birth}${sex}${expiry}${state}${lower}${checkDigit(number + upper + birth + expiry + lower)}`,
    field(name, 30),
  ];
}

export function pageWith(lines: string[], portrait: Uint8Array): { svg: string; middle: { x: number; y: number } } {
  const svg = drawDataPage({
    lines,
    portrait,
    title: 'Passport · Utopia',
    fields: [
      ['Surname', 'Vinterglans'],
      ['Given names', 'Alma Sigrid'],
      ['Nationality', 'Utopian'],
      ['Place of birth', 'Amaurot'],
    ],
  });
  return { svg, middle: lines.length === 2 ? { x: 62.5, y: 75.7 } : { x: 42.8, y: 41.5 } };
}
