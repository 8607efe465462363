const BRANDS = [
  { brand: 'amex', start: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvc: 4 },
  { brand: 'diners', start: /^3(0[0-5]|[689])/, lengths: [14, 16], groups: [4, 4, 4, 4], cvc: 3 },
  { brand: 'jcb', start: /^35/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { brand: 'visa', start: /^4/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { brand: 'mastercard', start: /^(5[1-5]|2(2[2-9]|[3-6]|7[01]|720))/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { brand: 'discover', start: /^6(011|4[4-9]|5)/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { brand: 'unionpay', start: /^62/, lengths: [16, 17, 18, 19], groups: [4, 4, 4, 4, 3], cvc: 3 },
];
const UNKNOWN = { brand: 'unknown', start: /^/, lengths: [16], groups: [4, 4, 4, 4], cvc: 4 };

export const brandOf = (digits) => BRANDS.find(({ start }) => start.test(digits)) ?? UNKNOWN;
export const brandNamed = (name) => BRANDS.find(({ brand }) => brand === name) ?? UNKNOWN;

const digitsOf = (text) => text.replace(/\D/g, '');

/**
 * `accept` returns the digits of what was typed, `show` groups them for reading, and `problem` names what is wrong, or returns
 * `unfinished` if only more digits are needed.
 */
export const FORMATS = {
  number: {
    accept(text) {
      const typed = digitsOf(text);
      return typed.slice(0, Math.max(...brandOf(typed).lengths));
    },
    show(digits) {
      const groups = [];
      let from = 0;
      for (const length of brandOf(digits).groups) {
        if (from < digits.length) groups.push(digits.slice(from, from + length));
        from += length;
      }
      return groups.join(' ');
    },
    problem(digits) {
      if (!brandOf(digits).lengths.includes(digits.length)) return 'unfinished';
      return luhn(digits) ? undefined : 'invalid_number';
    },
  },
  expiry: {
    accept(text) {
      const typed = digitsOf(text);
      // Autofill enters the year in four digits. A first digit above 1 is the whole month, so it gets a leading zero.
      if (typed.length === 6) return typed.slice(0, 2) + typed.slice(4);
      const padded = /^[2-9]/.test(typed) || /^1\s*\//.test(text) ? `0${typed}` : typed;
      if (/^(1[3-9]|00)/.test(padded)) return padded.slice(0, 1);
      return padded.slice(0, 4);
    },
    show(digits, { isDeleting }) {
      if (digits.length < 2 || (digits.length === 2 && isDeleting)) return digits;
      return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
    },
    problem(digits, { thisMonth }) {
      if (digits.length < 4) return 'unfinished';
      const [year, month] = thisMonth.split('-').map(Number);
      const given = 2000 + Number(digits.slice(2));
      if (given < year) return 'invalid_expiry_year_past';
      if (given > year + 50) return 'invalid_expiry_year';
      return given === year && Number(digits.slice(0, 2)) < month ? 'invalid_expiry_month_past' : undefined;
    },
  },
  cvc: {
    accept: (text, { brand }) => digitsOf(text).slice(0, brand.cvc),
    show: (digits) => digits,
    problem(digits, { brand }) {
      const isComplete = digits.length === brand.cvc || (brand === UNKNOWN && digits.length >= 3);
      return isComplete ? undefined : 'unfinished';
    },
  },
};

/** The checksum of card numbers (ISO/IEC 7812-1, annex B). */
function luhn(number) {
  let sum = 0;
  for (let place = 0; place < number.length; place++) {
    const digit = Number(number[number.length - 1 - place]);
    sum += place % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return sum % 10 === 0;
}
